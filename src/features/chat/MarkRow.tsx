import { FoldVertical } from 'lucide-react'
import { rt } from '#lib/text/room.ts'
import type { DeletedItem, DividerItem, DroppedItem, SkippedItem } from '#state/feed/feed-state.ts'
import { FeedLine } from '#ui/FeedLine.tsx'
import styles from './MarkRow.module.css'

/** 断线期间: what follows was missed, or how much is lost. */
export function DividerRow({ item }: { readonly item: DividerItem }) {
  return (
    <div className={styles.divider} data-kind="divider" data-missed={item.missed}>
      {item.isLost ? rt('chat.lost', { count: item.missed }) : rt('chat.missed', { count: item.missed })}
    </div>
  )
}

/** Texts that were dropped because nobody could have read them. Not a button: they are not kept. */
export function FoldedRow({ item }: { readonly item: DroppedItem | SkippedItem }) {
  const isFolded = item.type === 'dropped'
  return (
    <div
      className={styles.folded}
      data-kind={isFolded ? 'folded' : 'skipped'}
      data-folded={isFolded ? item.count : undefined}
    >
      <FoldVertical size={16} aria-hidden="true" />
      {isFolded ? rt('chat.folded', { count: item.count }) : rt('chat.skipped', { count: item.count })}
    </div>
  )
}

/** In the place of a deleted row, while the viewer reads back. */
export function DeletedRow({ item: _item }: { readonly item: DeletedItem }) {
  return (
    <FeedLine kind="deleted" className={styles.deleted}>
      {rt('chat.deleted')}
    </FeedLine>
  )
}
