const SHANGHAI_OFFSET_MS = 8 * 3_600_000

/** `YYYY-MM-DD HH:mm:ss` in the site's time zone (S9.16; Shanghai keeps UTC+8 all year). */
export function siteDateTime(time: number): string {
  return new Date(time + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}
