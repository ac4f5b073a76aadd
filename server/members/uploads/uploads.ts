import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { upload } from '../../database/schema/upload.ts'
import { isUuid, uuidV7 } from '../../database/uuid-v7.ts'

/** Maximum number of pictures per member. */
export const MAX_PICTURES = 30
export const MAX_BYTES = 60 * 1024 * 1024

export interface NewPicture {
  readonly type: string
  readonly bytes: Uint8Array
}
export interface StoredPicture {
  readonly id: string
  readonly type: string
  readonly size: number
}

/** Pictures of members. Every method names the member. */
export class Uploads {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** Stores all pictures or none. Null if they exceed the member's limit. */
  add(
    memberId: string,
    purpose: 'feedback' | 'proof',
    pictures: readonly NewPicture[],
  ): Promise<StoredPicture[] | null> {
    return this.#database.transaction(async (tx) => {
      // Serializes uploads of one member, so that two requests cannot both use the same space.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${memberId}, 3))`)
      const [stored] = await tx
        .select({ count: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(size), 0)::int` })
        .from(upload)
        .where(eq(upload.memberId, memberId))
      const bytes = pictures.reduce((sum, picture) => sum + picture.bytes.length, stored?.bytes ?? 0)
      if ((stored?.count ?? 0) + pictures.length > MAX_PICTURES || bytes > MAX_BYTES) return null
      const rows = pictures.map((picture) => ({
        id: uuidV7(this.#now()),
        memberId,
        purpose,
        type: picture.type,
        size: picture.bytes.length,
        bytes: picture.bytes,
        createdAt: this.#now(),
      }))
      await tx.insert(upload).values(rows)
      return rows.map(({ id, type, size }) => ({ id, type, size }))
    })
  }

  async find(memberId: string, id: string): Promise<NewPicture | null> {
    if (!isUuid(id)) return null
    const [row] = await this.#database.db
      .select({ type: upload.type, bytes: upload.bytes })
      .from(upload)
      .where(ofMember(memberId, id))
    return row ?? null
  }

  /** False if the member has no such picture. */
  async remove(memberId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false
    const removed = await this.#database.db.delete(upload).where(ofMember(memberId, id)).returning({ id: upload.id })
    return removed.length > 0
  }
}

function ofMember(memberId: string, id: string) {
  return and(eq(upload.memberId, memberId), eq(upload.id, id))
}
