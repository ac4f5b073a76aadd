import { SERVICE_WORKER_PATH } from '#protocol/shell.ts'
import { scriptOfThisOrigin } from '#lib/browser/trusted-script.ts'
import { currentBuild } from './builds.ts'
import { container } from './service-worker.ts'

/**
 * Registers the service worker if the server enables it in the HTML. Errors are ignored: without it only offline use is
 * missing.
 */
export async function registerServiceWorker(): Promise<void> {
  if (document.querySelector('meta[name="grandstand-service-worker"]') === null) return
  const registered = await container()
    ?.register(scriptOfThisOrigin(SERVICE_WORKER_PATH), { scope: '/', updateViaCache: 'none' })
    .catch(() => undefined)
  if (registered) callSuccessor(registered, currentBuild())
}

/** The part of a registration that is used here. */
interface Successors extends EventTarget {
  readonly installing: Pick<ServiceWorker, 'postMessage'> | null
  readonly waiting: Pick<ServiceWorker, 'postMessage'> | null
}

/**
 * Tells new service workers the build of this page. The worker of the same build takes control, so that a manual reload
 * does not load an old build. Others keep waiting.
 */
export function callSuccessor(registered: Successors, build: string): void {
  const call = () => {
    registered.waiting?.postMessage(build)
    registered.installing?.postMessage(build)
  }
  call()
  registered.addEventListener('updatefound', call)
}
