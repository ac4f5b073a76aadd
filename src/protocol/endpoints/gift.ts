import * as z from 'zod/mini'
import { GIFT_COUNT_MAX } from '../constants.ts'
import { endpoint } from './endpoint.ts'
import { count, nothing, publicId, text } from './shapes.ts'

/** S3.21. The price is for display. The server charges its own price. */
export const Gift = z.object({
  giftId: z.int(),
  oldId: z.int(),
  giftType: z.int(),
  /** Coins. */
  giftPrice: count,
  giftName: text(32),
  giftIcon: text(128),
  giftIconWeb: text(128),
  /** S3.34: '0' inactive, '1' active, '2' disabled. */
  status: z.enum(['0', '1', '2']),
})
export type Gift = z.infer<typeof Gift>

const RankingPeriod = z.enum(['hour', 'day', 'week'])

/** The place of the caller in a ranking. `rank` is null without a gift, or below the thousandth giver. */
const OwnRank = z.object({
  userId: publicId,
  rank: z.nullable(z.int()),
  /** Coins given in the period. */
  total: count,
  /** Coins that are missing for the next place, or for a place in the list; null for the first. */
  toNext: z.nullable(count),
})

/** A UUID: orders are compared by it. */
const orderNo = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))

export const GIFT_HISTORY_PAGE_SIZE = 20

/** A sent gift. */
export const GiftRecord = z.object({
  giftOrderNo: text(64),
  giftId: z.int(),
  giftName: text(32),
  giftIconWeb: text(128),
  count,
  /** Coins, as they were charged. */
  total: count,
  /** E.9 */
  status: z.enum(['charged', 'delivered', 'refunded']),
  /** Receiving streamer, or null if it does not exist any more. */
  title: z.nullable(text(80)),
  /** Epoch milliseconds. */
  createdAt: z.int(),
})
export type GiftRecord = z.infer<typeof GiftRecord>

export const giftEndpoints = {
  'gift.list': endpoint({
    path: '/api/site/game/newsoccer/gift/v1/list',
    readOnly: true,
    summary: 'Available gifts.',
    request: nothing,
    data: z.object({ list: z.array(Gift) }),
  }),
  'gift.reward': endpoint({
    path: '/api/site/game/newsoccer/gift/v1/reward',
    access: 'member',
    idempotent: true,
    playAction: 'gift',
    summary: 'Sends gifts to the streamer of a room. Charged exactly once per key (S7.111).',
    request: z.strictObject({
      giftId: z.int(),
      count: z.int().check(z.minimum(1), z.maximum(GIFT_COUNT_MAX)),
      anchorRoomId: publicId,
      /** Same for all postings of one series of taps. Created by the client. */
      comboId: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)),
    }),
    data: z.object({ giftOrderNo: text(64), total: count, balance: count, comboCount: count }),
  }),
  'gift.ranking': endpoint({
    path: '/api/site/game/newsoccer/gift/v1/ranking',
    readOnly: true,
    summary: 'Top givers of a streamer in the last hour, day or week, and the place of the member (S7.113).',
    request: z.strictObject({ anchorRoomId: publicId, period: RankingPeriod }),
    data: z.object({
      list: z.array(z.object({ rank: z.int(), userId: publicId, memberName: text(32), vipLevel: count, total: count })),
      mine: z.nullable(OwnRank),
    }),
  }),
  'gift.history': endpoint({
    path: '/api/site/game/newsoccer/gift/v1/history',
    access: 'member',
    readOnly: true,
    summary: 'Sent gifts of the member, newest first. `before` is the last order of the previous page.',
    request: z.strictObject({ before: z.nullable(orderNo) }),
    data: z.object({ list: z.array(GiftRecord), hasMore: z.boolean() }),
  }),
  'coin.balance': endpoint({
    path: '/api/site/game/newsoccer/coin/v1/balance',
    access: 'member',
    readOnly: true,
    summary: 'Coins of the member (S7.112).',
    request: nothing,
    data: z.object({ balance: count }),
  }),
  'coin.checkPermission': endpoint({
    path: '/api/site/game/newsoccer/coin/v1/checkPermission',
    access: 'member',
    readOnly: true,
    summary: 'Whether the member may get coins, and the reason if not (S6.6).',
    request: nothing,
    data: z.object({ allowed: z.boolean(), reason: z.nullable(text(100)) }),
  }),
  'coin.buy': endpoint({
    path: '/api/site/game/newsoccer/coin/v1/buy',
    access: 'member',
    idempotent: true,
    playAction: 'coins',
    summary: 'Exchanges play money for coins.',
    request: z.strictObject({ coins: z.int().check(z.minimum(1), z.maximum(1_000_000)) }),
    data: z.object({ balance: count }),
  }),
} as const
