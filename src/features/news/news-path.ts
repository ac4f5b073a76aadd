/** Addresses of the news desk. */
export const NEWS_PATH = '/app/news'
export const TIPS_PATH = '/app/tips'
export const DATA_PATH = '/app/data'

export function articlePath(id: string): string {
  return `${NEWS_PATH}/${encodeURIComponent(id)}`
}

export function tipPath(id: string): string {
  return `${TIPS_PATH}/${encodeURIComponent(id)}`
}

export function expertPath(id: string): string {
  return `/app/expert/${encodeURIComponent(id)}`
}

export function roomPath(eid: string): string {
  return `/app/live/${encodeURIComponent(eid)}`
}

/** The schedule of the day in Shanghai that a moment is in. */
export function dayPath(time: number): string {
  return `${DATA_PATH}?date=${dateInShanghai(time)}`
}

const SHANGHAI_OFFSET_MS = 8 * 3_600_000
const DAY_MS = 86_400_000

/** `YYYY-MM-DD` of the day in Shanghai that a moment is in (S9.16). */
export function dateInShanghai(time: number): string {
  return new Date(time + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10)
}

/** Midnight in Shanghai of a date, epoch milliseconds; null for what is no date. */
export function timeOfDate(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? null : time - SHANGHAI_OFFSET_MS
}

/** The date so many days after another one; the same for what is no date. */
export function dateAfter(date: string, days: number): string {
  const time = timeOfDate(date)
  return time === null ? date : dateInShanghai(time + days * DAY_MS)
}
