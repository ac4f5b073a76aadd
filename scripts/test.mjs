import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBrowser, NO_BROWSER_MESSAGE } from './find-browser.mjs'
import { PROJECT_ROOT, requireNode, requirePackage, stop, stopWithNpm } from './preflight.mjs'
import { commandOf, runNode } from './processes.mjs'
import { playwrightResult, summary, vitestResult } from './test-results.mjs'

/**
 * `npm test`: format, types, lint and build, then all vitest projects, then the end-to-end specs on the build. One vitest
 * runs the tests in Node and prints as it runs; another one runs those in a browser at the same time and prints at its
 * end. The last line of the output is `N passed, N failed`. Failed tests are not run again. Exit code 0 if all passed, 1
 * if something failed, 2 if there is no browser.
 *
 *   --check       only what needs no browser and no build: format, types, lint and the `node` project
 *   --deep        adds the deep tests (*.deep.test.ts, *.deep.spec.ts), which CI runs too: faults, fuzz, visual suite, soak,
 *                 commands of operators, two processes, publishers, further screens, variants of the player
 *   --only-deep   runs only the deep tests
 *   --short       leaves out the longest deep tests, and uses fewer seeds and shorter soaks in the others
 */
requireNode()
stopWithNpm()
requirePackage('vitest', 'run the tests')

const CACHE = path.join(PROJECT_ROOT, 'node_modules', '.cache')
const REPORTS = path.join(CACHE, 'test-reports')
const flags = new Set(process.argv.slice(2))
const isCheck = flags.has('--check')
const isOnlyDeep = flags.has('--only-deep')
const isDeep = isOnlyDeep || flags.has('--deep')
const MEMORY_FOLDER = '/dev/shm'
/** Each test server has a data folder of some 50 MB, and a browser its profile. */
const MIN_MEMORY_BYTES = 4 * 1024 ** 3
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** All sessions end at 21:00 in Shanghai (S9.20). */
const SESSIONS_END_MS = 13 * HOUR_MS
const limitMs = isDeep && !flags.has('--short') ? 7_200_000 : 2_100_000

keepTemporaryFilesInMemory()
const browser = isCheck ? null : await requireBrowser()
// The build uses one core most of its time, so it runs beside the checks.
const [build, ...checks] = await Promise.all([
  isCheck ? null : check('build', [path.join(PROJECT_ROOT, 'scripts', 'build.mjs'), '--if-needed']),
  ...(isOnlyDeep ? [] : staticChecks()),
])
const results = [
  ...checks,
  ...(build === null
    ? [await vitest('vitest', ['node'], { env: clockEnvironment() })]
    : [build, ...(await allTests(build))]),
]
process.stdout.write(summary(results))
process.exitCode = results.every(({ failed }) => failed === 0) ? 0 : 1

/**
 * Uses a folder in memory for temporary files, if the system has one that is large enough: the embedded database of a test
 * server starts and ends with two thirds of the processor time. TMPDIR overrides it.
 */
function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || !hasMemoryFolder()) return
  const folder = mkdtempSync(path.join(MEMORY_FOLDER, 'grandstand-'))
  // Some programs under test run as other users.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasMemoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= MIN_MEMORY_BYTES
  } catch {
    return false
  }
}

/**
 * The environment of the tests. If all sessions end within the next hour, which would sign out the members of running
 * tests, the clock of the tests and their servers runs an hour ahead: all of the run is then after that moment. Runs with
 * deep tests keep the clock of the system, because the RTMP process, which gets no environment, does so too.
 */
function clockEnvironment() {
  const untilEndMs = (SESSIONS_END_MS - (Date.now() % DAY_MS) + DAY_MS) % DAY_MS
  if (isDeep || untilEndMs > HOUR_MS) return {}
  const preload = pathToFileURL(path.join(PROJECT_ROOT, 'tests', 'support', 'shifted-clock.mjs')).href
  return { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${preload}`, CLOCK_SHIFT_MS: String(HOUR_MS) }
}

function staticChecks() {
  return [
    check('format', [commandOf('oxfmt'), '--check']),
    // More checkers per project repeat work: the projects are checked in parallel.
    check('types', [commandOf('typescript', 'tsc'), '-b', '--force', '--checkers', '1']),
    // Most of its garbage lives until its end, so collections save nothing below this limit.
    check('lint', [commandOf('oxlint'), '--type-aware', '--deny-warnings'], { GOGC: 'off', GOMEMLIMIT: '3GiB' }),
  ]
}

async function requireBrowser() {
  const found = await findBrowser({ download: true, headlessShell: true }).catch((error) => stop(error.message, 2))
  if (found === null) stop(NO_BROWSER_MESSAGE, 2)
  process.stdout.write(`browser: ${found.source}, ${found.executablePath}\n`)
  return found
}

async function allTests(build) {
  const env = {
    ...clockEnvironment(),
    ...browser.environment,
    CHROMIUM_PATH: browser.executablePath,
    ...(isDeep ? { TEST_DEEP: flags.has('--short') ? 'short' : 'full' } : {}),
    ...(isOnlyDeep ? { TEST_ONLY_DEEP: '1' } : {}),
  }
  const isBuilt = build.failed === 0
  const tests = await Promise.all([
    vitest('vitest', isBuilt ? ['node', 'built'] : ['node'], { env }),
    vitest('vitest-browser', ['browser', 'isolated'], { env, isQuiet: true }),
  ])
  return isBuilt ? [...tests, await playwright(env)] : tests
}

/** A step that passes or fails as a whole. Its output is printed only if it fails. */
async function check(title, args, env = {}) {
  const started = performance.now()
  const { code, output } = await runNode(args, { env, isQuiet: true, limitMs: 300_000 })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${title} (${seconds} s)\n${code === 0 ? '' : `${output}\n`}`)
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: code === 0 ? [] : [title] }
}

async function vitest(name, projects, { env = {}, isQuiet = false } = {}) {
  const report = emptyReport(`${name}.json`)
  const args = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code, output } = await runNode([commandOf('vitest'), 'run', ...args, ...reporters], { env, limitMs, isQuiet })
  process.stdout.write(output)
  return vitestResult(readReport(report), code, PROJECT_ROOT)
}

async function playwright(env) {
  const report = emptyReport('playwright.json')
  const { code } = await runNode([commandOf('@playwright/test', 'playwright'), 'test'], {
    // Playwright's own place for compiled specs is in the temporary folder, which each run creates.
    env: { ...env, PLAYWRIGHT_REPORT: report, PWTEST_CACHE_DIR: path.join(CACHE, 'playwright') },
    limitMs,
  })
  return playwrightResult(readReport(report), code)
}

function emptyReport(name) {
  mkdirSync(REPORTS, { recursive: true })
  const file = path.join(REPORTS, name)
  rmSync(file, { force: true })
  return file
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
