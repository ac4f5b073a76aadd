import { and, desc, eq, sql } from 'drizzle-orm'
import { FOLLOWS_MAX } from '#protocol/constants.ts'
import type { FollowKind } from '#protocol/endpoints/follow.ts'
import type { Database } from '../database/database.ts'
import { anchorFollow, teamFollow } from '../database/schema/follow.ts'

export interface Follow {
  readonly kind: FollowKind
  /** Stable key of the anchor or team. */
  readonly key: string
  /** Epoch milliseconds. */
  readonly followedAt: number
}

/** Anchors and teams that members follow (settled 32). Every method names the member. */
export interface Follows {
  /** Newest first. */
  list(memberId: string): Promise<Follow[]>
  /** Idempotent. Returns false if the member follows the maximum number of this kind. */
  add(memberId: string, kind: FollowKind, key: string): Promise<boolean>
  remove(memberId: string, kind: FollowKind, key: string): Promise<void>
}

/** Both tables with the same column names. */
const TABLES = {
  anchor: { table: anchorFollow, key: anchorFollow.anchorKey },
  team: { table: teamFollow, key: teamFollow.teamKey },
} as const

export function createFollows(database: Database, { now }: { now: () => number }): Follows {
  const { db } = database

  async function listOf(memberId: string, kind: FollowKind): Promise<Follow[]> {
    const { table, key } = TABLES[kind]
    const rows = await db
      .select({ key, followedAt: table.followedAt })
      .from(table)
      .where(eq(table.memberId, memberId))
      .orderBy(desc(table.followedAt), key)
    return rows.map((row) => ({ kind, ...row }))
  }

  return {
    async list(memberId) {
      const all = [...(await listOf(memberId, 'anchor')), ...(await listOf(memberId, 'team'))]
      return all.sort((one, other) => other.followedAt - one.followedAt)
    },

    add: (memberId, kind, key) =>
      database.transaction(async (tx) => {
        const { table, key: column } = TABLES[kind]
        // Serializes the follows of one member, so that two requests cannot both use the last free place.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${memberId}, 4))`)
        const rows = await tx.select({ key: column }).from(table).where(eq(table.memberId, memberId))
        if (rows.some((row) => row.key === key)) return true
        if (rows.length >= FOLLOWS_MAX) return false
        const followedAt = now()
        if (kind === 'anchor') await tx.insert(anchorFollow).values({ memberId, anchorKey: key, followedAt })
        else await tx.insert(teamFollow).values({ memberId, teamKey: key, followedAt })
        return true
      }),

    async remove(memberId, kind, key) {
      const { table, key: column } = TABLES[kind]
      await db.delete(table).where(and(eq(table.memberId, memberId), eq(column, key)))
    },
  }
}
