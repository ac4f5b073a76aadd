import { CODES, failureOf } from '#protocol/codes.ts'
import { BANK_SCRIPTS } from '#protocol/endpoints/demo.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { type Result, success, successOf } from '#protocol/result.ts'
import type { OrderEvent, OrderKind } from '#protocol/wallet/order-states.ts'
import type { Database } from '../../database/database.ts'
import type { OrderRow } from '../../database/schema/wallet.ts'
import type { PictureDecoder } from '../../members/uploads/picture-decoder.ts'
import type { Uploads } from '../../members/uploads/uploads.ts'
import { orderFacts } from '../../wallet/orders/order-rows.ts'
import { BANKS } from '../../wallet/payments/channel.ts'
import { recordsOf } from '../../wallet/records/records.ts'
import type { Limits } from '../../wallet/limits/limits.ts'
import type { DemoBank } from '../../wallet/payments/demo-bank.ts'
import type { Created, Wallet } from '../../wallet/wallet.ts'
import type { Handlers, MemberCall } from '../../http/context.ts'

export interface WalletCallServices {
  readonly database: Pick<Database, 'db'>
  readonly wallet: Wallet
  readonly playLimits: Pick<Limits, 'explained'>
  /** Null outside demo mode. */
  readonly demoBank: DemoBank | null
  readonly uploads: Pick<Uploads, 'add' | 'remove'>
  readonly pictures: PictureDecoder
  readonly now: () => number
}

type Calls = Pick<Handlers, Extract<keyof Handlers, `${'bank' | 'walletType' | 'dealRecord'}.${string}` | 'demo.bank'>>

/** Orders per page of the records. */
const RECORDS = 20

const POSTING_TEXTS = { reserve: '金额已冻结', settle: '订单入账', release: '冻结金额已退回' } as const
const ACCOUNT_TEXTS: Readonly<Record<string, string>> = { main: '中心钱包', locked: '冻结金额' }

/** Records and preferences of the wallet (Annex D.4). */
export function walletCalls(services: WalletCallServices): Calls {
  const { wallet, demoBank } = services
  return {
    ...recordCalls(services),

    'bank.list': async () => success({ list: [...BANKS] }),

    'walletType.get': async (_params, { session, site }) => {
      const fallback = site.walletTypeDefault === 1 ? 'auto' : 'manual'
      return success({ type: (await wallet.transferMode(session.memberId)) ?? fallback })
    },

    'walletType.set': async ({ type }, { session }) => {
      await wallet.setTransferMode(session.memberId, type)
      return success({ type })
    },

    'demo.bank': async ({ script }, { session }) => {
      if (!demoBank) return failureOf(CODES.NOT_FOUND)
      if (script !== undefined) await demoBank.choose(session.memberId, script)
      return success({ script: await demoBank.scriptOf(session.memberId), scripts: [...BANK_SCRIPTS] })
    },
  }
}

function recordCalls({
  database,
  wallet,
}: WalletCallServices): Pick<Handlers, Extract<keyof Handlers, `dealRecord.${string}`>> {
  return {
    'dealRecord.all': async (filter, { session }) => success(await recordsOf(database, session.memberId, filter)),

    'dealRecord.list': async ({ type, ...filter }, { session }) => {
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

/** The caller's order. Orders of other members do not exist for the caller. */
export async function ownOrder(
  wallet: Wallet,
  orderNo: string,
  { session }: MemberCall,
  kinds?: readonly OrderKind[],
): Promise<Result<OrderRow>> {
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
  call: MemberCall,
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
  call: MemberCall,
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
  const { proofs, updatedAt } = row
  return { ...orderFacts(row), pay: row.pay ?? null, proofs, updatedAt, expireAt: row.expiresAt }
}
