import type { StartOptions } from '#protocol/worker/api.ts'

/** Client types of the wire; their table is beside schemas, which stay off the main thread. */
const WEB = 1
const PHONE_BROWSER = 2

const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux|X11/, 'Linux'],
]
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

/** `Chrome on Linux`: enough for a list of one's own devices, too coarse to tell people apart. */
export function platformName(userAgent: string): string {
  const find = (rows: readonly [RegExp, string][]) => rows.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Other'
  return `${find(BROWSERS)} on ${find(SYSTEMS)}`
}

/**
 * What the server wrote into the page: site (`<html data-site>`), its public identity, the version and other
 * lines (meta elements). Returns what is missing instead, in words for the console and the error screen.
 */
export function readStartOptions(page: Document, agent: string, origin: string): StartOptions | { missing: string } {
  const siteId = Number(page.documentElement.dataset['site'] ?? '')
  const meta = (name: string) => page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  const serverIdentity = meta('grandstand-identity')
  const appVersion = meta('grandstand-version')
  const lines = meta('grandstand-lines')
    .split(' ')
    .filter((line) => line !== '')
  if (!Number.isSafeInteger(siteId) || siteId <= 0) return { missing: '<html data-site>' }
  if (!/^[A-Za-z0-9_-]{43}$/.test(serverIdentity)) return { missing: '<meta name="grandstand-identity">' }
  if (appVersion === '') return { missing: '<meta name="grandstand-version">' }
  return {
    origin,
    siteId,
    clientType: /Mobi|Android/.test(agent) ? PHONE_BROWSER : WEB,
    appVersion,
    serverIdentity,
    ...(lines.length > 0 && { otherOrigins: lines }),
    platform: platformName(agent),
  }
}
