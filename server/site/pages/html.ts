import type { FirstScreen } from '#protocol/page-paths.ts'
import { SKIN_COOKIE } from '#protocol/constants.ts'
import type { Skin } from '#protocol/sites.ts'
import { deploymentOf, SKIN_BACKGROUND, SKIN_LAYOUT, SKINS } from '#protocol/sites.ts'
import { manifestAddress, touchIconAddress } from './web-manifest.ts'

/** What the server writes into a page, so that nothing flashes and no script stands in the HTML (settled 6, 29). */
export interface PageFacts {
  readonly siteId: number
  /** Hosts that show another site: `host` or `host:port` in lower case to its id. */
  readonly siteHosts?: ReadonlyMap<string, number>
  readonly isDemo: boolean
  /** base64url Ed25519 key. */
  readonly identity: string
  /** Version of the program. */
  readonly version: string
  /** Origins of other lines to this server; the transport can start on them when this one is dead. */
  readonly lines?: readonly string[]
  /** Origins of video beside this one: play.html opens streams of these and of no other. */
  readonly video?: readonly string[]
  /** Names the build of the pages, so that a page knows when another is served. */
  readonly build?: string
  /** Whether a service worker keeps the shell (SERVICE_WORKER); only with a build. */
  readonly hasServiceWorker?: boolean
  /** Chosen by hand (demo mode); otherwise the site's own. */
  readonly skin?: Skin | undefined
}

/** What differs between paths of the one page: the grey likeness that stands first, and what it needs at once. */
export interface FirstView {
  readonly screen: FirstScreen
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** A picture that the grey likeness of a screen shows already. */
const FIRST_PICTURES: Readonly<Partial<Record<FirstScreen, string>>> = { room: '/art/room-poster.svg' }

const PLAIN_VIEW: FirstView = { screen: 'page', scripts: [], styles: [] }

const HTML_TAG = /<html\b([^>]*)>/i
const FIRST_SCREEN = /(<div id="first-paint" data-screen=)"[^"]*"/
const THEME_COLOR = /(<meta name="theme-color" content=)"[^"]*"/

/**
 * Puts site, skin, layout and currency on `<html>`, and the first screen on its grey likeness; into `<head>` the server's identity, version and
 * lines, the colour, manifest and icon of the skin (S1.4), and what the first screen needs.
 *
 * @throws when the template has no `<html>` or no `</head>`.
 */
export function fillPage(template: string, facts: PageFacts, view: FirstView = PLAIN_VIEW): string {
  const { skin: ownSkin, settleCurrency } = deploymentOf(facts.siteId)
  const skin = facts.skin ?? ownSkin
  const data = {
    'data-site': String(facts.siteId),
    'data-skin': skin,
    'data-layout': SKIN_LAYOUT[skin],
    'data-currency': settleCurrency,
    ...(facts.isDemo ? { 'data-demo': 'true' } : {}),
  }
  const tag = HTML_TAG.exec(template)
  if (!tag || !template.includes('</head>')) throw new Error('the page has no <html> or no </head>')
  const kept = (tag[1] ?? '').replaceAll(/\s+data-(?:site|skin|layout|currency|demo)(?:="[^"]*")?/g, '')
  const written = Object.entries(data).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  const metas = [meta('grandstand-identity', facts.identity), meta('grandstand-version', facts.version)]
  if (facts.lines && facts.lines.length > 0) metas.push(meta('grandstand-lines', facts.lines.join(' ')))
  if (facts.video && facts.video.length > 0) metas.push(meta('grandstand-video', facts.video.join(' ')))
  if (facts.build) metas.push(meta('grandstand-build', facts.build))
  if (facts.build && facts.hasServiceWorker) metas.push(meta('grandstand-service-worker', 'on'))
  const picture = FIRST_PICTURES[view.screen]
  metas.push(
    link('manifest', manifestAddress(facts)),
    link('apple-touch-icon', touchIconAddress(skin)),
    ...(picture === undefined ? [] : [link('preload', picture, ' as="image" fetchpriority="high"')]),
    // Behind what the grey likeness is drawn with.
    ...view.styles.map((address) => link('preload', address, ' as="style" crossorigin fetchpriority="low"')),
    ...view.scripts.map((address) => link('modulepreload', address, ' crossorigin fetchpriority="low"')),
  )
  return template
    .replace(tag[0], () => `<html${kept}${written.join('')}>`)
    .replace(FIRST_SCREEN, (_whole, before: string) => `${before}"${view.screen}"`)
    .replace(THEME_COLOR, (_whole, before: string) => `${before}"${SKIN_BACKGROUND[skin]}"`)
    .replace('</head>', () => `${metas.map((line) => `  ${line}\n  `).join('')}</head>`)
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeAttribute(content)}" />`
}

function link(relation: string, address: string, attributes = ''): string {
  return `<link rel="${relation}" href="${escapeAttribute(address)}"${attributes} />`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * Which site a page is (S1.3): in demo mode the known one that `?siteId=` names, else that of the host it was asked of,
 * else the configured one (settled 29). What names no site is passed over without an error.
 */
export function siteOfPage(facts: PageFacts, host: string, query: unknown): number {
  const asked = facts.isDemo ? siteOfQuery(query) : null
  return asked ?? siteOfHost(facts.siteHosts, host.toLowerCase()) ?? facts.siteId
}

/**
 * The skin that was chosen by hand in demo mode, from the cookie that the page wrote: the page begins in it and nothing
 * flashes. A site that the address names keeps its own.
 */
export function skinOfPage(facts: PageFacts, query: unknown, cookies: string | undefined): Skin | undefined {
  if (!facts.isDemo || siteOfQuery(query) !== null) return undefined
  const chosen = (cookies ?? '').split(/;\s*/).find((pair) => pair.startsWith(`${SKIN_COOKIE}=`))
  return SKINS.find((skin) => chosen === `${SKIN_COOKIE}=${skin}`)
}

function siteOfHost(hosts: PageFacts['siteHosts'], host: string): number | undefined {
  return hosts?.get(host) ?? hosts?.get(host.replace(/:\d*$/, ''))
}

function siteOfQuery(query: unknown): number | null {
  const text = typeof query === 'object' && query !== null && 'siteId' in query ? query.siteId : undefined
  if (typeof text !== 'string' || !/^\d{4}$/.test(text)) return null
  const siteId = Number(text)
  return deploymentOf(siteId).deployId === 0 ? null : siteId
}
