import { readdirSync } from 'node:fs'
import path from 'node:path'
import { findBrowser, NO_BROWSER_MESSAGE } from './find-browser.mjs'
import { PROJECT_ROOT, requireNode, requirePackage, stop, stopWithNpm } from './preflight.mjs'
import { checkBuild, checkFormat, checkLint, checkTypes, closingLine, runPlaywright, runVitest, sum } from './steps.mjs'

/**
 * `npm test`: format, types, lint, build, all vitest projects, then the end-to-end specs on what was built. The last line
 * of its output is `N passed, N failed`. Exit code 0, 1 when something failed, 2 when there is no browser.
 *
 *   --deep        adds the deep tests (*.deep.test.ts, *.deep.spec.ts): fault seeds, large fuzz, visual suite, soak
 *   --only-deep   runs only those
 *   --short       fewer seeds and shorter soaks in the deep tests
 */
requireNode()
stopWithNpm()
requirePackage('vitest', 'run the tests')

const flags = new Set(process.argv.slice(2))
const isOnlyDeep = flags.has('--only-deep')
const isDeep = isOnlyDeep || flags.has('--deep')
const limitMs = isDeep ? (flags.has('--short') ? 900_000 : 7_200_000) : 480_000

const browser = await findBrowser({ download: true }).catch((error) => stop(error.message, 2))
if (browser === null) stop(NO_BROWSER_MESSAGE, 2)
process.stdout.write(`browser: ${browser.source}, ${browser.executablePath}\n`)

const env = {
  ...browser.environment,
  CHROMIUM_PATH: browser.executablePath,
  ...(isDeep ? { TEST_DEEP: flags.has('--short') ? 'short' : 'full' } : {}),
  ...(isOnlyDeep ? { TEST_ONLY_DEEP: '1' } : {}),
}

const counts = []
if (isOnlyDeep) {
  counts.push(await checkBuild())
} else {
  counts.push(...(await Promise.all([checkFormat(), checkTypes(), checkLint(), checkBuild()])))
}
const isBuilt = counts.at(-1).failed === 0
if (hasTests('.test.')) {
  counts.push(await runVitest(['node', 'browser', ...(isBuilt ? ['built'] : [])], env, limitMs))
}
if (!isBuilt) process.stdout.write('✗ end-to-end tests left out: the build failed\n')
else if (hasTests('.spec.')) counts.push(await runPlaywright(env, limitMs))

const total = sum(counts)
process.stdout.write(`${closingLine(total)}\n`)
process.exitCode = total.failed === 0 ? 0 : 1

/** Only the deep set may be empty; a normal run without tests is a failure that the runner reports. */
function hasTests(kind) {
  if (!isOnlyDeep) return true
  return readdirSync(path.join(PROJECT_ROOT, 'tests'), { recursive: true }).some((file) =>
    file.includes(`.deep${kind}`),
  )
}
