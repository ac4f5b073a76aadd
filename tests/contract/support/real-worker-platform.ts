import { page } from '#transport/worker.ts'
import type { SuitePlatform } from './page.ts'

const workers: Worker[] = []
const PlatformWorker = globalThis.Worker
globalThis.Worker = class extends PlatformWorker {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options)
    workers.push(this)
  }
}

/** How many workers have been started so far. */
export function workersStarted(): number {
  return workers.length
}

/** The page as it is; a worker dies by being terminated behind the transport's back. */
export function realWorker(): SuitePlatform {
  return { ...page, isVisible: () => true, killWorker: () => workers.at(-1)?.terminate() }
}
