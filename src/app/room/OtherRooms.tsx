import { Link } from 'react-router-dom'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import { classNames } from '#lib/class-names.ts'
import { formatKickoff } from '#lib/format.ts'
import { isInPlay, matchClockShort } from '#lib/match/match-clock.ts'
import { roomText } from '#messages/zh/room.ts'
import { articlePath, roomPath } from '#lib/room-path.ts'
import { useCachedData } from '#state/data/use-cached-data.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { Panel } from '#ui/page/Panel.tsx'
import { serverNow } from '#transport/client.ts'
import styles from './OtherRooms.module.css'

/** Maximum number of rooms. */
const MAX_ROOMS = 4

export interface OtherRoomsProps {
  /** The room to leave out; if it has ended, the report of its match comes first. */
  readonly eid: string
  readonly kind: ContentKind
  readonly title: string
  /** On a phone shows one scrolling row, so that the chat below is visible. */
  readonly isStrip?: boolean
  /** The teams of the room; their next match comes first. */
  readonly teams?: readonly string[]
}

/** The article that reports this match; null if there is none. */
function useReport(eid: string | null) {
  const { data } = useCachedData('match.statistics', eid === null ? null : { eid })
  return data?.report ?? null
}

/** The report of a match that has ended, and live rooms to visit instead of one that has ended or does not exist; nothing if there is none. */
export function OtherRooms({ eid, kind, title, isStrip = false, teams = [] }: OtherRoomsProps) {
  const { data } = useServerData('live.popularList', { kind, size: 20, page: 1 })
  const report = useReport(isStrip && kind !== 'anchor' ? eid : null)
  const rooms = data?.list.filter((match) => match.eid !== eid && isInPlay(match.clock)).slice(0, MAX_ROOMS) ?? []
  const next = data?.list
    .filter(({ clock, team1, team2 }) => clock.phase === 'before' && (teams.includes(team1) || teams.includes(team2)))
    .toSorted((one, other) => one.start_time - other.start_time)
    .at(0)
  if (rooms.length === 0 && !next && !report) return null
  return (
    <Panel className={classNames(styles.rooms, isStrip && styles.strip)}>
      <h2>{title}</h2>
      <ul>
        {report && (
          <li>
            <Link to={articlePath(report.id)}>
              <span className={styles.name}>{roomText('room.report', { title: report.title })}</span>
            </Link>
          </li>
        )}
        {next && (
          <li>
            <Link to={roomPath(next.eid)}>
              <span className={styles.name}>{roomText('room.nextMatch', { home: next.team1, away: next.team2 })}</span>
              <span className={styles.start}>{formatKickoff(next.start_time, serverNow())}</span>
            </Link>
          </li>
        )}
        {rooms.map((match) => (
          <li key={match.eid}>
            <Link to={roomPath(match.eid)}>
              <span className={styles.name}>
                {match.kind === 'anchor'
                  ? match.room_info.title
                  : roomText('room.title', { home: match.team1, away: match.team2 })}
              </span>
              <span className={styles.clock}>{matchClockShort(match.clock, serverNow(), match.kind)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
