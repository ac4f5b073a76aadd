import { HOUR_MS } from '#protocol/time.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { GIFT_HISTORY_PAGE_SIZE } from '#protocol/endpoints/gift.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { success, successOf } from '#protocol/result.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import type { Handlers } from './context.ts'
import type { Members } from '../../members/members.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { GiftBanners } from '../../ledger/gift-service.ts'
import type { GiftMatch, GiftService } from '../../ledger/gift-service.ts'
import { remember } from '../../config/remember.ts'

type Ranking = DataOf<'gift.ranking'>
type Period = RequestOf<'gift.ranking'>['period']

const PERIOD_MS: Readonly<Record<Period, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS }
const RANKS = 20
const RANKING_LIFETIME_MS = 3_000
const RANKINGS = 1_000
/** S3.34 '0': inactive gifts are not shown. */
const HIDDEN = '0'

export interface GiftCallServices {
  readonly ledger: Ledger
  readonly members: Members
  readonly gifts: GiftService
  /** The chat room that shows an anchor's gifts; null for an unknown anchor. */
  readonly roomOfAnchor: (anchorRoomId: string) => string | null
  /** The match of an anchor, for site-wide gift banners; null for an unknown anchor. */
  readonly matchOfAnchor: (anchorRoomId: string) => GiftMatch | null
  readonly rooms: Pick<RoomHub, 'append' | 'isOpen'>
  /** True if gifts may be sent (Annex C.4). */
  readonly siteConfig: Pick<SiteConfig, 'giftSwitch'>
  readonly now: () => number
  /** Reports errors of background work. */
  readonly onError: (error: unknown) => void
}

type CallsOf<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>

export function giftCalls(services: GiftCallServices): CallsOf<'gift' | 'coin'> {
  const { ledger, gifts, rooms, roomOfAnchor, matchOfAnchor } = services
  const banners = new GiftBanners(services)
  return {
    ...coinCalls(services),
    ...rankingCalls(services),

    'gift.list': async () => success({ list: (await ledger.gifts()).filter(({ status }) => status !== HIDDEN) }),

    'gift.reward': async ({ giftId, count, anchorRoomId, comboId }, { session, idempotencyKey }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      if (idempotencyKey === null) return failureOf(CODES.PARAM_ERROR)
      const chatRoomNo = roomOfAnchor(anchorRoomId)
      if (chatRoomNo === null) return failureOf(CODES.NOT_FOUND)
      const { memberId } = session
      const isOff = services.siteConfig.giftSwitch !== 1
      // A gift is a message of the room, so a closed room accepts none. A repeated key still gets its first result.
      if ((isOff || !rooms.isOpen(chatRoomNo)) && !(await ledger.isBooked(memberId, idempotencyKey))) {
        return failureOf(isOff ? CODES.GIFT_OFF : CODES.ROOM_CLOSED)
      }
      const sent = await gifts.send({ memberId, anchorRoomId, chatRoomNo, giftId, count, comboId, idempotencyKey })
      if (!sent.ok) return sent
      const { giftOrderNo, total, balance, comboCount, isReplay } = sent.data
      if (!isReplay) banners.announce(sent.data, session.member, matchOfAnchor(anchorRoomId))
      return successOf({ giftOrderNo, total, balance, comboCount }, isReplay)
    },

    'gift.history': async ({ before }, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
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

/** S7.113: the highest givers of an anchor by period, cached for three seconds. */
function rankingCalls({ ledger, members, roomOfAnchor, now }: GiftCallServices): Pick<Handlers, 'gift.ranking'> {
  const rankings = new BoundedMap<string, () => Promise<Ranking>>(RANKINGS)

  async function loadRanking(anchorRoomId: string, period: Period): Promise<Ranking> {
    const rows = await ledger.ranking(anchorRoomId, now() - PERIOD_MS[period], RANKS)
    const profiles = await Promise.all(rows.map(({ memberId }) => members.profile(memberId)))
    const list = rows.flatMap(({ total }, index) => {
      const profile = profiles[index]
      if (!profile) return []
      const { userId, nickname: memberName, vipLevel } = profile
      return [{ rank: index + 1, userId, memberName, vipLevel, total }]
    })
    return { list }
  }

  return {
    'gift.ranking': async ({ anchorRoomId, period }) => {
      if (roomOfAnchor(anchorRoomId) === null) return failureOf(CODES.NOT_FOUND)
      const key = `${period} ${anchorRoomId}`
      const known = rankings.get(key)
      const ranking = known ?? remember(RANKING_LIFETIME_MS, now, () => loadRanking(anchorRoomId, period))
      if (!known) rankings.set(key, ranking)
      return success(await ranking())
    },
  }
}

function coinCalls({ ledger }: GiftCallServices): CallsOf<'coin'> {
  return {
    'coin.balance': async (_, { session }) =>
      session ? success({ balance: await ledger.coinBalance(session.memberId) }) : failureOf(CODES.NEED_LOGIN),

    'coin.checkPermission': async (_, { session }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      const allowed = (await ledger.coinAllowance(session.memberId)) > 0
      return success({ allowed, reason: allowed ? null : '今天领取的金币已达上限，明天再来' })
    },

    'coin.buy': async ({ coins }, { session, idempotencyKey }) => {
      if (!session) return failureOf(CODES.NEED_LOGIN)
      if (idempotencyKey === null) return failureOf(CODES.PARAM_ERROR)
      return ledger.buyCoins({ memberId: session.memberId, coins, idempotencyKey })
    },
  }
}
