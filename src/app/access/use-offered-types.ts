import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import type { SafeType } from '#protocol/verification.ts'
import { offeredSafeTypes } from '#protocol/verification.ts'
import { loadSiteConfig } from '#state/site/load-site-config.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'

/**
 * S4.19: the enabled kinds of checks in order of preference, from the site configuration, which suspects may read. Null
 * until it is loaded; the last known value if it cannot be loaded.
 */
export function useOfferedTypes(): readonly SafeType[] | null {
  const store = useStore()
  const [types, setTypes] = useState<readonly SafeType[] | null>(null)
  useEffect(() => {
    let isGone = false
    const ask = async () => {
      await loadSiteConfig()
      if (!isGone) setTypes(offeredSafeTypes(store.get(siteConfigAtom).safeVerifyTypes))
    }
    void ask()
    return () => {
      isGone = true
    }
  }, [store])
  return types
}
