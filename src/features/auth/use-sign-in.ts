import { useStore } from 'jotai'
import { useCallback } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { Result } from '#protocol/result.ts'
import { failure } from '#protocol/result.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import { t } from '#lib/messages/common.ts'
import { loadSiteConfig } from '#state/site/load-site-config.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { signIn } from '#transport/client.ts'
import type { Credentials } from './LoginForm.tsx'

/** Loads the geetest code on first use. */
async function withGeetest(credentials: Credentials, api: SiteConfig['loginApi']): Promise<Result<unknown>> {
  const loaded = await import('./geetest.ts').catch(() => null)
  if (!loaded) return failure(CODES.NETWORK_FAILURE, t('verification.notLoaded'))
  const geetest = await loaded.geetestChallenge()
  return geetest.ok ? signIn({ ...credentials, geetest: geetest.data, api }) : geetest
}

/**
 * Signs in, after a geetest check if the site configuration requires it (S7.52). A missing or stale configuration is
 * fetched first. If that fails, the known configuration is used; the server refuses if it requires more.
 */
export function useSignIn(): (credentials: Credentials) => Promise<Result<unknown>> {
  const store = useStore()
  return useCallback(
    async (credentials: Credentials) => {
      await loadSiteConfig()
      const { geetestSwitch, loginApi: api } = store.get(siteConfigAtom)
      return geetestSwitch === 1 ? withGeetest(credentials, api) : signIn({ ...credentials, api })
    },
    [store],
  )
}
