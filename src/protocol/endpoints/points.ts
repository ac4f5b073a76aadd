import * as z from 'zod/mini'
import { POINTS_ITEM_IDS } from '../club/points.ts'
import { SOCCER_PRIZE_IDS } from '../club/soccer-lottery.ts'
import { MEMBER_SEED } from '../games/draw.ts'
import { endpoint } from './endpoint.ts'
import { count, RewardCurrency, text } from './shapes.ts'

const SettleCurrency = z.enum(['CNY', 'USDT'])
const ItemId = z.enum(POINTS_ITEM_IDS)
const PrizeId = z.enum(SOCCER_PRIZE_IDS)
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** At most 64 printable characters: no control, format or unassigned ones. */
const memberSeed = z.string().check(z.regex(MEMBER_SEED))

/** Minor units; coins and points are whole. */
const Reward = z.object({ currency: RewardCurrency, amount: count })

/** Why a balance of points has changed. `other`: a reason that this version does not know. */
const POINTS_RECORD_KINDS = ['play', 'exchange', 'lottery', 'gift', 'activity', 'other'] as const

/** An exchange that was made. */
const Exchanged = z.object({
  orderId: z.uuid(),
  item: ItemId,
  points: count,
  reward: Reward,
  /** Points after it. */
  balance: count,
})
export type Exchanged = z.infer<typeof Exchanged>

/** The commitment of the next draw of a member. */
const NextDraw = z.object({ commitment: hash, nonce: count })

const Drawn = z.object({
  drawId: z.uuid(),
  prize: PrizeId,
  /** The prize was out of stock: its points were paid instead. */
  isReplaced: z.boolean(),
  /** Null for a blank. */
  reward: z.nullable(Reward),
  at: z.int(),
})

/** A draw that was made, with the seed of the server. */
const DrawResult = z.object({
  ...Drawn.shape,
  balance: count,
  memberSeed,
  nonce: count,
  commitment: hash,
  serverSeed: hash,
  next: NextDraw,
})
export type DrawResult = z.infer<typeof DrawResult>

const older = z.strictObject({ before: z.optional(z.uuid()) })

const spends = {
  access: 'member',
  refusedTags: ['ACT_BLACK'],
  playAction: 'promotion',
  idempotent: true,
} as const

const reads = { access: 'member', readOnly: true } as const

/** Points and soccer lottery (Annex D.5). Stocks and limits are those of the site day. */
export const pointsEndpoints = {
  'points.get': endpoint({
    ...reads,
    path: '/api/site/group/member/points/v1/get',
    summary: 'Points of this member, how they are earned, and what they can be exchanged for (S7.86).',
    request: z.strictObject({}),
    data: z.object({
      balance: count,
      /** Settled turnover of a day that earns one point, minor units of CNY. */
      turnoverPerPoint: count,
      /** A tag excludes the member from points. */
      isBarred: z.boolean(),
      /** When the running day is counted. */
      nextCountAt: z.int(),
      /** When stocks and limits begin again. */
      resetAt: z.int(),
      items: z.array(
        z.object({
          id: ItemId,
          points: count,
          reward: Reward,
          stock: count,
          left: count,
          /** Exchanges of this member per day, and those of today. */
          limit: count,
          used: count,
        }),
      ),
    }),
  }),
  'points.records': endpoint({
    ...reads,
    path: '/api/site/group/member/points/v1/records',
    summary: 'Changes of the points of this member, newest first, 20 a page (S7.86).',
    request: older,
    data: z.object({
      list: z.array(
        z.object({
          id: z.uuid(),
          at: z.int(),
          kind: z.enum(POINTS_RECORD_KINDS),
          change: z.int(),
          balance: count,
          /** The item of an exchange. */
          item: z.nullable(ItemId),
          /** The prize of a draw, and its number for the verifier. */
          prize: z.nullable(PrizeId),
          drawId: z.nullable(z.uuid()),
        }),
      ),
      hasMore: z.boolean(),
    }),
  }),
  'points.exchange': endpoint({
    ...spends,
    path: '/api/site/group/member/points/v1/exchange',
    summary:
      'Exchanges points for an item, in one transaction with its order and the stock (S7.86). SOLD_OUT; LIMIT_EXCEEDED: ' +
      'the exchanges of this item and day are used; BALANCE_NOT_ENOUGH.',
    request: z.strictObject({ id: ItemId }),
    data: Exchanged,
  }),
  'soccerLottery.info': endpoint({
    ...reads,
    path: '/api/site/group/member/soccerLottery/v1/info',
    summary:
      'Prizes of the soccer lottery with their odds and stock, and the commitment of the next draw (S7.87). The chance of a ' +
      'prize is its weight of `numbers`. The commitment stays the same until a draw uses it.',
    request: z.strictObject({}),
    data: z.object({
      balance: count,
      cost: count,
      limit: count,
      used: count,
      numbers: count,
      resetAt: z.int(),
      ...NextDraw.shape,
      prizes: z.array(
        z.object({
          id: PrizeId,
          weight: count,
          reward: z.nullable(Reward),
          /** Null without a limit. */
          stock: z.nullable(count),
          left: z.nullable(count),
          /** Points that are paid while none is left. */
          points: count,
        }),
      ),
    }),
  }),
  'soccerLottery.draw': endpoint({
    ...spends,
    path: '/api/site/group/member/soccerLottery/v1/draw',
    summary:
      'Draws a prize for points (S7.87). ROUND_SEED: another commitment is next; LIMIT_EXCEEDED: the draws of this day are ' +
      'used; BALANCE_NOT_ENOUGH.',
    request: z.strictObject({ commitment: hash, memberSeed }),
    data: DrawResult,
  }),
  'soccerLottery.records': endpoint({
    ...reads,
    path: '/api/site/group/member/soccerLottery/v1/records',
    summary: 'Draws of this member, newest first, 20 a page (S7.87).',
    request: older,
    data: z.object({ list: z.array(Drawn), hasMore: z.boolean() }),
  }),
  'soccerLottery.proof': endpoint({
    path: '/api/site/gameassist/soccerLottery/v1/proof',
    readOnly: true,
    summary: 'What everybody needs to compute a draw again (S7.87).',
    request: z.strictObject({ drawId: z.uuid() }),
    data: z.object({
      ...Drawn.shape,
      /** Masked. */
      memberName: text(64),
      currency: SettleCurrency,
      cost: count,
      memberSeed,
      nonce: count,
      commitment: hash,
      serverSeed: hash,
    }),
  }),
} as const
