import { readSiteConfig, SITE_CONFIG_KEYS } from '#protocol/rules/site-config.ts'
import { call, serverNow } from '#transport/client.ts'
import { connectionAtom } from './connection.ts'
import { STALE_MS } from './on-return.ts'
import { isSiteConfigLoadedAtom, siteConfigAtom, siteConfigProblemsAtom } from './site-config.ts'
import { store } from './store.ts'

let asking: Promise<boolean> | null = null
/** Server clock, epoch milliseconds. */
let freshUntil = 0
let known = ''

/**
 * Fetches all keys in one call: true when they are here and fresh. Wrong values are reported on the console in one line;
 * a call that fails leaves what was there before, and the next call of this function asks again.
 */
export function loadSiteConfig(): Promise<boolean> {
  if (store.get(isSiteConfigLoadedAtom) && serverNow() < freshUntil) return Promise.resolve(true)
  asking ??= fetchSiteConfig().finally(() => {
    asking = null
  })
  return asking
}

async function fetchSiteConfig(): Promise<boolean> {
  const result = await call('site.configs', { keyCodes: [...SITE_CONFIG_KEYS] })
  if (!result.ok) return false
  freshUntil = serverNow() + STALE_MS
  const text = JSON.stringify(result.data)
  // The same again is told to nobody.
  if (store.get(isSiteConfigLoadedAtom) && text === known) return true
  known = text
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

/**
 * Until the returned function is called: fetches what could not be fetched as soon as there is a connection, everything
 * again after the connection was lost (another server may be there), and what is old when the page comes to the front.
 */
export function refetchSiteConfig(): () => void {
  const look = () => {
    const connection = store.get(connectionAtom)
    // A link that is opened for another room was not lost.
    if (connection === 'offline' || connection === 'recovering') freshUntil = 0
    if (connection === 'online') void loadSiteConfig()
  }
  const show = () => {
    if (!document.hidden) look()
  }
  document.addEventListener('visibilitychange', show)
  const stop = store.sub(connectionAtom, look)
  return () => {
    document.removeEventListener('visibilitychange', show)
    stop()
  }
}
