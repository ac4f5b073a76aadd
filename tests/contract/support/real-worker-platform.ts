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

/** Number of started workers. */
export function workersStarted(): number {
  return workers.length
}

/** The real page platform. `killWorker` terminates the worker. */
export function realWorker(): SuitePlatform {
  return { ...page, isVisible: () => true, killWorker: () => workers.at(-1)?.terminate() }
}
