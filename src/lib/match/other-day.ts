import { formatClock, formatDate, formatKickoff } from '../format.ts'

/**
 * Prefix of a match time in a list of another day in Shanghai (S9.16): 明天, 11 月 21 日; null for a match of that day. All
 * times are epoch milliseconds.
 */
export function otherDay(time: number, day: number, now: number): string | null {
  if (formatDate(time, now) === formatDate(day, now)) return null
  return formatKickoff(time, now).replace(formatClock(time), '').trim()
}
