import { and, inArray, ne, sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { Database, DrizzleDatabase } from '../../database/database.ts'
import { ledgerRefusal } from '../../database/schema/ledger.ts'
import { memberKey } from './postings.ts'
import { retried } from '../../database/errors.ts'

/** The result of a money call. */
type OperationResult =
  | { readonly state: 'settled'; readonly code: 0; readonly data: Readonly<Record<string, string | number>> }
  | { readonly state: 'settled'; readonly code: number; readonly data: null }
  /** Nothing was booked, and nothing can be booked under this key any more. */
  | { readonly state: 'unknown' }

type Row =
  | { code: 0; type: string; order: string | null; total: number; comboCount: number; balance: number }
  | { code: 0; type: string; walletOrder: string }
  | { code: number; closed: boolean }

/** Transaction types by endpoint. */
const TYPES: Partial<Record<EndpointName, readonly string[]>> = {
  'gift.reward': ['gift'],
  'coin.buy': ['coin-buy'],
  'bet.place': ['bet'],
  'bet.cashOut': ['bet-return'],
  'table.bet': ['table-bet'],
  'gameRound.start': ['round'],
  'gameRound.move': ['round'],
  'game.launch': ['transferIn'],
  'pay.create': ['deposit', 'speedDeposit'],
  'usdt.pay': ['deposit'],
  'withdraw.create': ['withdraw'],
  'fastWithdraw.create': ['fastWithdraw'],
  'transfer.in': ['transferIn'],
  'transfer.out': ['transferOut'],
  'usdt.transfer': ['convert'],
  'interest.to': ['interest-to'],
  'interest.from': ['interest-from'],
  'rebate.receive': ['rebate'],
  'birthCash.receive': ['birthday'],
  'welfare.receive': ['rebate', 'birthday', 'activity'],
  'activity.receive': ['activity'],
  'redRain.grab': ['activity'],
  'points.exchange': ['points-exchange'],
  'soccerLottery.draw': ['soccer-lottery'],
}

/** The money calls whose key belongs to no single posting. */
const CLAIMED: readonly EndpointName[] = ['transfer.oneKeyRecover', 'gameRound.move']

/**
 * Claims the key of a call that has several postings, each under a key of its own, in the transaction that stores them.
 * Null for the first call, 0 for a repetition, and else the code of the refusal: the key has another content, or its
 * result was requested before.
 */
export async function claimOperation(
  tx: Pick<DrizzleDatabase, 'execute'>,
  { key, contentHash }: { readonly key: string; readonly contentHash: string },
  at: string,
): Promise<number | null> {
  const { rows } = await tx.execute<{ code: number | null }>(
    sql`select answer_code as code from ledger_first_answer(${key}, ${contentHash})`,
  )
  const code = rows[0]?.code ?? null
  if (code === null) await tx.execute(sql`select ledger_refuse(${key}, ${contentHash}, 0, ${at})`)
  return code
}

/** Codes of the refusals that are stored under these keys. Keys that a look-up has closed are not among them. */
export async function refusalsUnder(
  { db }: Pick<Database, 'db'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select()
    .from(ledgerRefusal)
    .where(and(inArray(ledgerRefusal.idemKey, [...keys]), ne(ledgerRefusal.contentHash, 'closed')))
  return new Map(rows.map(({ idemKey, code }) => [idemKey, code]))
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
    if (result.closed) return { state: 'unknown' }
    if (result.code !== CODES.SUCCESS) return { state: 'settled', code: result.code, data: null }
    return CLAIMED.includes(requested.endpoint) ? { state: 'settled', code: 0, data: {} } : { state: 'unknown' }
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
