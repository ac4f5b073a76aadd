import { expect, inject, it } from 'vitest'
import { remoteControl } from './support/control.ts'
import { realWorker, workersStarted } from './support/real-worker-platform.ts'
import { transportSuite } from './transport.suite.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    lt1Origin: string
  }
}

// All suites run in in-process.test.ts and in real-worker.browser.deep.test.ts.
transportSuite('in a real worker', realWorker, () => remoteControl(inject('lt1Origin')), 'sealed')

it('run in workers', () => {
  expect(workersStarted()).toBeGreaterThan(20)
})
