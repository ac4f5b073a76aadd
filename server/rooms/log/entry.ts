import { DELETED_QUOTE } from '#protocol/constants.ts'
import type { Entry } from '#protocol/room/feed.ts'
import { entrySchema } from '#protocol/room/feed.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import type { EntryDraft } from '../../http/calls/context.ts'
import type { EntryRow } from './repositories.ts'

/** An entry in memory, with the fields of its JSON that the server reads. */
export interface LogEntry extends EntryRow {
  /** The sender's id of the message (settled 14). */
  readonly cid: string | null
  /** Id of the quoted entry. */
  readonly replyTo: string | null
}

/** `<epoch>-<seq>` in base 36: unique, and gives the position in the log. */
export function entryId(epoch: number, seq: number): string {
  return `${epoch.toString(36)}-${seq.toString(36)}`
}

/** The sequence number in an entry id of this epoch, or null. */
export function seqOfEntryId(id: string, epoch: number): number | null {
  const [epochText, seqText, ...rest] = id.split('-')
  if (rest.length > 0 || epochText !== epoch.toString(36) || !/^[0-9a-z]{1,10}$/.test(seqText ?? '')) return null
  return Number.parseInt(seqText ?? '', 36)
}

const SCHEMAS = new Map<MessageKind, ReturnType<typeof entrySchema>>()

/**
 * @throws RangeError if a draft violates the wire format, which is an error of the server
 */
function checkShape(kind: MessageKind, entry: unknown): void {
  const schema = SCHEMAS.get(kind) ?? entrySchema(kind)
  SCHEMAS.set(kind, schema)
  const result = schema.safeParse(entry)
  if (!result.success) throw new RangeError(`entry of kind ${kind}: ${result.error.issues[0]?.message ?? 'malformed'}`)
}

/** Lone surrogates and NUL, which PostgreSQL rejects in text. JSON.stringify escapes both. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/
const UNSTORABLE_CHARACTERS = /[\u0000\p{Surrogate}]/gu // oxlint-disable-line no-control-regex

function serialise(entry: unknown): string {
  const json = JSON.stringify(entry)
  if (!UNSTORABLE.test(json)) return json
  return JSON.stringify(entry, (_, value: unknown) =>
    typeof value === 'string' ? value.replace(UNSTORABLE_CHARACTERS, '') : value,
  )
}

/** Checks a draft before it is queued; see {@link makeEntry} for errors. */
export function checkDraft(draft: EntryDraft): void {
  checkShape(draft.kind, wireForm('0-0', 0, draft))
}

function wireForm(id: string, at: number, draft: EntryDraft) {
  const content = { msgType: MSG_TYPES[draft.kind] }
  return { id, at, content, data: draft.data, ...draft.author, ...(draft.cid === undefined ? {} : { cid: draft.cid }) }
}

/** Assigns the position in the log and serializes the entry. */
export function makeEntry(
  position: { chatRoomNo: string; epoch: number; seq: number; at: number },
  draft: EntryDraft,
): LogEntry {
  const id = entryId(position.epoch, position.seq)
  return {
    ...position,
    id,
    kind: draft.kind,
    userId: draft.author?.userId ?? null,
    json: serialise(wireForm(id, position.at, draft)),
    cid: draft.cid ?? null,
    replyTo: draft.kind === 'text' ? (draft.data.reply?.id ?? null) : null,
  }
}

/** Parses the entry of a row, whose JSON the server wrote. */
export function parseEntry(row: EntryRow): Entry {
  return JSON.parse(row.json) as Entry
}

export function fromRow(row: EntryRow): LogEntry {
  if (row.kind !== 'text' && row.kind !== 'image') return { ...row, cid: null, replyTo: null }
  const entry = JSON.parse(row.json) as { cid?: string; data: { reply?: { id: string } } }
  return { ...row, cid: entry.cid ?? null, replyTo: entry.data.reply?.id ?? null }
}

/**
 * Replaces a deleted entry, so that sequence numbers stay dense: a `delete` of its id with id and time, without author
 * and text.
 */
export function tombstone(entry: EntryRow): LogEntry {
  const { chatRoomNo, seq, epoch, id, at } = entry
  const json = JSON.stringify({ id, at, content: { msgType: MSG_TYPES.delete }, data: { ids: [id] } })
  return { chatRoomNo, seq, epoch, id, at, kind: 'delete', userId: null, json, cid: null, replyTo: null }
}

/** The entry without the quoted text. */
export function withoutQuote(entry: LogEntry): LogEntry {
  const parsed = parseEntry(entry) as Entry & { data: { reply?: { text: string } } }
  if (parsed.data.reply) parsed.data.reply.text = DELETED_QUOTE
  return { ...entry, json: JSON.stringify(parsed) }
}
