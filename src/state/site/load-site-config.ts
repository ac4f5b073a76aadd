import { CODES } from '#protocol/codes.ts'
import { readSiteConfig, SITE_CONFIG_KEYS } from '#protocol/site-config.ts'
import { deploymentOf } from '#protocol/sites.ts'
import { call, serverNow } from '#transport/client.ts'
import { connectionAtom } from '../data/connection.ts'
import { onForeground, STALE_MS } from '../data/reconnect.ts'
import { isSiteConfigLoadedAtom, siteConfigAtom, siteConfigProblemsAtom } from './site-config.ts'
import { siteAtom } from './site.ts'
import { setSkin } from './use-skin.ts'
import { store } from '../store.ts'

/** Delay of the first retry. It doubles with each failure, up to {@link STALE_MS}. */
const FIRST_RETRY_MS = 5_000
/** Codes with a screen of their own, which loads the configuration again after it lets the viewer in. Not retried. */
const ACCESS_DENIED_CODES: readonly number[] = [
  CODES.IP_BLOCKADE,
  CODES.DEVICE_BLOCKADE,
  CODES.NEED_ROBOT_CHECK,
  CODES.ACCESS_CAVEAT_CODE,
  CODES.ACCESS_RESTRICTION_CODE,
  CODES.SYSTEM_MAINTENANCE,
]

let pending: Promise<boolean> | null = null
/** Server clock, epoch milliseconds. */
let freshUntil = 0
/** JSON of the last configuration. */
let lastJson = ''
let isWatched = false
let retryMs = FIRST_RETRY_MS
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Loads all keys in one call. Resolves with true if they are loaded and fresh. Invalid values are logged in one console
 * line. A failed call keeps the previous configuration and is retried while {@link watchSiteConfig} is active.
 */
export function loadSiteConfig(): Promise<boolean> {
  if (store.get(isSiteConfigLoadedAtom) && serverNow() < freshUntil) return Promise.resolve(true)
  pending ??= fetchSiteConfig().finally(() => {
    pending = null
  })
  return pending
}

/** Loads the configuration although the present one is fresh, because an operator has changed it. */
export async function reloadSiteConfig(): Promise<boolean> {
  await pending
  freshUntil = 0
  return loadSiteConfig()
}

async function fetchSiteConfig(): Promise<boolean> {
  clearTimeout(timer)
  const result = await call('site.configs', { keyCodes: [...SITE_CONFIG_KEYS] })
  if (!result.ok) {
    if (isWatched && !ACCESS_DENIED_CODES.includes(result.code)) scheduleRetry()
    return false
  }
  retryMs = FIRST_RETRY_MS
  freshUntil = serverNow() + STALE_MS
  const json = JSON.stringify(result.data)
  // An unchanged configuration must not render anything.
  if (store.get(isSiteConfigLoadedAtom) && json === lastJson) return true
  lastJson = json
  const { config, problems } = readSiteConfig(result.data)
  // The server has rendered the page in the first skin.
  const isSkinNew = store.get(isSiteConfigLoadedAtom) && store.get(siteConfigAtom).siteSkin !== config.siteSkin
  if (isSkinNew) setSkin(config.siteSkin || deploymentOf(store.get(siteAtom).siteId).skin)
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

/** A hidden page does not retry; {@link onForeground} loads when it becomes visible. */
function scheduleRetry(): void {
  timer = setTimeout(() => {
    if (!document.hidden) void loadSiteConfig()
  }, retryMs)
  retryMs = Math.min(2 * retryMs, STALE_MS)
}

/**
 * Keeps the configuration fresh: retries with growing delays and on reconnect, refetches after a lost connection (it may
 * be another server), and refetches a stale configuration in the foreground. Returns the function that stops it.
 */
export function watchSiteConfig(): () => void {
  const invalidate = () => {
    const connection = store.get(connectionAtom)
    // `connecting` is not a loss: the connection is opened for another room.
    if (connection === 'offline' || connection === 'recovering') freshUntil = 0
  }
  isWatched = true
  const stopInvalidating = store.sub(connectionAtom, invalidate)
  const stopLoading = onForeground(() => {
    retryMs = FIRST_RETRY_MS
    void loadSiteConfig()
  })
  return () => {
    isWatched = false
    clearTimeout(timer)
    stopInvalidating()
    stopLoading()
  }
}
