import * as z from 'zod/mini'
import { SERVER_CACHE_MS } from '../constants.ts'
import { BONUS_POOLS, GAME_TAGS } from '../games/catalogue.ts'
import { endpoint } from './endpoint.ts'
import { count, nothing, publicId, shownText, text } from './shapes.ts'

/** Classes of venues, in the order of the home screen. */
export const VENUE_TYPES = ['sport', 'casino', 'egame', 'esports', 'fishing', 'chess'] as const
export const VenueType = z.enum(VENUE_TYPES)
export type VenueType = z.infer<typeof VenueType>

/** S4.7: 0 = open, 1 = under maintenance, 2 = not opened yet. */
const venueStatus = z.int().check(z.minimum(0), z.maximum(2))

/** S3.15, with its class and the end of its maintenance (epoch milliseconds, null = unknown). */
export const Venue = z.object({
  enName: text(32),
  chName: text(32),
  channelCode: text(32),
  type: VenueType,
  status: venueStatus,
  isDisplay: z.int(),
  maintainEnd: z.nullable(z.int()),
})
export type Venue = z.infer<typeof Venue>

/** Motifs of game covers. */
export const GAME_ART = ['seats', 'scarf', 'whistle', 'fish', 'cards', 'lamp'] as const

const venueEnName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,32}$/))
/** One game of one venue. */
const oneGame = { venueEnName, gameId: publicId }

/** A game of a venue (S7.60). */
export const EGame = z.object({
  ...oneGame,
  name: text(24),
  brand: text(32),
  tags: z.array(z.enum(GAME_TAGS)),
  art: z.enum(GAME_ART),
  status: venueStatus,
  /** Return to the member in millionths of what is staked, and the limits of a stake in minor units of CNY. */
  rtp: count,
  minStake: count,
  maxStake: count,
  /** Rounds of all members in the last seven days. */
  rounds: count,
  /** The bonus pool that the game feeds; null if it feeds none. */
  poolId: z.nullable(z.enum(BONUS_POOLS)),
})
export type EGame = z.infer<typeof EGame>

/** How long the lists of games and pools are cached: rounds and amounts change with every round. */
const GAMES_CACHE_MS = 10_000
const POOLS_CACHE_MS = 2_000

/** Lists of venues and games (Annex D.3). */
export const gameEndpoints = {
  'venue.list': endpoint({
    path: '/api/site/gameassist/venue/v1/list',
    serverCache: { cacheKey: 'venues', ttlMs: SERVER_CACHE_MS },
    readOnly: true,
    summary: 'Venues of a class, or of all, and whether they are open (S3.15, S4.7).',
    request: z.strictObject({ type: z.enum(['all', ...VENUE_TYPES]) }),
    data: z.object({ list: z.array(Venue) }),
  }),
  'egame.hotList': endpoint({
    path: '/api/site/gameassist/egame/v1/hotList',
    serverCache: { cacheKey: 'hotGames', ttlMs: SERVER_CACHE_MS },
    readOnly: true,
    summary: 'The most played games (S7.61).',
    request: z.strictObject({ size: z.int().check(z.minimum(1), z.maximum(24)) }),
    data: z.object({
      list: z.array(
        z.object({
          gameId: publicId,
          name: text(24),
          venueEnName: text(32),
          art: z.enum(GAME_ART),
          status: venueStatus,
        }),
      ),
    }),
  }),
  'egame.list': endpoint({
    path: '/api/site/gameassist/egame/v1/list',
    serverCache: { cacheKey: 'games', ttlMs: GAMES_CACHE_MS },
    readOnly: true,
    summary: 'Games of the displayed venues, by brand, tag and a part of the name (S7.60).',
    request: z.strictObject({
      venueEnName: z.optional(venueEnName),
      brand: z.optional(text(32)),
      keyword: z.optional(shownText(0, 24)),
      tag: z.optional(z.enum(GAME_TAGS)),
    }),
    data: z.object({ list: z.array(EGame) }),
  }),
  'brand.list': endpoint({
    path: '/api/site/gameassist/brand/v1/list',
    serverCache: { cacheKey: 'brands', ttlMs: SERVER_CACHE_MS },
    readOnly: true,
    summary: 'Brands with at least one game, and the number of their games (S7.62).',
    request: nothing,
    data: z.object({ list: z.array(z.object({ brand: text(32), name: text(24), games: count })) }),
  }),
  'bonusPool.list': endpoint({
    path: '/api/site/gameassist/bonusPool/v1/list',
    serverCache: { cacheKey: 'bonusPools', ttlMs: POOLS_CACHE_MS },
    readOnly: true,
    summary: 'Bonus pools: the balance in the ledger, the share that fills them and the rule that pays them (S7.63).',
    request: nothing,
    data: z.object({
      list: z.array(
        z.object({
          poolId: z.enum(BONUS_POOLS),
          name: text(24),
          currency: z.enum(['CNY', 'USDT']),
          /** Minor units of `currency`. */
          amount: count,
          /** The part of each stake that fills the pool, in millionths. */
          share: count,
          /** A round with a first stake of S minor units gets the whole pool with the probability S / `chance`. */
          chance: count,
          games: z.array(z.object(oneGame)),
          /** The last payment; null before the first. The name is masked. */
          last: z.nullable(z.object({ amount: count, memberName: text(64), at: z.int(), roundId: z.uuid() })),
        }),
      ),
    }),
  }),
  'collect.list': endpoint({
    path: '/api/site/group/game/collect/v1/list',
    access: 'member',
    readOnly: true,
    summary: 'Favourite games of the member, newest first (S7.59).',
    request: nothing,
    data: z.object({ list: z.array(z.object({ ...oneGame, collectedAt: z.int() })) }),
  }),
  'collect.add': endpoint({
    path: '/api/site/group/game/collect/v1/add',
    access: 'member',
    summary: 'Adds a game to the favourites. Idempotent. At most 100.',
    request: z.strictObject(oneGame),
    data: nothing,
  }),
  'collect.remove': endpoint({
    path: '/api/site/group/game/collect/v1/remove',
    method: 'DELETE',
    access: 'member',
    summary: 'Removes a game from the favourites. Idempotent.',
    request: z.strictObject(oneGame),
    data: nothing,
  }),
} as const
