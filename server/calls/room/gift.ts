import { HOUR_MS } from '#protocol/time.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { GIFT_HISTORY_PAGE_SIZE } from '#protocol/endpoints/gift.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { success, successOf } from '#protocol/result.ts'
import { coinValue, refusalText } from '#protocol/wallet/play-stop.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import type { Handlers } from '../../http/context.ts'
import type { Members } from '../../members/members.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import type { Ledger } from '../../wallet/ledger/ledger.ts'
import type { Database } from '../../database/database.ts'
import type { SiteContent } from '../../site/site-content.ts'
import type { Limits } from '../../wallet/limits/limits.ts'
import { type GiftPrice, loadPrices } from '../../wallet/ledger/gift-orders.ts'
import { GiftBanners, type GiftMatch, type GiftService } from '../../rooms/gift-service.ts'
import { remember } from '../../config/remember.ts'

type Ranking = DataOf<'gift.ranking'>
type Period = RequestOf<'gift.ranking'>['period']

const PERIOD_MS: Readonly<Record<Period, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS }
const RANKS = 20
/** Places that are known to members below the list. */
const KNOWN_RANKS = 1_000
const RANKING_LIFETIME_MS = 3_000
const RANKINGS = 1_000
/** S3.34 '0': inactive gifts are not shown. */
const HIDDEN = '0'

/** Age of the shown catalogue after which it is read again, for changes in the database. */
const CATALOGUE_LIFETIME_MS = 10_000

interface GiftCallServices {
  readonly database: Database
  /** `revision` changes with each change of operators. */
  readonly content: Pick<SiteContent, 'revision'>
  readonly ledger: Ledger
  readonly playLimits: Pick<Limits, 'explained' | 'stopOf'>
  readonly members: Members
  readonly gifts: GiftService
  /** The chat room that shows an anchor's gifts; null for an unknown anchor. */
  readonly roomOfAnchor: (anchorRoomId: string) => string | null
  /** The match of an anchor, for site-wide gift banners; null for an unknown anchor. */
  readonly matchOfAnchor: (anchorRoomId: string) => GiftMatch | null
  readonly rooms: Pick<RoomHub, 'post' | 'isOpen'>
  /** False if gifts are off in the room of this anchor. */
  readonly liveRooms: { acceptsGifts(anchorRoomId: string): boolean }
  readonly now: () => number
  /** Reports errors of background work. */
  readonly onError: (error: unknown) => void
}

type CallsOf<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>

export function giftCalls(services: GiftCallServices): CallsOf<'gift' | 'coin'> {
  const { ledger, gifts, rooms, roomOfAnchor, matchOfAnchor } = services
  const banners = new GiftBanners(services)
  const catalogue = shownCatalogue(services)
  return {
    ...coinCalls(services),
    ...rankingCalls(services),

    'gift.list': async () => success({ list: (await catalogue()).filter(({ status }) => status !== HIDDEN) }),

    'gift.reward': async ({ giftId, count, anchorRoomId, comboId }, { session, site, idempotencyKey }) => {
      const chatRoomNo = roomOfAnchor(anchorRoomId)
      if (chatRoomNo === null) return failureOf(CODES.NOT_FOUND)
      const { memberId } = session
      const isOff = site.giftSwitch !== 1 || !services.liveRooms.acceptsGifts(anchorRoomId)
      // A gift is a message of the room, so a closed room accepts none. A repeated key still gets its first result.
      if ((isOff || !rooms.isOpen(chatRoomNo)) && !(await ledger.isBooked(memberId, idempotencyKey))) {
        return failureOf(isOff ? CODES.GIFT_OFF : CODES.ROOM_CLOSED)
      }
      const sent = await gifts.send({ memberId, anchorRoomId, chatRoomNo, giftId, count, comboId, idempotencyKey })
      if (!sent.ok) {
        const price = (await catalogue()).find((one) => one.giftId === giftId)?.giftPrice ?? 0
        return services.playLimits.explained(sent, memberId, 'gift', coinValue(price * count))
      }
      const { giftOrderNo, total, balance, comboCount, isReplay } = sent.data
      if (!isReplay) banners.announce(sent.data, session.member, matchOfAnchor(anchorRoomId))
      return successOf({ giftOrderNo, total, balance, comboCount }, isReplay)
    },

    'gift.history': async ({ before }, { session }) => {
      // One row more than a page shows whether there is another page.
      const rows = await ledger.giftsOf(session.memberId, before, GIFT_HISTORY_PAGE_SIZE + 1)
      const list = rows.slice(0, GIFT_HISTORY_PAGE_SIZE).map(({ gift, anchorRoomId, ...order }) => ({
        ...order,
        giftId: gift.giftId,
        giftName: gift.giftName,
        giftIconWeb: gift.giftIconWeb,
        title: matchOfAnchor(anchorRoomId)?.title ?? null,
      }))
      return success({ list, hasMore: rows.length > list.length })
    },
  }
}

/** The catalogue with the prices that are charged. It is read again after each change of operators. */
function shownCatalogue({ database, content, now }: GiftCallServices): () => Promise<readonly GiftPrice[]> {
  const read = () => remember(CATALOGUE_LIFETIME_MS, now, () => loadPrices(database))
  let known = { revision: content.revision, load: read() }
  return () => {
    if (known.revision !== content.revision) known = { revision: content.revision, load: read() }
    return known.load()
  }
}

/** A giver and the sum of the gifts, highest first. */
interface Giver {
  readonly memberId: string
  readonly total: number
}

interface PeriodRanking {
  readonly list: Ranking['list']
  /** More than the list shows, for the places of members below it. */
  readonly givers: readonly Giver[]
}

/** S7.113: the highest givers of an anchor by period, cached for three seconds, and the place of the caller. */
function rankingCalls({ ledger, members, roomOfAnchor, now }: GiftCallServices): Pick<Handlers, 'gift.ranking'> {
  const rankings = new BoundedMap<string, () => Promise<PeriodRanking>>(RANKINGS)

  async function loadRanking(anchorRoomId: string, period: Period): Promise<PeriodRanking> {
    const givers = await ledger.ranking(anchorRoomId, now() - PERIOD_MS[period], KNOWN_RANKS)
    const shown = givers.slice(0, RANKS)
    const profiles = await Promise.all(shown.map(({ memberId }) => members.profile(memberId)))
    const list = shown.flatMap(({ total }, index) => {
      const profile = profiles[index]
      if (!profile) return []
      const { userId, nickname: memberName, vipLevel } = profile
      return [{ rank: index + 1, userId, memberName, vipLevel, total }]
    })
    return { list, givers }
  }

  return {
    'gift.ranking': async ({ anchorRoomId, period }, { session }) => {
      if (roomOfAnchor(anchorRoomId) === null) return failureOf(CODES.NOT_FOUND)
      const key = `${period} ${anchorRoomId}`
      const known = rankings.get(key)
      const load = known ?? remember(RANKING_LIFETIME_MS, now, () => loadRanking(anchorRoomId, period))
      if (!known) rankings.set(key, load)
      const { list, givers } = await load()
      const mine = session && { userId: session.member.userId, ...placeOf(givers, session.memberId) }
      return success({ list, mine })
    },
  }
}

/** The place of a member, and what is missing for the next one; for the last of the list without a place. */
function placeOf(givers: readonly Giver[], memberId: string): Omit<NonNullable<Ranking['mine']>, 'userId'> {
  const index = givers.findIndex((giver) => giver.memberId === memberId)
  const total = givers[index]?.total ?? 0
  const above = index < 0 ? givers[Math.min(givers.length, RANKS) - 1] : givers[index - 1]
  return {
    rank: index < 0 ? null : index + 1,
    total,
    toNext: above === undefined ? null : above.total - total + 1,
  }
}

function coinCalls({ ledger, playLimits }: GiftCallServices): CallsOf<'coin'> {
  return {
    'coin.balance': async (_, { session }) => success({ balance: await ledger.coinBalance(session.memberId) }),

    'coin.checkPermission': async (_, { session }) => {
      const stop = await playLimits.stopOf(session.memberId, 'coins')
      if (stop) return success({ allowed: false, reason: refusalText(stop, 'coins') })
      const allowed = (await ledger.coinAllowance(session.memberId)) > 0
      return success({ allowed, reason: allowed ? null : '今天领取的金币已达上限，明天再来' })
    },

    'coin.buy': async ({ coins }, { session, idempotencyKey }) => {
      const { memberId } = session
      return playLimits.explained(await ledger.buyCoins({ memberId, coins, idempotencyKey }), memberId, 'coins')
    },
  }
}
