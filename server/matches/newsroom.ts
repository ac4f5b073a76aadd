import type { DataOf } from '#protocol/endpoints/table.ts'
import { dateOfDay } from '#protocol/time.ts'
import type { Match } from './match.ts'

export type NewsItem = DataOf<'news.list'>['list'][number]
export type ScheduledMatch = DataOf<'soccer.schedule'>['list'][number]
export type Tip = DataOf<'tips.list'>['list'][number]
export type Expert = Omit<DataOf<'tips.expert'>, 'tips'>

export interface NewsArticle extends NewsItem {
  readonly paragraphs: readonly string[]
}

/** A published article with its match and its neighbours. */
export interface FoundArticle {
  readonly article: NewsArticle
  readonly match: ScheduledMatch | null
  readonly newer: NewsItem | undefined
  readonly older: NewsItem | undefined
}

export interface Tips {
  /** Tips on matches that have not kicked off, next first. */
  coming(now: number): readonly Tip[]
  /** Tips on the current or next match of a room, until its end. */
  ofMatch(eid: string): readonly Tip[]
  /** Tips on finished matches of the last thirty days, newest first. */
  settled(now: number): readonly Tip[]
  find(
    id: string,
    now: number,
  ): { readonly tip: Omit<DataOf<'tips.detail'>, 'match'>; readonly match: ScheduledMatch | null } | null
  experts(now: number): readonly Expert[]
  /** An expert with current tips and the newest settled ones, latest kick-off first. */
  expert(id: string, now: number): DataOf<'tips.expert'> | null
}

/** News, tables, schedule and tips of the matches (S1.23, S1.24, S7.15). `now` is epoch milliseconds. */
export interface Newsroom {
  /** Published articles, newest first. */
  articles(now: number): readonly NewsItem[]
  /** Returns a listed article or a recent preview; null if there is none. */
  find(id: string, now: number): FoundArticle | null
  /** The published article that reports this match; null if there is none. */
  reportOf(match: Match, now: number): NewsItem | null
  leagues(): DataOf<'soccer.leagues'>['list']
  /** Null for an unknown league. */
  standings(league: string, now: number): DataOf<'soccer.standings'> | null
  /** The matches of a day number (site time zone). */
  schedule(day: number, now: number): DataOf<'soccer.schedule'>
  readonly tips: Tips
}

/** The newsroom of a server without a source of matches. */
export const EMPTY_NEWSROOM: Newsroom = {
  articles: () => [],
  find: () => null,
  reportOf: () => null,
  leagues: () => [],
  standings: () => null,
  schedule(day) {
    const date = dateOfDay(day)
    return { date, list: [], firstDate: date, lastDate: date, nextDate: null }
  },
  tips: {
    coming: () => [],
    ofMatch: () => [],
    settled: () => [],
    find: () => null,
    experts: () => [],
    expert: () => null,
  },
}
