import type { DataOf } from '#protocol/endpoints/table.ts'
import type { PastMatch } from './season.ts'

export type NewsItem = DataOf<'news.list'>['list'][number]

/** A piece of writing as the newsroom keeps it. */
export interface Article extends NewsItem {
  readonly paragraphs: readonly string[]
  /** What it is about: a match that was played, or the room (its eid) of one that the world plays today. */
  readonly about: { readonly played: PastMatch } | { readonly room: string } | null
}

export const DAY_MS = 86_400_000
const SITE_OFFSET_MS = 8 * 3_600_000

/** Which day a moment is in, counted from the epoch in the site's time zone (S9.16). */
export function siteDayOf(now: number): number {
  return Math.floor((now + SITE_OFFSET_MS) / DAY_MS)
}

/** A moment of a day of the site, epoch milliseconds. */
export function momentOf(day: number, minuteOfDay: number): number {
  return day * DAY_MS - SITE_OFFSET_MS + minuteOfDay * 60_000
}

/** `YYYY-MM-DD` of a day counted from the epoch. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** `YYYY-MM-DD` as a day counted from the epoch; null for a day that no calendar has. */
export function dayOf(date: string): number | null {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(midnight) || dateOf(midnight / DAY_MS) !== date) return null
  return midnight / DAY_MS
}
