import { sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { RoundData } from '#protocol/endpoints/game-round.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { hitsPool, POOL_SHARE } from '#protocol/games/bonus-pool.ts'
import { POOL_OF, ROUND_MS } from '#protocol/games/catalogue.ts'
import { seededDraw } from '#protocol/games/draw.ts'
import { type EGame, type RoundStep, stakesIn } from '#protocol/games/round.ts'
import { type AnyRules, rulesOf as registered } from '#protocol/games/rules.ts'
import { type Failure, type Result, success, successOf } from '#protocol/result.ts'
import { E_GAMES_VENUE } from '#protocol/rules/venue.ts'
import { newSeed, type ServerSeed } from '../config/server-seed.ts'
import { Batches } from '../database/batches.ts'
import type { Database } from '../database/database.ts'
import { retried } from '../database/errors.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import { contentHash, memberKey, randomStripe } from '../wallet/ledger/postings.ts'
import { FALLBACK_RATE } from '../wallet/limits/usage.ts'
import { playedAgain, roundPostings, roundsById, type StoredRound, wireRound } from './round-rows.ts'

/** Statements of one kind at the same time. */
const AT_ONCE: Readonly<Record<Database['kind'], number>> = { pglite: 1, postgres: 2 }

export interface RoundsOptions {
  readonly database: Database
  readonly now: () => number
  /** The rate that values USDT in the limits of play; null without one. */
  readonly rate: () => Promise<number | null>
  /** False while the venue takes no new rounds. */
  readonly isOpen: () => boolean
  /** The rules of the games; tests replace them. */
  readonly rulesOf?: (game: EGame) => AnyRules | null
}

export interface StartCommand {
  readonly memberId: string
  readonly gameId: EGame
  readonly currency: SettleCurrency
  readonly stake: number
  readonly options: unknown
  readonly memberSeed: string
  readonly commitment: string
  readonly idempotencyKey: string
}

export interface MoveCommand {
  readonly memberId: string
  readonly roundId: string
  readonly step: number
  readonly move: unknown
  readonly idempotencyKey: string
}

interface Seed {
  readonly memberId: string
  readonly game: EGame
  readonly nonce: number
  readonly serverSeed: string
  readonly commitment: string
}

/** What the SQL functions answer. */
interface Posted {
  readonly code: number
  readonly replay?: boolean
  readonly round?: string
  readonly balance?: number
  readonly pool?: number
  readonly steps?: number
}

type Row = Readonly<Record<string, unknown>>

/** Rounds of e-games: a commitment before the bet, moves, the revealed seed after the end. */
export class Rounds {
  readonly #options: RoundsOptions
  readonly #rulesOf: (game: EGame) => AnyRules | null
  readonly #seeds: Batches<Pick<Seed, 'memberId' | 'game'>, Seed | null>
  readonly #loading: Batches<string, StoredRound | null>
  readonly #starting: Batches<Row, Posted>
  readonly #moving: Batches<Row, Posted>

  constructor(options: RoundsOptions) {
    const atOnce = AT_ONCE[options.database.kind]
    this.#options = options
    this.#rulesOf = options.rulesOf ?? registered
    this.#seeds = new Batches((wanted) => this.#readSeeds(wanted), atOnce)
    this.#loading = new Batches((ids) => this.#readRounds(ids), atOnce)
    this.#starting = new Batches((rows) => this.#postAll(rows, 'start'), atOnce)
    this.#moving = new Batches((rows) => this.#postAll(rows, 'move'), atOnce)
  }

  /** The commitment of the next round, and the open round of the game. The seed is stored before it is published. */
  async open(memberId: string, gameId: EGame): Promise<Result<DataOf<'gameRound.open'>>> {
    const rules = this.#rulesOf(gameId)
    if (!rules) return failureOf(CODES.NOT_FOUND)
    const { db } = this.#options.database
    const first = newSeed()
    await db.execute(sql`insert into game_seed (member_id, game, nonce, server_seed, commitment)
      values (${memberId}, ${gameId}, 0, ${first.serverSeed}, ${first.commitment}) on conflict do nothing`)
    const { rows } = await db.execute<{ nonce: number; commitment: string; last: number | null; open: string | null }>(
      sql`select nonce, commitment,
          (select (extract(epoch from max(l.started_at)) * 1000)::bigint from game_seed l
            where l.member_id = s.member_id) as last,
          (select r.id from game_round r where r.member_id = s.member_id and r.game = s.game and r.payout is null) as open
        from game_seed s where s.member_id = ${memberId} and s.game = ${gameId}`,
    )
    const [seed] = rows
    if (!seed) throw new Error(`no seed of ${gameId}`)
    const { nonce, commitment, last, open } = seed
    const notBefore = last === null ? 0 : last + ROUND_MS
    return success({ commitment, nonce, notBefore, round: open === null ? null : await this.#wire(open) })
  }

  /** Starts a round once per key. A refusal is stored under the key; its details are those of this moment. */
  async start(command: StartCommand): Promise<Result<RoundData>> {
    const { memberId, gameId } = command
    const rules = this.#rulesOf(gameId)
    const problem = this.#startProblem(command, rules)
    const seed = await this.#seeds.add({ memberId, game: gameId })
    const step = problem || !rules || seed?.commitment !== command.commitment ? null : firstStep(rules, seed, command)
    const refusal = problem?.code ?? (step === 'not allowed' ? CODES.PARAM_ERROR : 0)
    const begun = step === 'not allowed' ? null : step
    const at = this.#options.now()
    const next = newSeed()
    // Another commitment than that of the next round is refused by the database.
    const posted = await this.#starting.add(startRow(command, { seed, step: begun, at, refusal, next }))
    if (posted.code !== 0) return this.#startFailure(command, posted.code, problem)
    if (posted.replay === true || !begun || !seed || !rules) {
      return successOf(await this.#wire(posted.round ?? ''), true)
    }
    return success(wireRound(rules, startedRound(command, { seed, step: begun, at, next, posted }), begun))
  }

  /** Moves once per key. Open rounds can be finished while the venue is closed and during an exclusion. */
  async move(command: MoveCommand): Promise<Result<RoundData>> {
    const { memberId, roundId, step, move } = command
    const round = await this.#loading.add(roundId)
    const rules = round && this.#rulesOf(round.game)
    if (!round || !rules || round.memberId !== memberId) return failureOf(CODES.NOT_FOUND)
    const moved = step === round.steps && round.payout === null ? this.#moved(rules, round, move) : null
    const raise = moved ? moved.staked - round.staked : 0
    const row = this.#moveRow(command, round, { moved, raise })
    const posted = await this.#moving.add(row)
    if (posted.code === CODES.ROUND_STEP) {
      return failureOf(posted.code, { details: { steps: posted.steps ?? round.steps } })
    }
    if (posted.code !== 0) return failureOf(posted.code)
    if (posted.replay === true || !moved) return successOf(await this.#wire(roundId), true)
    const changed: StoredRound = {
      ...round,
      staked: moved.staked,
      steps: round.steps + 1,
      moves: [...round.moves, move],
      payout: moved.payout,
      poolPaid: posted.pool ?? 0,
      balance: posted.balance ?? 0,
    }
    return success(wireRound(rules, changed, moved))
  }

  /** A round of the member with its postings. */
  async detail(memberId: string, roundId: string): Promise<Result<DataOf<'gameRound.detail'>>> {
    const round = await this.#loading.add(roundId)
    const rules = round && this.#rulesOf(round.game)
    if (!round || !rules || round.memberId !== memberId) return failureOf(CODES.NOT_FOUND)
    const { stake, startedAt, endedAt } = round
    const postings = await roundPostings(this.#options.database, roundId)
    return success({ round: wireRound(rules, round, playedAgain(rules, round)), stake, startedAt, endedAt, postings })
  }

  /** What everybody needs to compute an ended round again. `nameOf`: the nickname of a member. */
  async proof(
    roundId: string,
    nameOf: (memberId: string) => Promise<string>,
  ): Promise<Result<DataOf<'gameRound.proof'>>> {
    const round = await this.#loading.add(roundId)
    if (!round) return failureOf(CODES.NOT_FOUND)
    const { payout, endedAt } = round
    if (payout === null || endedAt === null) return failureOf(CODES.ROUND_OPEN)
    const { game, currency, stake, staked, options, memberSeed, nonce, commitment, serverSeed, startedAt } = round
    return success({
      roundId,
      game,
      venueEnName: E_GAMES_VENUE,
      memberName: maskedName(await nameOf(round.memberId)),
      currency,
      stake,
      staked,
      options,
      memberSeed,
      nonce,
      commitment,
      serverSeed,
      payout,
      startedAt,
      endedAt,
      moves: [...round.moves],
      pool: round.poolPaid,
    })
  }

  /** The round of a money call, for a look-up by its key. */
  async found(roundId: string): Promise<RoundData> {
    return this.#wire(roundId)
  }

  async #wire(roundId: string): Promise<RoundData> {
    const round = await this.#loading.add(roundId)
    const rules = round && this.#rulesOf(round.game)
    if (!round || !rules) throw new Error(`round ${roundId} is missing`)
    return wireRound(rules, round, playedAgain(rules, round))
  }

  /** Why a round cannot start, whatever its seed; null if it can. */
  #startProblem({ currency, stake, options }: StartCommand, rules: AnyRules | null): Failure | null {
    if (!rules) return failureOf(CODES.NOT_FOUND)
    if (!this.#options.isOpen()) return failureOf(CODES.VENUE_MAINTAIN)
    if (!rules.isOptions(options)) return failureOf(CODES.PARAM_ERROR)
    const { min, max } = stakesIn(currency, rules.stake)
    if (stake < min || stake > max) {
      return failureOf(CODES.BET_LIMIT, { details: { minStake: min, maxStake: max } })
    }
    return null
  }

  async #startFailure({ memberId, gameId }: StartCommand, code: number, problem: Failure | null): Promise<Failure> {
    if (problem?.code === code) return problem
    if (code !== CODES.ROUND_OPEN && code !== CODES.ROUND_TOO_SOON) return failureOf(code)
    const opened = await this.open(memberId, gameId)
    if (!opened.ok) return failureOf(code)
    const { round, notBefore } = opened.data
    return failureOf(code, {
      details: code === CODES.ROUND_OPEN ? { roundId: round?.roundId ?? null } : { notBefore },
    })
  }

  #moved(rules: AnyRules, round: StoredRound, move: unknown): RoundStep<unknown> | null {
    if (!rules.isMove(move)) return null
    const before = playedAgain(rules, round)
    return allowed(() => rules.move(before, move))
  }

  #moveRow(
    { memberId, roundId, step, move, idempotencyKey }: MoveCommand,
    round: StoredRound,
    { moved, raise }: { readonly moved: RoundStep<unknown> | null; readonly raise: number },
  ): Row {
    const at = this.#options.now()
    const seeds = { server: round.serverSeed, member: round.memberSeed, nonce: round.nonce }
    const ends = moved !== null && moved.payout !== null
    return {
      round: roundId,
      member_id: memberId,
      step,
      move,
      raise,
      payout: moved?.payout ?? null,
      hits: ends && round.pool !== null && hitsPool(seeds, round.currency, round.stake),
      idem_key: memberKey(memberId, idempotencyKey),
      hash: contentHash('round-move', [memberId, roundId, step, JSON.stringify(move)]),
      stake_tx: uuidV7(at),
      payout_tx: uuidV7(at),
      pool_tx: uuidV7(at),
      at: new Date(at).toISOString(),
      refusal: moved ? 0 : CODES.PARAM_ERROR,
    }
  }

  async #readSeeds(wanted: readonly Pick<Seed, 'memberId' | 'game'>[]): Promise<(Seed | null)[]> {
    const { rows } = await this.#options.database.db.execute<Record<string, unknown> & Seed>(sql`
      select member_id as "memberId", game, nonce, server_seed as "serverSeed", commitment from game_seed
      where (member_id, game) in (select * from unnest(
        ${sql.param(wanted.map(({ memberId }) => memberId))}::uuid[], ${sql.param(wanted.map(({ game }) => game))}::text[]))`)
    const keyOf = ({ memberId, game }: Pick<Seed, 'memberId' | 'game'>): string => `${memberId} ${game}`
    const byKey = new Map(rows.map((row) => [keyOf(row), row]))
    return wanted.map((one) => byKey.get(keyOf(one)) ?? null)
  }

  async #readRounds(ids: readonly string[]): Promise<(StoredRound | null)[]> {
    const byId = new Map((await roundsById(this.#options.database.db, ids)).map((round) => [round.id, round]))
    return ids.map((id) => byId.get(id) ?? null)
  }

  async #postAll(rows: readonly Row[], kind: 'start' | 'move'): Promise<Posted[]> {
    const { database } = this.#options
    const rate = (await this.#options.rate()) ?? FALLBACK_RATE
    const json = JSON.stringify(rows)
    const call =
      kind === 'start'
        ? sql`round_start_all(${json}::jsonb, ${randomStripe()}, ${rate}::integer, ${ROUND_MS}::integer, ${POOL_SHARE})`
        : sql`round_move_all(${json}::jsonb, ${randomStripe()}, ${rate}::integer, ${POOL_SHARE})`
    const found = await retried(() => database.db.execute<{ result: Posted }>(sql`select ${call} as result`))
    return found.rows.map(({ result }) => result)
  }
}

/** The first character of a nickname. */
export function maskedName(name: string): string {
  return `${Array.from(name)[0] ?? ''}***`
}

interface Beginning {
  readonly seed: Seed | null
  readonly step: RoundStep<unknown> | null
  readonly at: number
  readonly refusal: number
  readonly next: ServerSeed
}

/** Parameter of `round_start`: a row of `game_round` with the seed of the next round. */
function startRow(command: StartCommand, { seed, step, at, refusal, next }: Beginning): Row {
  const { memberId, gameId, currency, stake, options, memberSeed, commitment, idempotencyKey } = command
  const pool = POOL_OF[gameId]
  const time = new Date(at).toISOString()
  const seeds = { server: seed?.serverSeed ?? '', member: memberSeed, nonce: seed?.nonce ?? 0 }
  const content = [memberId, gameId, currency, stake, JSON.stringify(options), memberSeed, commitment]
  return {
    id: uuidV7(at),
    member_id: memberId,
    game: gameId,
    currency,
    stake,
    staked: step?.staked ?? stake,
    options,
    member_seed: memberSeed,
    nonce: seeds.nonce,
    server_seed: seeds.server,
    commitment,
    next_seed: next.serverSeed,
    next_commitment: next.commitment,
    pool,
    hits: step !== null && pool !== null && hitsPool(seeds, currency, stake),
    payout: step?.payout ?? null,
    idem_key: memberKey(memberId, idempotencyKey),
    hash: contentHash('round', content),
    stake_tx: uuidV7(at),
    payout_tx: uuidV7(at),
    pool_tx: uuidV7(at),
    started_at: time,
    ended_at: step && step.payout !== null ? time : null,
    refusal,
  }
}

/** The round that `round_start` has stored. */
function startedRound(
  { memberId, gameId, currency, stake, options, memberSeed }: StartCommand,
  {
    seed,
    step,
    at,
    next,
    posted,
  }: Pick<Beginning, 'at' | 'next'> & {
    readonly seed: Seed
    readonly step: RoundStep<unknown>
    readonly posted: Posted
  },
): StoredRound {
  const { nonce, serverSeed, commitment } = seed
  return {
    id: posted.round ?? '',
    memberId,
    game: gameId,
    currency,
    stake,
    staked: step.staked,
    options,
    steps: 0,
    memberSeed,
    nonce,
    serverSeed,
    commitment,
    pool: POOL_OF[gameId],
    payout: step.payout,
    poolPaid: posted.pool ?? 0,
    startedAt: at,
    endedAt: step.payout === null ? null : at,
    moves: [],
    balance: posted.balance ?? 0,
    next: { commitment: next.commitment, nonce: nonce + 1 },
    lastStartedAt: at,
  }
}

function firstStep(rules: AnyRules, { serverSeed, nonce }: Seed, { stake, options, memberSeed }: StartCommand) {
  const draw = seededDraw({ server: serverSeed, member: memberSeed, nonce })
  return allowed(() => rules.start(stake, options, draw)) ?? 'not allowed'
}

/** What rules return; null if they refuse with a RangeError. */
function allowed(play: () => RoundStep<unknown>): RoundStep<unknown> | null {
  try {
    return play()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
