import * as z from 'zod/mini'
import { SERVER_CACHE_MS } from '../constants.ts'
import { NEWS_CATEGORIES } from '../rules/articles.ts'
import { MINUTE_MS } from '../time.ts'
import { endpoint } from './endpoint.ts'
import { count, pageNum, publicId, text } from './shapes.ts'

/** Query strings contain numbers as text. */
const page = z.pipe(z.pipe(z.string().check(z.regex(/^\d{1,4}$/)), z.transform(Number)), pageNum)
/** A day in the site's time zone. */
const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const paging = { total: count, pageNum: z.int(), pageSize: z.int() }

/** A match of the schedule. `hasRoom` = its `eid` has a live room. */
export const Fixture = z.object({
  eid: publicId,
  league: text(48),
  leagueId: publicId,
  home: text(48),
  homeId: publicId,
  away: text(48),
  awayId: publicId,
  homeLogo: text(128),
  awayLogo: text(128),
  kickOffAt: z.int(),
  stage: z.enum(['before', 'live', 'ended']),
  /** `2-1`; empty before kick-off. */
  score: text(16),
  hasRoom: z.boolean(),
})
/** An article by its title. */
export const Headline = z.object({ id: publicId, title: text(80) })
const NewsItem = z.object({
  id: publicId,
  category: z.enum(NEWS_CATEGORIES),
  /** Kind of article: 战报, 前瞻, 专题. */
  kicker: text(8),
  title: text(80),
  summary: text(200),
  img: text(256),
  /** Description of the picture. A picture without one is decorative. */
  alt: z.optional(text(80)),
  publishedAt: z.int(),
})
export const TipItem = z.object({
  id: publicId,
  expertId: publicId,
  expertName: text(32),
  expertAvatar: text(128),
  matchTitle: text(80),
  league: text(48),
  title: text(80),
  /** The prediction, for example 北港联不败. */
  pick: text(40),
  /** `open` until the match has ended. */
  result: z.enum(['open', 'right', 'wrong']),
  kickOffAt: z.int(),
})
/** S1.24: tips on finished matches of the last `days` days. */
const TipRecord = z.object({ days: count, settled: count, right: count })
const Expert = z.object({
  id: publicId,
  name: text(32),
  avatar: text(128),
  intro: text(400),
  /** Topics of the expert: 足球、篮球. */
  beat: text(32),
  record: TipRecord,
})

/** S7.15: token-free GET endpoints of the news origin, cached by worker and server. */
const newsEndpoint = (cacheKey: string, paramKeys: readonly string[]) =>
  ({
    method: 'GET',
    readOnly: true,
    credentials: false,
    localCache: { paramKeys, ttlMs: MINUTE_MS },
    serverCache: { cacheKey, ttlMs: SERVER_CACHE_MS },
  }) as const

export const newsEndpoints = {
  'news.list': endpoint({
    ...newsEndpoint('news', ['category', 'pageNum']),
    path: '/api/site/game/newsoccer/news/v1/list',
    summary: 'News of a category, newest first.',
    request: z.strictObject({ category: z.enum(NEWS_CATEGORIES), pageNum: page }),
    data: z.object({ list: z.array(NewsItem), ...paging }),
  }),
  'news.detail': endpoint({
    ...newsEndpoint('newsDetail', ['id']),
    path: '/api/site/game/newsoccer/news/v1/detail',
    summary: 'One news article, its match, and the newer and older article.',
    request: z.strictObject({ id: publicId }),
    data: z.extend(NewsItem, {
      /** Plain text without markup. */
      paragraphs: z.array(text(1000)),
      match: z.nullable(Fixture),
      newer: z.nullable(Headline),
      older: z.nullable(Headline),
    }),
  }),
  'soccer.leagues': endpoint({
    ...newsEndpoint('leagues', []),
    path: '/api/site/game/newsoccer/soccer/v1/league/list',
    summary: 'Leagues with standings.',
    request: z.strictObject({}),
    data: z.object({ list: z.array(z.object({ id: publicId, name: text(48) })) }),
  }),
  'soccer.standings': endpoint({
    ...newsEndpoint('standings', ['league']),
    path: '/api/site/game/newsoccer/soccer/v1/standings',
    summary: 'The table of a league. Early in a season it is the final table of the previous season.',
    request: z.strictObject({ league: publicId }),
    data: z.object({
      league: publicId,
      season: z.object({ firstDate: date, lastDate: date, rounds: count, played: count, isOver: z.boolean() }),
      /** Qualification and relegation zones, from the top. */
      zones: z.array(z.object({ kind: z.enum(['top', 'bottom']), name: text(16), from: count, to: count })),
      list: z.array(
        z.object({
          rank: count,
          team: text(48),
          teamId: publicId,
          logo: text(128),
          played: count,
          won: count,
          drawn: count,
          lost: count,
          goalsFor: count,
          goalsAgainst: count,
          points: count,
        }),
      ),
    }),
  }),
  'soccer.schedule': endpoint({
    ...newsEndpoint('schedule', ['date']),
    // Pages poll today's scores every minute. A response cached for a minute would answer every other poll.
    localCache: { paramKeys: ['date'], ttlMs: 20_000 },
    path: '/api/site/game/newsoccer/soccer/v1/schedule',
    summary: 'Matches of a day in the site time zone.',
    request: z.strictObject({ date }),
    data: z.object({
      date,
      list: z.array(Fixture),
      /** First and last available day, and the next day with matches. */
      firstDate: date,
      lastDate: date,
      nextDate: z.nullable(date),
    }),
  }),
  'tips.list': endpoint({
    ...newsEndpoint('tips', ['pageNum', 'state']),
    path: '/api/site/game/newsoccer/info/v1/tips/list',
    summary: 'Tips of experts on upcoming or finished matches, and the experts.',
    request: z.strictObject({ pageNum: page, state: z.optional(z.enum(['open', 'settled'])) }),
    data: z.object({ list: z.array(TipItem), experts: z.array(Expert), ...paging }),
  }),
  'tips.detail': endpoint({
    ...newsEndpoint('tipDetail', ['id']),
    path: '/api/site/game/newsoccer/info/v1/tips/detail',
    summary: 'One tip of an expert, and its match if this site has it.',
    request: z.strictObject({ id: publicId }),
    data: z.extend(TipItem, { paragraphs: z.array(text(1000)), match: z.nullable(Fixture) }),
  }),
  'tips.expert': endpoint({
    ...newsEndpoint('expert', ['id']),
    path: '/api/site/game/newsoccer/info/v1/expert/detail',
    summary: 'An expert with hit rate (S1.24) and recent tips.',
    request: z.strictObject({ id: publicId }),
    data: z.extend(Expert, { tips: z.array(TipItem) }),
  }),
} as const
