import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { Result } from '#protocol/result.ts'
import { failure } from '#protocol/result.ts'
import { t } from '#lib/text/t.ts'
import { siteConfigAtom } from '#state/site-config.ts'
import { signIn } from '#transport/client.ts'
import type { Credentials } from './LoginForm.tsx'

/** Its code is loaded where a site asks for geetest. */
async function withGeetest(credentials: Credentials): Promise<Result<unknown>> {
  const loaded = await import('./geetest.ts').catch(() => null)
  if (!loaded) return failure(CODES.NETWORK_FAILURE, t('verification.notLoaded'))
  const geetest = await loaded.geetestChallenge()
  return geetest.ok ? signIn({ ...credentials, geetest: geetest.data }) : geetest
}

/**
 * Signs in, with a geetest check before it where the site's configuration has it switched on (S7.52). While the
 * configuration is not known it signs in without; a server that demands more says so.
 */
export function useSignIn(): (credentials: Credentials) => Promise<Result<unknown>> {
  const isGeetestOn = useAtomValue(siteConfigAtom).geetestSwitch === 1
  return useCallback(
    (credentials: Credentials) => (isGeetestOn ? withGeetest(credentials) : signIn(credentials)),
    [isGeetestOn],
  )
}
