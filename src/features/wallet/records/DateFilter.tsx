import type { ReactNode } from 'react'
import { siteDateOf } from '#protocol/time.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { serverNow } from '#transport/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Field } from '#ui/field/Field.tsx'
import { type Dates, dateProblems, lastDays } from './records-filter.ts'
import styles from './records.module.css'

/** Days of the quick choices, today included. */
const QUICK = [
  { key: 'records.filter.today', days: 1 },
  { key: 'records.filter.week', days: 7 },
  { key: 'records.filter.month', days: 30 },
] as const

interface DateFilterProps {
  readonly dates: Dates
  readonly onDates: (dates: Dates) => void
  /** A button after the quick choices. */
  readonly children?: ReactNode
}

/** First and last day of records, and quick choices. Every change applies at once. */
export function DateFilter({ dates: { from, to }, onDates, children }: DateFilterProps) {
  const problems = dateProblems({ from, to })
  const today = siteDateOf(serverNow())
  return (
    <>
      <Field
        label={walletText('records.filter.from')}
        type="date"
        max={today}
        value={from}
        error={problems.from}
        onValueChange={(value) => onDates({ from: value, to })}
      />
      <Field
        label={walletText('records.filter.to')}
        type="date"
        max={today}
        value={to}
        error={problems.to}
        onValueChange={(value) => onDates({ from, to: value })}
      />
      <fieldset className={styles.quick} aria-label={walletText('records.filter.quick')}>
        {QUICK.map(({ key, days }) => {
          const dates = lastDays(days, serverNow())
          return (
            <Button
              key={key}
              size="small"
              aria-pressed={from === dates.from && to === dates.to}
              onClick={() => onDates(dates)}
            >
              {walletText(key)}
            </Button>
          )
        })}
        {children}
      </fieldset>
    </>
  )
}
