import type { ReactNode } from 'react'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { DeletedRow, DividerRow, FoldedRow } from '#features/chat/MarkRow.tsx'
import type { OwnRowProps } from '#features/chat/OwnRow.tsx'
import { OwnRow } from '#features/chat/OwnRow.tsx'
import { StickerRow, textRow } from '#features/chat/TextRow.tsx'
import { GiftRow } from '#features/gift/GiftRow.tsx'
import { OrderRow, RevertRow } from '#features/order/OrderRow.tsx'
import { SystemRow } from '#features/order/SystemRow.tsx'
import type { FeedItem } from '#state/feed/feed-state.ts'

/** A row of the log, by its kind. To add a kind: a component in the feature it belongs to, and a case here. */
function drawRow(row: FeedRow): ReactNode {
  switch (row.kind) {
    case 'text':
      return textRow(row)
    case 'image':
      return <StickerRow row={row} />
    case 'gift':
      return <GiftRow row={row} />
    case 'order':
      return <OrderRow row={row} />
    case 'revert':
      return <RevertRow row={row} />
    case 'system':
    case 'notice':
    case 'mute':
    case 'pin':
    case 'setup':
      return <SystemRow row={row} />
    case 'welcome':
    case 'delete':
    case 'marquee':
    case 'status':
      // These change the room, not the list; the state lets none of them in.
      return null
  }
}

/** Draws any item of the list. What a failed line offers is done by its `cid`. */
export function createDrawItem(failed: Pick<OwnRowProps, 'onAgain' | 'onDismiss'>): (item: FeedItem) => ReactNode {
  return (item) => {
    switch (item.type) {
      case 'row':
        return drawRow(item.row)
      case 'outgoing':
        return <OwnRow item={item} {...failed} />
      case 'divider':
        return <DividerRow item={item} />
      case 'dropped':
      case 'skipped':
        return <FoldedRow item={item} />
      case 'deleted':
        return <DeletedRow item={item} />
    }
  }
}
