import type { Skin } from '#protocol/sites.ts'
import { SKIN_COOKIE } from '#protocol/constants.ts'

const A_YEAR_S = 31_536_000

/**
 * Stores the skin chosen in demo mode in a cookie. The server renders the page with it, so a reload does not flash.
 * Without cookies the choice lasts as long as the page.
 */
export function keepSkin(skin: Skin): void {
  document.cookie = `${SKIN_COOKIE}=${skin}; path=/; max-age=${A_YEAR_S}; samesite=lax`
}
