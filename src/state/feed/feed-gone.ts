import { DELETED_QUOTE } from '#protocol/constants.ts'
import type { FeedPatch } from '#protocol/worker/feed.ts'
import type { FeedItem, OwnItem, RowItem, Sight } from './feed-items.ts'
import { isVisible } from './feed-items.ts'

/** How many withdrawn things are remembered, newest kept: enough for rows that arrive late, bounded for long nights. */
const MEMORY = 1_000

/** What was withdrawn, by id: it wins over its row whenever either arrives (S4.32). */
export interface Gone {
  readonly reverted: ReadonlySet<string>
  readonly deleted: ReadonlySet<string>
  /** Author → sequence number up to which everything said is deleted. */
  readonly authors: ReadonlyMap<string, number>
}

export const NOTHING_GONE: Gone = { reverted: new Set(), deleted: new Set(), authors: new Map() }

function newest<Value>(values: Iterable<Value>): Value[] {
  return [...values].slice(-MEMORY)
}

/** The memory with more patches in it. */
export function withPatches(gone: Gone, patches: readonly FeedPatch[]): Gone {
  if (patches.length === 0) return gone
  const reverted = new Set(gone.reverted)
  const deleted = new Set(gone.deleted)
  const authors = new Map(gone.authors)
  for (const patch of patches) {
    if (patch.type === 'revert') reverted.add(patch.orderId)
    else if (patch.type === 'delete') for (const id of patch.ids) deleted.add(id)
    else {
      for (const id of patch.ids ?? []) deleted.add(id)
      const before = authors.get(patch.userId) ?? -1
      authors.delete(patch.userId)
      authors.set(patch.userId, Math.max(before, patch.seq))
    }
  }
  return { reverted: new Set(newest(reverted)), deleted: new Set(newest(deleted)), authors: new Map(newest(authors)) }
}

function isDeleted(item: RowItem, gone: Gone): boolean {
  const { id, kind, seq, author } = item.row
  if (gone.deleted.has(id)) return true
  if ((kind !== 'text' && kind !== 'image') || author === null) return false
  return seq <= (gone.authors.get(author.userId) ?? -1)
}

/**
 * An order that was withdrawn: same row, same id, nothing left of its content (settled 13). Whose it was stays, though
 * nothing shows it: an order of somebody whom the viewer has blocked must not come back by being withdrawn.
 */
export function revertedItem(item: RowItem): RowItem {
  const { id, seq, at, author, isMine } = item.row
  const row = { id, seq, at, kind: 'revert', author, isMine, isMention: false, data: { orderId: id } } as const
  return { ...item, row }
}

/** What quotes a deleted message without its words; the same item when it quotes none. */
function withoutQuote<Item extends RowItem | OwnItem>(item: Item, gone: Gone): Item {
  if (item.type === 'own') {
    const { reply } = item
    return reply !== null && isQuoteGone(reply, gone) ? { ...item, reply: { ...reply, text: DELETED_QUOTE } } : item
  }
  const { row } = item
  const reply = row.kind === 'text' ? row.data.reply : undefined
  if (reply === undefined || !isQuoteGone(reply, gone)) return item
  return { ...item, row: { ...row, data: { ...row.data, reply: { ...reply, text: DELETED_QUOTE } } } }
}

function isQuoteGone({ id, text }: NonNullable<OwnItem['reply']>, gone: Gone): boolean {
  return gone.deleted.has(id) && text !== DELETED_QUOTE
}

/** The item as it may be shown: itself, its reverted form, or null when it is deleted. */
export function afterGone(item: FeedItem, gone: Gone): FeedItem | null {
  if (item.type === 'own') return withoutQuote(item, gone)
  if (item.type !== 'row') return item
  if (isDeleted(item, gone)) return null
  return item.row.kind === 'order' && gone.reverted.has(item.row.id) ? revertedItem(item) : withoutQuote(item, gone)
}

/**
 * A list with everything that is gone taken out; the same array when nothing changed. Of a list that is being read,
 * `shown` says what is to be seen: a deleted row that was seen leaves a mark behind, so that the rows around it keep their
 * places; one that was hidden leaves nothing.
 */
export function withoutGone(items: readonly FeedItem[], gone: Gone, shown: Sight | null = null): readonly FeedItem[] {
  let hasChanged = false
  const next: FeedItem[] = []
  for (const item of items) {
    const left = afterGone(item, gone)
    hasChanged ||= left !== item
    if (left !== null) next.push(left)
    else if (shown !== null && isVisible(item, shown)) next.push({ type: 'deleted', key: item.key })
  }
  return hasChanged ? next : items
}
