import { useAtomValue } from 'jotai'
import { rt } from '#lib/text/room.ts'
import { roomSnapshotAtom, filterAtom } from '#state/feed/feed-atoms.ts'
import styles from './ChatEmpty.module.css'

/** Nothing to read yet: said quietly, where the first line will stand. Nothing at all before the room is entered. */
export function ChatEmpty() {
  const filter = useAtomValue(filterAtom)
  const hasEntered = useAtomValue(roomSnapshotAtom) !== null
  if (!hasEntered) return null
  if (filter !== 'all') {
    return <p className={styles.empty}>{filter === 'gifts' ? rt('chat.emptyGifts') : rt('chat.emptyHighVip')}</p>
  }
  return (
    <p className={styles.empty}>
      <b>{rt('chat.emptyTitle')}</b>
      {rt('chat.emptyText')}
    </p>
  )
}
