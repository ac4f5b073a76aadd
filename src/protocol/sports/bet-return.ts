import type { BetState, LegResult } from './bet-terms.ts'

/** A leg whose price is fixed. `price` in thousandths; `result` is null until the leg is decided. */
interface PricedLeg {
  readonly price: number
  readonly result: LegResult | null
}

/** What a settled bet returns, stake included, in minor units, and its state by Annex E.7. */
interface BetReturn {
  readonly state: Extract<BetState, 'won' | 'lost' | 'refunded' | 'half-won' | 'half-lost'>
  readonly returned: number
}

/** Factors are fractions of this: thousandths of a price, and halves. */
const UNIT = 2_000n

/** What a leg multiplies the stake by, in units of 1/2000. */
const FACTORS: Readonly<Record<LegResult, (price: bigint) => bigint>> = {
  won: (price) => price * 2n,
  'half-won': (price) => price + 1_000n,
  push: () => UNIT,
  void: () => UNIT,
  'half-lost': () => UNIT / 2n,
  lost: () => 0n,
}

/** An amount as a number, at most the largest safe integer. */
export const safeUnits = (value: bigint): number =>
  value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value)

/** Product of the factors, and of their units. */
function factorOf(legs: readonly { readonly price: number; readonly result: LegResult }[]): [bigint, bigint] {
  const factor = legs.reduce((product, { price, result }) => product * FACTORS[result](BigInt(price)), 1n)
  return [factor, UNIT ** BigInt(legs.length)]
}

/** Product of the prices in thousandths, rounded down; at most the largest safe integer. For display only. */
export function combinedPrice(prices: readonly number[]): number {
  const product = prices.reduce((each, price) => each * BigInt(price), 1_000n)
  return safeUnits(product / 1_000n ** BigInt(prices.length))
}

/** What a bet returns if all its legs win: the exact product, rounded down once. */
export function maxReturnOf(stake: number, prices: readonly number[]): number {
  const [factor, unit] = factorOf(prices.map((price) => ({ price, result: 'won' })))
  return safeUnits((BigInt(stake) * factor) / unit)
}

/** The highest stake whose return is at most `maxReturn`. */
export function maxStakeOf(maxReturn: number, prices: readonly number[]): number {
  const [factor, unit] = factorOf(prices.map((price) => ({ price, result: 'won' })))
  return safeUnits((BigInt(maxReturn + 1) * unit - 1n) / factor)
}

/**
 * What a bet returns by the results of its legs; null while it is open. A lost leg loses a 串关 at once. A 串关 is never
 * half won or lost: it is won if it returns more than its stake, lost if less, and refunded if its factor is exactly 1.
 */
export function betReturn(stake: number, legs: readonly PricedLeg[]): BetReturn | null {
  if (legs.some(({ result }) => result === 'lost')) return { state: 'lost', returned: 0 }
  const decided = legs.flatMap(({ price, result }) => (result === null ? [] : [{ price, result }]))
  if (decided.length < legs.length) return null
  const [factor, unit] = factorOf(decided)
  return { state: stateOf(decided, factor, unit), returned: safeUnits((BigInt(stake) * factor) / unit) }
}

function stateOf(legs: readonly { readonly result: LegResult }[], factor: bigint, unit: bigint): BetReturn['state'] {
  const [only] = legs
  if (legs.length === 1 && (only?.result === 'half-won' || only?.result === 'half-lost')) return only.result
  return factor > unit ? 'won' : factor < unit ? 'lost' : 'refunded'
}
