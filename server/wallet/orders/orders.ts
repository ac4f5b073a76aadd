import { and, asc, desc, eq, gte, inArray, lt, lte, sql, type SQL } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import { type Result, success, successOf } from '#protocol/result.ts'
import {
  creditsPayment,
  type OrderEvent,
  type OrderKind,
  type Transition,
  transitionOf,
} from '#protocol/wallet/order-states.ts'
import { refusalText } from '#protocol/wallet/play-stop.ts'
import type { Database, DrizzleDatabase, Transaction } from '../../database/database.ts'
import { retried } from '../../database/errors.ts'
import { type OrderRow, orderEvent, paymentWebhook, walletOrder } from '../../database/schema/wallet.ts'
import { newestInWindows } from '../../database/steps.ts'
import { claimOperation } from '../ledger/operation-result.ts'
import { memberKey } from '../ledger/postings.ts'
import { type Limits, lockMember } from '../limits/limits.ts'
import {
  moveRow,
  movedBy,
  nthOrderTime,
  type MoveOptions,
  isoOf,
  openingOf,
  openRow,
  type CallOfOrders,
  type PlannedOrder,
  type OrderChecks,
  type OrderDraft,
} from './order-rows.ts'

interface RecordFilter {
  readonly kind?: OrderKind | undefined
  readonly status?: string | undefined
  readonly start?: number | undefined
  readonly end?: number | undefined
  readonly before?: string | undefined
}

interface OrdersOptions {
  readonly limits: Pick<Limits, 'creditCode'>
  readonly now: () => number
}

/** Wallet orders (Annex E.2-E.5). State, money and event of each transition are one database transaction (I5). */
export class Orders {
  readonly #database: Database
  readonly #limits: OrdersOptions['limits']
  readonly #now: () => number

  constructor(database: Database, { limits, now }: OrdersOptions) {
    this.#database = database
    this.#limits = limits
    this.#now = now
  }

  /** Creates an order once per key (settled 7). Refusals are stored under the key. The new order is due at once. */
  async create(draft: OrderDraft, checks: OrderChecks): Promise<Result<{ order: OrderRow; isReplay: boolean }>> {
    const at = this.#now()
    const opening = { ...openingOf(draft, at), checks }
    const { order, txId } = opening
    const result = await retried(async () => {
      const { limits, turnover } = checks
      if (!turnover) {
        const opened = await openRow(this.#database.db, { ...opening, isLimited: limits !== undefined })
        if (!('limits' in opened) || !limits) return opened
      }
      return this.#database.transaction(async (tx) => {
        await lockMember(tx, draft.memberId)
        const refusal = checks.refusal || ((await limits?.(tx)) ?? 0) || ((await turnover?.(tx)) ?? 0)
        return openRow(tx, { ...opening, checks: { ...checks, refusal }, isLimited: false })
      })
    })
    if (!('code' in result)) throw new Error('the creation of an order has no result')
    if (result.code !== CODES.SUCCESS) return failureOf(result.code)
    if (!result.replay) {
      return success({ order: { ...order, reserveTx: order.source === null ? null : txId }, isReplay: false })
    }
    const known = await this.find(result.order)
    if (!known) throw new Error(`order ${result.order} is missing`)
    return success({ order: known, isReplay: true })
  }

  /**
   * Creates the orders of a call that has several, each under a key of its own, in one database transaction: a process
   * that dies leaves all of them or none. `plan` runs after the key of the call is claimed; its refusals are stored
   * under their keys. A repetition creates nothing.
   */
  createAll(call: CallOfOrders, plan: (tx: Transaction) => Promise<readonly PlannedOrder[]>): Promise<Result<null>> {
    const at = this.#now()
    return retried(() =>
      this.#database.transaction(async (tx) => {
        await lockMember(tx, call.memberId)
        const claimed = await claimOperation(tx, call, isoOf(at))
        if (claimed !== null) return claimed === CODES.SUCCESS ? successOf(null, true) : failureOf(claimed)
        for (const { draft, refusal } of await plan(tx)) {
          // oxlint-disable-next-line no-await-in-loop -- statements of one transaction
          await openRow(tx, { ...openingOf(draft, at), checks: { refusal }, isLimited: false })
        }
        return success(null)
      }),
    )
  }

  async find(orderNo: string, memberId?: string): Promise<OrderRow | null> {
    const [row] = await this.#database.db
      .select()
      .from(walletOrder)
      .where(
        and(eq(walletOrder.orderNo, orderNo), memberId === undefined ? undefined : eq(walletOrder.memberId, memberId)),
      )
    return row ?? null
  }

  /** The order that an accepted webhook is about. Records the webhook in the same statement. */
  async findReported(orderNo: string, webhook: typeof paymentWebhook.$inferInsert): Promise<OrderRow | null> {
    const { db } = this.#database
    const recorded = db
      .$with('recorded')
      .as(db.insert(paymentWebhook).values(webhook).onConflictDoNothing().returning({ id: paymentWebhook.id }))
    const [row] = await db.with(recorded).select().from(walletOrder).where(eq(walletOrder.orderNo, orderNo))
    return row ?? null
  }

  async findByKey(memberId: string, idempotencyKey: string): Promise<OrderRow | null> {
    const [row] = await this.#database.db
      .select()
      .from(walletOrder)
      .where(eq(walletOrder.idemKey, memberKey(memberId, idempotencyKey)))
    return row ?? null
  }

  /** The orders of these idempotency keys of a member. */
  findByKeys(memberId: string, keys: readonly string[]): Promise<OrderRow[]> {
    const own = keys.map((key) => memberKey(memberId, key))
    return this.#database.db.select().from(walletOrder).where(inArray(walletOrder.idemKey, own))
  }

  count(memberId: string, kind: OrderKind): Promise<number> {
    return this.#database.db.$count(walletOrder, and(eq(walletOrder.memberId, memberId), eq(walletOrder.kind, kind)))
  }

  /** Applies an event. Null if the actor cannot cause it, or if the order has changed since it was read. */
  async apply(order: OrderRow, event: OrderEvent, options: MoveOptions): Promise<OrderRow | null> {
    const transition = transitionOf(order.kind, order.status, event, options.actor)
    return transition && this.follow(order, [transition], options)
  }

  /**
   * Like {@link apply}, in the transaction of the caller, who has locked the member and the order. Also null if limits or
   * an exclusion do not allow to credit the payment.
   */
  async applyIn(tx: Transaction, order: OrderRow, event: OrderEvent, options: MoveOptions): Promise<OrderRow | null> {
    const transition = transitionOf(order.kind, order.status, event, options.actor)
    if (!transition) return null
    if (creditsPayment(order.kind, transition) && (await this.#limits.creditCode(tx, order)) !== 0) return null
    return this.#move(tx, order, [transition], options)
  }

  /**
   * Applies a series of transitions in one database transaction, or none of them. A payment that limits or an exclusion
   * do not allow to credit is returned instead (I9, I10).
   */
  async follow(order: OrderRow, path: readonly Transition[], options: MoveOptions): Promise<OrderRow | null> {
    const last = path.at(-1)
    if (!last) return null
    const credits = creditsPayment(order.kind, last)
    return retried(() =>
      path.length === 1 && !credits
        ? this.#move(this.#database.db, order, path, options)
        : this.#database
            .transaction((tx) =>
              credits ? this.#credit(tx, order, path, options) : this.#move(tx, order, path, options),
            )
            .catch((error: unknown) => {
              if (error instanceof Outdated) return null
              throw error
            }),
    )
  }

  async #credit(
    tx: Transaction,
    order: OrderRow,
    path: readonly Transition[],
    options: MoveOptions,
  ): Promise<OrderRow | null> {
    await lockMember(tx, order.memberId)
    const code = await this.#limits.creditCode(tx, order)
    if (code === 0) return this.#move(tx, order, path, options)
    const before = path.slice(0, -1)
    const received = before.length === 0 ? order : await this.#move(tx, order, before, options)
    if (!received) throw new Outdated()
    const back = transitionOf(order.kind, received.status, 'return', 'system')
    if (!back) throw new Error(`the payment of order ${order.orderNo} can be neither credited nor returned`)
    const note = refusalText({ code, limit: null }, 'deposit')
    return this.#move(tx, received, [back], { actor: 'system', note, dueAt: this.#now() })
  }

  async #move(
    db: Pick<DrizzleDatabase, 'execute'>,
    order: OrderRow,
    path: readonly Transition[],
    options: MoveOptions,
  ): Promise<OrderRow | null> {
    let moved = order
    for (const transition of path) {
      const next = movedBy(moved, transition, { ...options, at: this.#now() })
      // oxlint-disable-next-line no-await-in-loop -- each transition starts from the state of the one before
      const proofs = await moveRow(db, moved, next, { transition, ...options })
      if (proofs !== null) moved = { ...next.order, proofs }
      else if (path.length > 1) throw new Outdated()
      else return null
    }
    return moved
  }

  /** Orders that are due, the longest waiting first. */
  due(limit: number): Promise<OrderRow[]> {
    return this.#database.db
      .select()
      .from(walletOrder)
      .where(lte(walletOrder.dueAt, this.#now()))
      .orderBy(asc(walletOrder.dueAt))
      .limit(limit)
  }

  /** Sets when the runner processes an order again, unless the order has changed. */
  async postpone({ orderNo, version }: OrderRow, dueAt: number | null): Promise<void> {
    await this.#database.db
      .update(walletOrder)
      .set({ dueAt })
      .where(and(eq(walletOrder.orderNo, orderNo), eq(walletOrder.version, version), eq(walletOrder.isFinal, false)))
  }

  /** Adds proof images. Null if the order is final or would have more than `max`. */
  async addProofs({ orderNo }: OrderRow, ids: readonly string[], max: number): Promise<OrderRow | null> {
    const [row] = await this.#database.db
      .update(walletOrder)
      .set({ proofs: sql`proofs || ${JSON.stringify(ids)}::jsonb` })
      .where(
        and(
          eq(walletOrder.orderNo, orderNo),
          eq(walletOrder.isFinal, false),
          sql`jsonb_array_length(proofs) + ${ids.length}::integer <= ${max}::integer`,
        ),
      )
      .returning()
    return row ?? null
  }

  /** Orders of a member, newest first. A state is searched in windows of time (decision 199). */
  async list(memberId: string, filter: RecordFilter, limit: number, offset = 0): Promise<OrderRow[]> {
    const { status, start: first, end } = filter
    if (status === undefined) return this.#listBetween(memberId, filter, limit, offset)
    return newestInWindows<OrderRow, number>({
      end: end ?? null,
      limit,
      startOf: async (until) => {
        const { rows } = await this.#database.db.execute<{ created_at: string }>(nthOrderTime(memberId, until))
        const start = rows[0] ? Date.parse(rows[0].created_at) : null
        return start !== null && first !== undefined && start <= first ? null : start
      },
      read: (window, missing) =>
        this.#listBetween(
          memberId,
          { ...filter, start: window.start ?? first, end: window.end ?? undefined },
          missing,
          0,
        ),
    })
  }

  #listBetween(
    memberId: string,
    { kind, status, start, end, before }: RecordFilter,
    limit: number,
    offset: number,
  ): Promise<OrderRow[]> {
    const older: SQL | undefined =
      before === undefined
        ? undefined
        : sql`(${walletOrder.createdAt}, ${walletOrder.orderNo}) <
            (select created_at, order_no from wallet_order where order_no = ${before} and member_id = ${memberId})`
    return this.#database.db
      .select()
      .from(walletOrder)
      .where(
        and(
          eq(walletOrder.memberId, memberId),
          kind === undefined ? undefined : eq(walletOrder.kind, kind),
          status === undefined ? undefined : eq(walletOrder.status, status),
          start === undefined ? undefined : gte(walletOrder.createdAt, start),
          end === undefined ? undefined : lt(walletOrder.createdAt, end),
          older,
        ),
      )
      .orderBy(desc(walletOrder.createdAt), desc(walletOrder.orderNo))
      .limit(limit)
      .offset(offset)
  }

  events(orderNo: string) {
    return this.#database.db
      .select()
      .from(orderEvent)
      .where(eq(orderEvent.orderNo, orderNo))
      .orderBy(asc(orderEvent.version))
  }

  /** Entries of the member's accounts that belong to an order, oldest first. */
  async postings({ orderNo, memberId }: OrderRow) {
    const { rows } = await this.#database.db.execute<{
      type: 'wallet-reserve' | 'wallet-settle' | 'wallet-release'
      account: string
      amount: number
      balanceAfter: number
      at: string
    }>(sql`
      select t.type, a.kind as account, e.amount, e.balance_after as "balanceAfter", t.created_at as at
      from ledger_tx t join ledger_entry e on e.tx_id = t.id join account a on a.id = e.account_id
      where t.idem_key = any(array[${`${orderNo}:reserve`}, ${`${orderNo}:settle`}, ${`${orderNo}:release`}])
        and a.owner_type = 'member' and a.owner_id = ${memberId}
      order by t.created_at, t.id, e.seq`)
    return rows
  }
}

/** Another call has changed the order; the transaction is rolled back. */
class Outdated extends Error {}
