import { sql } from 'drizzle-orm'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { Database } from '../database/database.ts'
import { memberKey } from './content-hash.ts'
import { retried } from './retry.ts'

/** The result of a money call. */
export type OperationResult =
  | { readonly state: 'settled'; readonly code: 0; readonly data: Readonly<Record<string, string | number>> }
  | { readonly state: 'settled'; readonly code: number; readonly data: null }
  /** Nothing was booked, and nothing can be booked under this key any more. */
  | { readonly state: 'unknown' }

type Row =
  | { code: 0; type: string; order: string | null; total: number; comboCount: number; balance: number }
  | { code: Exclude<number, 0>; closed: boolean }

/** Transaction types by endpoint. */
const TYPES: Partial<Record<EndpointName, string>> = { 'gift.reward': 'gift', 'coin.buy': 'coin-buy' }

/** Looks up a member's money call by its idempotency key (settled 7). */
export async function operationResult(
  { db }: Pick<Database, 'db'>,
  asked: { readonly memberId: string; readonly idempotencyKey: string; readonly endpoint: EndpointName },
  now: number,
): Promise<OperationResult> {
  const key = memberKey(asked.memberId, asked.idempotencyKey)
  const at = new Date(now).toISOString()
  const { rows } = await retried(() =>
    db.execute<{ answer: Row }>(sql`select operation_result(${key}, ${at}) as answer`),
  )
  const answer = rows[0]?.answer
  if (!answer) throw new Error('the look-up of an operation gave no answer')
  if (!('balance' in answer)) {
    return answer.closed ? { state: 'unknown' } : { state: 'settled', code: answer.code, data: null }
  }
  // The key belongs to another endpoint: the requested call was never booked, and its copies are conflicts.
  if (TYPES[asked.endpoint] !== answer.type) return { state: 'unknown' }
  const { balance, order, total, comboCount } = answer
  return {
    state: 'settled',
    code: 0,
    data: order === null ? { balance } : { giftOrderNo: order, total, balance, comboCount },
  }
}
