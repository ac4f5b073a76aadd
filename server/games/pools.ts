import { sql } from 'drizzle-orm'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { BonusPool } from '#protocol/games/catalogue.ts'
import type { EGame } from '#protocol/games/round.ts'
import type { Database } from '../database/database.ts'

/** A bonus pool in one currency. */
export interface PoolState {
  readonly pool: BonusPool
  readonly currency: SettleCurrency
  /** Balance of its account in the ledger. */
  readonly amount: number
  /** The last round that it paid. */
  readonly last: {
    readonly roundId: string
    readonly amount: number
    readonly nickname: string
    readonly at: number
  } | null
}

/** Pools that have been filled. */
export async function poolStates({ db }: Pick<Database, 'db'>): Promise<PoolState[]> {
  const { rows } = await db.execute<{
    pool: BonusPool
    currency: SettleCurrency
    amount: number
    roundId: string | null
    paid: number
    nickname: string
    at: number
  }>(sql`
    select p.pool, p.currency, coalesce(a.balance, 0)::bigint as amount, r.id as "roundId", r.pool_paid as paid,
      m.nickname, (extract(epoch from r.ended_at) * 1000)::bigint as at
    from game_pool p
      left join account a on a.owner_type = 'bonus' and a.owner_id = p.pool and a.currency = p.currency
        and a.kind = 'main' and a.stripe = 0
      left join game_round r on r.id = p.last_round left join member m on m.id = r.member_id
    order by p.pool, p.currency`)
  return rows.map(({ pool, currency, amount, roundId, paid, nickname, at }) => ({
    pool,
    currency,
    amount,
    last: roundId === null ? null : { roundId, amount: paid, nickname, at },
  }))
}

/** Rounds of all members by game since a site day. */
export async function roundCounts({ db }: Pick<Database, 'db'>, sinceDay: number): Promise<ReadonlyMap<EGame, number>> {
  const { rows } = await db.execute<{ game: EGame; rounds: number }>(
    sql`select game, sum(rounds)::bigint as rounds from game_day where day >= ${sinceDay} group by game`,
  )
  return new Map(rows.map(({ game, rounds }) => [game, rounds]))
}
