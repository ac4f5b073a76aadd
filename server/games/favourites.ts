import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { gameFavourite } from '../database/schema/games.ts'

export const FAVOURITES_MAX = 100

interface Game {
  readonly venueEnName: string
  readonly gameId: string
}

/** Favourite games of members (S7.59). */
export class Favourites {
  readonly #database: Database
  readonly #now: () => number

  constructor(database: Database, { now }: { readonly now: () => number }) {
    this.#database = database
    this.#now = now
  }

  /** Newest first. */
  async list(memberId: string): Promise<(Game & { readonly collectedAt: number })[]> {
    const rows = await this.#database.db
      .select()
      .from(gameFavourite)
      .where(eq(gameFavourite.memberId, memberId))
      .orderBy(desc(gameFavourite.collectedAt), gameFavourite.venue, gameFavourite.game)
    return rows.map(({ venue, game, collectedAt }) => ({ venueEnName: venue, gameId: game, collectedAt }))
  }

  /** Idempotent. Returns false if the member has the maximum number. */
  add(memberId: string, { venueEnName: venue, gameId: game }: Game): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      // Serializes the favourites of one member, so that two requests cannot both use the last free place.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${memberId}, 7))`)
      const rows = await tx
        .select({ venue: gameFavourite.venue, game: gameFavourite.game })
        .from(gameFavourite)
        .where(eq(gameFavourite.memberId, memberId))
      if (rows.some((row) => row.venue === venue && row.game === game)) return true
      if (rows.length >= FAVOURITES_MAX) return false
      await tx.insert(gameFavourite).values({ memberId, venue, game, collectedAt: this.#now() })
      return true
    })
  }

  async remove(memberId: string, { venueEnName, gameId }: Game): Promise<void> {
    await this.#database.db
      .delete(gameFavourite)
      .where(
        and(eq(gameFavourite.memberId, memberId), eq(gameFavourite.venue, venueEnName), eq(gameFavourite.game, gameId)),
      )
  }
}
