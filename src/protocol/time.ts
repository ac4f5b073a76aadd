/** Durations in milliseconds. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Offset of the site time zone, Asia/Shanghai, from UTC (S9.16). The zone has had no daylight saving since 1991. */
export const SITE_UTC_OFFSET_MS = 8 * HOUR_MS

/** Number of the day in the site time zone that contains `time` (epoch milliseconds). Day 0 is 1970-01-01. */
export function siteDayOf(time: number): number {
  return Math.floor((time + SITE_UTC_OFFSET_MS) / DAY_MS)
}

/** A time of a day in the site time zone, in epoch milliseconds. */
export function timeOfSiteDay(day: number, minuteOfDay = 0): number {
  return day * DAY_MS - SITE_UTC_OFFSET_MS + minuteOfDay * MINUTE_MS
}

/** Midnight in the site time zone of the day that contains `time`, in epoch milliseconds. */
export function startOfSiteDay(time: number): number {
  return timeOfSiteDay(siteDayOf(time))
}

/** `YYYY-MM-DD` of a day number. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** `YYYY-MM-DD` in the site time zone of `time` (epoch milliseconds). */
export function siteDateOf(time: number): string {
  return dateOfDay(siteDayOf(time))
}

/** Day number of a `YYYY-MM-DD` date. Returns null if the calendar has no such date. */
export function dayOfDate(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null
  const midnight = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(midnight) || dateOfDay(midnight / DAY_MS) !== date ? null : midnight / DAY_MS
}

/** `YYYY-MM-DD HH:mm:ss` in the site time zone of `time` (epoch milliseconds). */
export function siteDateTimeOf(time: number): string {
  return new Date(time + SITE_UTC_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * Epoch milliseconds of `YYYY-MM-DD HH:mm:ss` in the site time zone. Returns null if the text has another form or names
 * no time of the calendar.
 */
export function timeOfSiteDateTime(text: string): number | null {
  const time = Date.parse(`${text.replace(' ', 'T')}Z`) - SITE_UTC_OFFSET_MS
  return Number.isNaN(time) || siteDateTimeOf(time) !== text ? null : time
}
