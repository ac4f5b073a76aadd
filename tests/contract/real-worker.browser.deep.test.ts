import { inject } from 'vitest'
import { remoteControl } from './support/control.ts'
import { realWorker } from './support/real-worker-platform.ts'
import { transportSuite } from './transport.suite.ts'

transportSuite('in a real worker, whole', realWorker, () => remoteControl(inject('lt1Origin')))
