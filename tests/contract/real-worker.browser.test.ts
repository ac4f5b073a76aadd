import { expect, inject, it } from 'vitest'
import { page } from '#transport/worker.ts'
import { remoteControl } from './support/control.ts'
import type { SuitePlatform } from './support/page.ts'
import { transportSuite } from './transport.suite.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    lt1Origin: string
  }
}

const workers: Worker[] = []
const PlatformWorker = globalThis.Worker
globalThis.Worker = class extends PlatformWorker {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options)
    workers.push(this)
  }
}

/** The page as it is; a worker dies by being terminated behind the transport's back. */
function realWorker(): SuitePlatform {
  return { ...page, isVisible: () => true, killWorker: () => workers.at(-1)?.terminate() }
}

transportSuite('in a real worker', realWorker, () => remoteControl(inject('lt1Origin')))

it('ran in workers', () => {
  expect(workers.length).toBeGreaterThan(20)
})
