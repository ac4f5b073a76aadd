import { DELETE_MAX_IDS, DELETED_QUOTE } from '#protocol/constants.ts'
import type { Entry } from '#protocol/room/feed.ts'
import { isMemberMessage, MSG_TYPES } from '#protocol/room/kinds.ts'
import { type EntryDraft, type EntryRow, type LogEntry, parseEntry, textOf } from './entries.ts'

/*
 * What a deletion removes (S6.7). Deleted messages become tombstones, replies lose the quote of a deleted message, and
 * pins that repeat the text of a deleted message become tombstones too. Room state and paid entries are never deleted.
 */

/** Messages to delete: by entry id, or all of an author. */
export type DeleteData = Extract<EntryDraft, { kind: 'delete' }>['data']

/** A deletion by id erases messages and pins; a deletion by author erases messages. */
function isTarget(entry: LogEntry, target: DeleteData): boolean {
  if (target.ids?.includes(entry.id)) return isMemberMessage(entry.kind) || entry.kind === 'pin'
  return isMemberMessage(entry.kind) && target.userId !== undefined && entry.userId === target.userId
}

/** Applies a deletion to earlier entries. Returns only the changed ones. */
export function erasedBy(target: DeleteData, earlier: Iterable<LogEntry>): LogEntry[] {
  const entries = [...earlier]
  const targets = entries.filter((entry) => isTarget(entry, target))
  const removed = new Set([...(target.ids ?? []), ...targets.map((entry) => entry.id)])
  const changed = targets.map(tombstone)
  for (const entry of entries) {
    if (entry.replyTo !== null && removed.has(entry.replyTo) && !removed.has(entry.id))
      changed.push(withoutQuote(entry))
  }
  return changed
}

/** The pins that repeat one of these texts. */
export function pinsOf<Row extends EntryRow>(texts: ReadonlySet<string | null>, pins: readonly Row[]): Row[] {
  return pins.filter((row) => textOf(row) !== null && texts.has(textOf(row)))
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
 * Replaces a deleted entry, so that sequence numbers stay dense: a `delete` of its id with id and time, without author
 * and text.
 */
function tombstone({ chatRoomNo, seq, epoch, id, at }: EntryRow): LogEntry {
  const json = JSON.stringify({ id, at, content: { msgType: MSG_TYPES.delete }, data: { ids: [id] } })
  return { chatRoomNo, seq, epoch, id, at, kind: 'delete', userId: null, json, cid: null, replyTo: null }
}

/** The entry without the quoted text. */
export function withoutQuote(entry: LogEntry): LogEntry {
  const parsed = parseEntry(entry) as Entry & { data: { reply?: { text: string } } }
  if (parsed.data.reply) parsed.data.reply.text = DELETED_QUOTE
  return { ...entry, json: JSON.stringify(parsed) }
}
