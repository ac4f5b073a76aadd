import type { Entry, EntryAuthor, EntryData } from '#protocol/room/feed.ts'
import { entrySchema } from '#protocol/room/feed.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import { isMemberMessage, MSG_TYPES } from '#protocol/room/kinds.ts'

/** An entry before the log assigns id, sequence number and time. */
export type EntryDraft = {
  [Kind in MessageKind]: { kind: Kind; data: EntryData[Kind]; author?: EntryAuthor; cid?: string }
}[MessageKind]

/** A written entry of a room's log: a row of `room_entry`. */
export interface EntryRow {
  readonly chatRoomNo: string
  /** Dense within the room, from 1. */
  readonly seq: number
  readonly epoch: number
  readonly id: string
  /** Epoch milliseconds, never less than that of the previous entry. */
  readonly at: number
  readonly kind: MessageKind
  /** Public id of the author, or null. */
  readonly userId: string | null
  /** The entry as sent in frames, serialized once. */
  readonly json: string
}

/** An entry in memory, with the fields of its JSON that the server reads. */
export interface LogEntry extends EntryRow {
  /** The sender's id of the message (settled 14). */
  readonly cid: string | null
  /** Id of the quoted entry. */
  readonly replyTo: string | null
}

/** The end of a room's log. */
export interface LogHead {
  readonly epoch: number
  /** Sequence number of the newest written entry; 0 before the first. */
  readonly seq: number
  readonly at: number
}

/** Position of a written entry. */
export type Appended = Pick<EntryRow, 'id' | 'epoch' | 'seq' | 'at'>

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
 * Checks a draft before it is queued.
 *
 * @throws RangeError if the draft violates the wire format, which is an error of the server
 */
export function checkDraft(draft: EntryDraft): void {
  const { kind } = draft
  const schema = SCHEMAS.get(kind) ?? entrySchema(kind)
  SCHEMAS.set(kind, schema)
  const result = schema.safeParse(wireForm('0-0', 0, draft))
  if (!result.success) throw new RangeError(`entry of kind ${kind}: ${result.error.issues[0]?.message ?? 'malformed'}`)
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
    json: serialize(wireForm(id, position.at, draft)),
    cid: draft.cid ?? null,
    replyTo: draft.kind === 'text' ? (draft.data.reply?.id ?? null) : null,
  }
}

function wireForm(id: string, at: number, draft: EntryDraft) {
  const content = { msgType: MSG_TYPES[draft.kind] }
  return { id, at, content, data: draft.data, ...draft.author, ...(draft.cid === undefined ? {} : { cid: draft.cid }) }
}

/** Lone surrogates and NUL, which PostgreSQL rejects in text. JSON.stringify escapes both. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/
const UNSTORABLE_CHARACTERS = /[\u0000\p{Surrogate}]/gu // oxlint-disable-line no-control-regex

function serialize(entry: unknown): string {
  const json = JSON.stringify(entry)
  if (!UNSTORABLE.test(json)) return json
  return JSON.stringify(entry, (_, value: unknown) =>
    typeof value === 'string' ? value.replace(UNSTORABLE_CHARACTERS, '') : value,
  )
}

/** Parses the entry of a row, whose JSON the server wrote. */
export function parseEntry(row: EntryRow): Entry {
  return JSON.parse(row.json) as Entry
}

/** The text of a message or of a pin, or null. */
export function textOf(row: EntryRow): string | null {
  const { data } = parseEntry(row)
  return 'text' in data ? (data.text ?? null) : null
}

export function fromRow(row: EntryRow): LogEntry {
  if (!isMemberMessage(row.kind)) return { ...row, cid: null, replyTo: null }
  const entry = JSON.parse(row.json) as { cid?: string; data: { reply?: { id: string } } }
  return { ...row, cid: entry.cid ?? null, replyTo: entry.data.reply?.id ?? null }
}
