import { readdirSync } from 'node:fs'
import path from 'node:path'
import { closingLine, closingList } from './failures.mjs'
import { findBrowser, NO_BROWSER_MESSAGE } from './find-browser.mjs'
import { PROJECT_ROOT, requireNode, requirePackage, stop, stopWithNpm } from './preflight.mjs'
import { sum } from './reports.mjs'
import { secondLook } from './second-look.mjs'
import { checkBuild, checkFormat, checkLint, checkTypes, runAlone, runPlaywright, runVitest } from './steps.mjs'

/**
 * `npm test`: format, types, lint, build, then all vitest projects and the end-to-end specs on what was built. The last line
 * of its output is `N passed, N failed`. A file in which something failed is looked at a second time, by itself
 * (second-look.mjs). Exit code 0, 1 when something failed, 2 when there is no browser.
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
const ALONE_LIMIT_MS = 900_000
const limitMs = isDeep ? (flags.has('--short') ? 1_500_000 : 7_200_000) : 2_100_000

const browser = await findBrowser({ download: true }).catch((error) => stop(error.message, 2))
if (browser === null) stop(NO_BROWSER_MESSAGE, 2)
process.stdout.write(`browser: ${browser.source}, ${browser.executablePath}\n`)

const env = {
  ...browser.environment,
  CHROMIUM_PATH: browser.executablePath,
  ...(isDeep ? { TEST_DEEP: flags.has('--short') ? 'short' : 'full' } : {}),
  ...(isOnlyDeep ? { TEST_ONLY_DEEP: '1' } : {}),
}

const first = isDeep ? await oneAfterTheOther() : await sideBySide()
const total = sum(await secondLook(first, (alone) => runAlone(alone, projects(true), env, ALONE_LIMIT_MS)))
process.stdout.write(`${closingList(total)}${closingLine(total)}\n`)
process.exitCode = total.failed === 0 ? 0 : 1

/**
 * The normal set. Most tests wait for a clock, a socket or a picture, so both runners share the cores; what Playwright
 * says is held back until vitest has finished.
 */
async function sideBySide() {
  const checks = Promise.all([checkFormat(), checkTypes(), checkLint()])
  const build = await checkBuild()
  const isBuilt = build.failed === 0
  if (!isBuilt) tellLeftOut()
  // not before the checks are done: together they would take longer, and make the browser wait for a core
  const specs = isBuilt ? checks.then(() => runPlaywright(env, limitMs, { isQuiet: true })) : null
  const tests = await runVitest(projects(isBuilt), env, limitMs)
  const parts = [...(await checks), build, ...tests]
  if (specs === null) return parts
  const { parts: ofSpecs, output } = await specs
  process.stdout.write(output)
  return [...parts, ...ofSpecs]
}

/** With deep tests: they measure, and what measures wants the machine for itself. */
async function oneAfterTheOther() {
  const checks = isOnlyDeep ? [] : [checkFormat(), checkTypes(), checkLint()]
  const parts = await Promise.all([...checks, checkBuild()])
  const isBuilt = parts.at(-1).failed === 0
  if (hasTests('.test.')) parts.push(...(await runVitest(projects(isBuilt), env, limitMs)))
  if (!isBuilt) tellLeftOut()
  else if (hasTests('.spec.')) parts.push(...(await runPlaywright(env, limitMs)).parts)
  return parts
}

function projects(isBuilt) {
  return ['node', 'browser', ...(isBuilt ? ['built'] : [])]
}

function tellLeftOut() {
  process.stdout.write('✗ end-to-end tests left out: the build failed\n')
}

/** Only the deep set may be empty; a normal run without tests is a failure that the runner reports. */
function hasTests(kind) {
  if (!isOnlyDeep) return true
  return readdirSync(path.join(PROJECT_ROOT, 'tests'), { recursive: true }).some((file) =>
    file.includes(`.deep${kind}`),
  )
}
