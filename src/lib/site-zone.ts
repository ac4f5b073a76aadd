import { MINUTE_MS, SITE_UTC_OFFSET_MS } from '#protocol/time.ts'
import { t } from './text/t.ts'

/** `Date.getTimezoneOffset()` in the site time zone. */
const SHANGHAI_BEHIND_MINUTES = -SITE_UTC_OFFSET_MS / MINUTE_MS

/**
 * 时间均为北京时间, for a viewer whose own clock shows another time than Shanghai's at `now` (epoch milliseconds); null
 * for everybody else (S9.16). `behind` is how many minutes UTC is ahead of the viewer's clock.
 */
export function zoneNote(now: number, behind = new Date(now).getTimezoneOffset()): string | null {
  return behind === SHANGHAI_BEHIND_MINUTES ? null : t('time.zone')
}
