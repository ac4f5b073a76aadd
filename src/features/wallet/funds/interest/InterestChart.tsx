import { useState } from 'react'
import type { SettleCurrency } from '#protocol/currency.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { Amount } from '../../Amount.tsx'
import funds from '../funds.module.css'
import type { InterestInfo } from './InterestSummary.tsx'
import styles from './interest.module.css'

type Day = InterestInfo['series'][number]

const WIDTH = 300
const HEIGHT = 100
/** Part of the width of a day that its bar takes. */
const BAR = 0.62
/** A day with interest is visible, however little it is. */
const LEAST_BAR = 2

interface Bar {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The bars of a chart of {@link WIDTH} by {@link HEIGHT}, the greatest amount as high as the chart. */
export function barsOf(amounts: readonly number[]): Bar[] {
  const most = Math.max(0, ...amounts)
  const step = WIDTH / amounts.length
  return amounts.map((amount, index) => {
    const height = amount === 0 ? 0 : Math.max(LEAST_BAR, (amount / most) * HEIGHT)
    return { x: (index + (1 - BAR) / 2) * step, y: HEIGHT - height, width: step * BAR, height }
  })
}

/** `2026-11-21` as `11-21`. */
const shortDate = (date: string): string => date.slice(5)

interface InterestChartProps {
  readonly currency: SettleCurrency
  readonly series: readonly Day[]
}

/** The interest of the last 30 days as bars, and as a table that shows every day. */
export function InterestChart({ currency, series }: InterestChartProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const day = series[pointed ?? series.length - 1]
  const [first, last] = [series[0], series.at(-1)]
  if (day === undefined || first === undefined || last === undefined) return null
  if (series.every(({ amount }) => amount === 0)) {
    return (
      <div className={funds.body}>
        <p className={funds.text}>{walletText('funds.chart.empty')}</p>
      </div>
    )
  }
  const point = (event: { clientX: number; currentTarget: Element }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor(((event.clientX - left) / width) * series.length)
    setPointed(Math.min(series.length - 1, Math.max(0, index)))
  }
  return (
    <div className={styles.chart}>
      {/* The table below has the same content. */}
      <div aria-hidden="true">
        <p className={styles.readout}>
          <span>{day.date}</span>
          <b>
            <Amount value={day.amount} currency={currency} isInFull withPlus />
          </b>
        </p>
        <svg
          className={styles.plot}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          {barsOf(series.map(({ amount }) => amount)).map((bar, index) => (
            <rect key={series[index]?.date} {...bar} data-pointed={series[index] === day || undefined} />
          ))}
        </svg>
        <p className={styles.dates}>
          <span>{shortDate(first.date)}</span>
          <span>{shortDate(last.date)}</span>
        </p>
      </div>
      <details className={styles.details}>
        <summary>{walletText('funds.chart.table')}</summary>
        <DayTable currency={currency} series={series} />
      </details>
    </div>
  )
}

function DayTable({ currency, series }: InterestChartProps) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{walletText('funds.chart.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{walletText('funds.chart.date')}</th>
          <th scope="col">{walletText('funds.chart.least')}</th>
          <th scope="col">{walletText('funds.chart.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {series.toReversed().map(({ date, principal, amount }) => (
          <tr key={date}>
            <th scope="row">{date}</th>
            <td>
              <Amount value={principal} currency={currency} />
            </td>
            <td>
              <Amount value={amount} currency={currency} isInFull />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
