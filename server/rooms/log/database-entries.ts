import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { kindOf, MSG_TYPES } from '#protocol/room/kinds.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import type { DrizzleDatabase, Database } from '../../database/database.ts'
import { writeRoomEntries } from '../../database/room-entries.ts'
import { roomEntry } from '../../database/schema/room.ts'
import type { EntryPosition, EntryRow, EntryRepository, StoredHead } from './repositories.ts'

const MESSAGE_KINDS = [MSG_TYPES.text, MSG_TYPES.image]

/** The entries of all rooms in table `room_entry`, pruned by database maintenance. */
export class DatabaseEntryRepository implements EntryRepository {
  constructor(private readonly database: Pick<Database, 'db' | 'transaction'>) {}

  async insert(rows: readonly EntryRow[], replaced: readonly EntryRow[] = []): Promise<void> {
    const inserted = rows.map(({ userId, kind, ...row }) => ({ ...row, kind: MSG_TYPES[kind], authorUserId: userId }))
    if (replaced.length === 0) {
      await writeRoomEntries(this.database.db, inserted)
      return
    }
    await this.database.transaction(async (tx) => {
      await writeRoomEntries(tx, inserted)
      await overwrite(tx, replaced)
    })
  }

  async load(chatRoomNo: string, epoch: number, afterSeq: number, limit: number): Promise<EntryRow[]> {
    const rows = await this.database.db
      .select()
      .from(roomEntry)
      .where(and(eq(roomEntry.chatRoomNo, chatRoomNo), eq(roomEntry.epoch, epoch), gt(roomEntry.seq, afterSeq)))
      .orderBy(asc(roomEntry.seq))
      .limit(limit)
    return rows.map(entryRow)
  }

  async before(position: EntryPosition, limit: number, kinds: readonly MessageKind[]): Promise<EntryRow[]> {
    const rows = await this.database.db
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

  async head(chatRoomNo: string): Promise<StoredHead | null> {
    const [head] = await this.database.db
      .select({ epoch: roomEntry.epoch, seq: roomEntry.seq, at: roomEntry.at })
      .from(roomEntry)
      .where(eq(roomEntry.chatRoomNo, chatRoomNo))
      .orderBy(desc(roomEntry.epoch), desc(roomEntry.seq))
      .limit(1)
    return head ?? null
  }

  async authored(chatRoomNo: string, userId: string): Promise<EntryRow[]> {
    const rows = await this.database.db
      .select()
      .from(roomEntry)
      .where(
        and(
          eq(roomEntry.chatRoomNo, chatRoomNo),
          eq(roomEntry.authorUserId, userId),
          inArray(roomEntry.kind, MESSAGE_KINDS),
        ),
      )
    return rows.map(entryRow)
  }

  async findByCid({ chatRoomNo, epoch, seq }: EntryPosition, userId: string, cid: string): Promise<EntryRow | null> {
    // Quotes inside of texts are escaped, so only the entry's own field matches this.
    const field = `"cid":${JSON.stringify(cid)}`
    const [row] = await this.database.db
      .select()
      .from(roomEntry)
      .where(
        and(
          eq(roomEntry.chatRoomNo, chatRoomNo),
          eq(roomEntry.epoch, epoch),
          gt(roomEntry.seq, seq),
          eq(roomEntry.authorUserId, userId),
          inArray(roomEntry.kind, MESSAGE_KINDS),
          sql`position(${field} in ${roomEntry.json}) > 0`,
        ),
      )
      .limit(1)
    return row ? entryRow(row) : null
  }

  async byIds(chatRoomNo: string, ids: readonly string[]): Promise<EntryRow[]> {
    const rows = await this.database.db
      .select()
      .from(roomEntry)
      .where(and(eq(roomEntry.chatRoomNo, chatRoomNo), inArray(roomEntry.id, [...ids])))
    return rows.map(entryRow)
  }

  async quoting(chatRoomNo: string, ids: readonly string[]): Promise<EntryRow[]> {
    const rows = await this.database.db
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
  const word = kindOf(kind)
  if (!word) throw new Error(`entry ${row.id} is of kind ${kind}, which this program does not know`)
  return { ...row, kind: word, userId: authorUserId }
}
