import { useAtomValue, useSetAtom } from 'jotai'
import { Ellipsis, Reply } from 'lucide-react'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { formatClockInFull } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'
import { roleAtom } from '#state/feed/feed-atoms.ts'
import { replyAtom } from '../composer/reply.ts'
import styles from './RowTools.module.css'
import { canReplyTo } from '../rows/row-info.ts'

interface RowToolsProps {
  readonly row: FeedRow
  /** Pixels from the top of the list. */
  readonly top: number
  readonly onDone: () => void
  readonly onMenu: () => void
  /** The mouse moves on the tools, so they must stay. Tools that appear under a resting mouse do not call it. */
  readonly onHold: () => void
  readonly onRelease: () => void
}

/** Tools over the row under the mouse: its time, reply, and menu. */
export function RowTools({ row, top, onDone, onMenu, onHold, onRelease }: RowToolsProps) {
  const setReply = useSetAtom(replyAtom)
  const role = useAtomValue(roleAtom)
  return (
    <div className={styles.tools} style={{ top }} data-row-tools onPointerMove={onHold} onPointerLeave={onRelease}>
      <time dateTime={new Date(row.at).toISOString()}>{formatClockInFull(row.at)}</time>
      {canReplyTo(row, role) && (
        <button
          type="button"
          className={styles.tool}
          onClick={() => {
            onDone()
            setReply(row)
          }}
        >
          <Reply size={16} aria-hidden="true" />
          {roomText('chat.reply')}
        </button>
      )}
      <button
        type="button"
        className={styles.tool}
        aria-haspopup="menu"
        aria-label={roomText('row.more')}
        onClick={onMenu}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </button>
    </div>
  )
}
