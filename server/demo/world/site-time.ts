import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)

/** Shanghai keeps UTC+8 all year (S9.16). */
const SITE_OFFSET_HOURS = 8

/** `YYYY-MM-DD HH:mm:ss` in the site's time zone. */
export function siteDateTime(time: number): string {
  return dayjs.utc(time).utcOffset(SITE_OFFSET_HOURS).format('YYYY-MM-DD HH:mm:ss')
}
