import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { PAGE_ROWS, REVIEW_DECISIONS } from '#protocol/console/constants.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import type { ConsoleReview } from '#protocol/console/wallet.ts'
import { eventsOf, ORDER_KINDS, ORDER_STATES, stateOf } from '#protocol/wallet/order-states.ts'
import type { Database } from '../../database/database.ts'
import { member } from '../../database/schema/member.ts'
import { IS_PENDING_ORDER, orderEvent, type OrderRow, walletOrder } from '../../database/schema/wallet.ts'
import { orderFacts } from '../../wallet/orders/order-rows.ts'
import { pageOf, timePositionOf, timePositionRow } from './audit-log.ts'

/** Claimed payments that the channel reports itself are no reviews, although an operator may confirm them. */
const NO_REVIEW: readonly (string | undefined)[] = ['paidClaimed', 'payerPaid']

/** The states in which an order waits for an operator, by kind. */
const WAITING = ORDER_KINDS.map((kind) => ({
  kind,
  states: Object.keys(ORDER_STATES[kind].states).filter(
    (status) =>
      !NO_REVIEW.includes(stateOf(kind, status)) &&
      eventsOf(kind, status, 'operator').some((event) => REVIEW_DECISIONS.some((one) => one === event)),
  ),
}))

export function isWaiting({ kind, status }: Pick<OrderRow, 'kind' | 'status'>): boolean {
  return WAITING.some((one) => one.kind === kind && one.states.includes(status))
}

const COLUMNS = { order: walletOrder, userId: member.publicId, memberName: member.nickname }

/** Longest waiting first, after the position `after`. */
function waitingOrders(db: Database['db'], after: string | undefined) {
  const waits = or(
    ...WAITING.map(({ kind, states }) => and(eq(walletOrder.kind, kind), inArray(walletOrder.status, states))),
  )
  const past =
    after === undefined
      ? undefined
      : sql`(${walletOrder.updatedAt}, ${walletOrder.orderNo}) > ${timePositionRow(after)}`
  return db
    .select({ ...COLUMNS, at: walletOrder.updatedAt })
    .from(walletOrder)
    .innerJoin(member, eq(member.id, walletOrder.memberId))
    .where(and(IS_PENDING_ORDER, waits, past))
    .orderBy(asc(walletOrder.updatedAt), asc(walletOrder.orderNo))
    .limit(PAGE_ROWS + 1)
}

/** By the last decision of an operator, newest first, before the position `after`. */
function decidedOrders(db: Database['db'], after: string | undefined) {
  const last = sql`not exists (select from order_event as later where later.order_no = ${orderEvent.orderNo}
    and later.version > ${orderEvent.version} and later.actor = 'operator')`
  const past =
    after === undefined ? undefined : sql`(${orderEvent.at}, ${orderEvent.orderNo}) < ${timePositionRow(after)}`
  return db
    .select({ ...COLUMNS, at: orderEvent.at })
    .from(orderEvent)
    .innerJoin(walletOrder, eq(walletOrder.orderNo, orderEvent.orderNo))
    .innerJoin(member, eq(member.id, walletOrder.memberId))
    .where(and(eq(orderEvent.actor, 'operator'), last, past))
    .orderBy(desc(orderEvent.at), desc(orderEvent.orderNo))
    .limit(PAGE_ROWS + 1)
}

/** A page of orders that wait for an operator, or that an operator has decided. */
export async function listReviews(
  { db }: Pick<Database, 'db'>,
  { isOpen, after }: ConsoleRequestOf<'review.list'>,
  now: number,
): Promise<{ list: ConsoleReview[]; next: string | null }> {
  const rows = isOpen ? await waitingOrders(db, after) : await decidedOrders(db, after)
  const { list, next } = pageOf(rows, PAGE_ROWS, ({ at, order }) => timePositionOf(at, order.orderNo))
  const events = await eventsOfOrders(
    { db },
    list.map((row) => row.order.orderNo),
  )
  return { list: list.map((row) => reviewView(row, { events, now })), next }
}

/** The order of a review; null if there is none. */
export async function findReview(
  { db }: Pick<Database, 'db'>,
  orderNo: string,
  now: number,
): Promise<ConsoleReview | null> {
  const [row] = await db
    .select({ order: walletOrder, userId: member.publicId, memberName: member.nickname })
    .from(walletOrder)
    .innerJoin(member, eq(member.id, walletOrder.memberId))
    .where(eq(walletOrder.orderNo, orderNo))
  return row ? reviewView(row, { events: await eventsOfOrders({ db }, [orderNo]), now }) : null
}

type EventRow = typeof orderEvent.$inferSelect

function eventsOfOrders({ db }: Pick<Database, 'db'>, orderNos: readonly string[]): Promise<EventRow[]> {
  return db
    .select()
    .from(orderEvent)
    .where(inArray(orderEvent.orderNo, [...orderNos]))
    .orderBy(asc(orderEvent.version))
}

function reviewView(
  { order, userId, memberName }: { order: OrderRow; userId: string; memberName: string },
  { events, now }: { readonly events: readonly EventRow[]; readonly now: number },
): ConsoleReview {
  const { orderNo, updatedAt, version } = order
  return {
    ...orderFacts(order),
    userId,
    memberName,
    waitedMs: Math.max(0, now - updatedAt),
    events: events
      .filter((event) => event.orderNo === orderNo)
      .map(({ event, to, actor, note, at }) => ({ event, to, actor, note, at })),
    proofs: [...order.proofs],
    version,
  }
}
