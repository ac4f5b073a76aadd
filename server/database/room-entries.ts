import { sql } from 'drizzle-orm'
import type { DrizzleDatabase } from './database.ts'

export interface RoomEntryRow {
  readonly chatRoomNo: string
  readonly epoch: number
  readonly seq: number
  readonly id: string
  /** Epoch milliseconds. */
  readonly at: number
  /** Number of the kind on the wire. */
  readonly kind: number
  readonly authorUserId: string | null
  /** The entry as it is sent. */
  readonly json: string
}

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
