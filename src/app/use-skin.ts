import { useAtom } from 'jotai'
import { useCallback } from 'react'
import type { Skin } from '#protocol/sites.ts'
import { SKIN_LAYOUT } from '#protocol/sites.ts'
import { siteAtom } from '#state/site/site.ts'
import { wearSkin } from '#ui/skin.ts'
import { keepSkin } from './kept-skin.ts'

/** The skin of the page, and a function that changes and stores it (demo mode, settled 29). */
export function useSkin(): readonly [Skin, (skin: Skin) => void] {
  const [site, setSite] = useAtom(siteAtom)
  const change = useCallback(
    (skin: Skin) => {
      wearSkin(skin)
      keepSkin(skin)
      setSite((before) => ({ ...before, skin, layout: SKIN_LAYOUT[skin] }))
    },
    [setSite],
  )
  return [site.skin, change]
}
