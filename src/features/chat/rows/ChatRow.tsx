import { FoldVertical } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import type { EntryAuthor } from '#protocol/room/feed.ts'
import { isHighVip } from '#protocol/room/kinds.ts'
import { stickerPath } from '#protocol/rules/stickers.ts'
import type { FeedRow, FeedRowOf } from '#protocol/worker/feed.ts'
import { isBidirectional } from '#messages/bidi.ts'
import { classNames } from '#lib/class-names.ts'
import { roomText } from '#messages/zh/room.ts'
import type { FeedItem, OutgoingMessage, DividerItem, DroppedItem, SkippedItem } from '#state/feed/feed-state.ts'
import { GiftIcon } from '#ui/art/GiftIcon.tsx'
import { roleBadge, vipBadge, VipBadge } from '#ui/text/Badge.tsx'
import { FeedLine, type TextPart, TextParts, type TextSpan } from '#ui/text/FeedLine.tsx'
import styles from './ChatRow.module.css'
import { OrderRow, RevertRow } from './OrderRow.tsx'
import { SystemRow } from './SystemRow.tsx'

/** The actions of a failed message, by its `cid`. */
export interface FailedMessageActions {
  readonly onRetry: (cid: string) => void
  readonly onDismiss: (cid: string) => void
}

/** Returns the element of any item of the list. */
export function drawItem(item: FeedItem, failedActions: FailedMessageActions): ReactNode {
  switch (item.type) {
    case 'row':
      return drawRow(item.row)
    case 'outgoing':
      return <OutgoingRow item={item} {...failedActions} />
    case 'divider':
      return <DividerRow item={item} />
    case 'dropped':
    case 'skipped':
      return <DroppedRow item={item} />
    case 'deleted':
      return <DeletedRow />
  }
}

/** Returns the element of a row by its kind. A new kind needs a component and a case here. */
// oxlint-disable-next-line complexity -- one case per kind
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
    case 'market':
    case 'table':
      // These kinds change the room and are not added to the list.
      return null
  }
}

/**
 * Returns the element of a text message (S3.22). The text is rendered as plain text only. It is called as a function, not
 * used as a component, because a busy room renders a thousand messages per second (decision 52).
 */
function textRow(row: FeedRowOf<'text'>) {
  const { reply, text } = row.data
  return FeedLine({
    id: row.id,
    seq: row.seq,
    kind: 'text',
    className: row.isMention ? styles.mention : undefined,
    parts: [...(reply ? [quotePart(reply)] : []), ...authorParts(row), text],
  })
}

/** The quoted message above a reply, truncated to one line at the end of its text. */
function quotePart({ memberName, text }: { readonly memberName: string; readonly text: string }): TextSpan {
  const isMixed = isBidirectional(memberName) || isBidirectional(text)
  return { text: [memberName, '：', text], className: classNames(styles.quote, isMixed && styles.mixed) }
}

interface Authored {
  readonly author: EntryAuthor | null
  readonly isMine: boolean
}

/** The class of an author's name, on which a press opens the user card. */
export const NAME_CLASS = styles.name ?? ''

/** The author before a message: badge for the role or the VIP level, then the name. The own name is 我. */
function authorParts({ author, isMine }: Authored): readonly TextPart[] {
  if (isMine) return [{ text: `${roomText('chat.mine')}：`, className: styles.name }]
  if (author === null) return []
  const isAnchor = author.role === 'anchor'
  const isHighlighted = isAnchor || isHighVip(author.vipLevel)
  const badges = [author.role ? roleBadge(author.role) : null, isAnchor ? null : vipBadge(author.vipLevel)]
  return [
    ...badges.flatMap((badge) => (badge === null ? [] : [badge, ' '])),
    { text: [author.memberName, '：'], className: classNames(styles.name, isHighlighted && styles.highlighted) },
  ]
}

/** A sticker (S3.22). */
function StickerRow({ row }: { readonly row: FeedRowOf<'image'> }) {
  return (
    <FeedLine id={row.id} seq={row.seq} kind="image">
      <TextParts parts={authorParts(row)} />
      <Sticker id={row.data.sticker} alt={row.data.alt} />
    </FeedLine>
  )
}

/** The picture has fixed dimensions, so that the row does not change its height. An unknown sticker shows its name. */
function Sticker({ id, alt }: { readonly id: string; readonly alt: string }) {
  const path = stickerPath(id)
  if (path === null) return roomText('row.sticker', { alt })
  return <img className={styles.sticker} src={path} width={64} height={64} alt={alt} draggable={false} />
}

/** A message of this member that is pending or has failed. */
function OutgoingRow({ item, onRetry, onDismiss }: FailedMessageActions & { readonly item: OutgoingMessage }) {
  const hasFailed = item.state === 'failed'
  const press = (action: (cid: string) => void) => (event: MouseEvent<HTMLElement>) => {
    // The buttons are removed on press, so the list takes the focus for the arrow keys.
    event.currentTarget.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
    action(item.cid)
  }
  return (
    <FeedLine kind="text" state={item.state} className={classNames(!hasFailed && styles.pending)}>
      {item.reply && <TextParts parts={[quotePart(item.reply)]} />}
      <TextParts parts={authorParts({ author: null, isMine: true })} />
      {item.sticker === undefined ? <bdi>{item.text}</bdi> : <Sticker id={item.sticker} alt={item.text} />}
      {hasFailed && (
        <span className={styles.failed}>
          <span title={item.failure?.message}>{roomText('chat.failed')}</span>
          {' · '}
          <button type="button" className={styles.retry} onClick={press(onRetry)}>
            {roomText('chat.again')}
          </button>
          {' · '}
          <button type="button" className={styles.dismiss} onClick={press(onDismiss)}>
            {roomText('chat.dismiss')}
          </button>
        </span>
      )}
    </FeedLine>
  )
}

/** 断线期间: the rows after it were missed or are lost. */
function DividerRow({ item }: { readonly item: DividerItem }) {
  return (
    <div className={styles.divider} data-kind="divider" data-missed={item.missed}>
      {item.isLost ? roomText('chat.lost', { count: item.missed }) : roomText('chat.missed', { count: item.missed })}
    </div>
  )
}

/** The number of texts that were dropped or skipped. They are not stored, so it is not a button. */
function DroppedRow({ item }: { readonly item: DroppedItem | SkippedItem }) {
  const isDropped = item.type === 'dropped'
  return (
    <div
      className={styles.dropped}
      data-kind={isDropped ? 'folded' : 'skipped'}
      data-folded={isDropped ? item.count : undefined}
    >
      <FoldVertical size={16} aria-hidden="true" />
      {isDropped ? roomText('chat.folded', { count: item.count }) : roomText('chat.skipped', { count: item.count })}
    </div>
  )
}

/** Placeholder of a deleted row while the viewer reads back. */
function DeletedRow() {
  return (
    <FeedLine kind="deleted" className={styles.deleted}>
      {roomText('chat.deleted')}
    </FeedLine>
  )
}

/** A gift. The postings of a combo count up in one row. */
function GiftRow({ row }: { readonly row: FeedRowOf<'gift'> }) {
  const { giftName, giftIcon, comboCount, count } = row.data
  return (
    <FeedLine id={row.id} seq={row.seq} kind="gift" className={styles.giftLine}>
      <span className={styles.plate}>
        {!row.isMine && <VipBadge level={row.author?.vipLevel ?? 0} />}
        <span className={styles.giver} dir="auto">
          {row.isMine ? roomText('chat.mine') : row.author?.memberName}
        </span>
        <span className={styles.giftName}>{roomText('row.gift', { gift: giftName })}</span>
        <GiftIcon src={giftIcon} size={24} />
        <b>{roomText('row.times', { count: Math.max(comboCount, count) })}</b>
      </span>
    </FeedLine>
  )
}
