import fc from 'fast-check'
import { DEPTH } from './depth.ts'

/**
 * Random cases are the same each time, so that what has passed once passes everywhere; a failure names something that anybody
 * can see again. The full deep set looks for new ones.
 */
if (DEPTH !== 'full') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_121 })
