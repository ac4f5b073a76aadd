import type { CurrencyCode } from '#protocol/currency.ts'
import { randomStripe } from '../wallet/ledger/postings.ts'
import type { Leg } from '../wallet/funds/transfer.ts'

/** The account of an activity's budget. It cannot be overdrawn. */
export function budgetLeg(activityId: string, currency: CurrencyCode, amount: number): Leg {
  return { ...leg(currency, amount), ownerType: 'bonus', ownerId: `activity:${activityId}`, stripe: 0, negative: false }
}

/** The account of the house that fills budgets: that of gifts of the house, or the issue of coins. */
export function fundingLeg(currency: CurrencyCode, amount: number): Leg {
  const ownerId = currency === 'COIN' ? 'issue' : 'bonus'
  return { ...leg(currency, amount), ownerType: 'house', ownerId, stripe: randomStripe(), negative: true }
}

function leg(currency: CurrencyCode, amount: number) {
  return { currency, amount, kind: currency === 'COIN' ? 'coin' : 'main' } as const
}
