import { CODES, codeText, failureOf } from '#protocol/codes.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { type Result, success, successOf } from '#protocol/result.ts'
import { mayTransfer } from '#protocol/rules/venue.ts'
import type { OrderRow } from '../../database/schema/wallet.ts'
import { VENUES } from '../../site/content.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import type { CallContext, Handlers } from './context.ts'
import { Copies } from './copies.ts'
import { createdResult, type WalletCallServices, wireOrder } from './wallet.ts'

type TransferCalls = Pick<Handlers, Extract<keyof Handlers, `${'transfer' | 'balance'}.${string}`>>

/** Transfers between centre and venues, and balances (Annex D.3). */
export function transferCalls({ wallet }: Pick<WalletCallServices, 'wallet'>): TransferCalls {
  const transfers = new Copies<WalletOrder>()
  const recoveries = new Copies<DataOf<'transfer.oneKeyRecover'>>()
  const transfer = async (
    kind: 'transferIn' | 'transferOut',
    { venueEnName, currency, amount }: RequestOf<'transfer.in'>,
    { session, idempotencyKey }: CallContext,
  ): Promise<Result<WalletOrder>> => {
    if (!session) return failureOf(CODES.NEED_LOGIN)
    if (idempotencyKey === null) return failureOf(CODES.PARAM_ERROR)
    const { memberId } = session
    const venue = VENUES.find(({ enName }) => enName === venueEnName)
    if (!venue) return failureOf(CODES.NOT_FOUND)
    const isClosed = !wallet.channel || !mayTransfer(kind === 'transferIn' ? 'in' : 'out', venue.status)
    if (isClosed && !(await wallet.orders.findByKey(memberId, idempotencyKey))) {
      return failureOf(CODES.VENUE_MAINTAIN)
    }
    return transfers.run([memberId, idempotencyKey, kind, venueEnName, currency, amount], async () =>
      createdResult(await wallet.transfer(kind, { venueEnName, currency }, { memberId, amount, idempotencyKey })),
    )
  }
  return {
    'transfer.in': (params, call) => transfer('transferIn', params, call),
    'transfer.out': (params, call) => transfer('transferOut', params, call),

    'transfer.oneKeyRecover': async ({ currency }, { session, idempotencyKey }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      if (idempotencyKey === null) return failureOf(CODES.PARAM_ERROR)
      const asked = { memberId: session.memberId, idempotencyKey, currency }
      return recoveries.run([asked], () => recover(wallet, asked))
    },

    'balance.list': async ({ currency }, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      const balances = await wallet.balances(session.memberId, currency)
      return success({
        currency,
        center: balances.get('main') ?? 0,
        locked: balances.get('locked') ?? 0,
        venues: VENUES.map(({ enName, chName, status }) => ({
          venueEnName: enName,
          venueChName: chName,
          balance: balances.get(`venue:${enName}`) ?? 0,
          status,
        })),
      })
    },
  }
}

/** One order per venue with a balance, each under a key of its own that follows from the key of the call. */
async function recover(
  wallet: Wallet,
  { memberId, idempotencyKey, currency }: { memberId: string; idempotencyKey: string; currency: 'CNY' | 'USDT' },
): Promise<Result<DataOf<'transfer.oneKeyRecover'>>> {
  const keyOf = (venue: string): string => `${idempotencyKey}.${venue}`
  const known = await wallet.orders.findByKeys(
    memberId,
    VENUES.map(({ enName }) => keyOf(enName)),
  )
  if (known.some((order) => order.currency !== currency)) return failureOf(CODES.IDEMPOTENCY_CONFLICT)
  const orders: OrderRow[] = [...known]
  const failed: { venueEnName: string; code: number; message: string }[] = []
  const balances = await wallet.balances(memberId, currency)
  for (const { enName, status } of known.length > 0 ? [] : VENUES) {
    const amount = balances.get(`venue:${enName}`) ?? 0
    if (amount === 0) continue
    if (!wallet.channel || !mayTransfer('out', status)) {
      failed.push({ venueEnName: enName, code: CODES.VENUE_MAINTAIN, message: codeText(CODES.VENUE_MAINTAIN) })
      continue
    }
    const created =
      // oxlint-disable-next-line no-await-in-loop -- transfers of one member are created one after the other
      await wallet.transfer(
        'transferOut',
        { venueEnName: enName, currency },
        { memberId, amount, idempotencyKey: keyOf(enName) },
      )
    if (created.ok) orders.push(created.data.order)
    else failed.push({ venueEnName: enName, code: created.code, message: created.message })
  }
  const recovered = orders.reduce((sum, { amount, settleTx }) => sum + (settleTx === null ? 0 : amount), 0)
  return successOf({ recovered, orders: orders.map(wireOrder), failed }, known.length > 0)
}
