import { useStore } from 'jotai'
import { useCallback } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import type { CodeCredentials, GeetestProof, PasswordCredentials, SignInReport } from '#protocol/worker/api.ts'
import { commonText } from '#messages/zh/common.ts'
import { loadSiteConfig } from '#state/site/load-site-config.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { register, signIn } from '#transport/client.ts'

/** Loads the geetest code on first use. */
async function geetestProof(): Promise<Result<GeetestProof>> {
  const loaded = await import('./geetest.ts').catch(() => null)
  return loaded ? loaded.geetestChallenge() : failure(CODES.NETWORK_FAILURE, commonText('verification.notLoaded'))
}

/**
 * Returns the configuration with the proof of a geetest check if the site requires one (S7.52). A missing or stale
 * configuration is fetched first. If that fails, the known one is used; the server refuses if it requires more.
 */
function useChecked() {
  const store = useStore()
  return useCallback(async () => {
    await loadSiteConfig()
    const config = store.get(siteConfigAtom)
    if (config.geetestSwitch !== 1) return success({ config, geetest: null })
    const geetest = await geetestProof()
    return geetest.ok ? success({ config, geetest: geetest.data }) : geetest
  }, [store])
}

/** Signs in by password or by the code of a text message. */
export function useSignIn(): (credentials: PasswordCredentials | CodeCredentials) => Promise<Result<SignInReport>> {
  const check = useChecked()
  return useCallback(
    async (credentials) => {
      const checked = await check()
      if (!checked.ok) return checked
      const { config, geetest } = checked.data
      return signIn({ ...credentials, ...(geetest && { geetest }), api: config.loginApi })
    },
    [check],
  )
}

/** A registration as typed. `timewd` is the password; the worker encodes it. */
export type Registration = Omit<RequestOf<'registration.register'>, keyof GeetestProof>

/** Registers a member and signs in. */
export function useRegister(): (registration: Registration) => Promise<Result<SignInReport>> {
  const check = useChecked()
  return useCallback(
    async (registration) => {
      const checked = await check()
      return checked.ok ? register({ ...registration, ...checked.data.geetest }) : checked
    },
    [check],
  )
}
