import { CODES, failureOf } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { RoundData } from '#protocol/endpoints/game-round.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { hitsPool } from '#protocol/games/bonus-pool.ts'
import { POOL_OF, ROUND_MS } from '#protocol/games/catalogue.ts'
import { seededDraw } from '#protocol/games/draw.ts'
import { type EGame, type RoundStep, stakesIn } from '#protocol/games/round.ts'
import { type AnyRules, rulesOf as registered } from '#protocol/games/rules.ts'
import { type Failure, type Result, success, successOf } from '#protocol/result.ts'
import { E_GAMES_VENUE } from '#protocol/rules/venue.ts'
import { newSeed, type ServerSeed } from '../config/server-seed.ts'
import type { Database } from '../database/database.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import { contentHash, memberKey } from '../wallet/ledger/postings.ts'
import { playedAgain, roundPostings, type StoredRound, wireRound } from './round-rows.ts'
import { type Posted, type PostingRow, RoundStore, type Seed } from './round-store.ts'

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

/** Rounds of e-games: a commitment before the bet, moves, the revealed seed after the end. */
export class Rounds {
  readonly #options: RoundsOptions
  readonly #rulesOf: (game: EGame) => AnyRules | null
  readonly #store: RoundStore

  constructor(options: RoundsOptions) {
    this.#options = options
    this.#rulesOf = options.rulesOf ?? registered
    this.#store = new RoundStore(options)
  }

  /** The commitment of the next round, and the open round of the game. The seed is stored before it is published. */
  async open(memberId: string, gameId: EGame): Promise<Result<DataOf<'gameRound.open'>>> {
    const rules = this.#rulesOf(gameId)
    if (!rules) return failureOf(CODES.NOT_FOUND)
    const { nonce, commitment, last, open } = await this.#store.open({ memberId, game: gameId })
    const notBefore = last === null ? 0 : last + ROUND_MS
    return success({ commitment, nonce, notBefore, round: open === null ? null : await this.#wire(open) })
  }

  /** Starts a round once per key. A refusal is stored under the key; its details are those of this moment. */
  async start(command: StartCommand): Promise<Result<RoundData>> {
    const { memberId, gameId } = command
    const rules = this.#rulesOf(gameId)
    const problem = this.#startProblem(command, rules)
    const seed = await this.#store.seed({ memberId, game: gameId }, command.commitment)
    const step = problem || !rules || !seed ? null : firstStep(rules, seed, command)
    const refusal = problem?.code ?? (step === 'not allowed' ? CODES.PARAM_ERROR : 0)
    const begun = step === 'not allowed' ? null : step
    const at = this.#options.now()
    const next = newSeed()
    // Another commitment than that of the next round is refused by the database.
    const posted = await this.#store.start(
      startRow(command, { seed, step: begun, at, refusal, next }),
      command.commitment,
    )
    if (posted.code !== 0) return this.#startFailure(command, posted.code, problem)
    if (posted.replay === true || !begun || !seed || !rules) {
      return successOf(await this.#wire(posted.round ?? ''), true)
    }
    const round = startedRound(command, { seed, step: begun, at, next, posted })
    this.#store.addSeed({ memberId, game: gameId, nonce: seed.nonce + 1, ...next })
    this.#store.setPlayed({ round, step: begun })
    return success(wireRound(rules, round, begun))
  }

  /** Moves once per key. Open rounds can be finished while the venue is closed and during an exclusion. */
  async move(command: MoveCommand): Promise<Result<RoundData>> {
    const { memberId, roundId, step, move } = command
    const known = this.#store.played(roundId, step)
    const round = known?.round ?? (await this.#store.round(roundId))
    const rules = round && this.#rulesOf(round.game)
    if (!round || !rules || round.memberId !== memberId) return failureOf(CODES.NOT_FOUND)
    const isNext = step === round.steps && round.payout === null
    const moved = isNext ? moveOf(rules, known?.step ?? playedAgain(rules, round), move) : null
    const raise = moved ? moved.staked - round.staked : 0
    const posted = await this.#store.move(this.#moveRow(command, round, { moved, raise }))
    if (posted.code !== 0) return moveFailure(posted, round)
    if (posted.replay === true || !moved) return successOf(await this.#wire(roundId), true)
    const changed = movedRound(round, move, { moved, posted })
    this.#store.setPlayed({ round: changed, step: moved })
    return success(wireRound(rules, changed, moved))
  }

  /** A round of the member with its postings. */
  async detail(memberId: string, roundId: string): Promise<Result<DataOf<'gameRound.detail'>>> {
    const round = await this.#store.round(roundId)
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
    const round = await this.#store.round(roundId)
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
    const round = await this.#store.round(roundId)
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

  #moveRow(
    { memberId, roundId, step, move, idempotencyKey }: MoveCommand,
    round: StoredRound,
    { moved, raise }: { readonly moved: RoundStep<unknown> | null; readonly raise: number },
  ): PostingRow {
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

/** A row of `game_round` with the seed of the next round. */
function startRow(command: StartCommand, { seed, step, at, refusal, next }: Beginning): PostingRow {
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

/** Why a move was not posted; another step names the steps that the round has. */
function moveFailure({ code, steps }: Posted, round: StoredRound): Failure {
  return code === CODES.ROUND_STEP ? failureOf(code, { details: { steps: steps ?? round.steps } }) : failureOf(code)
}

/** The round after a move that was posted. */
function movedRound(
  round: StoredRound,
  move: MoveCommand['move'],
  { moved, posted }: { readonly moved: RoundStep<unknown>; readonly posted: Posted },
): StoredRound {
  return {
    ...round,
    staked: moved.staked,
    steps: round.steps + 1,
    moves: [...round.moves, move],
    payout: moved.payout,
    poolPaid: posted.pool ?? 0,
    balance: posted.balance ?? 0,
    lastStartedAt: posted.last ?? round.lastStartedAt,
  }
}

/** The round that has started. */
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

/** The round after a move; null if the rules do not allow it. */
function moveOf(rules: AnyRules, before: RoundStep<unknown>, move: unknown): RoundStep<unknown> | null {
  return rules.isMove(move) ? allowed(() => rules.move(before, move)) : null
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
