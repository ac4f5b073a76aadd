import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { anchorPath } from '#lib/room-path.ts'
import type { MatchDetail } from '#state/room/room-match.ts'
import { Avatar } from '#ui/art/Avatar.tsx'
import styles from './AnchorRow.module.css'

interface AnchorRowProps {
  readonly detail: MatchDetail
  /** Content at the right: the follow button. */
  readonly action?: ReactNode
}

/** The anchor of the room. */
export function AnchorRow({ detail, action }: AnchorRowProps) {
  const { anchor, anchorRoomId, room_info: room } = detail.match
  return (
    <div className={styles.anchor}>
      <Avatar id={anchorRoomId} src={anchor.logo_square} size={48} />
      <div className={styles.who}>
        <Link to={anchorPath(anchor.anchor_id)}>
          <b dir="auto">{anchor.anchor_nick}</b>
        </Link>
        <span>{room.desc}</span>
      </div>
      {action}
    </div>
  )
}

/** The same in the tab row of a phone. */
export function AnchorChip({ detail, action }: AnchorRowProps) {
  const { anchor, anchorRoomId } = detail.match
  return (
    <div className={styles.chip}>
      <Link to={anchorPath(anchor.anchor_id)}>
        <Avatar id={anchorRoomId} src={anchor.logo_square} size={28} />
        <span dir="auto">{anchor.anchor_nick}</span>
      </Link>
      {action}
    </div>
  )
}
