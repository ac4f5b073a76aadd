import { type Entry, type EntryAuthor, type EntryData, entrySchema } from '#protocol/room/feed.ts'
import { CHANGE_KINDS, isMemberMessage, kindOf, type MessageKind, MSG_TYPES } from '#protocol/room/kinds.ts'
import type { RoomChange } from '#protocol/rules/room-state.ts'
import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { DrizzleDatabase, Database } from '../../database/database.ts'
import { roomEntry } from '../../database/schema/room.ts'
import { UNSTORABLE_CHARACTERS } from '../../database/storable-text.ts'
import { checkFence, type Fence } from './sequencer.ts'

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

/** Epochs are stored as 32-bit integers. */
const MAX_EPOCH = 2 ** 31 - 1

/** `<epoch>-<seq>` in base 36: unique, and gives the position in the log. */
export function entryId(epoch: number, seq: number): string {
  return `${epoch.toString(36)}-${seq.toString(36)}`
}

/** The position in an entry id, or null if the id has another form. */
export function positionOfEntryId(id: string): Pick<EntryPosition, 'epoch' | 'seq'> | null {
  const [, epoch, seq] = /^([0-9a-z]{1,6})-([0-9a-z]{1,10})$/.exec(id) ?? []
  if (epoch === undefined || seq === undefined) return null
  const position = { epoch: Number.parseInt(epoch, 36), seq: Number.parseInt(seq, 36) }
  return position.epoch <= MAX_EPOCH ? position : null
}

/** The sequence number in an entry id of this epoch, or null. */
export function seqOfEntryId(id: string, epoch: number): number | null {
  const position = positionOfEntryId(id)
  return position?.epoch === epoch ? position.seq : null
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
  if (result.success) return
  const { path = [], message = 'malformed' } = result.error.issues[0] ?? {}
  throw new RangeError(`entry of kind ${kind}: ${path.join('.')}: ${message}`)
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

/** {@link UNSTORABLE_CHARACTERS} as JSON.stringify escapes them. */
const UNSTORABLE_ESCAPES = /\\u(?:0000|d[89a-f])/

function serialize(entry: unknown): string {
  const json = JSON.stringify(entry)
  if (!UNSTORABLE_ESCAPES.test(json)) return json
  return JSON.stringify(entry, (_, value: unknown) =>
    typeof value === 'string' ? value.replace(UNSTORABLE_CHARACTERS, '') : value,
  )
}

const CHANGES: ReadonlySet<MessageKind> = new Set(CHANGE_KINDS)

/** Parses the entry of a row, whose JSON the server wrote. */
export function parseEntry(row: EntryRow): Entry {
  return JSON.parse(row.json) as Entry
}

/** The change of the room's state by this entry, or null if it is of another kind. */
export function changeOf(row: EntryRow): RoomChange | null {
  if (!CHANGES.has(row.kind)) return null
  const { at, data } = parseEntry(row)
  // `kind` and `data` are of one entry, whose JSON the server wrote.
  return { kind: row.kind, at, data } as RoomChange
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

/** The methods of {@link EntryRepository} that a log needs, for substitutes in tests. */
export type EntryStorage = Pick<EntryRepository, Exclude<keyof EntryRepository, 'mentioning'>>

/** Epochs only grow and sequence numbers continue across them, so (epoch, seq) orders all entries of a room. */
export interface EntryPosition {
  readonly chatRoomNo: string
  readonly epoch: number
  readonly seq: number
}

const MESSAGE_KINDS = [MSG_TYPES.text, MSG_TYPES.image]

/**
 * The entries of all rooms in table `room_entry`, pruned by database maintenance. Entries are written before anybody
 * receives them.
 */
export class EntryRepository {
  readonly #database: Pick<Database, 'db' | 'transaction'>
  readonly #fence: (() => Fence) | null

  /**
   * @param fence the current fence of this process, if several processes serve the rooms; checked by each write
   */
  constructor(database: Pick<Database, 'db' | 'transaction'>, fence: (() => Fence) | null = null) {
    this.#database = database
    this.#fence = fence
  }

  /**
   * One transaction: inserts all rows and overwrites all `replaced` rows (same room and seq), or does nothing.
   *
   * @throws StaleFence if another process has become the sequencer
   */
  async insert(rows: readonly EntryRow[], replaced: readonly EntryRow[] = []): Promise<void> {
    const inserted = rows.map(({ userId, kind, ...row }) => ({ ...row, kind: MSG_TYPES[kind], authorUserId: userId }))
    const fence = this.#fence?.() ?? null
    if (replaced.length === 0 && fence === null) {
      await writeRoomEntries(this.#database.db, inserted)
      return
    }
    await this.#database.transaction(async (tx) => {
      if (fence) await checkFence(tx, fence)
      await writeRoomEntries(tx, inserted)
      if (replaced.length > 0) await overwrite(tx, replaced)
    })
  }

  /** Rows of this epoch after `afterSeq`, ascending, at most `limit`. */
  async load(chatRoomNo: string, epoch: number, afterSeq: number, limit: number): Promise<EntryRow[]> {
    const rows = await this.#database.db
      .select()
      .from(roomEntry)
      .where(and(eq(roomEntry.chatRoomNo, chatRoomNo), eq(roomEntry.epoch, epoch), gt(roomEntry.seq, afterSeq)))
      .orderBy(asc(roomEntry.seq))
      .limit(limit)
    return rows.map(entryRow)
  }

  /** The newest `limit` rows of the given kinds before this position (earlier epochs included), ascending. */
  async before(position: EntryPosition, limit: number, kinds: readonly MessageKind[]): Promise<EntryRow[]> {
    const rows = await this.#database.db
      .select()
      .from(roomEntry)
      .where(
        and(
          eq(roomEntry.chatRoomNo, position.chatRoomNo),
          sql`(${roomEntry.epoch}, ${roomEntry.seq}) < (${position.epoch}::int, ${position.seq}::bigint)`,
          inArray(
            roomEntry.kind,
            kinds.map((kind) => MSG_TYPES[kind]),
          ),
        ),
      )
      .orderBy(desc(roomEntry.epoch), desc(roomEntry.seq))
      .limit(limit)
    return rows.reverse().map(entryRow)
  }

  /** The newest row, or null. */
  async head(chatRoomNo: string): Promise<LogHead | null> {
    const [head] = await this.#database.db
      .select({ epoch: roomEntry.epoch, seq: roomEntry.seq, at: roomEntry.at })
      .from(roomEntry)
      .where(eq(roomEntry.chatRoomNo, chatRoomNo))
      .orderBy(desc(roomEntry.epoch), desc(roomEntry.seq))
      .limit(1)
    return head ?? null
  }

  /** Messages of a member (text and image rows), by public id. */
  async authored(chatRoomNo: string, userId: string): Promise<EntryRow[]> {
    const rows = await this.#database.db.select().from(roomEntry).where(isMessageOf(chatRoomNo, userId))
    return rows.map(entryRow)
  }

  /** A member's message with this `cid` after this `seq`, in this epoch or an earlier one, or null. */
  async findByCid({ chatRoomNo, epoch, seq }: EntryPosition, userId: string, cid: string): Promise<EntryRow | null> {
    // Quotes inside of texts are escaped, so only the entry's own field matches this.
    const field = `"cid":${JSON.stringify(cid)}`
    // Two queries, because the primary key serves each of them. Earlier epochs exist only after a loss of entries.
    for (const inEpoch of [eq(roomEntry.epoch, epoch), lt(roomEntry.epoch, epoch)]) {
      // oxlint-disable-next-line no-await-in-loop -- the second one is needed only if the first finds nothing
      const [row] = await this.#database.db
        .select()
        .from(roomEntry)
        .where(
          and(
            isMessageOf(chatRoomNo, userId),
            inEpoch,
            gt(roomEntry.seq, seq),
            sql`position(${field} in ${roomEntry.json}) > 0`,
          ),
        )
        .limit(1)
      if (row) return entryRow(row)
    }
    return null
  }

  /** Rows by entry id; unknown ids are skipped. */
  async byIds(chatRoomNo: string, ids: readonly string[]): Promise<EntryRow[]> {
    const rows = await this.#database.db
      .select()
      .from(roomEntry)
      .where(and(eq(roomEntry.chatRoomNo, chatRoomNo), inArray(roomEntry.id, [...ids])))
    return rows.map(entryRow)
  }

  /** Rows of any kind that contain this public id. */
  async mentioning(chatRoomNo: string, userId: string): Promise<EntryRow[]> {
    const rows = await this.#database.db
      .select()
      .from(roomEntry)
      .where(and(eq(roomEntry.chatRoomNo, chatRoomNo), sql`${roomEntry.json} like ${`%"${userId}"%`}`))
    return rows.map(entryRow)
  }

  /** Text rows that quote one of these entries. */
  async quoting(chatRoomNo: string, ids: readonly string[]): Promise<EntryRow[]> {
    const rows = await this.#database.db
      .select()
      .from(roomEntry)
      .where(
        and(
          eq(roomEntry.chatRoomNo, chatRoomNo),
          eq(roomEntry.kind, MSG_TYPES.text),
          sql`${roomEntry.json} like '%"reply":{%'`,
          sql`${roomEntry.json}::jsonb #>> '{data,reply,id}' = any(${sql.param([...ids])}::text[])`,
        ),
      )
    return rows.map(entryRow)
  }
}

function isMessageOf(chatRoomNo: string, userId: string) {
  return and(
    eq(roomEntry.chatRoomNo, chatRoomNo),
    eq(roomEntry.authorUserId, userId),
    inArray(roomEntry.kind, MESSAGE_KINDS),
  )
}

async function overwrite(db: Pick<DrizzleDatabase, 'execute'>, rows: readonly EntryRow[]): Promise<void> {
  const column = (values: readonly unknown[]) => sql.param(values)
  await db.execute(sql`
    update room_entry as entry set kind = change.kind, author_user_id = change.author_user_id, json = change.json
    from unnest(
      ${column(rows.map((row) => row.chatRoomNo))}::text[], ${column(rows.map((row) => row.epoch))}::int[],
      ${column(rows.map((row) => row.seq))}::bigint[], ${column(rows.map((row) => MSG_TYPES[row.kind]))}::smallint[],
      ${column(rows.map((row) => row.userId))}::text[], ${column(rows.map((row) => row.json))}::text[]
    ) as change (chat_room_no, epoch, seq, kind, author_user_id, json)
    where entry.chat_room_no = change.chat_room_no and entry.epoch = change.epoch and entry.seq = change.seq`)
}

function entryRow({ authorUserId, kind, ...row }: typeof roomEntry.$inferSelect): EntryRow {
  const name = kindOf(kind)
  if (!name) throw new Error(`entry ${row.id} has the unknown kind ${kind}`)
  return { ...row, kind: name, userId: authorUserId }
}

/** A row of `room_entry`; `kind` is its number on the wire. */
export type RoomEntryRow = typeof roomEntry.$inferSelect

/** Writes entries of any number of rooms in one statement and one transaction. */
export async function writeRoomEntries(
  db: Pick<DrizzleDatabase, 'execute'>,
  rows: readonly RoomEntryRow[],
): Promise<void> {
  if (rows.length === 0) return
  const column = <Key extends keyof RoomEntryRow>(key: Key) => sql.param(rows.map((row) => row[key]))
  const times = sql.param(rows.map((row) => new Date(row.at).toISOString()))
  await db.execute(sql`
    insert into room_entry (chat_room_no, epoch, seq, id, at, kind, author_user_id, json)
    select * from unnest(${column('chatRoomNo')}::text[], ${column('epoch')}::int[], ${column('seq')}::bigint[],
      ${column('id')}::text[], ${times}::timestamptz[], ${column('kind')}::smallint[],
      ${column('authorUserId')}::text[], ${column('json')}::text[])`)
}
