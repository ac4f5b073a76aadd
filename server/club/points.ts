import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import {
  POINT_TURNOVER,
  POINTS_ITEMS,
  type PointsItem,
  pointsObstacle,
  type PointsObstacle,
  rewardIn,
} from '#protocol/club/points.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { Exchanged } from '#protocol/endpoints/points.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { type Result, successOf } from '#protocol/result.ts'
import { siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import type { Database, DrizzleDatabase, Transaction } from '../database/database.ts'
import { retried } from '../database/errors.ts'
import { account, ledgerEntry, ledgerTx } from '../database/schema/ledger.ts'
import { member } from '../database/schema/member.ts'
import { pointsOrder, soccerDraw } from '../database/schema/points.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import { isTransferred, rewardLegs, transferOnce } from '../wallet/funds/transfer.ts'
import { contentHash, memberKey } from '../wallet/ledger/postings.ts'
import { lockStock, takeOne, takenOf } from './prize-stock.ts'
import { nextCountAt } from './standings.ts'

export const POINTS_PAGE = 20

export interface PointsOptions {
  readonly database: Database
  /** The code of a time-out or self-exclusion (I10); 0 without one. */
  readonly exclusionCode: (memberId: string, db: Pick<DrizzleDatabase, 'execute' | 'select'>) => Promise<number>
  readonly now: () => number
}

/** A member who spends points. */
export interface Spender {
  readonly memberId: string
  readonly currency: SettleCurrency
}

/** Points of members and what they are exchanged for (S7.86). */
export class Points {
  readonly #options: PointsOptions

  constructor(options: PointsOptions) {
    this.#options = options
  }

  async overview({ memberId, currency }: Spender, isBarred: boolean): Promise<DataOf<'points.get'>> {
    const { database, now } = this.#options
    const at = now()
    const day = siteDayOf(at)
    const [balance, taken, used] = await Promise.all([
      pointsOf(database.db, memberId),
      takenOf(
        database.db,
        POINTS_ITEMS.map(({ id }) => id),
        day,
      ),
      exchangesOf(database.db, memberId, day),
    ])
    return {
      balance,
      turnoverPerPoint: POINT_TURNOVER,
      isBarred,
      nextCountAt: nextCountAt(at),
      resetAt: timeOfSiteDay(day + 1),
      items: POINTS_ITEMS.map(({ id, points, gives, stock, limit }) => ({
        id,
        points,
        reward: rewardIn(gives, currency),
        stock,
        left: stock - (taken.get(id) ?? 0),
        limit,
        used: used.get(id) ?? 0,
      })),
    }
  }

  /** Changes of the balance, newest first. `before`: the last record of the page before. */
  async records(memberId: string, before: string | undefined): Promise<DataOf<'points.records'>> {
    const rows = await this.#options.database.db
      .select({
        id: ledgerTx.id,
        at: ledgerTx.createdAt,
        type: ledgerTx.type,
        change: ledgerEntry.amount,
        balance: ledgerEntry.balanceAfter,
        item: pointsOrder.item,
        prize: soccerDraw.prize,
        drawId: soccerDraw.id,
      })
      .from(account)
      .innerJoin(ledgerEntry, eq(ledgerEntry.accountId, account.id))
      .innerJoin(ledgerTx, eq(ledgerTx.id, ledgerEntry.txId))
      .leftJoin(pointsOrder, eq(pointsOrder.txId, ledgerTx.id))
      .leftJoin(soccerDraw, eq(soccerDraw.txId, ledgerTx.id))
      .where(and(isPointsOf(memberId), before === undefined ? undefined : lt(ledgerEntry.txId, before)))
      .orderBy(desc(ledgerEntry.txId))
      .limit(POINTS_PAGE + 1)
    const list = rows
      .slice(0, POINTS_PAGE)
      .map(({ type, ...row }) => ({ ...row, kind: RECORD_KINDS.get(type) ?? 'other' }) as const)
    return { list, hasMore: rows.length > POINTS_PAGE }
  }

  /** Exchanges points once per key: order, stock and posting are one transaction. A refusal is stored under the key. */
  async exchange({ memberId, currency }: Spender, id: string, idempotencyKey: string): Promise<Result<Exchanged>> {
    const item = POINTS_ITEMS.find((one) => one.id === id)
    if (!item) return failureOf(CODES.NOT_FOUND)
    const { database, now } = this.#options
    const at = now()
    const result = await retried(() =>
      database.transaction((tx) => this.#exchange(tx, { memberId, currency, item, idempotencyKey, at })),
    )
    if (!isTransferred(result)) return failureOf(result.code)
    const exchanged = await this.exchangedUnder(memberId, idempotencyKey)
    if (!exchanged) throw new Error('an exchange was posted and is not found')
    return successOf(exchanged, result.replay)
  }

  async #exchange(
    tx: Transaction,
    { memberId, currency, item, idempotencyKey, at }: Spender & ExchangeCommand,
  ): Promise<Awaited<ReturnType<typeof transferOnce>>> {
    const day = siteDayOf(at)
    const balance = await lockPoints(tx, memberId)
    const used = (await exchangesOf(tx, memberId, day)).get(item.id) ?? 0
    const left = await lockStock(tx, item.id, { day, stock: item.stock })
    const orderId = uuidV7(at)
    const reward = rewardIn(item.gives, currency)
    const posted = await transferOnce(tx, {
      type: 'points-exchange',
      refType: 'points_order',
      refId: orderId,
      key: memberKey(memberId, idempotencyKey),
      contentHash: contentHash('points-exchange', [memberId, item.id]),
      refusal:
        (await this.#options.exclusionCode(memberId, tx)) ||
        obstacleCode(pointsObstacle({ ...item, balance, left, used })),
      legs: [...rewardLegs(memberId, { currency: 'POINT', amount: -item.points }), ...rewardLegs(memberId, reward)],
      at,
    })
    if (isTransferred(posted) && !posted.replay) {
      const order = { id: orderId, memberId, item: item.id, day, points: item.points, ...reward, at }
      await tx.insert(pointsOrder).values({ ...order, balance: balance - item.points, txId: posted.tx })
      await takeOne(tx, item.id, day)
    }
    return posted
  }

  /** The response of an exchange by its key; null without one. */
  async exchangedUnder(memberId: string, idempotencyKey: string): Promise<Exchanged | null> {
    const [row] = await this.#options.database.db
      .select({ order: pointsOrder })
      .from(ledgerTx)
      .innerJoin(pointsOrder, eq(pointsOrder.txId, ledgerTx.id))
      .where(eq(ledgerTx.idemKey, memberKey(memberId, idempotencyKey)))
    if (!row) return null
    const { id, item, points, currency, amount, balance } = row.order
    return { orderId: id, item, points, reward: { currency, amount }, balance }
  }
}

interface ExchangeCommand {
  readonly item: PointsItem
  readonly idempotencyKey: string
  readonly at: number
}

const RECORD_KINDS: ReadonlyMap<string, DataOf<'points.records'>['list'][number]['kind']> = new Map([
  ['points', 'play'],
  ['points-exchange', 'exchange'],
  ['soccer-lottery', 'lottery'],
  ['points-grant', 'gift'],
  ['activity', 'activity'],
])

const OBSTACLE_CODES = {
  'sold-out': CODES.SOLD_OUT,
  limit: CODES.DAY_LIMIT,
  points: CODES.POINTS_NOT_ENOUGH,
} as const

/** The code of an obstacle; 0 without one. */
export function obstacleCode(obstacle: PointsObstacle): number {
  return obstacle === null ? 0 : OBSTACLE_CODES[obstacle]
}

function isPointsOf(memberId: string) {
  return and(eq(account.ownerType, 'member'), eq(account.ownerId, memberId), eq(account.currency, 'POINT'))
}

/** The balance of points. */
export async function pointsOf(db: Pick<DrizzleDatabase, 'select'>, memberId: string): Promise<number> {
  const [row] = await db.select({ balance: account.balance }).from(account).where(isPointsOf(memberId))
  return row?.balance ?? 0
}

/** Locks a member for spending points and returns the balance, which can only rise until the transaction ends. */
export async function lockPoints(tx: Transaction, memberId: string): Promise<number> {
  await tx.select({ id: member.id }).from(member).where(eq(member.id, memberId)).for('no key update')
  return pointsOf(tx, memberId)
}

/** Exchanges of a member on a site day, by item. */
async function exchangesOf(db: Pick<DrizzleDatabase, 'select'>, memberId: string, day: number) {
  const rows = await db
    .select({ item: pointsOrder.item, count: sql<number>`count(*)::integer` })
    .from(pointsOrder)
    .where(and(eq(pointsOrder.memberId, memberId), eq(pointsOrder.day, day)))
    .groupBy(pointsOrder.item)
  return new Map<string, number>(rows.map(({ item, count }) => [item, count]))
}
