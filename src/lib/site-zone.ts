import { t } from './text/t.ts'

/** `Date.getTimezoneOffset()` in Shanghai: minutes that UTC is ahead of it. */
const SHANGHAI_BEHIND_MINUTES = -8 * 60

/**
 * 时间均为北京时间, for a viewer whose own clock shows another time than Shanghai's at `now` (epoch milliseconds); null
 * for everybody else (S9.16). `behind` is how many minutes UTC is ahead of the viewer's clock.
 */
export function zoneNote(now: number, behind = new Date(now).getTimezoneOffset()): string | null {
  return behind === SHANGHAI_BEHIND_MINUTES ? null : t('time.zone')
}
