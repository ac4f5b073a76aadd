import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import type { OrderActor, OrderEvent, OrderKind } from '#protocol/wallet/order-states.ts'
import { instant, safeInteger } from './columns.ts'
import { memberId } from './member.ts'

/**
 * Condition of the indexes of orders that can still change. Cancelled (4) and closed (5) deposits are excluded: they are
 * never final, because their payment may come late, and a member can have any number of them.
 */
export const IS_PENDING_ORDER = sql`not wallet_order.is_final
  and not (wallet_order.kind = 'deposit' and wallet_order.status in ('4', '5'))`

/** Orders of Annex E.2-E.5. Only the SQL functions `wallet_open` and `wallet_move` create them and change their state. */
export const walletOrder = pgTable(
  'wallet_order',
  {
    orderNo: text('order_no').primaryKey(),
    memberId: memberId(),
    kind: text('kind').$type<OrderKind>().notNull(),
    currency: text('currency').$type<'CNY' | 'USDT'>().notNull(),
    amount: safeInteger('amount').notNull(),
    fee: safeInteger('fee').notNull(),
    status: text('status').notNull(),
    /** Number of transitions after the creation. */
    version: integer('version').notNull().default(0),
    /** True in terminal states. */
    isFinal: boolean('is_final').notNull().default(false),
    /** Payment type or venue. */
    channel: text('channel').notNull(),
    accountId: text('account_id'),
    accountLabel: text('account_label').notNull(),
    /** Account of the member that is reserved from; null for deposits. */
    source: text('source'),
    /** Account of the member that is credited; null for withdrawals. */
    target: text('target'),
    pay: jsonb('pay').$type<WalletOrder['pay']>(),
    /** Ids of uploads. */
    proofs: jsonb('proofs').$type<string[]>().notNull().default([]),
    idemKey: text('idem_key').notNull().unique(),
    contentHash: text('content_hash').notNull(),
    reserveTx: uuid('reserve_tx'),
    settleTx: uuid('settle_tx'),
    releaseTx: uuid('release_tx'),
    expiresAt: instant('expires_at'),
    /** When the runner has to look at the order; null if it waits for the member. */
    dueAt: instant('due_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('wallet_order_of_member').on(table.memberId, table.createdAt, table.orderNo),
    index('wallet_order_of_kind').on(table.memberId, table.kind, table.createdAt, table.orderNo),
    index('wallet_order_deposits')
      .on(table.memberId, table.updatedAt)
      .where(sql`kind in ('deposit', 'speedDeposit')`),
    index('wallet_order_pending').on(table.updatedAt, table.orderNo).where(IS_PENDING_ORDER),
    index('wallet_order_pending_of_member').on(table.memberId, table.kind).where(IS_PENDING_ORDER),
    index('wallet_order_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index('wallet_order_open')
      .on(table.memberId, table.kind)
      .where(sql`not is_final`),
  ],
)
export type OrderRow = typeof walletOrder.$inferSelect

/** Every transition of an order. Append-only. */
export const orderEvent = pgTable(
  'order_event',
  {
    orderNo: text('order_no').notNull(),
    version: integer('version').notNull(),
    from: text('from_status'),
    to: text('to_status').notNull(),
    event: text('event').$type<OrderEvent>().notNull(),
    actor: text('actor').$type<OrderActor>().notNull(),
    note: text('note').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderNo, table.version] }),
    index('order_event_of_operators')
      .on(table.at, table.orderNo)
      .where(sql`actor = 'operator'`),
  ],
)

export const walletPreference = pgTable('wallet_preference', {
  memberId: uuid('member_id').primaryKey(),
  transferMode: text('transfer_mode').$type<'auto' | 'manual'>().notNull(),
})

/** Accepted webhooks of payment adapters. */
export const paymentWebhook = pgTable(
  'payment_webhook',
  { adapter: text('adapter').notNull(), id: text('id').notNull(), at: instant('at').notNull() },
  (table) => [primaryKey({ columns: [table.adapter, table.id] })],
)

/** Books of the demo bank. The ledger does not read them. */
export const demoPayment = pgTable('demo_payment', {
  orderNo: text('order_no').primaryKey(),
  direction: text('direction').$type<'in' | 'out' | 'venue'>().notNull(),
  script: text('script').notNull(),
  outcome: text('outcome').$type<'paid' | 'rejected' | 'cancelled' | 'returned'>().notNull(),
  /** When the outcome is known; null while the payment of the member is missing. */
  dueAt: instant('due_at'),
  notifyAt: instant('notify_at'),
  openedAt: instant('opened_at').notNull(),
})
