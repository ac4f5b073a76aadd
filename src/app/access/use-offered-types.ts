import { useStore } from 'jotai'
import { useEffect, useState } from 'react'
import type { SafeType } from '#protocol/verification.ts'
import { offeredSafeTypes } from '#protocol/verification.ts'
import { loadSiteConfig } from '#state/site/load-site-config.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'

/**
 * S4.19: the kinds of check that this site has on, in the order in which they are tried: from its configuration, which is
 * open to those who still have to pass a check. null until that is here; when it cannot be had, what is known of it.
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
