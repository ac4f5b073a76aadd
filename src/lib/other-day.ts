import { formatClock, formatDate, formatKickoff } from './format.ts'

/**
 * What stands before the clock of a match in a list under the date of another day in Shanghai (S9.16): 明天, 11 月 21 日;
 * null for a match of that day. `time` of the kick-off, any moment of the `day` and `now` are epoch milliseconds.
 */
export function otherDay(time: number, day: number, now: number): string | null {
  if (formatDate(time, now) === formatDate(day, now)) return null
  return formatKickoff(time, now).replace(formatClock(time), '').trim()
}
