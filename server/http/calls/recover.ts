import { CODES, codeText, failureOf } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { type Result, successOf } from '#protocol/result.ts'
import { mayTransfer } from '#protocol/rules/venue.ts'
import type { Database } from '../../database/database.ts'
import { VENUES } from '../../site/content.ts'
import { claimOperation, operationResult, refusalsUnder } from '../../wallet/ledger/operation-result.ts'
import { contentHash, memberKey } from '../../wallet/ledger/postings.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import { wireOrder } from './wallet.ts'

export interface RecoverServices {
  readonly database: Database
  readonly wallet: Wallet
  readonly now: () => number
}

interface Asked {
  readonly memberId: string
  readonly idempotencyKey: string
}

type Recovered = DataOf<'transfer.oneKeyRecover'>

/** Key of the transfer from one venue. It follows from the key of the call. */
const keyOf = (idempotencyKey: string, venueEnName: string): string => `${idempotencyKey}.${venueEnName}`

/**
 * One-key recovery (E.5): one order per venue with a balance. The key of the call is claimed first. A repetition returns
 * what was stored and transfers nothing.
 */
export async function recover(
  services: RecoverServices,
  { memberId, idempotencyKey, currency }: Asked & { readonly currency: SettleCurrency },
): Promise<Result<Recovered>> {
  const { database, wallet, now } = services
  const key = memberKey(memberId, idempotencyKey)
  const claimed = await claimOperation(
    database,
    { key, contentHash: contentHash('recover', [memberId, currency]) },
    now(),
  )
  if (claimed !== null && claimed !== CODES.SUCCESS) return failureOf(claimed)
  const balances = claimed === null ? await wallet.balances(memberId, currency) : new Map<string, number>()
  for (const { enName, status } of VENUES) {
    const amount = balances.get(`venue:${enName}`) ?? 0
    if (amount === 0) continue
    const refusal = wallet.channel && mayTransfer('out', status) ? 0 : CODES.VENUE_MAINTAIN
    const money = { memberId, amount, idempotencyKey: keyOf(idempotencyKey, enName), refusal }
    // oxlint-disable-next-line no-await-in-loop -- transfers of one member are created one after the other
    await wallet.transfer('transferOut', { venueEnName: enName, currency }, money)
  }
  return successOf(await recovered(services, { memberId, idempotencyKey }), claimed !== null)
}

/** The response of a recovery by its key. Transfers that it has not booked by then are refused from then on. */
export async function recoveredUnder(
  services: RecoverServices,
  { memberId, idempotencyKey }: Asked,
): Promise<Recovered> {
  for (const { enName } of VENUES) {
    const asked = { memberId, idempotencyKey: keyOf(idempotencyKey, enName), endpoint: 'transfer.out' } as const
    // oxlint-disable-next-line no-await-in-loop -- few venues, and rarely
    await operationResult(services.database, asked, services.now())
  }
  return recovered(services, { memberId, idempotencyKey })
}

/** What is stored under the keys of a recovery, in the order of the venues. */
async function recovered(
  { database, wallet }: RecoverServices,
  { memberId, idempotencyKey }: Asked,
): Promise<Recovered> {
  const keys = VENUES.map(({ enName }) => keyOf(idempotencyKey, enName))
  const found = await wallet.orders.findByKeys(memberId, keys)
  const orders = VENUES.flatMap(({ enName }) => found.filter(({ channel }) => channel === enName))
  const refusals = await refusalsUnder(
    database,
    keys.map((key) => memberKey(memberId, key)),
  )
  return {
    recovered: orders.reduce((sum, { amount, settleTx }) => sum + (settleTx === null ? 0 : amount), 0),
    orders: orders.map(wireOrder),
    failed: VENUES.flatMap(({ enName }) => {
      const code = refusals.get(memberKey(memberId, keyOf(idempotencyKey, enName)))
      return code === undefined ? [] : [{ venueEnName: enName, code, message: codeText(code) }]
    }),
  }
}
