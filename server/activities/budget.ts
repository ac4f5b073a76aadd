import type { RewardCurrency } from '#protocol/currency.ts'
import { randomStripe } from '../wallet/ledger/postings.ts'
import { ACCOUNT_KINDS, type Leg, PAYERS } from '../wallet/funds/transfer.ts'

/** The account of an activity's budget. It cannot be overdrawn. */
export function budgetLeg(activityId: string, currency: RewardCurrency, amount: number): Leg {
  return { ...leg(currency, amount), ownerType: 'bonus', ownerId: `activity:${activityId}`, stripe: 0, negative: false }
}

/** The account of the house that fills budgets: the one that pays other rewards of the currency. */
export function fundingLeg(currency: RewardCurrency, amount: number): Leg {
  const ownerId = PAYERS[currency]
  return { ...leg(currency, amount), ownerType: 'house', ownerId, stripe: randomStripe(), negative: true }
}

function leg(currency: RewardCurrency, amount: number) {
  return { currency, amount, kind: ACCOUNT_KINDS[currency] }
}
