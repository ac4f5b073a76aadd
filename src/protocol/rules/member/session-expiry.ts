import { SESSION_EXPIRY_HOUR } from '../../constants.ts'
import { DAY_MS, HOUR_MS, startOfSiteDay } from '../../time.ts'

/** S9.20: the next 21:00 in Shanghai after `now` (epoch ms). Exactly 21:00:00.000 returns the next day's. */
export function nextSessionExpiry(now: number): number {
  const today = startOfSiteDay(now) + SESSION_EXPIRY_HOUR * HOUR_MS
  return now >= today ? today + DAY_MS : today
}
