import { CODES } from '#protocol/codes.ts'
import { readSiteConfig, SITE_CONFIG_KEYS } from '#protocol/rules/site-config.ts'
import { call, serverNow } from '#transport/client.ts'
import { connectionAtom } from '../data/connection.ts'
import { onForeground, STALE_MS } from '../data/reconnect.ts'
import { isSiteConfigLoadedAtom, siteConfigAtom, siteConfigProblemsAtom } from './site-config.ts'
import { store } from '../store.ts'

/** After a call that failed; each further pause is twice as long, up to {@link STALE_MS}. */
const FIRST_PAUSE_MS = 5_000
/** Each has a screen that asks again once it lets the viewer in; before that the answer would only be repeated to them. */
const SHUT_OUT: readonly number[] = [
  CODES.IP_BLOCKADE,
  CODES.DEVICE_BLOCKADE,
  CODES.NEED_ROBOT_CHECK,
  CODES.ACCESS_CAVEAT_CODE,
  CODES.ACCESS_RESTRICTION_CODE,
  CODES.SYSTEM_MAINTENANCE,
]

let asking: Promise<boolean> | null = null
/** Server clock, epoch milliseconds. */
let freshUntil = 0
let known = ''
let isKeptUp = false
let pauseMs = FIRST_PAUSE_MS
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Fetches all keys in one call: true when they are here and fresh. Wrong values are reported on the console in one line;
 * a call that fails leaves what was there before, and is tried again while {@link watchSiteConfig} runs.
 */
export function loadSiteConfig(): Promise<boolean> {
  if (store.get(isSiteConfigLoadedAtom) && serverNow() < freshUntil) return Promise.resolve(true)
  asking ??= fetchSiteConfig().finally(() => {
    asking = null
  })
  return asking
}

async function fetchSiteConfig(): Promise<boolean> {
  clearTimeout(timer)
  const result = await call('site.configs', { keyCodes: [...SITE_CONFIG_KEYS] })
  if (!result.ok) {
    if (isKeptUp && !SHUT_OUT.includes(result.code)) tryLater()
    return false
  }
  pauseMs = FIRST_PAUSE_MS
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

/** While the page is hidden nobody misses it; {@link onForeground} asks when it is looked at again. */
function tryLater(): void {
  timer = setTimeout(() => {
    if (!document.hidden) void loadSiteConfig()
  }, pauseMs)
  pauseMs = Math.min(2 * pauseMs, STALE_MS)
}

/**
 * Until the returned function is called: tries again what could not be fetched, with growing pauses and at once when there
 * is a connection; fetches everything again after the connection was lost (another server may be there), and what is old
 * when the page comes to the front.
 */
export function watchSiteConfig(): () => void {
  const outdate = () => {
    const connection = store.get(connectionAtom)
    // A link that is opened for another room was not lost.
    if (connection === 'offline' || connection === 'recovering') freshUntil = 0
  }
  isKeptUp = true
  const stopOutdating = store.sub(connectionAtom, outdate)
  const stopAsking = onForeground(() => {
    pauseMs = FIRST_PAUSE_MS
    void loadSiteConfig()
  })
  return () => {
    isKeptUp = false
    clearTimeout(timer)
    stopOutdating()
    stopAsking()
  }
}
