import { startOfSiteDay } from '#protocol/time.ts'
import { eq, sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import { GIFT_COUNT_MAX } from '#protocol/constants.ts'
import { type Result, success, successOf } from '#protocol/result.ts'
import { contentHash, memberKey, randomStripe } from './postings.ts'
import { retried } from '../database/errors.ts'
import { remember } from '../config/remember.ts'
import type { Database } from '../database/database.ts'
import { account, ledgerTx } from '../database/schema/ledger.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import {
  type GiftPrice,
  type GiftReceipt,
  loadPrices,
  loadUndelivered,
  markOrdersDelivered,
  ordersInLog,
  ordersOf,
  sumGiven,
} from './gift-orders.ts'

const PRICES_LIFETIME_MS = 10_000
const GIFT_ID_MAX = 2 ** 31 - 1
/** Maximum coins that a member can take from the house per site day. */
export const COINS_PER_DAY = 100_000

export type Ledger = ReturnType<typeof createLedger>

export interface GiftCommand {
  readonly memberId: string
  readonly anchorRoomId: string
  readonly chatRoomNo: string
  readonly giftId: number
  readonly count: number
  readonly comboId: string
  readonly idempotencyKey: string
}

/** Result of the SQL functions. */
type Posted<Fields> = { code: 0 } & Fields
interface Refused {
  code: number
}
type GiftResult = Posted<{
  replay: boolean
  order: string
  chatRoomNo: string
  giftId: number
  unitPrice: number
  count: number
  total: number
  comboId: string
  comboCount: number
  balance: number
}>

/**
 * The double-entry ledger (Annex H, I1-I8). Each posting is one SQL function call and so one database transaction:
 * money, order and the stored result of the idempotency key are written together.
 */
export function createLedger(
  database: Database,
  { now, coinsPerDay = COINS_PER_DAY }: { now: () => number; coinsPerDay?: number },
) {
  const { db } = database
  const prices = remember(PRICES_LIFETIME_MS, now, () => loadPrices(database))

  async function priceOf(giftId: number): Promise<GiftPrice> {
    const known = (await prices()).find((price) => price.giftId === giftId)
    const price = known ?? (await loadPrices(database)).find((row) => row.giftId === giftId)
    if (!price) throw new Error(`gift ${giftId} has an order and no row`)
    return price
  }

  return {
    async coinBalance(memberId: string): Promise<number> {
      const rows = await db
        .select({ balance: account.balance })
        .from(account)
        .where(sql`owner_type = 'member' and owner_id = ${memberId} and currency = 'COIN' and kind = 'coin'`)
      return rows[0]?.balance ?? 0
    },

    /** Charges the server's price in one transaction with the gift order. Idempotent by key. */
    async sendGift(command: GiftCommand): Promise<Result<GiftReceipt>> {
      const { memberId, anchorRoomId, chatRoomNo, giftId, count, comboId, idempotencyKey } = command
      if (!isCount(count, GIFT_COUNT_MAX)) return failureOf(CODES.PARAM_ERROR)
      if (!isCount(giftId, GIFT_ID_MAX)) return failureOf(CODES.NOT_FOUND)
      const at = now()
      const hash = contentHash('gift', [memberId, anchorRoomId, giftId, count, comboId])
      const key = memberKey(memberId, idempotencyKey)
      const { rows } = await retried(() =>
        db.execute<{ result: GiftResult | Refused }>(sql`select gift_send(
          ${uuidV7(at)}, ${uuidV7(at)}, ${memberId}, ${anchorRoomId}, ${chatRoomNo}, ${giftId}, ${count}, ${comboId},
          ${key}, ${hash}, ${randomStripe()}, ${new Date(at).toISOString()}) as result`),
      )
      const result = posted<GiftResult>(rows)
      if (!isPosted(result)) return failureOf(result.code)
      const { order, replay, unitPrice, code: _, giftId: orderedId, ...receipt } = result
      return success({
        ...receipt,
        giftOrderNo: order,
        memberId,
        gift: { ...(await priceOf(orderedId)), giftPrice: unitPrice },
        isReplay: replay,
      })
    },

    /** Takes coins from the house, at most `coinsPerDay` per site day. Idempotent by key. */
    async buyCoins(command: {
      memberId: string
      coins: number
      idempotencyKey: string
    }): Promise<Result<{ balance: number }>> {
      const { memberId, coins, idempotencyKey } = command
      if (!isCount(coins, Number.MAX_SAFE_INTEGER)) return failureOf(CODES.PARAM_ERROR)
      const at = now()
      const { rows } = await retried(() =>
        db.execute<{ result: Posted<{ balance: number; replay: boolean }> | Refused }>(sql`select coin_buy(
          ${uuidV7(at)}, ${memberId}, ${coins}, ${memberKey(memberId, idempotencyKey)},
          ${contentHash('coin-buy', [memberId, coins])}, ${randomStripe()}, ${new Date(at).toISOString()},
          ${new Date(startOfSiteDay(at)).toISOString()}, ${coinsPerDay}) as result`),
      )
      const result = posted<Posted<{ balance: number; replay: boolean }>>(rows)
      return isPosted(result) ? successOf({ balance: result.balance }, result.replay) : failureOf(result.code)
    },

    /** Coins that the member can still take today (S6.6). */
    async coinAllowance(memberId: string): Promise<number> {
      const since = new Date(startOfSiteDay(now())).toISOString()
      const { rows } = await db.execute<{ bought: number }>(sql`select coin_bought(${memberId}, ${since}) as bought`)
      return Math.max(0, coinsPerDay - (rows[0]?.bought ?? 0))
    },

    /** True if something was booked under this key of the member. */
    async isBooked(memberId: string, idempotencyKey: string): Promise<boolean> {
      const key = memberKey(memberId, idempotencyKey)
      const rows = await db.select({ id: ledgerTx.id }).from(ledgerTx).where(eq(ledgerTx.idemKey, key))
      return rows.length > 0
    },

    gifts: prices,

    /** Coins that members gave in a room since `since` (epoch ms), highest first. */
    ranking: (anchorRoomId: string, since: number, limit: number) => sumGiven(database, anchorRoomId, since, limit),

    /** Gifts of the member, newest first, older than the order `before` if given. */
    giftsOf: (memberId: string, before: string | null, limit: number) => ordersOf(database, memberId, before, limit),

    /** Those of these orders whose entry is in a room's log, marked or not. */
    inLog: (giftOrderNos: readonly string[]) => ordersInLog(database, giftOrderNos),

    /** Charged orders that are not in a room's log because of a crash. The gift service delivers them. */
    undelivered: () => loadUndelivered(database),

    markDelivered: (giftOrderNos: readonly string[]) => markOrdersDelivered(database, giftOrderNos, now()),
  }
}

/** True for an integer from 1 to `max` that a double represents exactly. */
function isCount(value: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= max
}

function posted<Posting>(rows: readonly { result: Posting | Refused }[]): Posting | Refused {
  const row = rows[0]
  if (!row) throw new Error('the posting function returned nothing')
  return row.result
}

function isPosted<Posting extends { code: 0 }>(result: Posting | Refused): result is Posting {
  return result.code === 0
}
