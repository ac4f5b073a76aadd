import { FoldVertical } from 'lucide-react'
import { rt } from '#lib/text/room.ts'
import type { DividerItem, DroppedItem, SkippedItem } from '#state/feed/feed-state.ts'
import { FeedLine } from '#ui/FeedLine.tsx'
import styles from './MarkerRow.module.css'

/** 断线期间: the rows after it were missed or are lost. */
export function DividerRow({ item }: { readonly item: DividerItem }) {
  return (
    <div className={styles.divider} data-kind="divider" data-missed={item.missed}>
      {item.isLost ? rt('chat.lost', { count: item.missed }) : rt('chat.missed', { count: item.missed })}
    </div>
  )
}

/** The number of texts that were dropped or skipped. They are not stored, so it is not a button. */
export function DroppedRow({ item }: { readonly item: DroppedItem | SkippedItem }) {
  const isDropped = item.type === 'dropped'
  return (
    <div
      className={styles.dropped}
      data-kind={isDropped ? 'folded' : 'skipped'}
      data-folded={isDropped ? item.count : undefined}
    >
      <FoldVertical size={16} aria-hidden="true" />
      {isDropped ? rt('chat.folded', { count: item.count }) : rt('chat.skipped', { count: item.count })}
    </div>
  )
}

/** Placeholder of a deleted row while the viewer reads back. */
export function DeletedRow() {
  return (
    <FeedLine kind="deleted" className={styles.deleted}>
      {rt('chat.deleted')}
    </FeedLine>
  )
}
