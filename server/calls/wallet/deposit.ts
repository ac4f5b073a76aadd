import { CODES, failureOf } from '#protocol/codes.ts'
import type { UsdtPayment, WalletOrder } from '#protocol/endpoints/wallet.ts'
import { type Result, success, successOf } from '#protocol/result.ts'
import type { OrderKind } from '#protocol/wallet/order-states.ts'
import type { OrderRow } from '../../database/schema/wallet.ts'
import { offeredPayTypes, type PayType } from '../../wallet/payments/channel.ts'
import type { CallContext, Handlers, MoneyCall } from '../../http/context.ts'
import { Copies } from '../site/copies.ts'
import { receivePictures } from '../account/upload.ts'
import { endOrder, moveOrder, ownOrder, type WalletCallServices, wireOrder } from './wallet.ts'

type DepositCalls = Pick<
  Handlers,
  Extract<keyof Handlers, `${'payType' | 'pay' | 'deposit' | 'speedDeposit'}.${string}`> | 'usdt.pay'
>

const MAX_PROOFS = 3
/** The state of a deposit is requested at once after a claim or an appeal. */
const PAY_IN_KINDS: readonly OrderKind[] = ['deposit', 'speedDeposit']

/** Deposits, from the payment types to the proofs of a payment (Annex D.4). */
export function depositCalls(services: WalletCallServices): DepositCalls {
  const { wallet, now } = services
  const create = creator(services)
  return {
    'payType.list': async ({ currency }, call) => {
      const types = offeredTypes(services, call).filter((type) => type.currency === currency)
      return success({
        list: types.map(({ id, name, kind, min, max, quick, feeRate, chains }) => {
          return { id, name, kind, min, max, quick, feeRate, chains }
        }),
      })
    },

    'pay.create': async ({ payTypeId, amount }, call) => {
      const created = await create((type) => type.id === payTypeId, { amount }, call)
      return created.ok ? { ...created, data: wireOrder(created.data) } : created
    },

    'usdt.pay': async ({ chain, amount }, call) => {
      const created = await create((type) => type.chains.includes(chain), { amount, chain }, call)
      return created.ok ? { ...created, data: usdtPayment(created.data) } : created
    },

    'deposit.detail': async ({ orderNo }, call) => {
      const order = await ownOrder(wallet, orderNo, call, PAY_IN_KINDS)
      return order.ok ? success(wireOrder(order.data)) : order
    },

    'deposit.cancel': ({ orderNo }, call) => endOrder(wallet, { orderNo, event: 'cancel', kinds: PAY_IN_KINDS }, call),
    'deposit.close': ({ orderNo }, call) => endOrder(wallet, { orderNo, event: 'close', kinds: PAY_IN_KINDS }, call),

    'speedDeposit.confirm': ({ orderNo }, call) =>
      moveOrder(wallet, { orderNo, event: 'claim', kinds: PAY_IN_KINDS, dueAt: now() }, call),

    'speedDeposit.appeal': ({ orderNo, reason }, call) =>
      moveOrder(wallet, { orderNo, event: 'appeal', kinds: PAY_IN_KINDS, note: reason, dueAt: now() }, call),

    'speedDeposit.uploadProof': async ({ orderNo }, call) => {
      const order = await ownOrder(wallet, orderNo, call, PAY_IN_KINDS)
      return order.ok ? addProofs(services, order.data, call) : order
    },
  }
}

/** Payment types that the site of the call offers. */
function offeredTypes({ wallet }: WalletCallServices, { site }: Pick<CallContext, 'site'>): readonly PayType[] {
  return offeredPayTypes(wallet.channel?.payTypes ?? [], site)
}

/** Creates deposits of the first payment type that matches. A type that is switched off keeps the orders of its keys. */
function creator(services: WalletCallServices) {
  const { wallet, playLimits } = services
  const copies = new Copies<OrderRow>()
  return async (
    matches: (type: PayType) => boolean,
    { amount, chain }: { readonly amount: number; readonly chain?: string },
    { session, site, idempotencyKey }: MoneyCall,
  ): Promise<Result<OrderRow>> => {
    const { memberId } = session
    const offered = offeredTypes(services, { site }).find(matches)
    const isKnown = offered === undefined && (await wallet.orders.findByKey(memberId, idempotencyKey)) !== null
    const type = isKnown ? wallet.channel?.payTypes.find(matches) : offered
    if (!type) return failureOf(CODES.NOT_FOUND)
    const money = { memberId, idempotencyKey, amount, chain: chain ?? type.chains[0] ?? '' }
    return copies.run([type.id, money], async () => {
      const created = await wallet.deposit(type.id, money)
      if (created.ok) return successOf(created.data.order, created.data.isReplay)
      return playLimits.explained(created, memberId, 'deposit', { kind: 'deposit', currency: type.currency, amount })
    })
  }
}

/** A deposit of USDT with its address (S7.69). */
export function usdtPayment(row: OrderRow): UsdtPayment {
  const { account = '', qr = '', rate = null } = row.pay ?? {}
  return { ...wireOrder(row), chain: row.accountId ?? '', address: account, qr, rate }
}

/** Stores the images, encoded again, and links them with the order. */
async function addProofs(
  { wallet, uploads, pictures }: WalletCallServices,
  order: OrderRow,
  call: CallContext,
): Promise<Result<WalletOrder>> {
  if (order.isFinal) return failureOf(CODES.ORDER_STATE_CHANGED)
  if (order.proofs.length >= MAX_PROOFS) return failureOf(CODES.LIMIT_EXCEEDED)
  const encoded = await receivePictures(pictures, order.memberId, call)
  if (!encoded.ok) return encoded
  if (encoded.data.length === 0) return failureOf(CODES.PARAM_ERROR)
  const stored = await uploads.add(order.memberId, 'proof', encoded.data)
  if (!stored) return failureOf(CODES.LIMIT_EXCEEDED)
  const ids = stored.map(({ id }) => id)
  const updated = await wallet.orders.addProofs(order, ids, MAX_PROOFS)
  if (updated) return success(wireOrder(updated))
  await Promise.all(ids.map((id) => uploads.remove(order.memberId, id)))
  return failureOf(CODES.LIMIT_EXCEEDED)
}
