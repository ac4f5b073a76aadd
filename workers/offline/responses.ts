import { isPagePath } from '#protocol/page-paths.ts'
import { TAKE_OVER } from '#protocol/shell.ts'
import type { ShellCache } from './shell-cache.ts'
import { shellAddress, shellFor } from './shell-page.ts'

/** `asset`: code, styles and fonts with a content hash in the name. `page`: a page of the application. */
type RequestKind = 'asset' | 'page' | 'other'

/**
 * Classifies a request. The service worker handles assets and pages only. Calls, sockets, media and everything else pass
 * through, so that no data of a member can be cached.
 */
export function kindOfRequest(
  { method, url, mode }: { readonly method: string; readonly url: string; readonly mode: string },
  origin: string,
): RequestKind {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return 'other'
  if (mode === 'navigate') return isPagePath(address.pathname) ? 'page' : 'other'
  return /^\/assets\/[\w.~-]+\.(?:js|css|woff2)$/.test(address.pathname) && address.search === '' ? 'asset' : 'other'
}

/** After this time, a cached page is used instead of the network. */
const PAGE_TIMEOUT_MS = 4_000

export interface RespondContext {
  readonly cache: ShellCache
  readonly fetch: () => Promise<Response>
  /** Keeps the service worker alive until the work is done. */
  readonly waitUntil: (work: Promise<unknown>) => void
  /** Resolves after `milliseconds`. */
  readonly wait: (milliseconds: number) => Promise<void>
}

/** Returns a cached asset, or fetches and caches it. A name contains a content hash, so a cached asset is current. */
export async function respondAsset(request: Request, { cache, fetch, waitUntil }: RespondContext): Promise<Response> {
  const cached = await cache.asset(request).catch(() => undefined)
  if (cached !== undefined) return cached
  const response = await fetch()
  waitUntil(cache.addAsset(request, response.clone()))
  return response
}

/** Fetches a page. Returns the cached shell if the network fails or is slow, and the offline page if nothing is cached. */
export async function respondPage(
  request: Request,
  { cache, fetch, waitUntil, wait }: RespondContext,
): Promise<Response> {
  const address = shellAddress(request.url)
  const network = fetch().then(
    (response) => {
      waitUntil(cache.addPage(address, response.clone()))
      return response
    },
    () => null,
  )
  waitUntil(network)
  const cached = await cache.page(address).catch(() => undefined)
  if (cached === undefined) return (await network) ?? offlinePage()
  const response = await Promise.race([network, wait(PAGE_TIMEOUT_MS).then(() => null)])
  if (response !== null && response.status < 500) return response
  const html = shellFor(await cached.text(), new URL(request.url).pathname)
  return new Response(html, { headers: cached.headers })
}

/**
 * True if a message of a page activates the waiting service worker of `build`: the user has asked for the update, or the
 * page is of this build already.
 */
export function isTakeOver(message: unknown, build: string): boolean {
  return message === TAKE_OVER || message === build
}

/** Shown without network and without a cached shell of the site. It uses no external resources. */
const OFFLINE_PAGE = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>看台 · 没有网络</title>
</head>
<body style="display:grid;min-height:90vh;place-content:center;padding:24px;font:16px/26px system-ui,sans-serif">
<main>
<h1 style="font-size:20px">现在没有网络</h1>
<p>首次打开需要网络，请联网后重试。</p>
<p><a href="">重试</a></p>
</main>
</body>
</html>
`

function offlinePage(): Response {
  return new Response(OFFLINE_PAGE, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
