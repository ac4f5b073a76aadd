import { DELETE_MAX_IDS, HISTORY_MAX_AGE_MS, HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import type { EntryDraft } from '../../http/calls/context.ts'
import type { LogEntry } from './entry.ts'
import { makeEntry, parseEntry, tombstone, withoutQuote } from './entry.ts'
import type { LogHead } from './log.ts'
import { Ring } from './ring.ts'

/** What a new viewer is shown at once stays in memory however old it is. */
const KEPT_AT_LEAST = 200

/** One room's log: its head and the newest entries. Nothing here waits; the writer decides when it changes. */
export class LogRoom {
  readonly ring = new Ring(HISTORY_MAX_ENTRIES, HISTORY_MAX_AGE_MS, KEPT_AT_LEAST)

  constructor(
    readonly chatRoomNo: string,
    public head: LogHead,
  ) {}

  /** The entry of a draft `offset` places behind the head, not yet in the log. Time never falls within a room. */
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
   * Publishes entries that were found in the store, and returns whether there are deletions among them that changed what is
   * in memory: in the store, whatever they delete was overwritten in the same transaction.
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

/** What people said can be deleted; what is true of the room and what was paid for cannot. */
export function isSaid({ kind }: { readonly kind: MessageKind }): boolean {
  return kind === 'text' || kind === 'image'
}

/** What can be erased by its id: with what was said, the note that it was pinned, which repeats the words. */
export function isErasable({ kind }: { readonly kind: MessageKind }): boolean {
  return kind === 'text' || kind === 'image' || kind === 'pin'
}

function isTarget(entry: LogEntry, target: DeleteData): boolean {
  if (target.ids?.includes(entry.id)) return isErasable(entry)
  return isSaid(entry) && target.userId !== undefined && entry.userId === target.userId
}

/**
 * The deletion as the room is told of it. A page that shows an answer cannot tell who said what it quotes: where all of
 * an author goes, the messages that others quote are named.
 */
export function deletionOf(target: DeleteData, quoting: readonly LogEntry[]): DeleteData {
  if (target.ids !== undefined) return target
  const ids = [...new Set(quoting.flatMap((entry) => entry.replyTo ?? []))].slice(-DELETE_MAX_IDS)
  return ids.length === 0 ? target : { ...target, ids }
}

/**
 * What a deletion does to earlier entries: targets become tombstones, and texts that quote them lose the quote.
 * Returns only the entries that change.
 */
export function erasedBy(target: DeleteData, earlier: Iterable<LogEntry>): LogEntry[] {
  const entries = [...earlier]
  const targets = entries.filter((entry) => isTarget(entry, target))
  const gone = new Set([...(target.ids ?? []), ...targets.map((entry) => entry.id)])
  const changed = targets.map((entry): LogEntry => tombstone(entry))
  for (const entry of entries) {
    if (entry.replyTo !== null && gone.has(entry.replyTo) && !gone.has(entry.id)) changed.push(withoutQuote(entry))
  }
  return changed
}
