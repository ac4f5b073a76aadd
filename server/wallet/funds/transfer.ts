import { sql } from 'drizzle-orm'
import type { CurrencyCode, RewardCurrency } from '#protocol/currency.ts'
import type { PostingType } from '#protocol/wallet/records.ts'
import type { DrizzleDatabase } from '../../database/database.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import { randomStripe } from '../ledger/postings.ts'

/** One entry of a posting. Minor units; negative amounts leave the account. */
export interface Leg {
  readonly ownerType: 'member' | 'house' | 'bonus'
  readonly ownerId: string
  readonly currency: RewardCurrency
  readonly kind: 'main' | 'interest' | 'coin' | 'points'
  readonly stripe: number
  readonly negative: boolean
  readonly amount: number
}

export function memberLeg(
  memberId: string,
  kind: Leg['kind'],
  { currency, amount }: { readonly currency: RewardCurrency; readonly amount: number },
): Leg {
  return { ownerType: 'member', ownerId: memberId, currency, kind, stripe: 0, negative: false, amount }
}

/** The account of the house for one purpose. It may be negative: the house pays from it. */
export function houseLeg(
  ownerId: 'exchange' | 'interest' | 'bonus',
  { currency, amount }: { readonly currency: CurrencyCode; readonly amount: number },
): Leg {
  return { ownerType: 'house', ownerId, currency, kind: 'main', stripe: randomStripe(), negative: true, amount }
}

/** An amount that the house gives to a member, or takes from one if it is negative, as its two legs. */
export function rewardLegs(
  memberId: string,
  { currency, amount }: { readonly currency: Leg['currency']; readonly amount: number },
): Leg[] {
  const kind = ACCOUNT_KINDS[currency]
  const leg = { currency, kind, stripe: 0, negative: false, amount }
  return [
    { ...leg, ownerType: 'member', ownerId: memberId },
    { ...leg, ownerType: 'house', ownerId: PAYERS[currency], amount: -amount, stripe: randomStripe(), negative: true },
  ]
}

/** The kind of account that members have for a currency. */
export const ACCOUNT_KINDS = { CNY: 'main', USDT: 'main', COIN: 'coin', POINT: 'points' } as const
/** The house account that rewards come from. */
export const PAYERS = { CNY: 'bonus', USDT: 'bonus', COIN: 'issue', POINT: 'points' } as const

interface TransferOptions {
  /** A type of postings that are records of the member, or the budget of an activity. */
  readonly type: PostingType | 'activity-budget'
  readonly refType: string
  readonly refId: string
  readonly key: string
  readonly contentHash: string
  /** 0, or the code of a refusal, which is stored under the key. */
  readonly refusal?: number
  /** The account of the caller first: its balance is the result of a look-up by key. */
  readonly legs: readonly Leg[]
  /** Epoch milliseconds. */
  readonly at: number
}

type Transferred = { readonly code: 0; readonly replay: boolean; readonly tx: string } | { readonly code: number }

/** Posts legs once per key, in the transaction of the caller. A known key gets its first result (settled 7). */
export async function transferOnce(
  tx: Pick<DrizzleDatabase, 'execute'>,
  { type, refType, refId, key, contentHash, refusal = 0, legs, at }: TransferOptions,
): Promise<Transferred> {
  const { rows } = await tx.execute<{
    result: Transferred
  }>(sql`select ledger_transfer(${uuidV7(at)}, ${type}, ${refType},
    ${refId}, ${key}, ${contentHash}, ${refusal}::integer, ${JSON.stringify(legs)}::jsonb,
    ${new Date(at).toISOString()}) as result`)
  const result = rows[0]?.result
  if (!result) throw new Error('a transfer returned nothing')
  return result
}

export function isTransferred(result: Transferred): result is Extract<Transferred, { readonly tx: string }> {
  return 'tx' in result
}
