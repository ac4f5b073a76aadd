import { startOfSiteDay } from '#protocol/time.ts'
import { eq, sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import { GIFT_COUNT_MAX } from '#protocol/constants.ts'
import { type Result, success, successOf } from '#protocol/result.ts'
import { COIN_VALUE } from '#protocol/wallet/play-stop.ts'
import { contentHash, memberKey, randomStripe } from './postings.ts'
import { retried } from '../../database/errors.ts'
import { rollUp, type RollUpShard } from './roll-up.ts'
import { remember } from '../../config/remember.ts'
import { Batches } from '../../database/batches.ts'
import type { Database, DrizzleDatabase } from '../../database/database.ts'
import { giftRollup } from '../../database/schema/gift.ts'
import { account, ledgerTx } from '../../database/schema/ledger.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
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

/** Argument of `gift_send_all`. */
interface GiftCharge {
  readonly order: string
  readonly tx: string
  readonly member: string
  readonly anchor_room_id: string
  readonly chat_room_no: string
  readonly gift_id: number
  readonly count: number
  readonly combo_id: string
  readonly key: string
  readonly hash: string
  readonly at: string
}

/** The embedded database has one connection. PostgreSQL uses a processor for each. */
const STATEMENTS_AT_ONCE: Readonly<Record<Database['kind'], number>> = { pglite: 1, postgres: 4 }

/**
 * The double-entry ledger (Annex H, I1-I8). Each posting is one SQL function call and so one database transaction:
 * money, order and the stored result of the idempotency key are written together.
 */
export class Ledger {
  readonly #database: Database
  readonly #now: () => number
  readonly #coinsPerDay: number
  readonly #charges: Batches<GiftCharge, GiftResult | Refused>
  /** The gift catalogue in the order of the panel, at most ten seconds old. */
  readonly gifts: () => Promise<readonly GiftPrice[]>

  constructor(database: Database, { now, coinsPerDay = COINS_PER_DAY }: { now: () => number; coinsPerDay?: number }) {
    this.#database = database
    this.#now = now
    this.#coinsPerDay = coinsPerDay
    this.#charges = new Batches((gifts) => this.#charge(gifts), STATEMENTS_AT_ONCE[database.kind])
    this.gifts = remember(PRICES_LIFETIME_MS, now, () => loadPrices(database))
  }

  /** `db` is the transaction whose changes count. */
  async coinBalance(memberId: string, db: Pick<DrizzleDatabase, 'select'> = this.#database.db): Promise<number> {
    const rows = await db
      .select({ balance: account.balance })
      .from(account)
      .where(sql`owner_type = 'member' and owner_id = ${memberId} and currency = 'COIN' and kind = 'coin'`)
    return rows[0]?.balance ?? 0
  }

  /**
   * Charges the server's price in one transaction with the gift order, and counts it as a stake (I9). Concurrent gifts
   * share a transaction (decision 180). Idempotent by key.
   */
  async sendGift(command: GiftCommand): Promise<Result<GiftReceipt>> {
    const { memberId, anchorRoomId, chatRoomNo, giftId, count, comboId, idempotencyKey } = command
    if (!isCount(count, GIFT_COUNT_MAX)) return failureOf(CODES.PARAM_ERROR)
    if (!isCount(giftId, GIFT_ID_MAX)) return failureOf(CODES.NOT_FOUND)
    const at = this.#now()
    const result = await this.#charges.add({
      order: uuidV7(at),
      tx: uuidV7(at),
      member: memberId,
      anchor_room_id: anchorRoomId,
      chat_room_no: chatRoomNo,
      gift_id: giftId,
      count,
      combo_id: comboId,
      key: memberKey(memberId, idempotencyKey),
      hash: contentHash('gift', [memberId, anchorRoomId, giftId, count, comboId]),
      at: new Date(at).toISOString(),
    })
    if (!isPosted(result)) return failureOf(result.code)
    const { order, replay, unitPrice, code: _, giftId: orderedId, ...receipt } = result
    return success({
      ...receipt,
      giftOrderNo: order,
      memberId,
      gift: { ...(await this.#priceOf(orderedId)), giftPrice: unitPrice },
      isReplay: replay,
    })
  }

  async #charge(gifts: readonly GiftCharge[]): Promise<(GiftResult | Refused)[]> {
    const { rows } = await retried(() =>
      this.#database.db.execute<{ result: GiftResult | Refused }>(
        sql`select gift_send_all(${JSON.stringify(gifts)}::jsonb, ${randomStripe()}, ${COIN_VALUE}) as result`,
      ),
    )
    return rows.map(({ result }) => result)
  }

  /** Takes coins from the house, at most `coinsPerDay` per site day. Idempotent by key. */
  async buyCoins(command: {
    memberId: string
    coins: number
    idempotencyKey: string
  }): Promise<Result<{ balance: number }>> {
    const { memberId, coins, idempotencyKey } = command
    if (!isCount(coins, Number.MAX_SAFE_INTEGER)) return failureOf(CODES.PARAM_ERROR)
    const at = this.#now()
    const { rows } = await retried(() =>
      this.#database.db.execute<{ result: Posted<{ balance: number; replay: boolean }> | Refused }>(sql`select coin_buy(
        ${uuidV7(at)}, ${memberId}, ${coins}, ${memberKey(memberId, idempotencyKey)},
        ${contentHash('coin-buy', [memberId, coins])}, ${randomStripe()}, ${new Date(at).toISOString()},
        ${new Date(startOfSiteDay(at)).toISOString()}, ${this.#coinsPerDay}) as result`),
    )
    const result = posted<Posted<{ balance: number; replay: boolean }>>(rows)
    return isPosted(result) ? successOf({ balance: result.balance }, result.replay) : failureOf(result.code)
  }

  /**
   * Grants coins of the house to a member, or takes them (negative): BALANCE_NOT_ENOUGH if the member has fewer.
   * Idempotent by key. Runs in the transaction of the caller.
   */
  async adjustCoins(
    tx: Pick<DrizzleDatabase, 'execute'>,
    { memberId, coins, key }: { readonly memberId: string; readonly coins: number; readonly key: string },
  ): Promise<Result<{ balance: number }>> {
    const at = this.#now()
    const { rows } = await tx.execute<{ result: Posted<{ balance: number; replay: boolean }> | Refused }>(sql`select
      coin_adjust(${uuidV7(at)}, ${memberId}, ${coins}, ${`adjust:${key}`},
      ${contentHash('coin-adjust', [memberId, coins])}, ${randomStripe()}, ${new Date(at).toISOString()}) as result`)
    const result = posted<Posted<{ balance: number; replay: boolean }>>(rows)
    return isPosted(result) ? successOf({ balance: result.balance }, result.replay) : failureOf(result.code)
  }

  /** Coins that the member can still take today (S6.6). */
  async coinAllowance(memberId: string): Promise<number> {
    const since = new Date(startOfSiteDay(this.#now())).toISOString()
    const { rows } = await this.#database.db.execute<{ bought: number }>(
      sql`select coin_bought(${memberId}, ${since}) as bought`,
    )
    return Math.max(0, this.#coinsPerDay - (rows[0]?.bought ?? 0))
  }

  /** True if something was booked under this key of the member. */
  async isBooked(memberId: string, idempotencyKey: string): Promise<boolean> {
    const key = memberKey(memberId, idempotencyKey)
    const rows = await this.#database.db.select({ id: ledgerTx.id }).from(ledgerTx).where(eq(ledgerTx.idemKey, key))
    return rows.length > 0
  }

  /** Coins that members gave in a room since `since` (epoch ms), highest first. */
  ranking(anchorRoomId: string, since: number, limit: number) {
    return sumGiven(this.#database, anchorRoomId, since, limit)
  }

  /** Gifts of the member, newest first, older than the order `before` if given. */
  giftsOf(memberId: string, before: string | null, limit: number) {
    return ordersOf(this.#database, memberId, before, limit)
  }

  /** Those of these orders whose entry is in a room's log, marked or not. */
  inLog(giftOrderNos: readonly string[]) {
    return ordersInLog(this.#database, giftOrderNos)
  }

  /** Charged orders that are not in a room's log because of a crash. The gift service delivers them. */
  undelivered() {
    return loadUndelivered(this.#database)
  }

  markDelivered(giftOrderNos: readonly string[]) {
    return markOrdersDelivered(this.#database, giftOrderNos, this.#now())
  }

  /** Compacts old postings of members without a sign-in. */
  rollUp(shard: RollUpShard, now: number, maxBatches: number) {
    return rollUp(this.#database, shard, now, maxBatches)
  }

  /** Forgets the rolled up gifts of a room that is shown no more. Postings and balances stay. */
  async forgetRanking(anchorRoomId: string): Promise<void> {
    await this.#database.db.delete(giftRollup).where(eq(giftRollup.anchorRoomId, anchorRoomId))
  }

  async #priceOf(giftId: number): Promise<GiftPrice> {
    const known = (await this.gifts()).find((price) => price.giftId === giftId)
    const price = known ?? (await loadPrices(this.#database)).find((row) => row.giftId === giftId)
    if (!price) throw new Error(`gift ${giftId} has an order and no row`)
    return price
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
