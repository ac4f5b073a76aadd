import { sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import { failure, type Failure, type Result, successOf } from '#protocol/result.ts'
import { combinedPrice, maxReturnOf } from '#protocol/sports/bet-return.ts'
import { type AcceptMode, LIVE_DELAY_SECONDS, type Rejection } from '#protocol/sports/bet-terms.ts'
import type { Bet, BetLeg } from '#protocol/sports/bets.ts'
import { parseSelectionId } from '#protocol/sports/market-keys.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { valueInCny } from '#protocol/wallet/conversion.ts'
import { Batches } from '../database/batches.ts'
import type { Database, DrizzleDatabase } from '../database/database.ts'
import { retried } from '../database/errors.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import { FALLBACK_RATE } from '../wallet/limits/usage.ts'
import { contentHash, memberKey, randomStripe } from '../wallet/ledger/postings.ts'
import { betsById, dueBets, type StoredBet, wireBet } from './bet-rows.ts'
import { type Book, isInPlay } from './book.ts'
import {
  isAccepted,
  isDelayed,
  maxReturn,
  type OfferedSelection,
  offeredSelection,
  placingProblem,
  type WantedLeg,
} from './selections.ts'

/** Statements of bets at the same time. */
const AT_ONCE = 2
/** Pending bets that are decided in one transaction. */
const DECIDED_TOGETHER = 200

interface BetsOptions {
  readonly database: Database
  readonly book: Book
  readonly now: () => number
  /** The rate that values USDT in the limits of play; null without one. */
  readonly rate: () => Promise<number | null>
  /** The code of a time-out or self-exclusion of a member, or 0 (I10). */
  readonly exclusionCode: (memberId: string) => Promise<number>
}

export interface PlaceCommand {
  readonly memberId: string
  readonly currency: SettleCurrency
  readonly stake: number
  readonly legs: readonly WantedLeg[]
  readonly accept: AcceptMode
  readonly idempotencyKey: string
  /** A bet of the demo's crowd, staked by the house. */
  readonly isCrowd?: boolean
}

/** Parameter of `bet_place`: a row of `bet` with its legs. */
type PlaceRow = Readonly<Record<string, unknown>>
type Placed =
  | { readonly code: 0; readonly replay: boolean; readonly bet: string; readonly balance: number }
  | { readonly code: number }

/** A change of a bet for `bet_change_all`. */
export interface BetChange {
  readonly bet: string
  /** The version that the change was computed from. */
  readonly version: number
  readonly tx: string
  /** Null: no posting. */
  readonly kind: 'return' | 'settlement' | 'correction' | 'cancellation' | null
  readonly state: Bet['state']
  /** What the bet returns, stake included. */
  readonly due: number
  readonly price?: number
  readonly max_return?: number
  readonly rejection?: Rejection
  readonly actor?: string
  readonly legs: readonly {
    readonly seq: number
    readonly price?: number
    readonly decides?: boolean
    readonly result?: string | null
    readonly facts?: string
    readonly rule?: string | null
  }[]
}

/** Bets of members: placing, acceptance after the live delay, cancellation (E.7). */
export class Bets {
  readonly #options: BetsOptions
  readonly #placing: Batches<PlaceRow, Placed>
  /** When a market was last suspended or closed, by its key. */
  readonly #lastStop = new Map<string, number>()

  constructor(options: BetsOptions) {
    this.#options = options
    this.#placing = new Batches((rows) => this.#placeAll(rows), AT_ONCE)
    options.book.onChange((markets) => {
      const now = options.now()
      for (const { matchId, kind, line, state } of markets) {
        if (state !== 'open') this.#lastStop.set(`${matchId}.${kind}.${line}`, now)
      }
      if (this.#lastStop.size > MAX_STOPS) this.#forgetStops(now)
    })
  }

  /** The rate of USDT for the limits of play, in 1/10,000 CNY. */
  async rate(): Promise<number> {
    return (await this.#options.rate()) ?? FALLBACK_RATE
  }

  /** Places a bet once per key. A refusal is stored under the key; its details are those of this moment. */
  async place(command: PlaceCommand): Promise<Result<{ readonly bet: Bet; readonly balance: number }>> {
    const { book, now, database, exclusionCode } = this.#options
    const { legs } = command
    const offered = legs.map(({ selection }) => offeredSelection(book, selection))
    const problem = placingProblem(command, offered)
    const known = offered.filter((one) => one !== null)
    // An exclusion is the reason that the member sees, whatever else is wrong.
    const excluded = problem ? await exclusionCode(command.memberId) : 0
    const refusal = excluded === 0 ? (problem?.code ?? 0) : excluded
    const at = now()
    const row = this.#placeRow(command, known, { at, rate: await this.rate(), refusal })
    const placed = await this.#placing.add(row)
    if (!('bet' in placed)) return placingFailure(placed.code, problem)
    const bet = placed.replay ? await this.#wire(placed.bet) : wireBet(storedBet(row))
    if (!bet) throw new Error(`bet ${placed.bet} of database ${database.kind} is missing`)
    return successOf({ bet, balance: placed.balance }, placed.replay)
  }

  /** Accepts or rejects the pending bets whose delay has passed. Returns when the next one is due; null without one. */
  async decideDue(): Promise<number | null> {
    const { database, now } = this.#options
    const { due, nextAt } = await dueBets(database.db, now(), DECIDED_TOGETHER)
    await this.change(due.map((bet) => this.#decision(bet)))
    return nextAt
  }

  /** Applies changes to bets that have not changed since they were read. Returns the ids of the changed bets. */
  async change(
    changes: readonly BetChange[],
    db: Pick<DrizzleDatabase, 'execute'> = this.#options.database.db,
  ): Promise<string[]> {
    if (changes.length === 0) return []
    const { now } = this.#options
    const rate = await this.rate()
    const { rows } = await retried(() =>
      db.execute<{ id: string }>(sql`select bet_change_all(${JSON.stringify(changes)}::jsonb, ${randomStripe()},
        ${rate}::integer, ${new Date(now()).toISOString()}) as id`),
    )
    return rows.map(({ id }) => id)
  }

  /** Returns the stake of a bet, also of a settled one (an operator voids it). Null if the bet cannot be cancelled. */
  async cancel(
    betId: string,
    actor: string,
    db: Pick<DrizzleDatabase, 'execute' | 'select' | '$count'> = this.#options.database.db,
  ): Promise<StoredBet | null> {
    const [found] = await betsById(db, [betId])
    if (!found || ['cancelled', 'rejected', 'cashed-out'].includes(found.state)) return null
    const { id, version, stake: due } = found
    const tx = uuidV7(this.#options.now())
    const change = { bet: id, version, tx, kind: 'cancellation', state: 'cancelled', due, actor, legs: [] } as const
    const [done] = await this.change([change], db)
    if (done === undefined) return null
    const [cancelled] = await betsById(db, [done])
    return cancelled ?? null
  }

  async #wire(id: string): Promise<Bet | null> {
    const [found] = await betsById(this.#options.database.db, [id])
    return found ? wireBet(found) : null
  }

  #decision(bet: StoredBet): BetChange {
    const base = { bet: bet.id, version: bet.version, tx: uuidV7(this.#options.now()) }
    const offered = bet.legs.map(({ selection }) => offeredSelection(this.#options.book, selection))
    const rejection = this.#rejection(bet, offered)
    if (rejection) return { ...base, kind: 'return', state: 'rejected', due: bet.stake, rejection, legs: [] }
    const prices = offered.map((one, index) => one?.selection?.price ?? bet.legs[index]?.price ?? 0)
    return {
      ...base,
      kind: null,
      state: 'accepted',
      due: 0,
      price: combinedPrice(prices),
      max_return: Math.min(maxReturnOf(bet.stake, prices), maxReturn(bet.currency)),
      legs: bet.legs.map(({ seq }, index) => ({ seq, price: prices[index] ?? 0 })),
    }
  }

  /** Why a pending bet is not accepted; null if it is. */
  #rejection(bet: StoredBet, offered: readonly (OfferedSelection | null)[]): Rejection | null {
    for (const [index, one] of offered.entries()) {
      const leg = bet.legs[index]
      if (!leg || !one?.market || !one.selection || one.market.state === 'closed') return 'closed'
      if (leg.match.isLive && leg.match.score !== scoreOf(one.match)) return 'delay-event'
      if (one.market.state === 'suspended') return 'suspended'
      const stopped = this.#lastStop.get(`${one.market.matchId}.${one.market.kind}.${one.market.line}`) ?? 0
      if (stopped >= bet.placedAt) return 'delay-event'
      if (!isAccepted(bet.accept, leg.price, one.selection.price)) return 'price-changed'
    }
    return null
  }

  #forgetStops(now: number): void {
    for (const [key, at] of this.#lastStop) {
      if (now - at > 2 * LIVE_DELAY_SECONDS * SECOND_MS) this.#lastStop.delete(key)
    }
  }

  #placeRow(
    { memberId, currency, stake, legs, accept, idempotencyKey, isCrowd = false }: PlaceCommand,
    known: readonly OfferedSelection[],
    { at, rate, refusal }: { readonly at: number; readonly rate: number; readonly refusal: number },
  ): PlaceRow {
    const prices = known.map(({ selection }) => selection?.price ?? MIN_FACTOR)
    // The entry of an order of the crowd is a bet at once.
    const isPending = !isCrowd && isDelayed(known)
    return {
      id: uuidV7(at),
      member_id: memberId,
      is_crowd: isCrowd,
      currency,
      stake,
      value: valueInCny(currency, stake, rate),
      price: combinedPrice(prices),
      accept,
      state: isPending ? 'pending' : 'accepted',
      max_return: Math.min(maxReturnOf(stake, prices), maxReturn(currency)),
      idem_key: memberKey(memberId, idempotencyKey),
      hash: contentHash('bet', [
        memberId,
        currency,
        stake,
        accept,
        ...legs.flatMap((leg) => [leg.selection, leg.price]),
      ]),
      stake_tx: uuidV7(at),
      placed_at: new Date(at).toISOString(),
      decides_at: isPending ? new Date(at + LIVE_DELAY_SECONDS * SECOND_MS).toISOString() : null,
      refusal,
      legs: known.map((one, index) => legRow(one, prices[index] ?? MIN_FACTOR)),
    }
  }

  async #placeAll(rows: readonly PlaceRow[]): Promise<Placed[]> {
    const found = await retried(() =>
      this.#options.database.db.execute<{ result: Placed }>(
        sql`select bet_place_all(${JSON.stringify(rows)}::jsonb, ${randomStripe()}) as result`,
      ),
    )
    return found.rows.map(({ result }) => result)
  }
}

/** Stops older than the delay are forgotten when there are this many. */
const MAX_STOPS = 5_000
/** Price 1.000. */
const MIN_FACTOR = 1_000

const scoreOf = ({ homeScore, guestScore }: OfferedSelection['match']): string => `${homeScore}:${guestScore}`

interface LegRow {
  readonly matchId: string
  readonly selection: string
  readonly price: number
  readonly match: BetLeg['match']
}

function legRow({ id, match }: OfferedSelection, price: number): LegRow {
  const isLive = isInPlay(match)
  return {
    matchId: match.matchId,
    selection: id,
    price,
    match: {
      eid: match.eid,
      matchId: match.matchId,
      sport: match.sport,
      league: match.league,
      home: match.home.name,
      away: match.away.name,
      startAt: match.startAt,
      score: isLive ? scoreOf(match) : '',
      isLive,
    },
  }
}

/** The bet that `bet_place` has stored. */
function storedBet(row: PlaceRow): StoredBet {
  const time = (value: unknown): number => Date.parse(String(value))
  const placed = row as {
    readonly [Name in 'id' | 'member_id' | 'idem_key' | 'stake_tx']: string
  } & Pick<StoredBet, 'currency' | 'stake' | 'value' | 'price' | 'accept' | 'state'> & {
      readonly max_return: number
      readonly legs: readonly LegRow[]
    }
  return {
    ...placed,
    memberId: placed.member_id,
    accountId: '',
    isCrowd: false,
    version: 0,
    maxReturn: placed.max_return,
    returned: 0,
    owed: 0,
    rejection: null,
    idemKey: placed.idem_key,
    stakeTx: placed.stake_tx,
    placedAt: time(row['placed_at']),
    decidesAt: row['decides_at'] === null ? null : time(row['decides_at']),
    settledAt: null,
    shownIn: null,
    shownEntry: null,
    legs: placed.legs.map((leg, index) => ({
      ...leg,
      betId: placed.id,
      seq: index + 1,
      result: null,
      facts: '',
      rule: null,
    })),
  }
}

function placingFailure(code: number, problem: ReturnType<typeof placingProblem>): Failure {
  if (problem?.code !== code) return failureOf(code)
  if (code === CODES.PARAM_ERROR) return failure(code, '这些选项互相关联，不能组成串关', { details: problem.details })
  return failureOf(code, { details: problem.details })
}

/** Kind, line and outcome of a stored selection. */
export function legKey(selection: string) {
  const parsed = parseSelectionId(selection)
  if (!parsed) throw new Error(`a bet has the unknown selection ${selection}`)
  return parsed
}
