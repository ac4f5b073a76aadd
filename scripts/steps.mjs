import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from './preflight.mjs'
import { commandOf, runNode } from './processes.mjs'

const REPORTS = path.join(PROJECT_ROOT, 'node_modules', '.cache', 'test-reports')

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** @returns {Count} */
export function sum(counts) {
  return counts.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** `N passed, N failed`, and `, N skipped` when some were. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** One step that passes or fails as a whole. Its output is shown only when it fails. */
export async function check(title, args) {
  const started = performance.now()
  const { code, output } = await runNode(args, { isQuiet: true, limitMs: 300_000 })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${title} (${seconds} s)\n${code === 0 ? '' : `${output}\n`}`)
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

export const checkFormat = () => check('format', [commandOf('oxfmt'), '--check'])
export const checkTypes = () => check('types', [commandOf('typescript', 'tsc'), '-b', '--force'])
export const checkLint = () => check('lint', [commandOf('oxlint'), '--type-aware', '--deny-warnings'])
export const checkBuild = () => check('build', [path.join(PROJECT_ROOT, 'scripts', 'build.mjs'), '--if-needed'])

/** Runs projects of vitest.config.ts and counts their tests. */
export async function runVitest(projects, env, limitMs) {
  const report = freshReport(`vitest-${projects.join('-')}.json`)
  const { code } = await runNode(
    [
      commandOf('vitest'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env, limitMs },
  )
  return withExitCode(readReport(report, countVitest), code, 'vitest', limitMs)
}

/** Runs the end-to-end specs and counts them. */
export async function runPlaywright(env, limitMs) {
  const report = freshReport('playwright.json')
  const { code } = await runNode([commandOf('@playwright/test', 'playwright'), 'test'], {
    env: { ...env, PLAYWRIGHT_REPORT: report },
    limitMs,
  })
  return withExitCode(readReport(report, countPlaywright), code, 'Playwright', limitMs)
}

function countVitest(report) {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function countPlaywright({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

/** A runner that ends badly although no test failed (no tests found, unhandled error, overdue) counts as one failure. */
function withExitCode(count, code, runner, limitMs) {
  if (code === 124) process.stdout.write(`✗ ${runner} was ended after ${limitMs / 1000} s\n`)
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

function freshReport(name) {
  mkdirSync(REPORTS, { recursive: true })
  const file = path.join(REPORTS, name)
  rmSync(file, { force: true })
  return file
}

function readReport(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}
