import { CODES, failureOf } from '#protocol/codes.ts'
import { BANK_SCRIPTS } from '#protocol/endpoints/demo.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { type Failure, type Result, success, successOf } from '#protocol/result.ts'
import type { OrderEvent, OrderKind } from '#protocol/wallet/order-states.ts'
import type { OrderRow } from '../../database/schema/wallet.ts'
import { stripMetadata } from '../../members/uploads/strip.ts'
import type { Uploads } from '../../members/uploads/uploads.ts'
import { BANKS } from '../../wallet/payments/channel.ts'
import type { DemoBank } from '../../wallet/payments/demo-bank.ts'
import type { Created, Wallet } from '../../wallet/wallet.ts'
import type { CallContext, Handlers } from './context.ts'
import { Copies } from './copies.ts'

export interface WalletCallServices {
  readonly wallet: Wallet
  /** Null outside demo mode. */
  readonly demoBank: DemoBank | null
  readonly uploads: Pick<Uploads, 'add' | 'remove'>
  readonly now: () => number
}

type Calls = Pick<
  Handlers,
  Extract<
    keyof Handlers,
    `${'payType' | 'pay' | 'bank' | 'deposit' | 'speedDeposit' | 'walletType' | 'dealRecord'}.${string}` | 'demo.bank'
  >
>

/** Orders per page of the records. */
const RECORDS = 20
const MAX_PROOFS = 3
/** A deposit is asked for at once after a claim or an appeal. */
const PAY_IN_KINDS: readonly OrderKind[] = ['deposit', 'speedDeposit']

const POSTING_TEXTS = { reserve: '金额已冻结', settle: '订单入账', release: '冻结金额已退回' } as const
const ACCOUNT_TEXTS: Readonly<Record<string, string>> = { main: '中心钱包', locked: '冻结金额' }

/** Deposits, records and preferences of the wallet (Annex D.4). */
export function walletCalls(services: WalletCallServices): Calls {
  const { wallet, demoBank } = services
  return {
    ...payInCalls(services),
    ...recordCalls(services),

    'payType.list': async ({ currency }) => {
      const types = wallet.channel?.payTypes.filter((type) => type.currency === currency) ?? []
      return success({
        list: types.map(({ id, name, kind, min, max, quick, feeRate, chains }) => {
          return { id, name, kind, min, max, quick, feeRate, chains }
        }),
      })
    },

    'bank.list': async () => success({ list: [...BANKS] }),

    'walletType.get': async (_params, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      return success({ type: await wallet.transferMode(session.memberId) })
    },

    'walletType.set': async ({ type }, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      await wallet.setTransferMode(session.memberId, type)
      return success({ type })
    },

    'demo.bank': async ({ script }, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      if (!demoBank) return failureOf(CODES.NOT_FOUND)
      if (script !== undefined) demoBank.choose(session.memberId, script)
      return success({ script: demoBank.scriptOf(session.memberId), scripts: [...BANK_SCRIPTS] })
    },
  }
}

type PayInCalls = Pick<Handlers, 'pay.create' | Extract<keyof Handlers, `${'deposit' | 'speedDeposit'}.${string}`>>

function payInCalls(services: WalletCallServices): PayInCalls {
  const { wallet, now } = services
  const copies = new Copies<WalletOrder>()
  return {
    'pay.create': async ({ payTypeId, amount }, { session, idempotencyKey }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      if (idempotencyKey === null) return failureOf(CODES.PARAM_ERROR)
      const { memberId } = session
      return copies.run([memberId, idempotencyKey, payTypeId, amount], async () =>
        createdResult(await wallet.deposit(payTypeId, { memberId, amount, idempotencyKey })),
      )
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

function recordCalls({ wallet }: WalletCallServices): Pick<Handlers, 'dealRecord.list' | 'dealRecord.detail'> {
  return {
    'dealRecord.list': async ({ type, ...filter }, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      const rows = await wallet.orders.list(session.memberId, { kind: type, ...filter }, RECORDS + 1)
      return success({ list: rows.slice(0, RECORDS).map(wireOrder), hasMore: rows.length > RECORDS })
    },

    'dealRecord.detail': async ({ orderNo }, call) => {
      const order = await ownOrder(wallet, orderNo, call)
      if (!order.ok) return order
      const events = await wallet.orders.events(orderNo)
      const postings = await wallet.orders.postings(order.data)
      return success({
        order: wireOrder(order.data),
        events: events.map(({ from, to, event, actor, note, at }) => ({ from, to, event, actor, note, at })),
        postings: postings.map(({ type, at, ...entry }) => {
          const effect = type.slice('wallet-'.length) as keyof typeof POSTING_TEXTS
          const place = ACCOUNT_TEXTS[entry.account] ?? entry.account.replace('venue:', '场馆 ')
          return { ...entry, type: effect, text: `${POSTING_TEXTS[effect]}：${place}`, at: Date.parse(at) }
        }),
      })
    },
  }
}

/** Stores the images without their metadata and links them with the order. */
async function addProofs(
  { wallet, uploads }: WalletCallServices,
  order: OrderRow,
  { readFiles }: CallContext,
): Promise<Result<WalletOrder>> {
  if (order.isFinal) return failureOf(CODES.ORDER_STATE_CHANGED)
  const received = await readFiles?.()
  if (!received) return failureOf(CODES.PARAM_ERROR)
  if (!received.ok) return received
  if (received.data.length === 0) return failureOf(CODES.PARAM_ERROR)
  const pictures: { type: string; bytes: Uint8Array }[] = []
  for (const [index, { type, bytes }] of received.data.entries()) {
    const stripped = stripMetadata(bytes)
    if (!stripped) return damagedPicture(index)
    pictures.push({ type, bytes: stripped })
  }
  const stored = await uploads.add(order.memberId, 'proof', pictures)
  if (!stored) return failureOf(CODES.LIMIT_EXCEEDED)
  const ids = stored.map(({ id }) => id)
  const updated = await wallet.orders.addProofs(order, ids, MAX_PROOFS)
  if (updated) return success(wireOrder(updated))
  await Promise.all(ids.map((id) => uploads.remove(order.memberId, id)))
  return failureOf(CODES.LIMIT_EXCEEDED)
}

function damagedPicture(index: number): Failure {
  return failureOf(CODES.PARAM_ERROR, { details: { fields: { [`files.${index}`]: '图片已损坏' } } })
}

/** The caller's order. Orders of other members do not exist for the caller. */
export async function ownOrder(
  wallet: Wallet,
  orderNo: string,
  { session }: CallContext,
  kinds?: readonly OrderKind[],
): Promise<Result<OrderRow>> {
  if (!session) return failureOf(CODES.NEED_LOGIN)
  const order = await wallet.orders.find(orderNo, session.memberId)
  return order && (kinds?.includes(order.kind) ?? true) ? success(order) : failureOf(CODES.NOT_FOUND)
}

interface Move {
  readonly orderNo: string
  readonly event: OrderEvent
  readonly kinds: readonly OrderKind[]
  readonly note?: string
  readonly dueAt: number
}

/** Applies an event of the member, then runs the next step at once. */
export async function moveOrder(
  wallet: Wallet,
  { orderNo, event, kinds, note = '', dueAt }: Move,
  call: CallContext,
): Promise<Result<WalletOrder>> {
  const order = await ownOrder(wallet, orderNo, call, kinds)
  if (!order.ok) return order
  const moved = await wallet.orders.apply(order.data, event, { actor: 'member', note, dueAt })
  if (!moved) return failureOf(CODES.ORDER_STATE_CHANGED)
  return success(wireOrder(moved.isFinal ? moved : await wallet.advance(moved)))
}

/** Cancels or closes an order. Refused if it was paid, or if the counterparty cannot be asked. */
export async function endOrder(
  wallet: Wallet,
  { orderNo, event, kinds }: { orderNo: string; event: 'cancel' | 'close'; kinds: readonly OrderKind[] },
  call: CallContext,
): Promise<Result<WalletOrder>> {
  const order = await ownOrder(wallet, orderNo, call, kinds)
  if (!order.ok) return order
  if (!wallet.runner) return failureOf(CODES.INTERFACE_DEGRADE)
  const ended = await wallet.runner.end(order.data, event, 'member')
  return ended ? success(wireOrder(ended)) : failureOf(CODES.ORDER_STATE_CHANGED)
}

export function createdResult(created: Created): Result<WalletOrder> {
  return created.ok ? successOf(wireOrder(created.data.order), created.data.isReplay) : created
}

/** An order as its member sees it. */
export function wireOrder(row: OrderRow): WalletOrder {
  const { orderNo, kind, status, currency, amount, fee, channel, proofs, createdAt, updatedAt } = row
  return {
    orderNo,
    kind,
    status,
    currency,
    amount,
    fee,
    channel,
    account: row.accountLabel,
    pay: row.pay ?? null,
    proofs,
    createdAt,
    updatedAt,
    expireAt: row.expiresAt,
  }
}
