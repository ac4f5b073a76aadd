import type { ReactNode } from 'react'
import type { MatchDetail } from '#state/room/room-match.ts'
import { Avatar } from '#ui/Avatar.tsx'
import styles from './AnchorRow.module.css'

export interface AnchorRowProps {
  readonly detail: MatchDetail
  /** At the right: the button that follows. */
  readonly action?: ReactNode
}

/** Who talks over the match. */
export function AnchorRow({ detail, action }: AnchorRowProps) {
  const { anchor, anchorRoomId, room_info: room } = detail.match
  return (
    <div className={styles.anchor}>
      <Avatar id={anchorRoomId} src={anchor.logo_square} size={48} />
      <div className={styles.who}>
        <b>{anchor.anchor_nick}</b>
        <span>{room.desc}</span>
      </div>
      {action}
    </div>
  )
}

/** The same in the row of tabs of a phone. */
export function AnchorChip({ detail, action }: AnchorRowProps) {
  const { anchor, anchorRoomId } = detail.match
  return (
    <div className={styles.chip}>
      <Avatar id={anchorRoomId} src={anchor.logo_square} size={28} />
      <span>{anchor.anchor_nick}</span>
      {action}
    </div>
  )
}
