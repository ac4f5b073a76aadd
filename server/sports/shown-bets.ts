import { and, eq, sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { type Result, success } from '#protocol/result.ts'
import type { Bet, BetLeg } from '#protocol/sports/bets.ts'
import { type BetSport, lineLabel, type MarketKind } from '#protocol/sports/market-keys.ts'
import type { EntryData } from '#protocol/room/feed.ts'
import type { Database } from '../database/database.ts'
import { bet as betTable } from '../database/schema/sports.ts'
import { authorOf } from '../rooms/author.ts'
import type { RoomHub } from '../rooms/hub.ts'
import { betOf, type StoredBet, wireBet } from './bet-rows.ts'
import { legKey } from './bets.ts'

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
      const isStillShown = await database.db
        .update(betTable)
        .set({ shownEntry: entry?.id ?? null })
        .where(and(eq(betTable.id, found.id), eq(betTable.shownIn, chatRoomNo)))
        .returning({ id: betTable.id })
      // Taken back in another tab meanwhile.
      if (entry && isStillShown.length === 0) await this.#revert(chatRoomNo, entry.id)
    } catch (error) {
      await database.db.update(betTable).set({ shownIn: null }).where(eq(betTable.id, found.id))
      throw error
    }
    return success({ bet: wireBet({ ...found, shownIn: chatRoomNo }) })
  }

  async #takeBack(found: StoredBet): Promise<Result<{ readonly bet: Bet }>> {
    const { database, rooms } = this.#options
    const { id, shownIn, shownEntry } = found
    if (shownIn === null) return failureOf(CODES.ORDER_STATE_CHANGED)
    // Claimed before the entry is posted, so that two tabs revert it once.
    const { rows } = await database.db.execute<{ id: string }>(sql`update bet set shown_in = null, shown_entry = null
      where id = ${id} and shown_in = ${shownIn} and shown_entry is not distinct from ${shownEntry} returning id`)
    if (rows.length === 0) return failureOf(CODES.ORDER_STATE_CHANGED)
    try {
      if (shownEntry !== null && rooms.room(shownIn)) await this.#revert(shownIn, shownEntry)
    } catch (error) {
      await database.db.update(betTable).set({ shownIn, shownEntry }).where(eq(betTable.id, id))
      throw error
    }
    return success({ bet: wireBet({ ...found, shownIn: null }) })
  }

  async #revert(chatRoomNo: string, orderId: string): Promise<void> {
    await this.#options.rooms.post(chatRoomNo, [{ kind: 'revert', data: { orderId } }])
  }
}

/** Names of markets that differ between sports, by their line. */
const CATEGORIES: Readonly<Record<BetSport, Readonly<Partial<Record<MarketKind, (line: number) => string>>>>> = {
  football: { winner: () => '全场独赢', handicap: () => '让球', 'period-winner': () => '上半场独赢' },
  basketball: {
    winner: () => '全场独赢',
    handicap: () => '让分',
    'period-winner': (quarter) => `第 ${quarter} 节独赢`,
  },
  esports: { winner: () => '全场获胜', handicap: () => '让局', 'period-winner': (map) => `第 ${map} 局获胜` },
}
const SHARED_CATEGORIES: Readonly<Partial<Record<MarketKind, string>>> = {
  total: '大小',
  parity: '单双',
  'both-score': '双方进球',
  'correct-score': '波胆',
  'next-goal': '下一球',
}
const OUTCOMES: Readonly<Record<string, string>> = {
  draw: '平局',
  over: '大',
  under: '小',
  odd: '单',
  even: '双',
  yes: '是',
  no: '否',
  none: '无进球',
  other: '其他比分',
}
const TEXT_LENGTH = 48

/** Names of the market and the selection of a leg in order entries of rooms, such as 全场独赢 and 灯塔 胜. */
export function orderText(
  selection: string,
  { sport, home, away }: Pick<BetLeg['match'], 'sport' | 'home' | 'away'>,
): { readonly categoryName: string; readonly itemName: string } {
  const { kind, line, outcome } = legKey(selection)
  const categoryName = CATEGORIES[sport][kind]?.(line) ?? SHARED_CATEGORIES[kind] ?? ''
  const side = outcome === 'home' ? home : outcome === 'away' ? away : null
  const at = lineLabel({ kind, line }, outcome)
  const name = side ?? OUTCOMES[outcome] ?? outcome.replace('-', ':')
  const rest = at === '' ? (side === null ? '' : ' 胜') : ` ${at}`
  return { categoryName, itemName: `${name}${rest}`.slice(0, TEXT_LENGTH) }
}

/** What the entry of a bet needs. */
interface ShownBet extends Pick<StoredBet, 'price'> {
  readonly legs: readonly Pick<StoredBet['legs'][number], 'selection' | 'price' | 'match'>[]
}

/** The entry of a bet in a room; of a 串关 with its legs. */
export function orderOf({ legs, price }: ShownBet): EntryData['order'] {
  const [first] = legs
  if (!first) throw new Error('a bet without legs')
  const { categoryName, itemName } = orderText(first.selection, first.match)
  if (legs.length === 1) {
    const message = { categoryName, itemName, score: first.match.score, teamLogo: '' }
    return { message, odds: first.price, selection: first.selection }
  }
  const named = legs.map(({ selection, price: legPrice, match }) => {
    const { categoryName: market, itemName: pick } = orderText(selection, match)
    return { selection, price: legPrice, match: `${match.home} 对 ${match.away}`, market, pick }
  })
  const picks = named.map(({ pick }) => pick).join('、')
  const message = {
    categoryName: `${legs.length} 串 1`,
    itemName: picks.slice(0, TEXT_LENGTH),
    score: '',
    teamLogo: '',
  }
  return { message, odds: Math.min(price, Number.MAX_SAFE_INTEGER), legs: named }
}
