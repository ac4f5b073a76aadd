import { eq, sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { type Result, success } from '#protocol/result.ts'
import type { Bet } from '#protocol/sports/bets.ts'
import type { EntryData } from '#protocol/room/feed.ts'
import type { Database } from '../database/database.ts'
import { bet as betTable } from '../database/schema/sports.ts'
import { authorOf } from '../rooms/author.ts'
import type { RoomHub } from '../rooms/hub.ts'
import { betOf, type StoredBet, wireBet } from './bet-rows.ts'
import { orderText } from './order-text.ts'

interface ShownBetsOptions {
  readonly database: Database
  readonly rooms: Pick<RoomHub, 'post' | 'room' | 'venueNameOf'>
  readonly now: () => number
}

interface Shower {
  readonly memberId: string
  readonly member: Member
}

/** Bets that members show in rooms (晒单) as order entries, and take back by revert entries (S3.23, S4.32). */
export class ShownBets {
  readonly #options: ShownBetsOptions

  constructor(options: ShownBetsOptions) {
    this.#options = options
  }

  /** Shows an own bet in a room, or takes it back for null. A bet is shown in one room; showing it again changes nothing. */
  async show(
    { memberId, member }: Shower,
    betId: string,
    chatRoomNo: string | null,
  ): Promise<Result<{ readonly bet: Bet }>> {
    const { database } = this.#options
    const found = await betOf(database.db, memberId, betId)
    if (!found) return failureOf(CODES.NOT_FOUND)
    if (found.shownIn === chatRoomNo) return success({ bet: wireBet(found) })
    if (chatRoomNo === null) return this.#takeBack(found)
    if (found.shownIn !== null || found.state === 'pending' || found.state === 'rejected') {
      return failureOf(CODES.ORDER_STATE_CHANGED)
    }
    return this.#showIn(found, member, chatRoomNo)
  }

  async #showIn(found: StoredBet, member: Member, chatRoomNo: string): Promise<Result<{ readonly bet: Bet }>> {
    const { database, rooms, now } = this.#options
    const room = rooms.room(chatRoomNo)
    if (!room) return failureOf(CODES.NOT_FOUND)
    if (room.muteOf(member.userId, now())) return failureOf(CODES.CHAT_MUTED)
    // Claimed before the entry is posted, so that two tabs show it once.
    const { rows } = await database.db.execute<{ id: string }>(sql`update bet set shown_in = ${chatRoomNo}
      where id = ${found.id} and shown_in is null returning id`)
    if (rows.length === 0) return failureOf(CODES.ORDER_STATE_CHANGED)
    try {
      const author = authorOf(member, rooms.venueNameOf(chatRoomNo))
      const [entry] = await rooms.post(chatRoomNo, [{ kind: 'order', data: orderOf(found), author }])
      await database.db
        .update(betTable)
        .set({ shownEntry: entry?.id ?? null })
        .where(eq(betTable.id, found.id))
    } catch (error) {
      await database.db.update(betTable).set({ shownIn: null }).where(eq(betTable.id, found.id))
      throw error
    }
    return success({ bet: wireBet({ ...found, shownIn: chatRoomNo }) })
  }

  async #takeBack(found: StoredBet): Promise<Result<{ readonly bet: Bet }>> {
    const { database, rooms } = this.#options
    if (found.shownIn === null) return failureOf(CODES.ORDER_STATE_CHANGED)
    if (found.shownEntry !== null && rooms.room(found.shownIn)) {
      await rooms.post(found.shownIn, [{ kind: 'revert', data: { orderId: found.shownEntry } }])
    }
    await database.db.update(betTable).set({ shownIn: null, shownEntry: null }).where(eq(betTable.id, found.id))
    return success({ bet: wireBet({ ...found, shownIn: null }) })
  }
}

/** The entry of a bet in a room; of a 串关 with its number of legs. */
function orderOf({ legs, price }: StoredBet): EntryData['order'] {
  const [first] = legs
  if (!first) throw new Error('a bet without legs')
  const { categoryName, itemName } = orderText(first.selection, first.match)
  if (legs.length === 1) {
    const message = { categoryName, itemName, score: first.match.score, teamLogo: '' }
    return { message, odds: first.price, selection: first.selection }
  }
  const message = {
    categoryName: `${legs.length} 串 1`,
    itemName: legs
      .map((leg) => orderText(leg.selection, leg.match).itemName)
      .join('、')
      .slice(0, 48),
    score: '',
    teamLogo: '',
  }
  return { message, odds: Math.min(price, Number.MAX_SAFE_INTEGER) }
}
