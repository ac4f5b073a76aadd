import { inject } from 'vitest'
import { remoteControl } from './support/control.ts'
import { fallbackWorker } from './support/fallback-platform.ts'
import { transportSuite } from './transport.suite.ts'

// The fallback changes what seals and signs, and nothing else.
const parts = inject('depth') === 'short' ? 'sealed' : 'all'
transportSuite(
  'in a real worker with the pure-JavaScript fallback, whole',
  fallbackWorker,
  () => remoteControl(inject('lt1FallbackOrigin')),
  parts,
)
