import { useAtomValue } from 'jotai'
import { Mic } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ANCHOR_STATUS, readAnchorStatus, showsAnchorIcon, horizontalAnchors } from '#protocol/rules/anchor.ts'
import { roomText } from '#messages/zh/room.ts'
import { anchorPath } from '#lib/room-path.ts'
import type { MatchDetail } from '#state/room/room-match.ts'
import { matchNowAtom } from '#state/room/room-match.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import styles from './AnchorList.module.css'

function statusText(status: unknown): string {
  switch (readAnchorStatus(status)) {
    case ANCHOR_STATUS.On0:
      return roomText('match.anchorBefore')
    case ANCHOR_STATUS.On1:
      return roomText('match.anchorOn')
    case ANCHOR_STATUS.On2:
      return roomText('match.anchorAway')
    default:
      return roomText('match.anchorOff')
  }
}

export interface AnchorListProps {
  readonly detail: MatchDetail
  /** Content at the right of an anchor: the follow button. */
  readonly renderAction?: (anchor: MatchDetail['match']['anchor_list'][number]) => ReactNode
  /** Content below the anchors: the teams. */
  readonly children?: ReactNode
}

/**
 * 主播: the other anchors of this match with horizontal video (S3.20, S4.33). Scheduled, live and away anchors have a
 * microphone (S4.1).
 */
export function AnchorList({ detail, renderAction, children }: AnchorListProps) {
  const { anchor: own, anchor_list: anchors, anchorRoomId, room_info: room } = detail.match
  const now = useAtomValue(matchNowAtom)
  // The status of the room's own anchor is live; those of the others are from the last response.
  const statusOf = (anchor: (typeof anchors)[number]) =>
    anchor.anchorRoomId === anchorRoomId && now !== null ? now.anchorStatus : anchor.anchor_status
  return (
    <div className={styles.board}>
      <div className={styles.about}>
        <h2 dir="auto">{room.title}</h2>
        <p>{room.desc}</p>
      </div>
      <ul className={styles.list}>
        {horizontalAnchors(anchors).all.map((anchor) => (
          <li key={anchor.anchorRoomId} className={styles.anchor}>
            <Avatar id={anchor.anchorRoomId} src={anchor.logo_square} size={48} />
            <div className={styles.who}>
              <b>
                {anchor.anchorRoomId === anchorRoomId ? (
                  <Link to={anchorPath(own.anchor_id)} dir="auto">
                    {anchor.anchor_nick}
                  </Link>
                ) : (
                  anchor.anchor_nick
                )}
                {showsAnchorIcon(statusOf(anchor)) && <Mic size={14} aria-hidden="true" />}
              </b>
              <span data-live={readAnchorStatus(statusOf(anchor)) === ANCHOR_STATUS.On1 || undefined}>
                {anchor.anchorRoomId === anchorRoomId ? roomText('match.anchorNow') : statusText(anchor.anchor_status)}
              </span>
            </div>
            {renderAction?.(anchor)}
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
