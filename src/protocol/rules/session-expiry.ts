import { SESSION_EXPIRY_HOUR } from '../constants.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Asia/Shanghai is UTC+8 all year since 1991. */
const SHANGHAI_OFFSET_MS = 8 * HOUR_MS

/** S9.20: the next 21:00 in Shanghai after `now` (epoch ms); exactly 21:00:00.000 counts as past. */
export function nextSessionExpiry(now: number): number {
  const local = now + SHANGHAI_OFFSET_MS
  const today = Math.floor(local / DAY_MS) * DAY_MS + SESSION_EXPIRY_HOUR * HOUR_MS
  return (local >= today ? today + DAY_MS : today) - SHANGHAI_OFFSET_MS
}
