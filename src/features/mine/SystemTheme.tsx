import { useEffect } from 'react'
import type { Skin } from '#protocol/sites.ts'
import { useSkin } from '#state/site/use-skin.ts'
import { useMedia } from '#ui/hooks/use-media.ts'

/** The dark skins; the others are light. */
const DARK_SKINS: readonly Skin[] = ['glow', 'classy']

/** The skin itself if it is dark or light as wanted, else the one that stands for the other side. */
function skinForScheme(skin: Skin, isDark: boolean): Skin {
  return DARK_SKINS.includes(skin) === isDark ? skin : isDark ? 'glow' : 'fresh'
}

/** Changes the skin with the light and dark of the system. A component, so that its code is loaded only if it is used. */
export function SystemTheme() {
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const [skin, setSkin] = useSkin()
  const wanted = skinForScheme(skin, isDark)
  useEffect(() => {
    if (wanted !== skin) setSkin(wanted)
  }, [wanted, skin, setSkin])
  return null
}
