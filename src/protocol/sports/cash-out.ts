import type { LegResult } from './bet-terms.ts'
import type { Market } from './markets.ts'
import { betReturn, safeUnits } from './bet-return.ts'

/** What a cash-out pays less than the fair value, in parts per million: 5 %. Shown to members. */
export const CASH_OUT_SPREAD_PPM = 50_000
/** Life of a quote in milliseconds. */
export const QUOTED_MS = 8_000
/** The highest chance of a push that the value of a leg on a whole line assumes. */
const MAX_PUSH = 0.35
/** Values are computed with this many parts of one. */
const PARTS = 1_000_000_000

interface CashOutLeg {
  /** Accepted price in thousandths. */
  readonly price: number
  readonly result: LegResult | null
  /** The market with its current prices; null if it has none, or is suspended. */
  readonly market: Pick<Market, 'kind' | 'line' | 'selections'> | null
  readonly outcome: string
}

/**
 * Fair value of a bet, rounded down: its stake times the results of decided legs and, for each open leg, the accepted price
 * divided by the current one without margin. Null if an open leg has no price, if all legs are decided, or if the bet is
 * lost.
 */
export function cashOutValue(stake: number, legs: readonly CashOutLeg[]): number | null {
  if (legs.every(({ result }) => result !== null) || legs.some(({ result }) => result === 'lost')) return null
  let value = BigInt(stake)
  for (const leg of legs) {
    const factor = leg.result === null ? openFactor(leg) : decidedFactor(leg.price, leg.result)
    if (factor === null) return null
    value = (value * BigInt(factor)) / BigInt(PARTS)
  }
  return safeUnits(value)
}

/** Chance of an outcome by the prices without margin: the chances of a market add up to 1. Null if it has no such outcome. */
function fairChance({ selections }: Pick<Market, 'selections'>, outcome: string): number | null {
  const total = selections.reduce((sum, { price }) => sum + 1 / price, 0)
  const chosen = selections.find((selection) => selection.outcome === outcome)
  return chosen ? 1 / chosen.price / total : null
}

function openFactor({ price, market, outcome }: CashOutLeg): number | null {
  if (!market) return null
  const chance = fairChance(market, outcome)
  if (chance === null) return null
  const ratio = (price / 1_000) * chance
  // A push returns the stake of a leg whatever its price, so a gain counts only for the rest.
  const value = ratio > 1 ? 1 + (ratio - 1) * (1 - pushShare(market)) : ratio
  return Math.floor(value * PARTS)
}

function pushShare({ kind, line }: Pick<Market, 'kind' | 'line'>): number {
  if (kind !== 'handicap' && kind !== 'total') return 0
  const quarter = Math.abs(line % 4)
  return quarter === 0 ? MAX_PUSH : quarter === 2 ? 0 : MAX_PUSH / 2
}

function decidedFactor(price: number, result: LegResult): number {
  return betReturn(PARTS, [{ price, result }])?.returned ?? 0
}
