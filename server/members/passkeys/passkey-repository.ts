import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { member } from '../../database/schema/member.ts'
import { passkey } from '../../database/schema/security.ts'
import { MAX_PASSKEYS } from './ceremonies.ts'

export type PasskeyRow = typeof passkey.$inferSelect

/** Passkeys of members in the database. */
export class PasskeyRepository {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Oldest first. */
  list(memberId: string): Promise<PasskeyRow[]> {
    return this.#database.db
      .select()
      .from(passkey)
      .where(eq(passkey.memberId, memberId))
      .orderBy(asc(passkey.createdAt), asc(passkey.id))
  }

  /** A passkey with its member. */
  async find(id: string) {
    const [row] = await this.#database.db
      .select({ passkey, publicId: member.publicId, status: member.status })
      .from(passkey)
      .innerJoin(member, eq(member.id, passkey.memberId))
      .where(eq(passkey.id, id))
    return row ?? null
  }

  /** `full` if the member has as many as allowed, `taken` if the credential exists. */
  add(row: PasskeyRow): Promise<'added' | 'full' | 'taken'> {
    return this.#database.transaction(async (tx) => {
      await tx.select({ id: member.id }).from(member).where(eq(member.id, row.memberId)).for('no key update')
      const own = await tx.select({ id: passkey.id }).from(passkey).where(eq(passkey.memberId, row.memberId))
      if (own.length >= MAX_PASSKEYS) return 'full'
      const inserted = await tx.insert(passkey).values(row).onConflictDoNothing().returning({ id: passkey.id })
      return inserted.length > 0 ? 'added' : 'taken'
    })
  }

  /** False if the member has no such passkey. Without the last one, none is required. */
  remove(memberId: string, id: string): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      await tx.select({ id: member.id }).from(member).where(eq(member.id, memberId)).for('no key update')
      const removed = await tx
        .delete(passkey)
        .where(and(eq(passkey.memberId, memberId), eq(passkey.id, id)))
        .returning({ id: passkey.id })
      const [left] = await tx.select({ id: passkey.id }).from(passkey).where(eq(passkey.memberId, memberId)).limit(1)
      if (!left) await tx.update(member).set({ isPasskeyRequired: false }).where(eq(member.id, memberId))
      return removed.length > 0
    })
  }

  /** False if a passkey is to be required of a member that has none. */
  async setRequired(memberId: string, isRequired: boolean): Promise<boolean> {
    const updated = await this.#database.db
      .update(member)
      .set({ isPasskeyRequired: isRequired })
      .where(
        and(
          eq(member.id, memberId),
          isRequired ? sql`exists (select from passkey where passkey.member_id = ${member.id})` : undefined,
        ),
      )
      .returning({ id: member.id })
    return updated.length > 0
  }

  /** Records a use. False if the passkey was used concurrently or removed. */
  async use({ id, counter }: PasskeyRow, newCounter: number, usedAt: number): Promise<boolean> {
    const updated = await this.#database.db
      .update(passkey)
      .set({ counter: newCounter, usedAt })
      .where(and(eq(passkey.id, id), eq(passkey.counter, counter)))
      .returning({ id: passkey.id })
    return updated.length > 0
  }
}
