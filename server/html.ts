import { deploymentOf, SKIN_LAYOUT } from '#protocol/sites.ts'

/** What the server writes into a page, so that nothing flashes and no script stands in the HTML (settled 6, 29). */
export interface PageFacts {
  readonly siteId: number
  readonly isDemo: boolean
  /** base64url Ed25519 key. */
  readonly identity: string
  /** Version of the program. */
  readonly version: string
}

const HTML_TAG = /<html\b([^>]*)>/i

/**
 * Puts site, skin and layout on `<html>` and the server's identity and version into `<head>`.
 *
 * @throws when the template has no `<html>` or no `</head>`.
 */
export function fillPage(template: string, facts: PageFacts): string {
  const { skin } = deploymentOf(facts.siteId)
  const data = {
    'data-site': String(facts.siteId),
    'data-skin': skin,
    'data-layout': SKIN_LAYOUT[skin],
    ...(facts.isDemo ? { 'data-demo': 'true' } : {}),
  }
  const tag = HTML_TAG.exec(template)
  if (!tag || !template.includes('</head>')) throw new Error('the page has no <html> or no </head>')
  const kept = (tag[1] ?? '').replaceAll(/\s+data-(?:site|skin|layout|demo)(?:="[^"]*")?/g, '')
  const written = Object.entries(data).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  const metas = [meta('grandstand-identity', facts.identity), meta('grandstand-version', facts.version)]
  return template
    .replace(tag[0], () => `<html${kept}${written.join('')}>`)
    .replace('</head>', () => `${metas.map((line) => `  ${line}\n  `).join('')}</head>`)
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeAttribute(content)}" />`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** `?siteId=` in demo mode (settled 29): one of the known sites, else the configured one. */
export function siteOfQuery(query: unknown, configured: number): number {
  const text = typeof query === 'object' && query !== null && 'siteId' in query ? query.siteId : undefined
  if (typeof text !== 'string' || !/^\d{4}$/.test(text)) return configured
  const siteId = Number(text)
  return deploymentOf(siteId).deployId === 0 ? configured : siteId
}
