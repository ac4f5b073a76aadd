import { readSiteConfig, SITE_CONFIG_KEYS } from '#protocol/rules/site-config.ts'
import { call } from '#transport/client.ts'
import { connectionAtom } from './connection.ts'
import { isSiteConfigLoadedAtom, siteConfigAtom, siteConfigProblemsAtom } from './site-config.ts'
import { store } from './store.ts'

let asking: Promise<boolean> | null = null

/**
 * Fetches all keys in one call, once a page: true when they are here. Wrong values are reported on the console in one
 * line; a call that fails leaves the defaults, and the next call of this function asks again.
 */
export function loadSiteConfig(): Promise<boolean> {
  if (store.get(isSiteConfigLoadedAtom)) return Promise.resolve(true)
  asking ??= fetchSiteConfig().finally(() => {
    asking = null
  })
  return asking
}

async function fetchSiteConfig(): Promise<boolean> {
  const result = await call('site.configs', { keyCodes: [...SITE_CONFIG_KEYS] })
  if (!result.ok) return false
  const { config, problems } = readSiteConfig(result.data)
  store.set(siteConfigAtom, config)
  store.set(siteConfigProblemsAtom, problems)
  store.set(isSiteConfigLoadedAtom, true)
  if (problems.length > 0) {
    const reasons = problems.map(({ key, reason }) => `${key} ${reason}`)
    // oxlint-disable-next-line no-console -- for the operator; nothing of the member is in it
    console.warn(`site configuration: defaults in place of ${reasons.join('; ')}`)
  }
  return true
}

/** What could not be fetched is fetched as soon as there is a connection again, until the returned function is called. */
export function refetchSiteConfig(): () => void {
  return store.sub(connectionAtom, () => {
    if (store.get(connectionAtom) === 'online') void loadSiteConfig()
  })
}
