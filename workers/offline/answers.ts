import { shellAddress, shellFor } from './shell-page.ts'
import type { ShellStore } from './shell-store.ts'
import { isPagePath } from '#protocol/page-paths.ts'

/** A network that takes longer for a page than this is treated as away, if the shell is kept. */
export const PAGE_TIMEOUT_MS = 4_000

export interface Answering {
  readonly store: ShellStore
  readonly fetch: () => Promise<Response>
  /** Lets work go on after the answer was given. */
  readonly afterwards: (work: Promise<unknown>) => void
  /** Resolves after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>
}

/**
 * Code, styles and fonts: their name says what is in them, so what is kept is right. A store that cannot be read keeps nothing:
 * the network answers.
 */
export async function answerAsset(request: Request, { store, fetch, afterwards }: Answering): Promise<Response> {
  const kept = await store.asset(request).catch(() => undefined)
  if (kept !== undefined) return kept
  const answer = await fetch()
  afterwards(store.keepAsset(request, answer.clone()))
  return answer
}

/** A page: from the network; from what is kept when that is away, broken or slow; else the page that says so. */
export async function answerPage(request: Request, { store, fetch, afterwards, wait }: Answering): Promise<Response> {
  const address = shellAddress(request.url)
  const network = fetch().then(
    (answer) => {
      afterwards(store.keepPage(address, answer.clone()))
      return answer
    },
    () => null,
  )
  afterwards(network)
  const kept = await store.page(address).catch(() => undefined)
  if (kept === undefined) return (await network) ?? offlinePage()
  const answer = await Promise.race([network, wait(PAGE_TIMEOUT_MS).then(() => null)])
  if (answer !== null && answer.status < 500) return answer
  const html = shellFor(await kept.text(), new URL(request.url).pathname)
  return new Response(html, { headers: kept.headers })
}

/** What stands where neither the network nor a kept shell of the asked site is there. Nothing in it comes from outside. */
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
<p>看台还没存到这台设备上，连上网再进场。</p>
<p><a href="">重试</a></p>
</main>
</body>
</html>
`

/** A new answer with that page. */
export function offlinePage(): Response {
  return new Response(OFFLINE_PAGE, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** `asset`: code, styles and fonts named by their content. `page`: the one page application. `none`: not touched at all. */
export type Treatment = 'asset' | 'page' | 'none'

export interface RequestFacts {
  readonly method: string
  readonly url: string
  readonly mode: string
}

/**
 * What the shell's keeper does with a request. Calls, sockets, media, blobs, vendors, art and everything else that is not
 * named here pass by untouched, so that nothing of a member can be kept.
 */
export function treatmentOf({ method, url, mode }: RequestFacts, origin: string): Treatment {
  const address = new URL(url)
  if (method !== 'GET' || address.origin !== origin) return 'none'
  if (mode === 'navigate') return isPagePath(address.pathname) ? 'page' : 'none'
  return /^\/assets\/[\w.~-]+\.(?:js|css|woff2)$/.test(address.pathname) && address.search === '' ? 'asset' : 'none'
}
