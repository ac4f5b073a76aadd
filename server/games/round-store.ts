import { sql } from 'drizzle-orm'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { POOL_SHARE } from '#protocol/games/bonus-pool.ts'
import { ROUND_MS } from '#protocol/games/catalogue.ts'
import type { EGame, RoundStep } from '#protocol/games/round.ts'
import { newSeed } from '../config/server-seed.ts'
import { Batches } from '../database/batches.ts'
import type { Database } from '../database/database.ts'
import { retried } from '../database/errors.ts'
import { randomStripe } from '../wallet/ledger/postings.ts'
import { FALLBACK_RATE } from '../wallet/limits/usage.ts'
import { roundsById, type StoredRound } from './round-rows.ts'

/** Statements of one kind at the same time. A second one would halve the batches, and cost PostgreSQL a third more. */
const AT_ONCE = 1
/** Seeds and open rounds in memory; others are read from the database. */
const CACHED_SEEDS = 20_000
const CACHED_ROUNDS = 4_000

/** A game of a member. */
interface MemberGame {
  readonly memberId: string
  readonly game: EGame
}

/** The seed of the next round. */
export interface Seed extends MemberGame {
  readonly nonce: number
  readonly serverSeed: string
  readonly commitment: string
}

/** A game that a member has opened. `last`: start of the member's last round of any game; `open`: id of the open round. */
interface OpenedGame extends Seed {
  readonly last: number | null
  readonly open: string | null
}

/** A round with its current state. */
interface PlayedRound {
  readonly round: StoredRound
  readonly step: RoundStep<unknown>
}

/** A row of `round_start_all` or `round_move_all`. */
export interface PostingRow extends Readonly<Record<string, unknown>> {
  readonly member_id: string
}

/** What the SQL functions return. */
export interface Posted {
  readonly code: number
  readonly replay?: boolean
  readonly round?: string
  readonly balance?: number
  readonly pool?: number
  readonly steps?: number
  readonly last?: number
}

interface RoundStoreOptions {
  readonly database: Database
  /** The rate that values USDT in the limits of play; null without one. */
  readonly rate: () => Promise<number | null>
}

const memberOf = (row: PostingRow): string => row.member_id

/**
 * Rounds in the database. Concurrent requests share a statement. The seeds of next rounds and the states of open rounds stay
 * in memory. Each may be older than the database, which refuses a used seed and a step that is not the next one.
 */
export class RoundStore {
  readonly #options: RoundStoreOptions
  readonly #opening: Batches<MemberGame, OpenedGame>
  readonly #reading: Batches<string, StoredRound | null>
  readonly #starting: Batches<PostingRow, Posted>
  readonly #moving: Batches<PostingRow, Posted>
  /** By commitment. */
  readonly #seeds = new BoundedMap<string, Seed>(CACHED_SEEDS)
  readonly #played = new BoundedMap<string, PlayedRound>(CACHED_ROUNDS)

  constructor(options: RoundStoreOptions) {
    this.#options = options
    this.#opening = new Batches((games) => this.#openAll(games), AT_ONCE)
    this.#reading = new Batches((ids) => this.#readAll(ids), AT_ONCE)
    this.#starting = new Batches((rows) => this.#postAll(rows, 'start'), AT_ONCE, memberOf)
    this.#moving = new Batches((rows) => this.#postAll(rows, 'move'), AT_ONCE, memberOf)
  }

  /** Stores the first seed of a game of a member, if there is none, and returns the next one. */
  open(game: MemberGame): Promise<OpenedGame> {
    return this.#opening.add(game)
  }

  /** The seed of the next round of a game if its hash is `commitment`; null for another commitment. */
  async seed({ memberId, game }: MemberGame, commitment: string): Promise<Seed | null> {
    const known = this.#seeds.get(commitment)
    const seed = known?.memberId === memberId && known.game === game ? known : await this.open({ memberId, game })
    return seed.commitment === commitment ? seed : null
  }

  /** Remembers a seed that the start of a round has stored. */
  addSeed(seed: Seed): void {
    this.#seeds.set(seed.commitment, seed)
  }

  round(id: string): Promise<StoredRound | null> {
    return this.#reading.add(id)
  }

  /** An open round after this many steps, if it is in memory. */
  played(id: string, steps: number): PlayedRound | null {
    const known = this.#played.get(id)
    return known?.round.steps === steps ? known : null
  }

  /** Remembers the state of a round until it ends. */
  setPlayed(played: PlayedRound): void {
    const { id, payout } = played.round
    if (payout === null) this.#played.set(id, played)
    else this.#played.delete(id)
  }

  async start(row: PostingRow, commitment: string): Promise<Posted> {
    const posted = await this.#starting.add(row)
    this.#seeds.delete(commitment)
    return posted
  }

  move(row: PostingRow): Promise<Posted> {
    return this.#moving.add(row)
  }

  async #openAll(games: readonly MemberGame[]): Promise<OpenedGame[]> {
    const { db } = this.#options.database
    const seeds = games.map(newSeed)
    const wanted = sql`unnest(${sql.param(games.map(({ memberId }) => memberId))}::uuid[],
      ${sql.param(games.map(({ game }) => game))}::text[])`
    await db.execute(sql`insert into game_seed (member_id, game, nonce, server_seed, commitment)
      select w.member_id, w.game, 0, w.server_seed, w.commitment from unnest(
        ${sql.param(games.map(({ memberId }) => memberId))}::uuid[],
        ${sql.param(games.map(({ game }) => game))}::text[],
        ${sql.param(seeds.map(({ serverSeed }) => serverSeed))}::text[],
        ${sql.param(seeds.map(({ commitment }) => commitment))}::text[]
      ) as w (member_id, game, server_seed, commitment)
      where not exists (select from game_seed s where s.member_id = w.member_id and s.game = w.game)
      order by w.member_id, w.game on conflict do nothing`)
    const { rows } = await db.execute<Record<string, unknown> & OpenedGame>(sql`
      select s.member_id as "memberId", s.game, s.nonce, s.server_seed as "serverSeed", s.commitment,
        (select (extract(epoch from max(l.started_at)) * 1000)::bigint from game_seed l
          where l.member_id = s.member_id) as last,
        (select r.id from game_round r where r.member_id = s.member_id and r.game = s.game and r.payout is null) as open
      from game_seed s where (s.member_id, s.game) in (select * from ${wanted})`)
    const byGame = new Map(rows.map((row) => [`${row.memberId} ${row.game}`, row]))
    for (const { memberId, game, nonce, serverSeed, commitment } of rows) {
      this.addSeed({ memberId, game, nonce, serverSeed, commitment })
    }
    return games.map(({ memberId, game }) => {
      const opened = byGame.get(`${memberId} ${game}`)
      if (!opened) throw new Error(`no seed of ${game}`)
      return opened
    })
  }

  async #readAll(ids: readonly string[]): Promise<(StoredRound | null)[]> {
    const byId = new Map((await roundsById(this.#options.database.db, ids)).map((round) => [round.id, round]))
    return ids.map((id) => byId.get(id) ?? null)
  }

  async #postAll(rows: readonly PostingRow[], kind: 'start' | 'move'): Promise<Posted[]> {
    const { database } = this.#options
    const rate = (await this.#options.rate()) ?? FALLBACK_RATE
    const json = JSON.stringify(rows.map((row, index) => ({ n: index + 1, ...row })))
    const call =
      kind === 'start'
        ? sql`round_start_all(${json}::jsonb, ${randomStripe()}, ${rate}::integer, ${ROUND_MS}::integer, ${POOL_SHARE})`
        : sql`round_move_all(${json}::jsonb, ${randomStripe()}, ${rate}::integer, ${POOL_SHARE})`
    const found = await retried(() => database.db.execute<{ result: Posted }>(sql`select ${call} as result`))
    return found.rows.map(({ result }) => result)
  }
}
