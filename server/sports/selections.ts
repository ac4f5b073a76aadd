import { CODES } from '#protocol/codes.ts'
import type { BetMatch } from '#protocol/endpoints/sports.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import { maxStakeOf } from '#protocol/sports/bet-return.ts'
import type { AcceptMode } from '#protocol/sports/bet-terms.ts'
import { MAX_RETURN, MIN_STAKE } from '#protocol/sports/bet-terms.ts'
import { correlatedSelections } from '#protocol/sports/correlation.ts'
import { marketId, parseSelectionId } from '#protocol/sports/market-keys.ts'
import type { Market, Selection } from '#protocol/sports/markets.ts'
import { type Book, isInPlay } from './book.ts'

/** A selection with its match and its market as they are now. */
export interface OfferedSelection {
  readonly id: string
  readonly outcome: string
  readonly match: BetMatch
  /** Null if it was never offered. */
  readonly market: Market | null
  readonly selection: Selection | null
}

/** Null for an unknown match, or an outcome that its market does not have. */
export function offeredSelection(book: Book, id: string): OfferedSelection | null {
  const parsed = parseSelectionId(id)
  const match = parsed && book.find(parsed.matchId)
  if (!match) return null
  const market = book.market(parsed.matchId, marketId(parsed))
  const selection = market?.selections.find(({ outcome }) => outcome === parsed.outcome) ?? null
  if (market && !selection) return null
  return { id, outcome: parsed.outcome, match, market, selection }
}

/** Minor units of a currency for one of CNY in the bounds of stakes and returns. */
const FACTORS: Readonly<Record<SettleCurrency, number>> = { CNY: 1, USDT: 1_400 }

interface StakeBounds {
  readonly minStake: number
  readonly maxStake: number
}

export function stakeBounds(currency: SettleCurrency, prices: readonly number[]): StakeBounds {
  return { minStake: MIN_STAKE * FACTORS[currency], maxStake: maxStakeOf(maxReturn(currency), prices) }
}

/** The highest return of a bet in minor units of the currency. */
export function maxReturn(currency: SettleCurrency): number {
  return MAX_RETURN * FACTORS[currency]
}

/** A selection with the price that the member saw. */
export interface WantedLeg {
  readonly selection: string
  readonly price: number
}

interface Problem {
  readonly code: number
  readonly details?: unknown
}

interface Wanted {
  readonly currency: SettleCurrency
  readonly stake: number
  readonly accept: AcceptMode
  readonly legs: readonly WantedLeg[]
}

/** Why a bet cannot be placed now; null if it can. The prices are those of the server (I7). */
export function placingProblem(wanted: Wanted, offered: readonly (OfferedSelection | null)[]): Problem | null {
  const known = offered.filter((one) => one !== null)
  if (known.length < wanted.legs.length) return { code: CODES.NOT_FOUND }
  const correlated = correlatedSelections(wanted.legs.map(({ selection }) => selection))
  if (correlated.length > 0) return { code: CODES.PARAM_ERROR, details: { correlated } }
  const markets = known.flatMap(({ market }) => (market ? [market] : []))
  if (known.some(isOver)) return { code: CODES.BET_TOO_LATE, details: { markets } }
  if (known.some(({ market }) => market?.state !== 'open'))
    return { code: CODES.MARKET_SUSPENDED, details: { markets } }
  const prices = known.map(({ selection }) => selection?.price ?? 0)
  if (prices.some((price, index) => !isAccepted(wanted.accept, wanted.legs[index]?.price ?? 0, price))) {
    return { code: CODES.ODDS_CHANGED, details: { markets } }
  }
  const bounds = stakeBounds(wanted.currency, prices)
  if (wanted.stake < bounds.minStake || wanted.stake > bounds.maxStake)
    return { code: CODES.BET_LIMIT, details: bounds }
  return null
}

function isOver({ match, market }: OfferedSelection): boolean {
  return match.clock.phase === 'ended' || market === null || market.state === 'closed'
}

/** Whether a price may replace the one that the member saw. */
export function isAccepted(accept: AcceptMode, seen: number, price: number): boolean {
  return accept === 'any' || price === seen || (accept === 'better' && price > seen)
}

/** Whether a bet on these selections is delayed. */
export function isDelayed(offered: readonly OfferedSelection[]): boolean {
  return offered.some(({ match }) => isInPlay(match))
}
