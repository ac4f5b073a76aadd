import type { SettleCurrency } from '../currency.ts'
import { askOf, bidOf, type LockValue } from './locked-price.ts'

/** A rate is the price of one USDT in 1/10,000 CNY, a positive integer. */
export const RATE_SCALE = 10_000
/** A rate that is older is shown as stale, and no quote is made from it. */
export const RATE_MAX_AGE_MS = 60_000
/** A quote can be accepted for this long. */
export const QUOTE_MS = 30_000
/**
 * Spread on each side of the rate, in parts per million: 0.5 %. It covers what the rate moves within {@link QUOTE_MS},
 * and the whole range of the demo rates.
 */
export const SPREAD_PPM = 5_000

/** Least and greatest amount of one conversion, in minor units of the currency that is given. */
export const CONVERSION_LIMITS: Readonly<Record<SettleCurrency, { readonly min: number; readonly max: number }>> = {
  CNY: { min: 100, max: 100_000_000 },
  USDT: { min: 1_000_000, max: 150_000_000_000 },
}

/** Result of a conversion in minor units: `debit` of the given currency, `receive` of the other one. */
interface Conversion {
  readonly debit: number
  readonly receive: number
}

/**
 * Minor units of USDT (1e-6) and CNY (1e-2) relate as `cents * 1e8 = micro * rate`: 1e6 micro per USDT, 100 cents per
 * CNY, and {@link RATE_SCALE}.
 */
const PRODUCT = 100_000_000n

/**
 * Converts an amount of `from`. What the member receives is rounded down; what the member gives is the least amount that
 * yields it, so that no fraction of a unit is taken without a value. Both are 0 if the amount is worth less than a unit.
 */
export function convert(from: SettleCurrency, amount: number, rate: number): Conversion {
  const [given, price] = [BigInt(amount), BigInt(rate)]
  const receive = from === 'USDT' ? (given * price) / PRODUCT : (given * PRODUCT) / price
  const debit = from === 'USDT' ? divideUp(receive * PRODUCT, price) : divideUp(receive * price, PRODUCT)
  return { debit: Number(debit), receive: Number(receive) }
}

/** The rate at which a member converts. Buying USDT costs the spread more, selling it yields the spread less. */
export function memberRate(from: SettleCurrency, rate: number): number {
  return from === 'CNY' ? askOf(rate, SPREAD_PPM) : bidOf(rate, SPREAD_PPM)
}

/** Both sides of a conversion at the current rate, without spread. The unit is that of {@link PRODUCT}. */
export function conversionValue(from: SettleCurrency, { debit, receive }: Conversion, rate: number): LockValue {
  const inCny = (cents: number): bigint => BigInt(cents) * PRODUCT
  const inUsdt = (micro: number): bigint => BigInt(micro) * BigInt(rate)
  return from === 'CNY'
    ? { given: inCny(debit), taken: inUsdt(receive) }
    : { given: inUsdt(debit), taken: inCny(receive) }
}

/** The value of an amount in CNY minor units, rounded up: limits compare it. */
export function valueInCny(currency: SettleCurrency, amount: number, rate: number): number {
  return currency === 'CNY' ? amount : Number(divideUp(BigInt(amount) * BigInt(rate), PRODUCT))
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
