import fc from 'fast-check'
import { DEPTH } from './depth.ts'

/** Property tests use one seed, so that a failure can be repeated. The full deep run uses new seeds. */
if (DEPTH !== 'full') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_121 })
