import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { upload } from '../../database/schema/upload.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'

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
export interface Uploads {
  /** Stores all pictures or none. Null if they exceed the member's limit. */
  add(memberId: string, purpose: 'feedback' | 'proof', pictures: readonly NewPicture[]): Promise<StoredPicture[] | null>
  find(memberId: string, id: string): Promise<NewPicture | null>
  /** False if the member has no such picture. */
  remove(memberId: string, id: string): Promise<boolean>
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function createUploads(database: Database, { now }: { now: () => number }): Uploads {
  const { db } = database
  const ofMember = (memberId: string, id: string) => and(eq(upload.memberId, memberId), eq(upload.id, id))
  return {
    add: (memberId, purpose, pictures) =>
      database.transaction(async (tx) => {
        // Serializes uploads of one member, so that two requests cannot both use the same space.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${memberId}, 3))`)
        const [stored] = await tx
          .select({ count: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(size), 0)::int` })
          .from(upload)
          .where(eq(upload.memberId, memberId))
        const bytes = pictures.reduce((sum, picture) => sum + picture.bytes.length, stored?.bytes ?? 0)
        if ((stored?.count ?? 0) + pictures.length > MAX_PICTURES || bytes > MAX_BYTES) return null
        const rows = pictures.map((picture) => ({
          id: uuidV7(now()),
          memberId,
          purpose,
          type: picture.type,
          size: picture.bytes.length,
          bytes: picture.bytes,
          createdAt: now(),
        }))
        await tx.insert(upload).values(rows)
        return rows.map(({ id, type, size }) => ({ id, type, size }))
      }),

    async find(memberId, id) {
      if (!UUID.test(id)) return null
      const [row] = await db
        .select({ type: upload.type, bytes: upload.bytes })
        .from(upload)
        .where(ofMember(memberId, id))
      return row ?? null
    },

    async remove(memberId, id) {
      if (!UUID.test(id)) return false
      const gone = await db.delete(upload).where(ofMember(memberId, id)).returning({ id: upload.id })
      return gone.length > 0
    },
  }
}
