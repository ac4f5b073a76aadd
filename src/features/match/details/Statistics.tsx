import { useState } from 'react'
import type { Statistic } from '#protocol/endpoints/match.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { formatCount } from '#lib/format.ts'
import { animationText } from '#messages/zh/animation.ts'
import { sportsText } from '#messages/zh/sports.ts'
import { Choices } from '#ui/choice/Choices.tsx'
import styles from './Statistics.module.css'

interface Sides {
  readonly home: string
  readonly away: string
}

type MatchStatistics = Pick<DataOf<'match.statistics'>, 'total' | 'periods'>

interface StatisticsProps {
  readonly statistics: MatchStatistics
  readonly teams: Sides
}

const WHOLE = -1

/** The statistics of a match as bars, in basketball of the chosen quarter, with the points of each. */
export function Statistics({ statistics: { total, periods }, teams }: StatisticsProps) {
  const [period, setPeriod] = useState(WHOLE)
  if (total.length === 0) {
    return (
      <p className={styles.none}>
        <b>{sportsText('match.data.none')}</b>
        {sportsText('match.data.noneText')}
      </p>
    )
  }
  const choices = [
    { value: WHOLE, label: sportsText('match.data.whole') },
    ...periods.map((_list, index) => ({
      value: index,
      label: sportsText('match.data.quarter', { number: index + 1 }),
    })),
  ]
  return (
    <>
      {periods.length > 0 && <PeriodPoints periods={periods} total={total} teams={teams} />}
      {periods.length > 1 && (
        <div className={styles.periods}>
          <Choices label={sportsText('match.data.period')} value={period} choices={choices} onChange={setPeriod} />
        </div>
      )}
      <ul className={styles.list}>
        {(periods[period] ?? total).map((statistic) => (
          <Bar key={statistic.key} statistic={statistic} teams={teams} />
        ))}
      </ul>
    </>
  )
}

function valueText(key: Statistic['key'], value: number): string {
  if (key === 'possession') return animationText('share', { percent: value })
  return key === 'economy' ? formatCount(value) : String(value)
}

/** Two values with bars that grow from the middle. The larger one is stronger. */
function Bar({ statistic: { key, home, away }, teams }: { readonly statistic: Statistic; readonly teams: Sides }) {
  const label = sportsText(`match.stat.${key}`)
  const all = Math.max(1, home + away)
  const [homeValue, awayValue] = [valueText(key, home), valueText(key, away)]
  return (
    <li className={styles.row}>
      <span className="visually-hidden">
        {sportsText('match.data.pair', { label, ...teams, homeValue, awayValue })}
      </span>
      <b aria-hidden="true" data-less={home < away || undefined}>
        {homeValue}
      </b>
      <span aria-hidden="true">{label}</span>
      <b aria-hidden="true" data-less={away < home || undefined}>
        {awayValue}
      </b>
      <span className={styles.bars} aria-hidden="true">
        <i>
          <i className={styles.home} style={{ width: `${(home / all) * 100}%` }} />
        </i>
        <i>
          <i className={styles.away} style={{ width: `${(away / all) * 100}%` }} />
        </i>
      </span>
    </li>
  )
}

/** Points per quarter and in total. */
function PeriodPoints({ periods, total, teams }: MatchStatistics & Pick<StatisticsProps, 'teams'>) {
  const pointsOf = (list: readonly Statistic[], side: keyof Sides) => list.find(({ key }) => key === 'points')?.[side]
  return (
    <table className={styles.points}>
      <caption className="visually-hidden">{sportsText('match.data.points')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{sportsText('match.data.team')}</span>
          </th>
          {periods.map((_list, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- periods never move
            <th key={index} scope="col">
              {sportsText('match.data.quarter', { number: index + 1 })}
            </th>
          ))}
          <th scope="col">{sportsText('match.data.total')}</th>
        </tr>
      </thead>
      <tbody>
        {(['home', 'away'] as const).map((side) => (
          <tr key={side}>
            <th scope="row">{teams[side]}</th>
            {periods.map((list, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- periods never move
              <td key={index}>{pointsOf(list, side)}</td>
            ))}
            <td className={styles.sum}>{pointsOf(total, side)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * The statistics with the current score: the room knows points and kills a few seconds before the statistics are read
 * again. New points belong to the last period.
 */
export function withScore(
  { total, periods }: MatchStatistics,
  score: Readonly<Record<'home' | 'away', number>>,
): MatchStatistics {
  const scored = total.find(({ key }) => key === 'points' || key === 'kills')
  if (scored === undefined) return { total, periods }
  const raised = (list: readonly Statistic[]) =>
    list.map((one) =>
      one.key === scored.key
        ? { ...one, home: one.home + score.home - scored.home, away: one.away + score.away - scored.away }
        : one,
    )
  return {
    total: raised(total),
    periods: periods.map((list, index) => (index === periods.length - 1 ? raised(list) : list)),
  }
}
