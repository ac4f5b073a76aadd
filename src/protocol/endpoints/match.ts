import * as z from 'zod/mini'
import { SERVER_CACHE_MS } from '../constants.ts'
import { POSITIONS } from '../rules/match.ts'
import { endpoint } from './endpoint.ts'
import { ContentKind } from './live.ts'
import { Fixture, Headline, TipItem } from './news.ts'
import { count, publicId, text } from './shapes.ts'

const PlayerPosition = z.enum([...POSITIONS.football, ...POSITIONS.basketball, ...POSITIONS.esports])
const Player = z.object({
  /** Shirt number; null in sports without numbers. */
  number: z.nullable(count),
  name: text(48),
  position: PlayerPosition,
})
/** Starters are ordered from the back to the front, in a row from left to right. */
const LineUp = z.object({
  /** Outfield players per row from the back, such as 4-3-3; '' in sports without formations. */
  formation: text(16),
  starters: z.array(Player),
  substitutes: z.array(Player),
})
export type LineUp = z.infer<typeof LineUp>

const STATISTIC_KEYS = [
  'possession',
  'dangers',
  'shots',
  'shots-on-target',
  'corners',
  'fouls',
  'yellow-cards',
  'red-cards',
  'substitutions',
  'points',
  'rebounds',
  'assists',
  'kills',
  'towers',
  'economy',
] as const
/** One statistic of both sides. `possession` is in percent and adds up to 100; `economy` is in gold. */
const Statistic = z.object({ key: z.enum(STATISTIC_KEYS), home: count, away: count })
export type Statistic = z.infer<typeof Statistic>

/** A match or talk show of an anchor. `hasRoom` = its `eid` has a live room. */
const Show = z.object({ eid: publicId, title: text(96), league: text(48), startAt: z.int(), hasRoom: z.boolean() })
export type Show = z.infer<typeof Show>

/** Matches of a team or league: in play, coming (next first) and past (newest first). */
const fixtures = { live: z.array(Fixture), coming: z.array(Fixture), past: z.array(Fixture) }
const BASE = '/api/site/game/newsoccer'
/** Scores change during a match. */
const LIVE_CACHE_MS = 20_000
const STATISTICS_CACHE_MS = 5_000

/** Token-free GET endpoints, the same for everybody. Cached by the server only (settled 27). */
const publicEndpoint = (cacheKey: string, ttlMs: number) =>
  ({ method: 'GET', readOnly: true, credentials: false, serverCache: { cacheKey, ttlMs } }) as const

export const matchEndpoints = {
  'match.lineUps': endpoint({
    ...publicEndpoint('lineUps', SERVER_CACHE_MS),
    path: `${BASE}/match/v1/lineUps`,
    summary: 'The line-ups of a match. Null before they are known, and in talk shows.',
    request: z.strictObject({ eid: publicId }),
    data: z.object({ home: z.nullable(LineUp), away: z.nullable(LineUp) }),
  }),
  'match.statistics': endpoint({
    ...publicEndpoint('statistics', STATISTICS_CACHE_MS),
    path: `${BASE}/match/v1/statistics`,
    summary:
      'Statistics of a match so far, and of its periods in basketball. Empty before the match. ' +
      'After it, the article that reports it.',
    request: z.strictObject({ eid: publicId }),
    data: z.object({
      total: z.array(Statistic),
      periods: z.array(z.array(Statistic)),
      report: z.nullable(Headline),
    }),
  }),
  'match.preview': endpoint({
    ...publicEndpoint('preview', SERVER_CACHE_MS),
    path: `${BASE}/match/v1/preview`,
    summary: 'Earlier matches of the two teams against each other and of each, newest first, and tips on the match.',
    request: z.strictObject({ eid: publicId }),
    data: z.object({
      headToHead: z.array(Fixture),
      homeForm: z.array(Fixture),
      awayForm: z.array(Fixture),
      tips: z.array(TipItem),
    }),
  }),
  'team.detail': endpoint({
    ...publicEndpoint('team', LIVE_CACHE_MS),
    path: `${BASE}/team/v1/detail`,
    summary: 'A team with its matches and squad.',
    request: z.strictObject({ id: publicId }),
    data: z.object({
      id: publicId,
      name: text(48),
      logo: text(128),
      ground: text(48),
      kind: ContentKind,
      league: text(48),
      leagueId: publicId,
      ...fixtures,
      squad: z.nullable(LineUp),
    }),
  }),
  'league.detail': endpoint({
    ...publicEndpoint('league', LIVE_CACHE_MS),
    path: `${BASE}/league/v1/detail`,
    summary: 'A league with its matches. soccer.standings has the table.',
    request: z.strictObject({ id: publicId }),
    data: z.object({ id: publicId, name: text(48), kind: ContentKind, ...fixtures }),
  }),
  'anchor.detail': endpoint({
    ...publicEndpoint('anchor', LIVE_CACHE_MS),
    path: `${BASE}/anchor/v1/detail`,
    summary: 'An anchor with followers, the current show, the next shows and past ones, newest first.',
    request: z.strictObject({ id: publicId }),
    data: z.object({
      id: publicId,
      name: text(32),
      logo: text(128),
      about: text(200),
      followers: count,
      live: z.nullable(Show),
      coming: z.array(Show),
      past: z.array(Show),
    }),
  }),
} as const
