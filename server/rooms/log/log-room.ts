import { DELETE_MAX_IDS, HISTORY_MAX_AGE_MS, HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import type { EntryDraft } from '../../http/calls/context.ts'
import type { LogEntry } from './entry.ts'
import { makeEntry, parseEntry, tombstone, withoutQuote } from './entry.ts'
import type { LogHead } from './log.ts'
import { Ring } from './ring.ts'

/** Minimum number of entries in memory, whatever their age, for new viewers. */
const MIN_ENTRIES = 200

/** One room's log: its head and newest entries. Synchronous; the writer decides when it changes. */
export class LogRoom {
  readonly ring = new Ring(HISTORY_MAX_ENTRIES, HISTORY_MAX_AGE_MS, MIN_ENTRIES)

  constructor(
    readonly chatRoomNo: string,
    public head: LogHead,
  ) {}

  /** The entry of a draft at `offset` behind the head, not in the log yet. Times never decrease within a room. */
  draw(draft: EntryDraft, offset: number, now: number): LogEntry {
    const { chatRoomNo, head } = this
    const at = Math.max(Math.trunc(now), head.at)
    return makeEntry({ chatRoomNo, epoch: head.epoch, seq: head.seq + offset, at }, draft)
  }

  publish(entries: readonly LogEntry[], now: number): void {
    for (const entry of entries) this.ring.push(entry)
    const newest = entries.at(-1)
    if (newest) this.head = { epoch: newest.epoch, seq: newest.seq, at: newest.at }
    this.ring.trim(now)
  }

  /**
   * Publishes entries found in the database. Returns true if deletions among them changed entries in memory; their
   * targets in the database were overwritten in the same transaction.
   */
  takeOver(entries: readonly LogEntry[], now: number): boolean {
    let hasErased = false
    for (const entry of entries) {
      if (entry.kind !== 'delete') continue
      const erased = erasedBy(parseEntry(entry).data as DeleteData, this.ring.newestFirst())
      for (const changed of erased) this.ring.replace(changed)
      hasErased ||= erased.length > 0
    }
    this.publish(entries, now)
    return hasErased
  }
}

type DeleteData = Extract<EntryDraft, { kind: 'delete' }>['data']

/** True for entries that members wrote, which can be deleted. Room state and paid entries cannot. */
export function isMessage({ kind }: { readonly kind: MessageKind }): boolean {
  return kind === 'text' || kind === 'image'
}

/** True for entries that can be erased by id: messages, and notes of pins, which repeat their text. */
export function isErasable({ kind }: { readonly kind: MessageKind }): boolean {
  return kind === 'text' || kind === 'image' || kind === 'pin'
}

function isTarget(entry: LogEntry, target: DeleteData): boolean {
  if (target.ids?.includes(entry.id)) return isErasable(entry)
  return isMessage(entry) && target.userId !== undefined && entry.userId === target.userId
}

/**
 * The deletion as sent to the room. A page that shows a reply does not know the author of the quote, so if all messages
 * of an author are deleted, the quoted ones are named.
 */
export function deletionOf(target: DeleteData, quoting: readonly LogEntry[]): DeleteData {
  if (target.ids !== undefined) return target
  const ids = [...new Set(quoting.flatMap((entry) => entry.replyTo ?? []))].slice(-DELETE_MAX_IDS)
  return ids.length === 0 ? target : { ...target, ids }
}

/**
 * The effect of a deletion on earlier entries: targets become tombstones, and replies lose the quote. Returns only
 * changed entries.
 */
export function erasedBy(target: DeleteData, earlier: Iterable<LogEntry>): LogEntry[] {
  const entries = [...earlier]
  const targets = entries.filter((entry) => isTarget(entry, target))
  const removed = new Set([...(target.ids ?? []), ...targets.map((entry) => entry.id)])
  const changed = targets.map((entry): LogEntry => tombstone(entry))
  for (const entry of entries) {
    if (entry.replyTo !== null && removed.has(entry.replyTo) && !removed.has(entry.id))
      changed.push(withoutQuote(entry))
  }
  return changed
}
