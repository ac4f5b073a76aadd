import { startOfSiteDay } from '#protocol/time.ts'
import { eq, sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import { GIFT_COUNT_MAX } from '#protocol/constants.ts'
import { success, successOf } from '#protocol/result.ts'
import type { GiftPrice, Ledger } from '../http/calls/context.ts'
import { remember } from '../config/remember.ts'
import type { Database } from '../database/database.ts'
import { gift } from '../database/schema/gift.ts'
import { account, ledgerTx } from '../database/schema/ledger.ts'
import { uuidV7 } from '../database/uuid-v7.ts'
import { priceRow } from './gift-price.ts'
import { contentHash, memberKey, randomStripe } from './content-hash.ts'
import { loadUndelivered, markOrdersDelivered, ordersInLog, ordersOf, sumGiven } from './gift-orders.ts'
import type { GiftOrderRow } from './gift-orders.ts'
import { retried } from './retry.ts'

const PRICES_LIFETIME_MS = 10_000
const GIFT_ID_MAX = 2 ** 31 - 1
/** Maximum coins that a member can take from the house per site day. */
export const COINS_PER_DAY = 100_000

export interface LedgerRepository extends Ledger {
  /** Coins that the member can still take today (S6.6). */
  coinAllowance(memberId: string): Promise<number>
  /** True if something was booked under this key of the member. */
  isBooked(memberId: string, idempotencyKey: string): Promise<boolean>
  /** Gifts of the member, newest first, older than the order `before` if given. */
  giftsOf(memberId: string, before: string | null, limit: number): Promise<readonly GiftOrderRow[]>
  /** Those of these orders whose entry is in a room's log, marked or not. */
  inLog(giftOrderNos: readonly string[]): Promise<ReadonlySet<string>>
}

/** Result of the SQL functions. */
type Posted<Fields> = { code: 0 } & Fields
interface Refused {
  code: number
}
type GiftAnswer = Posted<{
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
): LedgerRepository {
  const { db } = database
  const prices = remember(PRICES_LIFETIME_MS, now, () => loadPrices(database))

  async function priceOf(giftId: number): Promise<GiftPrice> {
    const known = (await prices()).find((price) => price.giftId === giftId)
    const price = known ?? (await loadPrices(database)).find((row) => row.giftId === giftId)
    if (!price) throw new Error(`gift ${giftId} has an order and no row`)
    return price
  }

  return {
    async coinBalance(memberId) {
      const rows = await db
        .select({ balance: account.balance })
        .from(account)
        .where(sql`owner_type = 'member' and owner_id = ${memberId} and currency = 'COIN' and kind = 'coin'`)
      return rows[0]?.balance ?? 0
    },

    async sendGift({ memberId, anchorRoomId, chatRoomNo, giftId, count, comboId, idempotencyKey }) {
      if (!isCount(count, GIFT_COUNT_MAX)) return failureOf(CODES.PARAM_ERROR)
      if (!isCount(giftId, GIFT_ID_MAX)) return failureOf(CODES.NOT_FOUND)
      const at = now()
      const hash = contentHash('gift', [memberId, anchorRoomId, giftId, count, comboId])
      const key = memberKey(memberId, idempotencyKey)
      const { rows } = await retried(() =>
        db.execute<{ result: GiftAnswer | Refused }>(sql`select gift_send(
          ${uuidV7(at)}, ${uuidV7(at)}, ${memberId}, ${anchorRoomId}, ${chatRoomNo}, ${giftId}, ${count}, ${comboId},
          ${key}, ${hash}, ${randomStripe()}, ${new Date(at).toISOString()}) as result`),
      )
      const result = posted<GiftAnswer>(rows)
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

    async buyCoins({ memberId, coins, idempotencyKey }) {
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

    async coinAllowance(memberId) {
      const since = new Date(startOfSiteDay(now())).toISOString()
      const { rows } = await db.execute<{ bought: number }>(sql`select coin_bought(${memberId}, ${since}) as bought`)
      return Math.max(0, coinsPerDay - (rows[0]?.bought ?? 0))
    },

    async isBooked(memberId, idempotencyKey) {
      const key = memberKey(memberId, idempotencyKey)
      const rows = await db.select({ id: ledgerTx.id }).from(ledgerTx).where(eq(ledgerTx.idemKey, key))
      return rows.length > 0
    },

    gifts: prices,
    ranking: (anchorRoomId, since, limit) => sumGiven(database, anchorRoomId, since, limit),
    giftsOf: (memberId, before, limit) => ordersOf(database, memberId, before, limit),
    inLog: (giftOrderNos) => ordersInLog(database, giftOrderNos),
    undelivered: () => loadUndelivered(database),
    markDelivered: (giftOrderNos) => markOrdersDelivered(database, giftOrderNos, now()),
  }
}

/** True for an integer from 1 to `max` that a double represents exactly. */
function isCount(value: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= max
}

function posted<Answer>(rows: readonly { result: Answer | Refused }[]): Answer | Refused {
  const row = rows[0]
  if (!row) throw new Error('the posting function returned nothing')
  return row.result
}

function isPosted<Answer extends { code: 0 }>(result: Answer | Refused): result is Answer {
  return result.code === 0
}

async function loadPrices({ db }: Database): Promise<readonly GiftPrice[]> {
  const rows = await db.select().from(gift).orderBy(gift.sortOrder, gift.id)
  return rows.map(priceRow)
}
