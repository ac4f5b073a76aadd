import { lt } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import {
  AUTO_CONFIRM_MS,
  eventsOf,
  isPayIn,
  isTransfer,
  LATE_WATCH_MS,
  mayComeLate,
  pathOf,
  stateOf,
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
/** Interval at which an order that waits for a counterparty is processed. */
const QUERY_INTERVAL_MS = 10 * SECOND_MS
/** Time of the automatic review of a withdrawal or a late payment. */
const REVIEW_MS = 5 * SECOND_MS
/** A transfer without an outcome after this time is unknown (E.5). */
const UNKNOWN_AFTER_MS = MINUTE_MS

export interface RunnerOptions {
  readonly database: Pick<Database, 'db'>
  readonly orders: Pick<Orders, 'apply' | 'due' | 'find' | 'findReported' | 'follow' | 'postpone'>
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

/**
 * Moves open orders on: it calls the counterparty, applies what it reports, and lets orders expire. Everything that it
 * knows is in the database, so it continues after a restart. It queries unknown outcomes under the same order number.
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

  /** Processes the orders that are due, until none is or the round is long enough. Returns the number of steps. */
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
    if (order && !isTransfer(order.kind)) await this.report(order, event.state)
    return true
  }

  /** Deletes the records of webhooks that no window contains any more. */
  async forgetWebhooks(): Promise<void> {
    const { database, now } = this.#options
    await database.db.delete(paymentWebhook).where(lt(paymentWebhook.at, now() - DAY_MS))
  }

  /** Applies what the counterparty reports. The order as it is then, or null if the report changes nothing. */
  async report(order: OrderRow, state: PaymentState, ignored?: PaymentState): Promise<OrderRow | null> {
    if (state === 'missing' || state === 'pending' || state === ignored) return null
    const path = pathOf(order.kind, order.status, state)
    const last = path.at(-1)
    if (!last) return null
    return this.#options.orders.follow(order, path, { actor: 'adapter', dueAt: this.#nextLook(order, last.to) })
  }

  /** One step of an order; the order as it is then. */
  async step(order: OrderRow): Promise<OrderRow | null> {
    if (isTransfer(order.kind)) return this.#transfer(order)
    if (order.kind === 'withdraw') return this.#withdraw(order)
    if (order.kind === 'fastWithdraw') return this.#fastWithdraw(order)
    return this.#payIn(order)
  }

  /**
   * Ends an order that was not paid. The counterparty is notified first: a payment that it knows of wins. Null if the order
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
    const { adapter, orders } = this.#options
    const { kind, status } = order
    const state = stateOf(kind, status)
    if (state === 'returning') {
      await adapter.giveBack(paymentOf(order))
      return orders.apply(order, 'returned', { actor: 'system', dueAt: null })
    }
    if (state === 'lateReview') {
      if (!this.#options.reviewsAutomatically) return this.#later(order)
      return orders.apply(order, 'paid', { actor: 'system', dueAt: null })
    }
    if (state === 'created' || state === 'waitingMatch') {
      const pay = await this.#instructions(order)
      const event = state === 'created' ? 'start' : 'match'
      return orders.apply(order, event, { actor: 'adapter', pay, dueAt: order.expiresAt })
    }
    const moved = await this.report(order, await adapter.query(paymentOf(order)))
    if (moved) return moved
    if (this.#isOverdue(order)) return this.end(order, 'expire', 'system')
    if (state === 'paidClaimed' || state === 'payerPaid') await adapter.claim(paymentOf(order))
    return mayComeLate(kind, status) ? this.#watchEnded(order) : this.#later(order)
  }

  /** True if the time of an order that expires is over. */
  #isOverdue({ kind, status, expiresAt }: OrderRow): boolean {
    return eventsOf(kind, status, 'system').includes('expire') && expiresAt !== null && expiresAt <= this.#options.now()
  }

  /** A deposit that has ended is processed while its payment may arrive late. */
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
    const state = stateOf('withdraw', order.status)
    if (state === 'submitted') return orders.apply(order, 'review', { ...system, dueAt: now() + REVIEW_MS })
    if (state === 'reviewing') {
      if (!this.#options.reviewsAutomatically) return this.#later(order)
      return orders.apply(order, 'approve', system)
    }
    // The state is written first, so that a cancellation cannot come between it and the payout.
    if (state === 'approved') return orders.apply(order, 'pay', system)
    if (state === 'paidOut') return orders.apply(order, 'confirm', { actor: 'system', dueAt: null })
    const known = await adapter.query(paymentOf(order))
    if (known === 'missing' && state === 'paying') await adapter.payOut(paymentOf(order))
    return (await this.report(order, known)) ?? this.#later(order)
  }

  async #fastWithdraw(order: OrderRow): Promise<OrderRow | null> {
    const { adapter, orders } = this.#options
    if (stateOf('fastWithdraw', order.status) === 'payerPaid') {
      return orders.apply(order, 'confirm', { actor: 'system', dueAt: null })
    }
    const known = await adapter.query(paymentOf(order))
    const moved = await this.report(order, known)
    if (moved) return moved
    if (this.#isOverdue(order)) return this.end(order, 'expire', 'system')
    if (known === 'missing') {
      // The order may have been cancelled since it was read. After that, `cancel` of the adapter prevents the payout.
      const stored = await orders.find(order.orderNo)
      if (stored?.version !== order.version) return null
      await adapter.payOut(paymentOf(order))
    }
    return this.#later(order, SECOND_MS)
  }

  async #transfer(order: OrderRow): Promise<OrderRow | null> {
    const { orders, now } = this.#options
    const known = await this.#transferState(order)
    const moved = known && (await this.report(order, known))
    if (moved) return moved
    if (stateOf(order.kind, order.status) === 'pending' && now() - order.createdAt >= UNKNOWN_AFTER_MS) {
      return orders.apply(order, 'unknown', { actor: 'system', dueAt: now() + QUERY_INTERVAL_MS })
    }
    const age = Math.max(SECOND_MS, now() - order.createdAt)
    return this.#later(order, known ? SECOND_MS : Math.min(age, QUERY_INTERVAL_MS))
  }

  /** Queries a transfer by its number, and sends it if the venue does not know it. Null if the venue does not respond. */
  async #transferState(order: OrderRow): Promise<PaymentState | null> {
    const { venues, log } = this.#options
    const transfer = { ...paymentOf(order), venueEnName: order.channel }
    try {
      const known = await venues.query(transfer)
      return known === 'missing' ? await venues.transfer(transfer) : known
    } catch (error) {
      log.warn({ err: error, orderNo: order.orderNo }, 'the venue of a transfer did not respond')
      return null
    }
  }

  async #later(order: OrderRow, delayMs = QUERY_INTERVAL_MS): Promise<null> {
    const { orders, now } = this.#options
    const next = now() + delayMs
    // Deposits that were not claimed wait for their end; the state of all others is requested again.
    const waits = isPayIn(order.kind) && eventsOf(order.kind, order.status, 'system').includes('expire')
    await orders.postpone(order, waits ? Math.max(next, order.expiresAt ?? next) : next)
    return null
  }

  #nextLook({ kind, expiresAt }: OrderRow, status: string): number | null {
    const now = this.#options.now()
    const state = stateOf(kind, status)
    if (state === 'lateReview') return now + REVIEW_MS
    if (state === 'paidOut' || (kind === 'fastWithdraw' && state === 'payerPaid')) return now + AUTO_CONFIRM_MS
    if (kind === 'speedDeposit' && state === 'matched') return expiresAt
    return now + QUERY_INTERVAL_MS
  }
}
