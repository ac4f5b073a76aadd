import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from './preflight.mjs'
import { excerpt } from './failures.mjs'
import { commandOf, runNode } from './processes.mjs'
import { partsOfPlaywright, partsOfVitest, sum, withEnding } from './reports.mjs'

const WHOLE_REPORT = path.join(PROJECT_ROOT, 'scripts', 'whole-report.mjs')
const REPORTS = path.join(PROJECT_ROOT, 'node_modules', '.cache', 'test-reports')

/** One step that passes or fails as a whole. Its output is shown only when it fails. */
export async function check(title, args) {
  const started = performance.now()
  const { code, output } = await runNode(args, { isQuiet: true, limitMs: 300_000 })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${title} (${seconds} s)\n${code === 0 ? '' : `${output}\n`}`)
  return code === 0
    ? { passed: 1, failed: 0, skipped: 0 }
    : { passed: 0, failed: 1, skipped: 0, failures: [`${title}\n${excerpt(output)}`] }
}

export const checkFormat = () => check('format', [commandOf('oxfmt'), '--check'])
export const checkTypes = () => check('types', [commandOf('typescript', 'tsc'), '-b', '--force'])
export const checkLint = () => check('lint', [commandOf('oxlint'), '--type-aware', '--deny-warnings'])
export const checkBuild = () => check('build', [path.join(PROJECT_ROOT, 'scripts', 'build.mjs'), '--if-needed'])

/**
 * Runs projects of vitest.config.ts.
 *
 * @returns {Promise<import('./reports.mjs').Part[]>}
 */
export async function runVitest(projects, env, limitMs, { files = [], isQuiet = false } = {}) {
  const report = freshReport(`vitest-${projects.join('-')}.json`)
  const { code } = await runNode(
    [
      commandOf('vitest'),
      'run',
      ...files,
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      `--reporter=${WHOLE_REPORT}`,
      `--outputFile.json=${report}`,
    ],
    { env, isQuiet, limitMs },
  )
  tellOverdue(code, 'vitest', limitMs)
  return withEnding(readReport(report, partsOfVitest), code, 'vitest')
}

/**
 * Runs the end-to-end specs, or one file of them.
 *
 * @returns {Promise<{ parts: import('./reports.mjs').Part[], output: string }>} `output` is what it had to say if it
 *   ran quietly
 */
export async function runPlaywright(env, limitMs, { file, project, isQuiet = false } = {}) {
  const report = freshReport('playwright.json')
  const chosen = file === undefined ? [] : [file, '--project', project]
  const { code, output } = await runNode([commandOf('@playwright/test', 'playwright'), 'test', ...chosen], {
    env: { ...env, PLAYWRIGHT_REPORT: report },
    isQuiet,
    limitMs,
  })
  tellOverdue(code, 'Playwright', limitMs)
  return { parts: withEnding(readReport(report, partsOfPlaywright), code, 'Playwright'), output }
}

/**
 * Runs one file by itself, quietly, in the runner and size that it is for.
 *
 * @returns {Promise<import('./reports.mjs').Part[]>}
 */
export async function runAlone({ runner, file, project }, projects, env, limitMs) {
  const parts =
    runner === 'vitest'
      ? await runVitest(projects, env, limitMs, { files: [file], isQuiet: true })
      : (await runPlaywright(env, limitMs, { file, project, isQuiet: true })).parts
  process.stdout.write(`second look: ${file}: ${sum(parts).failed === 0 ? 'passed' : 'failed'}\n`)
  return parts
}

function tellOverdue(code, runner, limitMs) {
  if (code === 124) process.stdout.write(`✗ ${runner} was ended after ${limitMs / 1000} s\n`)
}

function freshReport(name) {
  mkdirSync(REPORTS, { recursive: true })
  const file = path.join(REPORTS, name)
  rmSync(file, { force: true })
  return file
}

function readReport(file, partsOf) {
  try {
    return partsOf(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
