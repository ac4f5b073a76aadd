import type { SettleCurrency } from '../currency.ts'
import { timeOfSiteDay } from '../time.ts'

/** Least amount of a transfer to or from the interest wallet (E.6): 1.00. */
export const INTEREST_MIN: Readonly<Record<SettleCurrency, number>> = { CNY: 100, USDT: 1_000_000 }

/** Minute of the following day in the site time zone at which the interest of a day is paid (E.6). */
const ACCRUAL_MINUTE = 5

/** One millionth of a minor unit. A balance times a rate in parts per million is a whole number of them. */
const MICRO = 1_000_000n

/** When the interest of a site day is paid, in epoch milliseconds. */
export function accrualTime(day: number): number {
  return timeOfSiteDay(day + 1, ACCRUAL_MINUTE)
}

/** A change of the principal. `at` is epoch milliseconds. */
export interface PrincipalMove {
  readonly at: number
  readonly amount: number
}

/**
 * The least principal of a site day. `opening` is the principal at midnight, without the interest of the day before,
 * `paid`, which arrives at {@link accrualTime}. `moves` are those of the day, oldest first.
 */
export function minimumPrincipal(
  day: number,
  {
    opening,
    paid,
    moves,
  }: { readonly opening: number; readonly paid: number; readonly moves: readonly PrincipalMove[] },
): number {
  const paidAt = accrualTime(day - 1)
  let principal = opening
  let least = opening
  for (const { at, amount } of moves) {
    principal += amount
    least = Math.min(least, at < paidAt ? principal : principal + paid)
  }
  return Math.max(0, least)
}

/** Interest of one day: whole minor units that are paid, and millionths of a unit that are carried to the next day. */
interface DayInterest {
  readonly paid: number
  readonly carried: number
}

/** Interest on the least principal of a day. `dailyPpm` is the daily rate in parts per million. */
export function interestOfDay(least: number, dailyPpm: number, carried: number): DayInterest {
  const total = BigInt(least) * BigInt(dailyPpm) + BigInt(carried)
  return { paid: Number(total / MICRO), carried: Number(total % MICRO) }
}
