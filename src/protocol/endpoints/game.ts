import * as z from 'zod/mini'
import { SERVER_CACHE_MS } from '../constants.ts'
import { endpoint } from './endpoint.ts'
import { publicId, text } from './shapes.ts'

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

/** Public lists of venues and games (Annex D.3). */
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
} as const
