import { dateOfDay, dayOfDate, siteDateOf, timeOfSiteDay } from '#protocol/time.ts'

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

/** The path of the schedule for the day of a time, in the Shanghai time zone. */
export function dayPath(time: number): string {
  return `${DATA_PATH}?date=${siteDateOf(time)}`
}

/** Midnight of a `YYYY-MM-DD` date in Shanghai, in epoch milliseconds. Returns null for an invalid date. */
export function timeOfDate(date: string): number | null {
  const day = dayOfDate(date)
  return day === null ? null : timeOfSiteDay(day)
}

/** The date `days` days after another one. Returns an invalid date unchanged. */
export function dateAfter(date: string, days: number): string {
  const day = dayOfDate(date)
  return day === null ? date : dateOfDay(day + days)
}
