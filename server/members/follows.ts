import { and, desc, eq, sql } from 'drizzle-orm'
import { FOLLOWS_MAX } from '#protocol/constants.ts'
import type { FollowKind } from '#protocol/endpoints/follow.ts'
import type { Database } from '../database/database.ts'
import { anchorFollow, teamFollow } from '../database/schema/profile.ts'

interface Follow {
  readonly kind: FollowKind
  /** Stable key of the anchor or team. */
  readonly key: string
  /** Epoch milliseconds. */
  readonly followedAt: number
}

/** Both tables with the same column names. */
const TABLES = {
  anchor: { table: anchorFollow, key: anchorFollow.anchorKey },
  team: { table: teamFollow, key: teamFollow.teamKey },
} as const

/** Anchors and teams that members follow (settled 32). Every method names the member. */
export class Follows {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, { now }: { now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** Newest first. */
  async list(memberId: string): Promise<Follow[]> {
    const all = [...(await this.#listOf(memberId, 'anchor')), ...(await this.#listOf(memberId, 'team'))]
    return all.sort((one, other) => other.followedAt - one.followedAt)
  }

  /** Idempotent. Returns false if the member follows the maximum number of this kind. */
  add(memberId: string, kind: FollowKind, key: string): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      const { table, key: column } = TABLES[kind]
      // Serializes the follows of one member, so that two requests cannot both use the last free place.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${memberId}, 4))`)
      const rows = await tx.select({ key: column }).from(table).where(eq(table.memberId, memberId))
      if (rows.some((row) => row.key === key)) return true
      if (rows.length >= FOLLOWS_MAX) return false
      const followedAt = this.#now()
      if (kind === 'anchor') await tx.insert(anchorFollow).values({ memberId, anchorKey: key, followedAt })
      else await tx.insert(teamFollow).values({ memberId, teamKey: key, followedAt })
      return true
    })
  }

  async remove(memberId: string, kind: FollowKind, key: string): Promise<void> {
    const { table, key: column } = TABLES[kind]
    await this.#database.db.delete(table).where(and(eq(table.memberId, memberId), eq(column, key)))
  }

  /** Number of members who follow an anchor or a team. */
  count(kind: FollowKind, key: string): Promise<number> {
    const { table, key: column } = TABLES[kind]
    return this.#database.db.$count(table, eq(column, key))
  }

  async #listOf(memberId: string, kind: FollowKind): Promise<Follow[]> {
    const { table, key } = TABLES[kind]
    const rows = await this.#database.db
      .select({ key, followedAt: table.followedAt })
      .from(table)
      .where(eq(table.memberId, memberId))
      .orderBy(desc(table.followedAt), key)
    return rows.map((row) => ({ kind, ...row }))
  }
}
