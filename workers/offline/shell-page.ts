import { firstScreenOf } from '#protocol/page-paths.ts'

/** The address under which the shell of a page's site is cached. Pages without `siteId` use the site of their origin. */
export function shellAddress(pageUrl: string): string {
  const siteId = new URL(pageUrl).searchParams.get('siteId')
  return siteId !== null && /^\d{4}$/.test(siteId) ? `/?siteId=${siteId}` : '/'
}

interface PageResponse {
  readonly status: number
  /** `basic` for a response of this origin. */
  readonly type: string
  readonly isRedirected: boolean
  readonly contentType: string
  readonly html: string
}

/** True if a response may be cached as the shell at `address`: complete, of this build, and of the site in the address. */
export function isShell(page: PageResponse, address: string, build: string): boolean {
  if (page.status !== 200 || page.type !== 'basic' || page.isRedirected) return false
  if (!page.contentType.startsWith('text/html')) return false
  if (!page.html.includes(`<meta name="grandstand-build" content="${build}" />`)) return false
  const [, requested] = /siteId=(\d{4})$/.exec(address) ?? []
  const [, site] = /<html\b[^>]*\sdata-site="(\d+)"/.exec(page.html) ?? []
  return site !== undefined && (requested === undefined || requested === site)
}

/** The cached page with the placeholder of another path's first screen. */
export function shellFor(html: string, path: string): string {
  return html.replace(/(<div id="first-paint" data-screen=)"[^"]*"/, `$1"${firstScreenOf(path)}"`)
}
