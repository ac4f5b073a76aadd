import type { DataOf } from '#protocol/endpoints/table.ts'
import { CURRENCIES } from '#protocol/currency.ts'
import { feeOf } from '#protocol/rules/amount.ts'
import { formatMoney } from '#lib/format.ts'
import { walletText } from '#messages/zh/wallet.ts'

/** What the server says about withdrawals in one currency. Amounts are minor units. */
export type Terms = DataOf<'withdraw.prepare'>
type Limits = Pick<Terms, 'available' | 'dailyLeft' | 'max' | 'min'>

/** The greatest amount of one withdrawal; may be below the least. */
export function greatestAmount({ available, dailyLeft, max }: Limits): number {
  return Math.min(available, dailyLeft, max)
}

/** A limit that an amount does not meet, and its value. */
interface LimitProblem {
  readonly limit: 'available' | 'daily' | 'max' | 'min'
  readonly value: number
}

/** The first limit that an amount does not meet, or null. The server decides; this informs the member before. */
export function limitProblem(amount: number, { available, dailyLeft, max, min }: Limits): LimitProblem | null {
  if (amount > available) return { limit: 'available', value: available }
  if (amount > max) return { limit: 'max', value: max }
  if (amount > dailyLeft) return { limit: 'daily', value: dailyLeft }
  return amount < min ? { limit: 'min', value: min } : null
}

/** Why nothing can be withdrawn at all, or null. */
export function obstacle(terms: Limits & Pick<Terms, 'turnoverLeft'>): 'dailyNone' | 'little' | 'turnover' | null {
  if (terms.turnoverLeft > 0) return 'turnover'
  if (terms.available < terms.min) return 'little'
  return terms.dailyLeft < terms.min ? 'dailyNone' : null
}

/** How an amount is divided. Fee and net add up to the amount. */
export function divided(amount: number, feeRate: number): { readonly fee: number; readonly net: number } {
  const fee = feeOf(amount, feeRate)
  return { fee, net: amount - fee }
}

/** The least and the greatest amount. Limits of the site are shown even if amounts are hidden. */
export function boundsText({ currency, min, max }: Pick<Terms, 'currency' | 'max' | 'min'>): string {
  const unit = CURRENCIES[currency]
  return walletText('withdraw.form.bounds', { min: formatMoney(min, unit), max: formatMoney(max, unit) })
}
