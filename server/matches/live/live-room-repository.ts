import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { liveAnchor, liveCover, liveRoom, liveRoomAdmin } from '../../database/schema/live.ts'

/** A live room with its anchor, as stored. Times are epoch milliseconds. */
export interface StoredLiveRoom {
  readonly id: string
  readonly no: number
  readonly nick: string
  readonly title: string
  readonly intro: string
  readonly startsAt: number
  /** Null while the room is open. */
  readonly closedAt: number | null
  readonly isGiftOpen: boolean
  readonly hasTestPicture: boolean
  readonly coverHash: string | null
  readonly streamKeyHash: string | null
  readonly maxKbps: number
  /** Internal ids of its administrators. */
  readonly admins: readonly string[]
}

/** Reads the live rooms of operators. Console actions write them. */
export class LiveRoomRepository {
  readonly #database: Pick<Database, 'db'>

  constructor(database: Pick<Database, 'db'>) {
    this.#database = database
  }

  /** Grows with each change of a room or an anchor, because versions grow and no row is deleted. */
  async revision(): Promise<number> {
    const { rows } = await this.#database.db.execute<{ revision: number }>(sql`select
      ((select coalesce(sum(version), 0) from live_room) + (select coalesce(sum(version), 0) from live_anchor))::float
        as revision`)
    return rows[0]?.revision ?? 0
  }

  /** Rooms that are open, or were closed after `since`, in the order of their numbers. */
  async list(since: number): Promise<StoredLiveRoom[]> {
    const { db } = this.#database
    const isListed = or(isNull(liveRoom.closedAt), gt(liveRoom.closedAt, since))
    const rows = await db
      .select({ room: liveRoom, anchor: liveAnchor })
      .from(liveRoom)
      .innerJoin(liveAnchor, eq(liveAnchor.id, liveRoom.anchorId))
      .where(isListed)
      .orderBy(liveAnchor.no)
    const administrators = await db
      .select({ roomId: liveRoomAdmin.roomId, memberId: liveRoomAdmin.memberId })
      .from(liveRoomAdmin)
      .innerJoin(liveRoom, and(eq(liveRoom.id, liveRoomAdmin.roomId), isListed))
    const adminsOf = new Map<string, string[]>()
    for (const { roomId, memberId } of administrators) {
      adminsOf.set(roomId, [...(adminsOf.get(roomId) ?? []), memberId])
    }
    return rows.map(({ room, anchor: { no, nick, streamKeyHash, maxKbps } }) => ({
      ...room,
      no,
      nick,
      streamKeyHash,
      maxKbps,
      admins: adminsOf.get(room.id) ?? [],
    }))
  }

  /** The cover of a room with this hash; null if it has another one. */
  async cover(no: number, hash: string): Promise<{ readonly type: string; readonly bytes: Uint8Array } | null> {
    const [row] = await this.#database.db
      .select({ type: liveCover.type, bytes: liveCover.bytes })
      .from(liveCover)
      .innerJoin(liveRoom, eq(liveRoom.id, liveCover.roomId))
      .innerJoin(liveAnchor, eq(liveAnchor.id, liveRoom.anchorId))
      .where(and(eq(liveAnchor.no, no), eq(liveRoom.coverHash, hash)))
    return row ?? null
  }
}
