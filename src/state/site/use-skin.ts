import { useAtomValue } from 'jotai'
import { type Skin, SKIN_LAYOUT } from '#protocol/sites.ts'
import { siteAtom } from '#state/site/site.ts'
import { store } from '#state/store.ts'
import { wearSkin } from '#ui/skin.ts'
import { SKIN_COOKIE } from '#protocol/constants.ts'

/** Changes the skin of the page until it is reloaded. */
export function setSkin(skin: Skin): void {
  wearSkin(skin)
  store.set(siteAtom, (before) => ({ ...before, skin, layout: SKIN_LAYOUT[skin] }))
}

/** The skin of the page, and a function that changes and stores it (demo mode, settled 29). */
export function useSkin(): readonly [Skin, (skin: Skin) => void] {
  return [useAtomValue(siteAtom).skin, changeSkin]
}

function changeSkin(skin: Skin): void {
  setSkin(skin)
  storeSkin(skin)
}

const A_YEAR_S = 31_536_000

/**
 * Stores the skin chosen in demo mode in a cookie. The server renders the page with it, so a reload does not flash.
 * Without cookies the choice lasts as long as the page.
 */
function storeSkin(skin: Skin): void {
  document.cookie = `${SKIN_COOKIE}=${skin}; path=/; max-age=${A_YEAR_S}; samesite=lax`
}
