import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { VISITS_MAX } from '#protocol/constants.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import type { Database } from '../database/database.ts'
import { roomVisit } from '../database/schema/profile.ts'

/** Every reconnect is a join (decision 3), so a room is recorded at most once in this time per member. */
const NOTED_AGAIN_AFTER_MS = 60_000
const REMEMBERED = 20_000
/** Visits are written in batches, so that a crowd costs few statements. */
const WRITE_EVERY_MS = 1_000
const ROWS_AT_ONCE = 500

interface Visit {
  readonly chatRoomNo: string
  /** Epoch milliseconds. */
  readonly visitedAt: number
}

interface VisitsOptions {
  readonly now: () => number
  /** Called with the error of a failed write; its visits are lost. */
  readonly onError: (error: unknown) => void
}

/** Rooms that members visited (settled 32): the newest {@link VISITS_MAX} of each. */
export class Visits {
  readonly #noted = new BoundedMap<string, number>(REMEMBERED)
  #waiting = new Map<string, typeof roomVisit.$inferInsert>()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The last write; writes run one after the other. */
  #writing: Promise<void> = Promise.resolve()

  readonly #database: Database
  readonly #options: VisitsOptions

  constructor(database: Database, options: VisitsOptions) {
    this.#database = database
    this.#options = options
  }

  /** Records that the member is in the room. Written within a second. */
  note(memberId: string, chatRoomNo: string): void {
    const visitedAt = this.#options.now()
    const key = `${memberId} ${chatRoomNo}`
    if (visitedAt - (this.#noted.get(key) ?? Number.NEGATIVE_INFINITY) < NOTED_AGAIN_AFTER_MS) return
    if (this.#waiting.size >= REMEMBERED) return
    this.#noted.set(key, visitedAt)
    this.#waiting.set(key, { memberId, chatRoomNo, visitedAt })
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => void this.#write(), WRITE_EVERY_MS)
    this.#timer.unref()
  }

  /** Newest first. */
  async list(memberId: string): Promise<Visit[]> {
    await this.#write()
    return this.#database.db
      .select({ chatRoomNo: roomVisit.chatRoomNo, visitedAt: roomVisit.visitedAt })
      .from(roomVisit)
      .where(eq(roomVisit.memberId, memberId))
      .orderBy(desc(roomVisit.visitedAt), roomVisit.chatRoomNo)
      .limit(VISITS_MAX)
  }

  async remove(memberId: string, chatRoomNo: string): Promise<void> {
    await this.#write()
    this.#noted.delete(`${memberId} ${chatRoomNo}`)
    await this.#database.db
      .delete(roomVisit)
      .where(and(eq(roomVisit.memberId, memberId), eq(roomVisit.chatRoomNo, chatRoomNo)))
  }

  /** Writes what has not been written. */
  close(): Promise<void> {
    return this.#write()
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // Visits collect while a write is in progress.
    if (this.#waiting.size > 0) this.#writing = this.#writing.then(() => this.#writeAll()).catch(this.#options.onError)
    return this.#writing
  }

  #writeAll(): Promise<void> {
    const rows = [...this.#waiting.values()]
    this.#waiting = new Map()
    return writeVisits(this.#database, rows)
  }
}

async function writeVisits(database: Database, visits: readonly (typeof roomVisit.$inferInsert)[]): Promise<void> {
  // Always in the same order, so that two processes that write the same rows cannot deadlock.
  const rows = visits.toSorted((one, other) => (rowKey(one) < rowKey(other) ? -1 : 1))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE)
    await database.transaction(async (tx) => {
      await tx
        .insert(roomVisit)
        .values(some)
        .onConflictDoUpdate({
          target: [roomVisit.memberId, roomVisit.chatRoomNo],
          set: { visitedAt: sql`greatest(room_visit.visited_at, excluded.visited_at)` },
        })
      const places = tx
        .select({
          memberId: roomVisit.memberId,
          chatRoomNo: roomVisit.chatRoomNo,
          place: sql<number>`row_number() over (partition by member_id order by visited_at desc, chat_room_no)`.as(
            'place',
          ),
        })
        .from(roomVisit)
        .where(inArray(roomVisit.memberId, [...new Set(some.map((row) => row.memberId))]))
        .as('places')
      await tx
        .delete(roomVisit)
        .where(
          sql`(member_id, chat_room_no) in (select member_id, chat_room_no from ${places} where place > ${VISITS_MAX})`,
        )
    })
  }
}

function rowKey({ memberId, chatRoomNo }: typeof roomVisit.$inferInsert): string {
  return `${memberId} ${chatRoomNo}`
}
