import { proxy, releaseProxy, type Remote, transfer, wrap } from 'comlink'
import type { WorkerApi } from '#protocol/worker/api.ts'
import { scriptOfThisOrigin } from '#lib/browser/trusted-script.ts'
// oxlint-disable-next-line import/default -- Vite replaces the import by the URL of the built worker
import workerAddress from '../../workers/transport.worker.ts?worker&url'
import type { PagePlatform, WorkerHandle } from './page-platform.ts'

/** Starts a transport worker. No other module of the page refers to a file in `workers/`. */
function spawn(): WorkerHandle {
  const worker = new Worker(scriptOfThisOrigin(workerAddress), { type: 'module', name: 'transport' })
  const remote: Remote<WorkerApi<MessagePort>> = wrap<WorkerApi<MessagePort>>(worker)
  let isLoaded = false
  let isEnded = false
  return {
    // Every method of WorkerApi returns a promise, so the remote has the same shape. Comlink's type loses generics.
    api: remote as unknown as WorkerApi<MessagePort>,
    onBroken(listener) {
      worker.addEventListener('message', () => (isLoaded = true), { once: true })
      worker.addEventListener('error', () => {
        if (!isLoaded) listener()
      })
    },
    end() {
      if (isEnded) return
      isEnded = true
      remote[releaseProxy]()
      worker.terminate()
    },
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The platform of a browser page. `getRandomValues` also exists on plain http, `randomUUID` does not. */
export const page: PagePlatform = {
  spawn,
  isVisible: () => document.visibilityState === 'visible',
  isOnline: () => navigator.onLine,
  onPageState(listener) {
    document.addEventListener('visibilitychange', listener)
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    window.addEventListener('pageshow', listener)
  },
  now: () => Date.now(),
  setTimer(task, delayMs) {
    const timer = setTimeout(task, delayMs)
    return () => clearTimeout(timer)
  },
  randomId: (characters) =>
    Array.from(crypto.getRandomValues(new Uint8Array(characters)), (byte) => ALPHABET[byte & 63]).join(''),
  transferPort: (port) => transfer(port, [port]),
  proxy: (value) => proxy(value),
}
