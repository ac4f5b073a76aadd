import { randomInt } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { siteDateOf, startOfSiteDay } from '#protocol/time.ts'
import {
  firstStatus,
  isTerminal,
  ORDER_LETTERS,
  type OrderActor,
  type OrderKind,
  type Transition,
} from '#protocol/wallet/order-states.ts'
import type { DrizzleDatabase, Transaction } from '../../database/database.ts'
import { BATCH_ROWS } from '../../database/prune.ts'
import type { OrderRow } from '../../database/schema/wallet.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import type { PaymentOrder } from '../payments/adapter.ts'
import { contentHash, memberKey, randomStripe } from '../ledger/postings.ts'

export interface OrderDraft {
  readonly memberId: string
  readonly kind: OrderKind
  readonly currency: 'CNY' | 'USDT'
  readonly amount: number
  readonly fee: number
  readonly channel: string
  readonly accountId?: string
  readonly accountLabel?: string
  readonly source?: string
  readonly target?: string
  readonly expiresAt?: number
  readonly idempotencyKey: string
}

/** What may refuse a new order, in this order. A refusal is stored under the key. */
export interface OrderChecks {
  /** The code of a refusal that is known before; 0 otherwise. */
  readonly refusal: number
  /** Open orders of the kind that a member may have. */
  readonly openMax?: number
  /** Sum of the withdrawals of a site day. */
  readonly perDay?: number
  /** Number of withdrawals of a site day, in all currencies. */
  readonly timesPerDay?: number
  /**
   * Checks the limits of a member who has some, inside the transaction that creates the order (I9). Returns 0 or the code
   * of the refusal. Without it, neither limits nor an exclusion refuse the order (I10).
   */
  readonly limits?: (tx: Transaction) => Promise<number>
  /** Like `limits`, for every member. */
  readonly turnover?: (tx: Transaction) => Promise<number>
}

/** A call that creates several orders of a member. */
export interface CallOfOrders {
  readonly memberId: string
  readonly key: string
  readonly contentHash: string
}

export interface PlannedOrder {
  readonly draft: OrderDraft
  /** 0, or the code of a refusal, which is stored under the key of the draft. */
  readonly refusal: number
}

/** How a transition is recorded. */
export interface MoveOptions {
  readonly actor: OrderActor
  readonly note?: string
  readonly pay?: OrderRow['pay']
  /** When the runner processes the order next; null if it waits for the member. */
  readonly dueAt: number | null
}

/** What both its member and the operators see of an order. */
export function orderFacts({ orderNo, kind, status, currency, amount, fee, channel, createdAt, ...row }: OrderRow) {
  return { orderNo, kind, status, currency, amount, fee, channel, account: row.accountLabel, createdAt }
}

const ORDER_DIGITS = 10_000_000_000

/** The row of a new order, without its posting. */
function newOrder(draft: OrderDraft, at: number): OrderRow {
  const { memberId, kind, currency, amount, channel, accountId = null } = draft
  return {
    orderNo: newOrderNo(kind, at),
    memberId,
    kind,
    currency,
    amount,
    fee: draft.fee,
    status: firstStatus(kind),
    version: 0,
    isFinal: false,
    channel,
    accountId,
    accountLabel: draft.accountLabel ?? '',
    source: draft.source ?? null,
    target: draft.target ?? null,
    pay: null,
    proofs: [],
    idemKey: memberKey(memberId, draft.idempotencyKey),
    contentHash: contentHash(kind, [memberId, currency, amount, channel, accountId ?? '']),
    reserveTx: null,
    settleTx: null,
    releaseTx: null,
    expiresAt: draft.expiresAt ?? null,
    dueAt: at,
    createdAt: at,
    updatedAt: at,
  }
}

/** The values of an order that the database does not set itself, by column. */
function columnsOf(order: OrderRow): Readonly<Record<string, unknown>> {
  return {
    order_no: order.orderNo,
    member_id: order.memberId,
    kind: order.kind,
    currency: order.currency,
    amount: order.amount,
    fee: order.fee,
    channel: order.channel,
    account_id: order.accountId,
    account_label: order.accountLabel,
    source: order.source,
    target: order.target,
    status: order.status,
    idem_key: order.idemKey,
    content_hash: order.contentHash,
    expires_at: order.expiresAt === null ? null : isoOf(order.expiresAt),
    due_at: order.dueAt === null ? null : isoOf(order.dueAt),
  }
}

function newOrderNo(kind: OrderKind, at: number): string {
  const day = siteDateOf(at).replaceAll('-', '').slice(2)
  // randomInt takes less than 2^48.
  return `${ORDER_LETTERS[kind]}${day}${String(randomInt(ORDER_DIGITS)).padStart(10, '0')}`
}

export const isoOf = (time: number): string => new Date(time).toISOString()

/** Query of the creation of the order that is a batch before `end`, of a member; no row if there are fewer. */
export function nthOrderTime(memberId: string, end: number | null): SQL {
  return sql`select created_at from wallet_order where member_id = ${memberId}
    ${end === null ? sql`` : sql`and created_at < ${isoOf(end)}::timestamptz`}
    order by created_at desc offset ${BATCH_ROWS} limit 1`
}

/** The part of an order that its counterparty gets. */
export function paymentOf({ orderNo, kind, memberId, currency, amount, accountId }: OrderRow): PaymentOrder {
  return { orderNo, kind, memberId, currency, amount, chain: kind === 'deposit' ? (accountId ?? '') : '' }
}

interface Moved {
  readonly order: OrderRow
  /** Id of the posting, if the transition has one. */
  readonly txId: string
}

/** An order after a transition. */
export function movedBy(
  order: OrderRow,
  { to, effect }: Transition,
  { pay = null, dueAt, at }: Pick<MoveOptions, 'pay' | 'dueAt'> & { readonly at: number },
): Moved {
  const txId = uuidV7(at)
  const isFinal = isTerminal(order.kind, to)
  return {
    txId,
    order: {
      ...order,
      status: to,
      version: order.version + 1,
      isFinal,
      pay: pay ?? order.pay,
      dueAt: isFinal ? null : dueAt,
      updatedAt: at,
      settleTx: effect === 'settle' ? txId : order.settleTx,
      releaseTx: effect === 'release' ? txId : order.releaseTx,
    },
  }
}

/** A new order with the random values of its row and posting. */
export function openingOf(draft: OrderDraft, at: number) {
  return { order: newOrder(draft, at), txId: uuidV7(at), stripe: randomStripe() }
}

interface Opening {
  readonly order: OrderRow
  readonly checks: Pick<OrderChecks, 'refusal' | 'openMax' | 'perDay' | 'timesPerDay'>
  /** Id of the reservation, if the order has one. */
  readonly txId: string
  readonly stripe: number
  /** True if limits and exclusions of the member can refuse the order. */
  readonly isLimited: boolean
}

type Opened =
  | { readonly code: number; readonly replay: boolean; readonly order: string }
  /** Nothing was stored: the member has limits, which are to be checked first. */
  | { readonly limits: true }

/** Stores a new order or its refusal, once per key. */
export async function openRow(
  db: Pick<DrizzleDatabase, 'execute'>,
  { order, checks: { refusal, openMax, perDay, timesPerDay }, txId, stripe, isLimited }: Opening,
): Promise<Opened> {
  const at = order.createdAt
  const { rows } = await db.execute<{ result: Opened }>(sql`select wallet_open(
    ${JSON.stringify(columnsOf(order))}::jsonb, ${refusal}::integer, ${openMax ?? null}::integer,
    ${perDay ?? null}::bigint, ${timesPerDay ?? null}::integer, ${isoOf(startOfSiteDay(at))}::timestamptz, ${isLimited}::boolean, ${txId},
    ${stripe}::integer, ${isoOf(at)}) as result`)
  if (!rows[0]) throw new Error('the creation of an order returned nothing')
  return rows[0].result
}

/** Writes a transition. The proofs of the order, or null if it is not as it was read. */
export async function moveRow(
  db: Pick<DrizzleDatabase, 'execute'>,
  from: OrderRow,
  { order, txId }: Moved,
  { transition, actor, note = '', pay = null }: MoveOptions & { readonly transition: Transition },
): Promise<string[] | null> {
  const { rows } = await db.execute<{ proofs: string[] | null }>(sql`select wallet_move(${from.orderNo}, ${from.status},
    ${from.version}::integer, ${order.status}, ${order.isFinal}::boolean, ${transition.event}, ${actor}, ${note},
    ${transition.effect}, ${pay === null ? null : JSON.stringify(pay)}::jsonb,
    ${order.dueAt === null ? null : isoOf(order.dueAt)}::timestamptz, ${txId}, ${randomStripe()}::integer,
    ${isoOf(order.updatedAt)}) as proofs`)
  return rows[0]?.proofs ?? null
}
