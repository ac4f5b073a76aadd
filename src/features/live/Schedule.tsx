import { Link } from 'react-router-dom'
import { formatClock, formatDate, formatKickoff, formatWeekday } from '#lib/format.ts'
import { matchTitle } from '#lib/match/match-title.ts'
import { otherDay } from '#lib/match/other-day.ts'
import { zoneNote } from '#lib/site-zone.ts'
import { commonText } from '#messages/zh/common.ts'
import { Panel } from '#ui/page/Panel.tsx'
import type { MatchSummary } from './match-stage.ts'
import { ReminderButton } from './MatchFoot.tsx'
import { roomPath } from '#lib/room-path.ts'
import styles from './Schedule.module.css'

/** Maximum number of matches. */
export const SCHEDULE_ROWS = 6

interface ScheduleProps {
  /** 接下来 by default. */
  readonly title?: string
  /** Coming matches of every kind, next one first. */
  readonly matches: readonly MatchSummary[]
  readonly now: number
  readonly reminders: ReadonlySet<string>
  readonly onReminder: (match: MatchSummary) => void
}

/** The schedule beside the list on wide screens. */
export function Schedule({ title = commonText('live.schedule'), matches, now, reminders, onReminder }: ScheduleProps) {
  if (matches.length === 0) return null
  return (
    <Panel title={title} aside={<Today now={now} />}>
      <ul>
        {matches.slice(0, SCHEDULE_ROWS).map((match) => (
          <li key={match.eid} className={styles.row}>
            <b title={formatKickoff(match.start_time, now)}>
              <When start={match.start_time} now={now} />
            </b>
            <Link className={styles.match} to={roomPath(match.eid)}>
              <span>{matchTitle(match)}</span>
              <small>{match.league}</small>
            </Link>
            <ReminderButton match={match} hasReminder={reminders.has(match.eid)} onReminder={onReminder} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The date and the time zone of the schedule. */
function Today({ now }: { readonly now: number }) {
  const zone = zoneNote(now)
  return (
    <span className={styles.today}>
      {`${formatDate(now, now)} ${formatWeekday(now)}`}
      {zone !== null && (
        <>
          <br />
          {zone}
        </>
      )}
    </span>
  )
}

/** The start time; above it the date if it is not today. */
function When({ start, now }: { readonly start: number; readonly now: number }) {
  const date = otherDay(start, now, now)
  return (
    <>
      {date !== null && <span className={styles.date}>{`${date} `}</span>}
      {formatClock(start)}
    </>
  )
}
