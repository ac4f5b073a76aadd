import { and, eq, isNull, not, sql } from 'drizzle-orm'
import { HOUR_MS } from '#protocol/time.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { IS_NEEDED_PICTURE } from '../../database/prune.ts'
import { upload } from '../../database/schema/profile.ts'
import { isUuid, uuidV7 } from '../../database/uuid-v7.ts'

/** Maximum number of pictures per member. */
export const MAX_PICTURES = 30
const MAX_BYTES = 60 * 1024 * 1024

interface NewPicture {
  readonly type: string
  readonly bytes: Uint8Array
}
interface StoredPicture {
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
      if (!(await hasSpace(tx, memberId, pictures))) {
        await removeUnusedPictures(tx, memberId, this.#now())
        if (!(await hasSpace(tx, memberId, pictures))) return null
      }
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
    const picture = await this.findProof(memberId, id)
    return picture && picture.removedAt === null ? picture : null
  }

  /** Like {@link find}, with a picture that the member has removed while an open order needs it. */
  async findProof(memberId: string, id: string): Promise<(NewPicture & { readonly removedAt: number | null }) | null> {
    if (!isUuid(id)) return null
    const [row] = await this.#database.db
      .select({ type: upload.type, bytes: upload.bytes, removedAt: upload.removedAt })
      .from(upload)
      .where(ofMember(memberId, id))
    return row ?? null
  }

  /**
   * Removes a picture from the view of its member. `kept`: an open order needs it, and maintenance deletes it when the
   * order has an outcome. Null if the member has no such picture.
   */
  async remove(memberId: string, id: string): Promise<'deleted' | 'kept' | null> {
    if (!isUuid(id)) return null
    return this.#database.transaction(async (tx) => {
      const isOne = and(ofMember(memberId, id), isNull(upload.removedAt))
      const marked = await tx.update(upload).set({ removedAt: this.#now() }).where(isOne).returning({ id: upload.id })
      if (marked.length === 0) return null
      const deleted = await tx
        .delete(upload)
        .where(and(ofMember(memberId, id), not(IS_NEEDED_PICTURE)))
        .returning({ id: upload.id })
      return deleted.length > 0 ? 'deleted' : 'kept'
    })
  }
}

async function hasSpace(tx: Transaction, memberId: string, pictures: readonly NewPicture[]): Promise<boolean> {
  const [stored] = await tx
    .select({ count: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(size), 0)::int` })
    .from(upload)
    .where(eq(upload.memberId, memberId))
  const bytes = pictures.reduce((sum, picture) => sum + picture.bytes.length, stored?.bytes ?? 0)
  return (stored?.count ?? 0) + pictures.length <= MAX_PICTURES && bytes <= MAX_BYTES
}

/** Pictures of a feedback that is submitted now are not in it yet. */
const UNUSED_MS = HOUR_MS

/** Deletes pictures of closed feedback, and those that were uploaded for feedback and never submitted. */
async function removeUnusedPictures(tx: Transaction, memberId: string, now: number): Promise<void> {
  const before = new Date(now - UNUSED_MS).toISOString()
  await tx.execute(sql`
    delete from upload where member_id = ${memberId} and purpose = 'feedback' and created_at < ${before}
      and not exists (select from feedback where feedback.member_id = upload.member_id and feedback.status <> '2'
        and feedback.images @> to_jsonb(upload.id::text))`)
}

/** Removes all pictures of a member, in the transaction of the caller. Those that open orders need stay, as above. */
export async function removePicturesOf(tx: Transaction, memberId: string, now: number): Promise<void> {
  await tx.update(upload).set({ removedAt: now }).where(eq(upload.memberId, memberId))
  await tx.delete(upload).where(and(eq(upload.memberId, memberId), not(IS_NEEDED_PICTURE)))
}

function ofMember(memberId: string, id: string) {
  return and(eq(upload.memberId, memberId), eq(upload.id, id))
}
