import { inject } from 'vitest'
import { remoteControl } from './support/control.ts'
import { fallbackWorker } from './support/fallback-platform.ts'
import { transportSuite } from './transport.suite.ts'

transportSuite('in a real worker with the pure-JavaScript fallback, whole', fallbackWorker, () =>
  remoteControl(inject('lt1FallbackOrigin')),
)
