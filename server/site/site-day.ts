const DAY_MS = 86_400_000
/** Asia/Shanghai is UTC+8 all year since 1991. */
const SHANGHAI_OFFSET_MS = 8 * 3_600_000

/** Midnight in the site's time zone (S9.16) of the day that `now` is in, epoch milliseconds. */
export function startOfSiteDay(now: number): number {
  return Math.floor((now + SHANGHAI_OFFSET_MS) / DAY_MS) * DAY_MS - SHANGHAI_OFFSET_MS
}
