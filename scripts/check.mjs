import { closingLine } from './failures.mjs'
import { requireNode, requirePackage, stopWithNpm } from './preflight.mjs'
import { sum } from './reports.mjs'
import { checkFormat, checkLint, checkTypes, runVitest } from './steps.mjs'

/** `npm run check`: the fast part of the tests, for every commit. Needs no browser and no build. */
requireNode()
stopWithNpm()
requirePackage('vitest', 'run the tests')

const fixed = await Promise.all([checkFormat(), checkTypes(), checkLint()])
const total = sum([...fixed, ...(await runVitest(['node'], {}, 300_000))])
process.stdout.write(`${closingLine(total)}\n`)
process.exitCode = total.failed === 0 ? 0 : 1
