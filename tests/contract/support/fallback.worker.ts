import './without-subtle.ts'
import '#workers/transport.worker.ts'
