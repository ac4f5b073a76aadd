import { Link } from 'react-router-dom'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import { classNames } from '#lib/class-names.ts'
import { isInPlay, matchClockShort } from '#lib/match-clock.ts'
import { rt } from '#lib/text/room.ts'
import { roomPath } from '#lib/room-path.ts'
import { useServerData } from '#state/data/use-server-data.ts'
import { Panel } from '#ui/Panel.tsx'
import { serverNow } from '#transport/client.ts'
import styles from './OtherRooms.module.css'

/** Rooms on offer at once. */
const ROOMS = 4

export interface OtherRoomsProps {
  /** The room that is not offered. */
  readonly eid: string
  readonly kind: ContentKind
  readonly title: string
  /** Beside a chat: on a phone one row of them that scrolls, so that the chat can be read. */
  readonly isStrip?: boolean
}

/** Where to go from a room that is over or was never there. Nothing while there is nowhere to go. */
export function OtherRooms({ eid, kind, title, isStrip = false }: OtherRoomsProps) {
  const { data } = useServerData('live.popularList', { kind, size: 20, page: 1 })
  const rooms = data?.list.filter((match) => match.eid !== eid && isInPlay(match.clock)).slice(0, ROOMS) ?? []
  if (rooms.length === 0) return null
  return (
    <Panel className={classNames(styles.others, isStrip && styles.strip)}>
      <h2>{title}</h2>
      <ul>
        {rooms.map((match) => (
          <li key={match.eid}>
            <Link to={roomPath(match.eid)}>
              <span className={styles.name}>
                {match.kind === 'anchor'
                  ? match.room_info.title
                  : rt('room.title', { home: match.team1, away: match.team2 })}
              </span>
              <span className={styles.when}>{matchClockShort(match.clock, serverNow(), match.kind)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
