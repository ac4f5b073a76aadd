import type { DataOf } from '#protocol/endpoints/table.ts'
import { dateOfDay, siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import type { MatchRoom } from '../world/match-room.ts'
import type { MatchEvent } from '#protocol/room/feed.ts'
import type { Match } from '../../matches/match.ts'
import type { FoundArticle, NewsItem, Newsroom } from '../../matches/newsroom.ts'
import { type Article } from './article.ts'
import { scheduledMatch } from '../../matches/match-data.ts'
import { byKickOff, type Fixture, fixtureOf } from './fixtures.ts'
import { dayOfPreview, previewsOf } from './previews.ts'
import { liveReportOf, reportOf } from './reports.ts'
import {
  isLeagueId,
  LEAGUE_IDS,
  matchesOfDay,
  nextRoundDay,
  pastMatches,
  seasonMetadata,
  seasonMatches,
} from './season.ts'
import { spaced } from './spaced.ts'
import { standingsOf } from './standings.ts'
import { TipService } from './tip-service.ts'
import { LEAGUES } from '../world/teams.ts'
import type { LeagueId } from './season.ts'

const ROUNDS_REPORTED = 5
const FEATURE_DAYS = 8
const DAYS_BACK = 60
const DAYS_AHEAD = 14
/** A preview is listed on the day of its match and stays reachable by link for this many more days. */
const PREVIEW_DAYS_FOUND = 2
const CACHED_DAYS = 1 + PREVIEW_DAYS_FOUND

/**
 * The news of the demo (S7.15): reports of past results, previews and tips of the matches of today. They depend only on
 * the seed and the day, so all processes and restarts return the same. A match of today is reported from its events when it
 * has ended, as long as its room is listed.
 */
export class DemoNewsroom implements Newsroom {
  readonly tips: TipService
  readonly #seed: number
  readonly #worldMatches: () => readonly MatchRoom[]
  readonly #eventsOf: (chatRoomNo: string) => readonly MatchEvent[]
  readonly #written = new BoundedMap<number, Article[]>(CACHED_DAYS)

  constructor(
    worldMatches: () => readonly MatchRoom[],
    eventsOf: (chatRoomNo: string) => readonly MatchEvent[],
    seed: number,
  ) {
    this.#seed = seed
    this.#worldMatches = worldMatches
    this.#eventsOf = eventsOf
    this.tips = new TipService(seed, () => this.#matchRooms())
  }

  articles(now: number): Article[] {
    const reports = this.#matchRooms().flatMap((room) => this.#liveReport(room) ?? [])
    return [...reports, ...this.#writtenOn(siteDayOf(now))].filter(({ publishedAt }) => publishedAt <= now).sort(byDate)
  }

  reportOf({ fixture: { eid } }: Match, now: number): NewsItem | null {
    const room = this.#matchRooms().find(({ fixture }) => fixture.eid === eid)
    const report = room ? this.#liveReport(room) : null
    return report && report.publishedAt <= now ? report : null
  }

  #liveReport(room: MatchRoom): Article | null {
    const report = liveReportOf(this.#seed, room, this.#eventsOf(room.fixture.chatRoomNo))
    return report && spacedArticle(report)
  }

  find(id: string, now: number): FoundArticle | null {
    const all = this.articles(now)
    const index = all.findIndex((one) => one.id === id)
    const listed = all[index]
    if (listed) {
      return { article: listed, match: this.#matchOf(listed), newer: all[index - 1], older: all[index + 1] }
    }
    const article = this.#pastPreview(id, siteDayOf(now))
    if (!article) return null
    const newer = all.filter(({ publishedAt }) => publishedAt > article.publishedAt)
    return { article, match: this.#matchOf(article), newer: newer.at(-1), older: all[newer.length] }
  }

  leagues(): DataOf<'soccer.leagues'>['list'] {
    return LEAGUE_IDS.map((id) => ({ id, name: LEAGUES[id].name }))
  }

  standings(league: string, now: number): DataOf<'soccer.standings'> | null {
    if (!isLeagueId(league)) return null
    const today = siteDayOf(now)
    const { firstDay, lastDay, ...season } = seasonMetadata(league, today)
    return {
      league,
      season: { ...season, firstDate: dateOfDay(firstDay), lastDate: dateOfDay(lastDay) },
      zones: ZONES[league],
      list: standingsOf(league, seasonMatches(this.#seed, league, today)),
    }
  }

  schedule(day: number, now: number): DataOf<'soccer.schedule'> {
    const today = siteDayOf(now)
    // Before the first allowed day the search starts with that day.
    const next = nextRoundDay(Math.max(day, today - DAYS_BACK - 1), today + DAYS_AHEAD)
    const nextDay = day < today && (next === null || next > today) ? today : next
    return {
      date: dateOfDay(day),
      list: this.#matchesOn(day, today).sort(byKickOff),
      firstDate: dateOfDay(today - DAYS_BACK),
      lastDate: dateOfDay(today + DAYS_AHEAD),
      nextDate: nextDay === null ? null : dateOfDay(nextDay),
    }
  }

  #matchRooms(): MatchRoom[] {
    return this.#worldMatches().filter(({ fixture }) => fixture.kind !== 'anchor')
  }

  #writtenOn(day: number): Article[] {
    const known = this.#written.get(day)
    if (known) return known
    const seed = this.#seed
    const reports = LEAGUE_IDS.flatMap((league) => pastMatches(seed, league, day, ROUNDS_REPORTED))
    const features = Array.from({ length: FEATURE_DAYS }, (_, back) => featureOf(day - back))
    const fixtures = this.#matchRooms().map(({ fixture }) => fixture)
    const articles = [
      ...previewsOf(seed, fixtures, day),
      ...reports.map((match) => reportOf(seed, match)),
      ...features.filter((feature) => feature !== null),
    ]
      .map(spacedArticle)
      .sort(byDate)
    // Before the demo has started there are no matches; such a result is not cached.
    if (fixtures.length > 0) this.#written.set(day, articles)
    return articles
  }

  #pastPreview(id: string, today: number): Article | null {
    const day = dayOfPreview(id)
    if (day === null || day >= today || day < today - PREVIEW_DAYS_FOUND) return null
    return this.#writtenOn(day).find((one) => one.id === id) ?? null
  }

  #matchesOn(day: number, today: number): Fixture[] {
    if (day === today) return this.#matchRooms().map(scheduledMatch)
    if (day < today - DAYS_BACK || day > today + DAYS_AHEAD) return []
    return matchesOfDay(this.#seed, day).map((match) => fixtureOf(match, day < today))
  }

  #matchOf({ about }: Article): Fixture | null {
    if (about === null) return null
    if ('played' in about) return fixtureOf(about.played, true)
    const room = this.#matchRooms().find(({ fixture }) => fixture.eid === about.room)
    return room ? scheduledMatch(room) : null
  }
}

/** Newest first. */
function byDate(one: Article, other: Article): number {
  return other.publishedAt - one.publishedAt || (one.id < other.id ? -1 : 1)
}

function spacedArticle(article: Article): Article {
  const { title, summary, paragraphs } = article
  return { ...article, title: spaced(title), summary: spaced(summary), paragraphs: paragraphs.map(spaced) }
}

/** Promotion and relegation zones of the tables. */
const ZONES: Readonly<Record<LeagueId, DataOf<'soccer.standings'>['zones']>> = {
  football: [
    { kind: 'top', name: '海峡杯资格', from: 1, to: 2 },
    { kind: 'bottom', name: '保级附加赛', from: 6, to: 6 },
  ],
  basketball: [{ kind: 'top', name: '季后赛', from: 1, to: 2 }],
  esports: [{ kind: 'top', name: '决赛', from: 1, to: 2 }],
}

import features from './features.json' with { type: 'json' }

interface Feature {
  readonly key: string
  readonly category: Article['category']
  readonly title: string
  readonly summary: string
  readonly img: string
  readonly paragraphs: readonly string[]
}

/** Articles without a match. One is published each day, in turn. */
const FEATURES: readonly Feature[] = features as Feature[]

const PUBLISHED_AT_MINUTE = 10 * 60

/** Returns the feature published on a day. */
function featureOf(day: number): Article | null {
  const feature = FEATURES[day % FEATURES.length]
  if (!feature) return null
  const { key, category, title, summary, img, paragraphs } = feature
  const publishedAt = timeOfSiteDay(day, PUBLISHED_AT_MINUTE)
  return {
    id: `f-${day}-${key}`,
    category,
    kicker: category === 'all' ? '场外' : '专题',
    title,
    summary,
    img,
    publishedAt,
    paragraphs,
    about: null,
  }
}
