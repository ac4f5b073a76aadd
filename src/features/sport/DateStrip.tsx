import { Link } from 'react-router-dom'
import { formatDate, formatWeekday } from '#lib/format.ts'
import { spt } from '#lib/text/sports.ts'
import styles from './DateStrip.module.css'

const DAY_MS = 24 * 60 * 60_000
const DAYS = 7

/** The day in Shanghai as the calls name it: `2026-11-21`. */
export function siteDate(time: number): string {
  return new Date(time + 8 * 60 * 60_000).toISOString().slice(0, 10)
}

export interface DateStripProps {
  /** Server clock, epoch milliseconds. */
  readonly now: number
  readonly date: string
  readonly pathOf: (date: string) => string
}

/** Today and the six days after it. */
export function DateStrip({ now, date, pathOf }: DateStripProps) {
  return (
    <nav className={styles.strip} aria-label={spt('dates')}>
      {Array.from({ length: DAYS }, (_, ahead) => now + ahead * DAY_MS).map((time, ahead) => (
        <Link
          key={siteDate(time)}
          className={styles.day}
          to={pathOf(siteDate(time))}
          replace
          aria-current={siteDate(time) === date ? 'date' : undefined}
        >
          <b>{ahead === 0 ? spt('today') : ahead === 1 ? spt('tomorrow') : formatWeekday(time)}</b>
          <span>{formatDate(time, now)}</span>
        </Link>
      ))}
    </nav>
  )
}
