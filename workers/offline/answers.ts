import { offlinePage } from './offline-page.ts'
import { shellAddress, shellFor } from './shell-page.ts'
import type { ShellStore } from './shell-store.ts'

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
