import { MINUTE_MS, SITE_UTC_OFFSET_MS } from '#protocol/time.ts'
import { commonText } from '#messages/zh/common.ts'

/** `Date.getTimezoneOffset()` in the site time zone. */
const SHANGHAI_BEHIND_MINUTES = -SITE_UTC_OFFSET_MS / MINUTE_MS

/**
 * 时间均为北京时间, for a viewer in another time zone at `now` (epoch milliseconds); null in the site time zone (S9.16).
 * `behind` is `getTimezoneOffset()` of the viewer.
 */
export function zoneNote(now: number, behind = new Date(now).getTimezoneOffset()): string | null {
  return behind === SHANGHAI_BEHIND_MINUTES ? null : commonText('time.zone')
}
