import { siteDayOf } from '#protocol/time.ts'
import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { gift, giftOrder } from '../../database/schema/gift.ts'
import { ledgerEntry } from '../../database/schema/ledger.ts'
import { inSteps } from '../../database/steps.ts'

export interface GiftPrice {
  readonly giftId: number
  readonly oldId: number
  readonly giftType: number
  readonly giftPrice: number
  readonly giftName: string
  readonly giftIcon: string
  readonly giftIconWeb: string
  readonly status: '0' | '1' | '2'
}

export interface GiftReceipt {
  readonly giftOrderNo: string
  readonly memberId: string
  readonly chatRoomNo: string
  readonly gift: GiftPrice
  readonly count: number
  readonly comboId: string
  /** Running total of gifts of this combo. */
  readonly comboCount: number
  readonly total: number
  readonly balance: number
  /** True if this result repeats an earlier one with the same key. */
  readonly isReplay: boolean
}

/** An order as its member sees it. */
export interface GiftOrderRow extends Pick<GiftReceipt, 'giftOrderNo' | 'gift' | 'count' | 'total'> {
  readonly anchorRoomId: string
  readonly status: 'charged' | 'delivered' | 'refunded'
  readonly createdAt: number
}

/** The gift catalogue in the order of the panel. */
export async function loadPrices({ db }: Database): Promise<readonly GiftPrice[]> {
  const rows = await db.select().from(gift).orderBy(gift.sortOrder, gift.id)
  return rows.map(priceRow)
}

/** Charged orders without a confirmed entry in the room's log, oldest first. */
export async function loadUndelivered({ db }: Database): Promise<readonly GiftReceipt[]> {
  const rows = await db
    .select({ order: giftOrder, gift, balance: ledgerEntry.balanceAfter })
    .from(giftOrder)
    .innerJoin(gift, eq(gift.id, giftOrder.giftId))
    .innerJoin(ledgerEntry, and(eq(ledgerEntry.txId, giftOrder.txId), eq(ledgerEntry.seq, 1)))
    .where(eq(giftOrder.status, 'charged'))
    .orderBy(asc(giftOrder.createdAt), asc(giftOrder.comboCount))
  return rows.map(({ order, gift: row, balance }) => ({
    giftOrderNo: order.id,
    memberId: order.memberId,
    chatRoomNo: order.chatRoomNo,
    gift: { ...priceRow(row), giftPrice: order.unitPrice },
    count: order.count,
    comboId: order.comboId,
    comboCount: order.comboCount,
    total: order.total,
    balance,
    isReplay: true,
  }))
}

/**
 * Those of these orders that have an entry in a room's log. A process may end between writing the entry and marking the
 * order.
 */
export async function ordersInLog({ db }: Database, orderNos: readonly string[]): Promise<ReadonlySet<string>> {
  if (orderNos.length === 0) return new Set()
  const { rows } = await db.execute<{ no: string }>(sql`
    select (json::jsonb)->'data'->>'giftOrderNo' as no from room_entry
    where kind = 3 and ((json::jsonb)->'data'->>'giftOrderNo') = any(${sql.param(orderNos)}::text[])`)
  return new Set(rows.map(({ no }) => no))
}

/** E.9: charged → delivered. Orders in another state do not change. */
export async function markOrdersDelivered({ db }: Database, orderNos: readonly string[], now: number): Promise<void> {
  if (orderNos.length === 0) return
  await db
    .update(giftOrder)
    .set({ status: 'delivered', deliveredAt: now })
    .where(and(inArray(giftOrder.id, [...orderNos]), eq(giftOrder.status, 'charged')))
}

/**
 * Coins that members gave in a room since `since` (epoch ms), highest first. Read in steps: a roll-up of the crowd that runs
 * between two of them can count its eight gifts twice, until the next read.
 */
export async function sumGiven({ db }: Database, anchorRoomId: string, since: number, limit: number) {
  const totals = new Map<string, number>()
  const add = ({ memberId, total }: { readonly memberId: string; readonly total: number }): void => {
    if (total > 0) totals.set(memberId, (totals.get(memberId) ?? 0) + total)
  }
  const { id, createdAt, memberId, total, status } = giftOrder
  await inSteps<{ readonly id: string; readonly createdAt: number; readonly memberId: string; readonly total: number }>(
    (last, rows) =>
      db
        .select({
          id,
          createdAt,
          memberId,
          total: sql<number>`case when ${status} = 'refunded' then 0 else ${total} end::bigint`,
        })
        .from(giftOrder)
        .where(
          and(
            eq(giftOrder.anchorRoomId, anchorRoomId),
            gte(createdAt, since),
            last === null
              ? undefined
              : sql`(${createdAt}, ${id}) > (${new Date(last.createdAt).toISOString()}::timestamptz, ${last.id}::uuid)`,
          ),
        )
        .orderBy(asc(createdAt), asc(id))
        .limit(rows),
    add,
  )
  const from = new Date(since).toISOString()
  await inSteps<{ readonly day: number; readonly memberId: string; readonly total: number }>(async (last, rows) => {
    const past = last === null ? sql`` : sql`and (day, member_id) > (${last.day}::integer, ${last.memberId}::uuid)`
    const found = await db.execute<{ day: number; memberId: string; total: number }>(sql`
      select day, member_id as "memberId", (case when first_at >= ${from} then total else (
        select coalesce(sum(gift.total), 0) from unnest(given_at, totals) as gift (at, total) where gift.at >= ${from}
      ) end)::bigint as total
      from gift_rollup where anchor_room_id = ${anchorRoomId} and day >= ${siteDayOf(since)} ${past}
      order by day, member_id limit ${rows}`)
    return found.rows
  }, add)
  return [...totals]
    .map(([giver, sum]) => ({ memberId: giver, total: sum }))
    .sort((one, other) => other.total - one.total || (one.memberId < other.memberId ? -1 : 1))
    .slice(0, limit)
}

/** Orders of a member, newest first; with `before`, those older than that order. */
export async function ordersOf({ db }: Database, memberId: string, before: string | null, limit: number) {
  const rows = await db
    .select({ order: giftOrder, gift })
    .from(giftOrder)
    .innerJoin(gift, eq(gift.id, giftOrder.giftId))
    // Ids are UUIDs of version 7, which sort by time.
    .where(and(eq(giftOrder.memberId, memberId), before === null ? undefined : lt(giftOrder.id, before)))
    .orderBy(desc(giftOrder.id))
    .limit(limit)
  return rows.map(({ order, gift: row }): GiftOrderRow => ({
    giftOrderNo: order.id,
    anchorRoomId: order.anchorRoomId,
    gift: priceRow(row),
    count: order.count,
    total: order.total,
    status: order.status,
    createdAt: order.createdAt,
  }))
}

/** A row of `gift` in wire format. */
function priceRow(row: typeof gift.$inferSelect): GiftPrice {
  return {
    giftId: row.id,
    oldId: row.oldId,
    giftType: row.giftType,
    giftPrice: row.priceCoin,
    giftName: row.name,
    giftIcon: row.icon,
    giftIconWeb: row.iconWeb,
    status: row.status,
  }
}
