import type { Skin } from '#protocol/sites.ts'
import { SKIN_COOKIE } from '#protocol/constants.ts'

const A_YEAR_S = 31_536_000

/**
 * Keeps the skin that was chosen in demo mode: the server reads it before it writes the page, so that a reload begins in
 * that skin and nothing flashes. Where cookies are refused the choice lasts as long as the page.
 */
export function keepSkin(skin: Skin): void {
  document.cookie = `${SKIN_COOKIE}=${skin}; path=/; max-age=${A_YEAR_S}; samesite=lax`
}
