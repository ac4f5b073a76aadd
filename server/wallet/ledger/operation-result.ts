import { sql } from 'drizzle-orm'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { Database } from '../../database/database.ts'
import { memberKey } from './postings.ts'
import { retried } from '../../database/errors.ts'

/** The result of a money call. */
export type OperationResult =
  | { readonly state: 'settled'; readonly code: 0; readonly data: Readonly<Record<string, string | number>> }
  | { readonly state: 'settled'; readonly code: number; readonly data: null }
  /** Nothing was booked, and nothing can be booked under this key any more. */
  | { readonly state: 'unknown' }

type Row =
  | { code: 0; type: string; order: string | null; total: number; comboCount: number; balance: number }
  | { code: 0; type: string; walletOrder: string }
  | { code: Exclude<number, 0>; closed: boolean }

/** Transaction types by endpoint. */
const TYPES: Partial<Record<EndpointName, readonly string[]>> = {
  'gift.reward': ['gift'],
  'coin.buy': ['coin-buy'],
  'pay.create': ['deposit', 'speedDeposit'],
  'usdt.pay': ['deposit'],
  'withdraw.create': ['withdraw'],
  'fastWithdraw.create': ['fastWithdraw'],
  'transfer.in': ['transferIn'],
  'transfer.out': ['transferOut'],
  'usdt.transfer': ['convert'],
  'interest.to': ['interest-to'],
  'interest.from': ['interest-from'],
}

/** Looks up a member's money call by its idempotency key (settled 7). */
export async function operationResult(
  { db }: Pick<Database, 'db'>,
  requested: { readonly memberId: string; readonly idempotencyKey: string; readonly endpoint: EndpointName },
  now: number,
): Promise<OperationResult> {
  const key = memberKey(requested.memberId, requested.idempotencyKey)
  const at = new Date(now).toISOString()
  const { rows } = await retried(() =>
    db.execute<{ result: Row }>(sql`select operation_result(${key}, ${at}) as result`),
  )
  const result = rows[0]?.result
  if (!result) throw new Error('the look-up of an operation returned nothing')
  if (!('type' in result)) {
    return result.closed ? { state: 'unknown' } : { state: 'settled', code: result.code, data: null }
  }
  // The key belongs to another endpoint: the requested call was never booked, and its copies are conflicts.
  if (TYPES[requested.endpoint]?.includes(result.type) !== true) return { state: 'unknown' }
  if ('walletOrder' in result) return { state: 'settled', code: 0, data: { orderNo: result.walletOrder } }
  const { balance, order, total, comboCount } = result
  return {
    state: 'settled',
    code: 0,
    data: order === null ? { balance } : { giftOrderNo: order, total, balance, comboCount },
  }
}
