import { SERVICE_WORKER_PATH } from '#protocol/shell.ts'
import { ownScript } from '#lib/own-script.ts'
import { ownBuild } from './builds.ts'
import { container } from './service-worker.ts'

/**
 * Lets the browser keep the shell of the pages, if the server wants that (it says so in the HTML). Without it everything
 * works, only not without a network; so a refusal is nobody's trouble.
 */
export async function registerServiceWorker(): Promise<void> {
  if (document.querySelector('meta[name="grandstand-service-worker"]') === null) return
  const registered = await container()
    ?.register(ownScript(SERVICE_WORKER_PATH), { scope: '/', updateViaCache: 'none' })
    .catch(() => undefined)
  if (registered) callSuccessor(registered, ownBuild())
}

/** What is needed of a registration here. */
export interface Successors extends EventTarget {
  readonly installing: Pick<ServiceWorker, 'postMessage'> | null
  readonly waiting: Pick<ServiceWorker, 'postMessage'> | null
}

/**
 * Tells new service workers which build this page is of. The one of this very build takes over: whoever loads the page
 * anew without the prompt would have the old one for as long as a page is open. Others go on waiting.
 */
export function callSuccessor(registered: Successors, build: string): void {
  const call = () => {
    registered.waiting?.postMessage(build)
    registered.installing?.postMessage(build)
  }
  call()
  registered.addEventListener('updatefound', call)
}
