import { lt } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import {
  AUTO_CONFIRM_MS,
  eventsOf,
  LATE_WATCH_MS,
  type OrderKind,
  ORDER_STATES,
  pathTo,
} from '#protocol/wallet/order-states.ts'
import type { Database, DatabaseLog } from '../../database/database.ts'
import { type OrderRow, paymentWebhook } from '../../database/schema/wallet.ts'
import { freshRate, type RateSource } from '../funds/rates.ts'
import { openWebhook, type PaymentAdapter, type PaymentState, type SignedWebhook } from '../payments/adapter.ts'
import { paymentOf } from './order-rows.ts'
import type { VenueWallet } from '../venues/venue.ts'
import type { Orders } from './orders.ts'

/** Orders that are read at once, and the number of these reads per round. */
const BATCH = 50
const BATCHES = 20
/** Orders in progress at once, so that a round does not use all connections of the database. */
const AT_ONCE = 4
/** Time between two looks at an order that waits for a counterparty. */
export const QUERY_INTERVAL_MS = 10 * SECOND_MS
/** Time of the automatic review of a withdrawal or a late payment. */
export const REVIEW_MS = 5 * SECOND_MS
/** A transfer without an outcome after this time is unknown (E.5). */
const UNKNOWN_AFTER_MS = MINUTE_MS

export interface RunnerOptions {
  readonly database: Pick<Database, 'db'>
  readonly orders: Orders
  readonly adapter: PaymentAdapter
  readonly venues: VenueWallet
  /** Rate that the instructions of a USDT deposit show. Null without a source. */
  readonly rates: RateSource | null
  /** Key of the webhooks. */
  readonly secret: string
  /** True if the system reviews withdrawals and late payments itself, for play money only. */
  readonly reviewsAutomatically: boolean
  readonly now: () => number
  readonly log: DatabaseLog
}

/** The state that an outcome of the counterparty leads to, by the state of the order. */
const TARGETS: Readonly<Record<OrderKind, Partial<Record<PaymentState, Readonly<Record<string, string>>>>>> = {
  deposit: {
    paid: { 0: '3', 1: '3', 2: '3', 4: '8', 5: '8', 6: '3' },
    rejected: { 0: '5', 1: '5', 2: '7', 6: '7' },
  },
  speedDeposit: {
    matched: { 0: '1' },
    paid: { 0: '3', 1: '3', 2: '3', 4: '3' },
    rejected: { 0: '7', 1: '7', 2: '5', 4: '5' },
  },
  withdraw: { paid: { 3: '4', 9: '5' }, rejected: { 3: '8', 9: '8' } },
  fastWithdraw: { matched: { 0: '1' }, paid: { 0: '2', 1: '2', 4: '3' }, rejected: { 0: '7', 1: '7', 4: '5' } },
  transferIn: { paid: { 0: '1', 3: '1' }, rejected: { 0: '2', 3: '2' } },
  transferOut: { paid: { 0: '1', 3: '1' }, rejected: { 0: '2', 3: '2' } },
}

/**
 * Moves open orders on: it calls the counterparty, applies what it reports, and lets orders expire. Everything that it
 * knows is in the database, so it continues after a restart. It asks for unknown outcomes under the same order number.
 */
export class OrderRunner {
  readonly #options: RunnerOptions

  constructor(options: RunnerOptions) {
    this.#options = options
  }

  /** Id of the payment adapter. */
  get channelId(): string {
    return this.#options.adapter.id
  }

  /** Looks at the orders that are due, until none is or the round is long enough. Returns the number of steps. */
  async run(): Promise<number> {
    const { orders } = this.#options
    let steps = 0
    for (let batch = 0; batch < BATCHES; batch += 1) {
      // oxlint-disable-next-line no-await-in-loop -- a step may make the next one of its order due
      const due = await orders.due(BATCH)
      // oxlint-disable-next-line no-await-in-loop -- as above
      for (let at = 0; at < due.length; at += AT_ONCE)
        await Promise.all(due.slice(at, at + AT_ONCE).map(this.#stepOrLater))
      steps += due.length
      if (due.length < BATCH) break
    }
    return steps
  }

  /** An order that fails is tried again later. */
  readonly #stepOrLater = async (order: OrderRow): Promise<void> => {
    const { orders, log, now } = this.#options
    try {
      await this.step(order)
    } catch (error) {
      log.warn({ err: error, orderNo: order.orderNo }, 'the counterparty of an order did not respond')
      await orders.postpone(order, now() + QUERY_INTERVAL_MS)
    }
  }

  /** Accepts a webhook. False if it is forged, too old or malformed. A repeated one is accepted without effect. */
  async receive(webhook: SignedWebhook): Promise<boolean> {
    const { orders, adapter, secret, now } = this.#options
    const event = openWebhook(webhook, secret, now())
    if (!event) return false
    const order = await orders.findReported(event.orderNo, { adapter: adapter.id, id: event.id, at: now() })
    // Transfers are reported by venues.
    if (order && order.kind !== 'transferIn' && order.kind !== 'transferOut') await this.report(order, event.state)
    return true
  }

  /** Deletes the records of webhooks that no window contains any more. */
  async forgetWebhooks(): Promise<void> {
    const { database, now } = this.#options
    await database.db.delete(paymentWebhook).where(lt(paymentWebhook.at, now() - DAY_MS))
  }

  /** Applies what the counterparty reports. The order as it is then, or null if the report changes nothing. */
  async report(order: OrderRow, state: PaymentState, ignored?: PaymentState): Promise<OrderRow | null> {
    if (state === ignored) return null
    const target = TARGETS[order.kind][state]?.[order.status]
    const path = target === undefined ? null : pathTo(order.kind, order.status, target, 'adapter')
    if (!path) return null
    return this.#options.orders.follow(order, path, { actor: 'adapter', dueAt: this.#nextLook(order, target ?? '') })
  }

  /** One step of an order; the order as it is then. */
  async step(order: OrderRow): Promise<OrderRow | null> {
    if (order.kind === 'transferIn' || order.kind === 'transferOut') return this.#transfer(order)
    if (order.kind === 'withdraw') return this.#withdraw(order)
    if (order.kind === 'fastWithdraw') return this.#fastWithdraw(order)
    return this.#payIn(order)
  }

  /**
   * Ends an order that was not paid. The counterparty is told first: a payment that it knows of wins. Null if the order
   * has changed or the actor cannot end it.
   */
  async end(
    order: OrderRow,
    event: 'cancel' | 'close' | 'expire',
    actor: 'member' | 'system',
  ): Promise<OrderRow | null> {
    const { adapter, orders, now } = this.#options
    if (!eventsOf(order.kind, order.status, actor).includes(event)) return null
    await adapter.cancel(paymentOf(order))
    const moved = await this.report(order, await adapter.query(paymentOf(order)), 'matched')
    if (moved) return actor === 'system' ? moved : null
    return orders.apply(order, event, { actor, dueAt: now() + QUERY_INTERVAL_MS })
  }

  async #payIn(order: OrderRow): Promise<OrderRow | null> {
    const { adapter, orders, now } = this.#options
    const { kind, status } = order
    if (ORDER_STATES[kind].states[status] === 'returning') {
      await adapter.giveBack(paymentOf(order))
      return orders.apply(order, 'returned', { actor: 'system', dueAt: null })
    }
    if (kind === 'deposit' && status === '8') {
      if (!this.#options.reviewsAutomatically) return this.#later(order)
      return orders.apply(order, 'paid', { actor: 'system', dueAt: null })
    }
    if (status === '0') {
      const pay = await this.#instructions(order)
      const event = kind === 'deposit' ? 'start' : 'match'
      return orders.apply(order, event, { actor: 'adapter', pay, dueAt: order.expiresAt })
    }
    const moved = await this.report(order, await adapter.query(paymentOf(order)))
    if (moved) return moved
    if (status === '1' && order.expiresAt !== null && order.expiresAt <= now()) {
      return this.end(order, 'expire', 'system')
    }
    if (status === '2') await adapter.claim(paymentOf(order))
    return kind === 'deposit' && (status === '4' || status === '5') ? this.#watchEnded(order) : this.#later(order)
  }

  /** A deposit that has ended is looked at while its payment may arrive late. */
  async #watchEnded(order: OrderRow): Promise<null> {
    const { orders, now } = this.#options
    const isWatched = now() - order.updatedAt < LATE_WATCH_MS
    await orders.postpone(order, isWatched ? now() + MINUTE_MS : null)
    return null
  }

  async #instructions(order: OrderRow): Promise<NonNullable<OrderRow['pay']>> {
    const { adapter, rates, now } = this.#options
    const pay = await adapter.create(paymentOf(order))
    const rate = order.currency === 'USDT' ? await freshRate(rates, now()) : null
    return rate ? { ...pay, rate: rate.rate } : pay
  }

  async #withdraw(order: OrderRow): Promise<OrderRow | null> {
    const { adapter, orders, now } = this.#options
    const system = { actor: 'system', dueAt: now() } as const
    if (order.status === '0') return orders.apply(order, 'review', { ...system, dueAt: now() + REVIEW_MS })
    if (order.status === '1') {
      if (!this.#options.reviewsAutomatically) return this.#later(order)
      return orders.apply(order, 'approve', system)
    }
    // The state is written first, so that a cancellation cannot come between it and the payout.
    if (order.status === '2') return orders.apply(order, 'pay', system)
    if (order.status === '4') return orders.apply(order, 'confirm', { actor: 'system', dueAt: null })
    const state = await adapter.query(paymentOf(order))
    if (state === 'missing' && order.status === '3') await adapter.payOut(paymentOf(order))
    return (await this.report(order, state)) ?? this.#later(order)
  }

  async #fastWithdraw(order: OrderRow): Promise<OrderRow | null> {
    const { adapter, orders, now } = this.#options
    if (order.status === '2') return orders.apply(order, 'confirm', { actor: 'system', dueAt: null })
    const state = await adapter.query(paymentOf(order))
    const moved = await this.report(order, state)
    if (moved) return moved
    if (order.status !== '4' && order.expiresAt !== null && order.expiresAt <= now()) {
      return this.end(order, 'expire', 'system')
    }
    if (state === 'missing') await adapter.payOut(paymentOf(order))
    return this.#later(order, SECOND_MS)
  }

  async #transfer(order: OrderRow): Promise<OrderRow | null> {
    const { venues, orders, now } = this.#options
    const transfer = { ...paymentOf(order), venueEnName: order.channel }
    const known = await venues.query(transfer)
    const state = known === 'missing' ? await venues.transfer(transfer) : known
    const moved = await this.report(order, state)
    if (moved) return moved
    if (order.status === '0' && now() - order.createdAt >= UNKNOWN_AFTER_MS) {
      return orders.apply(order, 'unknown', { actor: 'system', dueAt: now() + QUERY_INTERVAL_MS })
    }
    return this.#later(order, SECOND_MS)
  }

  async #later(order: OrderRow, delayMs = QUERY_INTERVAL_MS): Promise<null> {
    const { orders, now } = this.#options
    const next = now() + delayMs
    const isOpen = order.status === '0' || order.status === '1'
    // Deposits that were not claimed wait for their end; everything else is asked for again.
    const isPayIn = order.kind === 'deposit' || order.kind === 'speedDeposit'
    await orders.postpone(order, isPayIn && isOpen ? Math.max(next, order.expiresAt ?? next) : next)
    return null
  }

  #nextLook({ kind, expiresAt }: OrderRow, status: string): number | null {
    const now = this.#options.now()
    if (kind === 'deposit' && status === '8') return now + REVIEW_MS
    if (kind === 'withdraw' && status === '4') return now + AUTO_CONFIRM_MS
    if (kind === 'fastWithdraw' && status === '2') return now + AUTO_CONFIRM_MS
    if (kind === 'speedDeposit' && status === '1') return expiresAt
    return now + QUERY_INTERVAL_MS
  }
}
