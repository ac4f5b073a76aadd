import { firstScreenOf } from '#protocol/page-paths.ts'

/** The address under which the shell of a site is kept: a page that asked for none has that of its origin. */
export function shellAddress(pageUrl: string): string {
  const asked = new URL(pageUrl).searchParams.get('siteId')
  return asked !== null && /^\d{4}$/.test(asked) ? `/?siteId=${asked}` : '/'
}

export interface PageFacts {
  readonly status: number
  /** `basic` for an answer of this origin that was not redirected elsewhere. */
  readonly type: string
  readonly isRedirected: boolean
  readonly contentType: string
  readonly html: string
}

/**
 * Whether an answer may be kept as the shell at `address`: whole, of this build (another one's code is not here), and of
 * the very site that the address names.
 */
export function isShell(page: PageFacts, address: string, build: string): boolean {
  if (page.status !== 200 || page.type !== 'basic' || page.isRedirected) return false
  if (!page.contentType.startsWith('text/html')) return false
  if (!page.html.includes(`<meta name="grandstand-build" content="${build}" />`)) return false
  const [, asked] = /siteId=(\d{4})$/.exec(address) ?? []
  const [, site] = /<html\b[^>]*\sdata-site="(\d+)"/.exec(page.html) ?? []
  return site !== undefined && (asked === undefined || asked === site)
}

/** The kept page for a path: the same but for the grey likeness of its first screen. */
export function shellFor(html: string, path: string): string {
  return html.replace(/(<div id="first-paint" data-screen=)"[^"]*"/, `$1"${firstScreenOf(path)}"`)
}
