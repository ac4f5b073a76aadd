import { expect, inject, it } from 'vitest'
import { remoteControl } from './support/control.ts'
import { fallbackWorker } from './support/fallback-platform.ts'
import { Page } from './support/page.ts'
import { transportSuite } from './transport.suite.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    lt1FallbackOrigin: string
  }
}

const control = () => remoteControl(inject('lt1FallbackOrigin'))

it('settled 6 reports the pure JavaScript backend without crypto.subtle', async () => {
  const without = Page.make(fallbackWorker())
  expect(await without.start(control())).toMatchObject({ ok: true, data: { cryptoBackend: 'pure-js' } })
  without.client.close()
})

// Sign-in, rooms and gifts with the fallback are in tests/e2e/plain-http.spec.ts, everything in the deep set.
transportSuite('in a real worker with the pure-JavaScript fallback', fallbackWorker, control, 'bodies')
