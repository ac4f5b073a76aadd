import type { StartOptions } from '#protocol/worker/api.ts'

/** `CLIENT_TYPES` of headers.ts, which is not imported because of its schemas. */
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

/** Browser and system, for example `Chrome on Linux`. It is shown in the list of devices and identifies nobody. */
export function platformName(userAgent: string): string {
  const find = (names: readonly [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Other'
  return `${find(BROWSERS)} on ${find(SYSTEMS)}`
}

/**
 * Reads the start options from the HTML: site (`<html data-site>`), public identity, version and other API origins (meta
 * elements). Returns the name of a missing element for the console and the error screen.
 */
export function readStartOptions(page: Document, agent: string, origin: string): StartOptions | { missing: string } {
  const siteId = Number(page.documentElement.dataset['site'] ?? '')
  const meta = (name: string) => page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  const serverIdentity = meta('grandstand-identity')
  const appVersion = meta('grandstand-version')
  const otherOrigins = meta('grandstand-lines')
    .split(' ')
    .filter((origin) => origin !== '')
  if (!Number.isSafeInteger(siteId) || siteId <= 0) return { missing: '<html data-site>' }
  if (!/^[A-Za-z0-9_-]{43}$/.test(serverIdentity)) return { missing: '<meta name="grandstand-identity">' }
  if (appVersion === '') return { missing: '<meta name="grandstand-version">' }
  return {
    origin,
    siteId,
    clientType: /Mobi|Android/.test(agent) ? PHONE_BROWSER : WEB,
    appVersion,
    serverIdentity,
    ...(otherOrigins.length > 0 && { otherOrigins }),
    platform: platformName(agent),
  }
}
