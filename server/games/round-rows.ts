import { sql } from 'drizzle-orm'
import type { RoundData } from '#protocol/endpoints/game-round.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { ROUND_MS } from '#protocol/games/catalogue.ts'
import { seededDraw } from '#protocol/games/draw.ts'
import type { RoundStep } from '#protocol/games/round.ts'
import type { AnyRules } from '#protocol/games/rules.ts'
import type { Database, DrizzleDatabase } from '../database/database.ts'
import type { GameRoundRow } from '../database/schema/games.ts'

/** A round with its moves and what its member sees beside it. */
export interface StoredRound extends Pick<
  GameRoundRow,
  | 'id'
  | 'memberId'
  | 'game'
  | 'currency'
  | 'stake'
  | 'staked'
  | 'options'
  | 'steps'
  | 'memberSeed'
  | 'nonce'
  | 'serverSeed'
  | 'commitment'
  | 'pool'
  | 'payout'
  | 'poolPaid'
  | 'startedAt'
  | 'endedAt'
> {
  readonly moves: readonly unknown[]
  /** Balance at the venue. */
  readonly balance: number
  /** The seed of the next round; null after the erasure of the member. */
  readonly next: { readonly commitment: string; readonly nonce: number } | null
  /** Start of the last round of the member in any game. */
  readonly lastStartedAt: number
}

type Reader = Pick<DrizzleDatabase, 'execute'>

/** Rounds by id, in any order; unknown ids are left out. */
export async function roundsById(db: Reader, ids: readonly string[]): Promise<StoredRound[]> {
  const { rows } = await db.execute<Record<string, unknown> & StoredRound>(sql`
    select r.id, r.member_id as "memberId", r.game, r.currency, r.stake, r.staked, r.options, r.steps,
      r.member_seed as "memberSeed", r.nonce, r.server_seed as "serverSeed", r.commitment, r.pool, r.payout,
      r.pool_paid as "poolPaid", (extract(epoch from r.started_at) * 1000)::bigint as "startedAt",
      (extract(epoch from r.ended_at) * 1000)::bigint as "endedAt",
      (select coalesce(jsonb_agg(m.move order by m.step), '[]') from game_move m where m.round_id = r.id) as moves,
      a.balance, case when s.game is not null
        then jsonb_build_object('commitment', s.commitment, 'nonce', s.nonce) end as next,
      (select (extract(epoch from coalesce(max(l.started_at), r.started_at)) * 1000)::bigint from game_seed l
        where l.member_id = r.member_id) as "lastStartedAt"
    from game_round r join account a on a.id = r.account_id
      left join game_seed s on s.member_id = r.member_id and s.game = r.game
    where r.id = any(${sql.param(ids)}::uuid[])`)
  return rows
}

/** Plays a round again from its seeds and moves. */
export function playedAgain(rules: AnyRules, round: StoredRound): RoundStep<unknown> {
  const draw = seededDraw({ server: round.serverSeed, member: round.memberSeed, nonce: round.nonce })
  return round.moves.reduce<RoundStep<unknown>>(
    (step, move) => rules.move(step, move),
    rules.start(round.stake, round.options, draw),
  )
}

/** The round on the wire for its member. `step` is its current state. */
export function wireRound(rules: AnyRules, round: StoredRound, step: RoundStep<unknown>): RoundData {
  const isEnded = round.payout !== null
  return {
    roundId: round.id,
    gameId: round.game,
    currency: round.currency,
    staked: round.staked,
    payout: round.payout,
    pool: round.poolPaid,
    balance: round.balance,
    view: rules.view(step),
    steps: round.steps,
    commitment: round.commitment,
    serverSeed: isEnded ? round.serverSeed : null,
    memberSeed: round.memberSeed,
    nonce: round.nonce,
    next: isEnded ? round.next : null,
    notBefore: round.lastStartedAt + ROUND_MS,
  }
}

/** Postings of a round, oldest first. */
export async function roundPostings(
  { db }: Pick<Database, 'db'>,
  roundId: string,
): Promise<DataOf<'gameRound.detail'>['postings']> {
  const { rows } = await db.execute<
    DataOf<'gameRound.detail'>['postings'][number]
  >(sql`select (extract(epoch from at) * 1000)::bigint as at, kind, change from game_posting
    where round_id = ${roundId} order by seq`)
  return rows
}

/** The round that was started or moved under a key of its member; null if there is none. */
export async function roundUnder(
  { db }: Pick<Database, 'db'>,
  key: string,
  by: 'gameRound.start' | 'gameRound.move',
): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(
    by === 'gameRound.start'
      ? sql`select id from game_round where idem_key = ${key}`
      : sql`select round_id as id from game_move where idem_key = ${key}`,
  )
  return rows[0]?.id ?? null
}
