import path from 'node:path'
import { excerpt } from './failures.mjs'
import { PROJECT_ROOT } from './preflight.mjs'

/**
 * What one file of tests, or one step, came to.
 *
 * @typedef {object} Part
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} [failures] `file > title` and the start of the message, of each that failed
 * @property {string[]} [unsteady] the same, of those that passed only by themselves
 * @property {{ runner: 'vitest' | 'playwright', file: string, project?: string }} [alone] how it is run by itself
 */

/** @returns {Part} the sum of all */
export function sum(parts) {
  return parts.reduce(
    (total, { passed, failed, skipped, failures = [], unsteady = [] }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
      failures: [...total.failures, ...failures],
      unsteady: [...total.unsteady, ...unsteady],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] },
  )
}

/** A failure that belongs to no file which could be run by itself: no second look takes it away. */
const failure = (text) => ({ passed: 0, failed: 1, skipped: 0, failures: [text] })

/**
 * The files in a report of whole-report.mjs. One that failed without a failed test (it did not load, or what prepares
 * it failed) counts as one failure; so does each error that no test caught, and each file that did not come to its end.
 *
 * @returns {Part[]}
 */
export function partsOfVitest({ testResults, unhandled = [], unfinished = [] }) {
  const files = testResults.map(({ name, message, status, assertionResults }) => {
    const file = path.relative(PROJECT_ROOT, name)
    const having = (...wanted) => assertionResults.filter((one) => wanted.includes(one.status))
    const failures = having('failed').map(
      (one) => `${file} > ${one.fullName}\n${excerpt(one.failureMessages.join('\n'))}`,
    )
    if (failures.length === 0 && status === 'failed') failures.push(`${file}\n${excerpt(message ?? '')}`)
    return {
      passed: having('passed').length,
      failed: failures.length,
      skipped: having('skipped', 'todo').length,
      failures,
      alone: { runner: 'vitest', file },
    }
  })
  return [
    ...files,
    ...unhandled.map((text) => failure(`vitest, outside of its tests\n${excerpt(text)}`)),
    ...unfinished.map(({ file, titles }) =>
      failure(`${path.relative(PROJECT_ROOT, file)}\n${excerpt(['did not come to its end', ...titles].join('\n'))}`),
    ),
  ]
}

/**
 * The files in a report of Playwright's JSON reporter, each once for every size in which it ran. A test that was to run
 * and did not has failed. What did not load at all, and each error outside of the tests, is a failure without a file.
 *
 * @returns {Part[]}
 */
export function partsOfPlaywright({ config, suites, errors = [] }) {
  const parts = new Map()
  for (const { file: name, title, tests } of suites.flatMap(specsOf)) {
    const file = path.relative(PROJECT_ROOT, path.join(config.rootDir, name))
    for (const { projectName: project, status, expectedStatus, results } of tests) {
      const key = `${project} ${file}`
      const part = parts.get(key) ?? {
        passed: 0,
        failed: 0,
        skipped: 0,
        failures: [],
        alone: { runner: 'playwright', file, project },
      }
      parts.set(key, part)
      if (status === 'expected') part.passed += 1
      else if (status === 'skipped' && expectedStatus === 'skipped') part.skipped += 1
      else {
        const errors = results.flatMap((result) => (result.errors ?? []).map((error) => error.message ?? ''))
        const messages = status === 'skipped' ? ['did not run', ...errors] : errors
        part.failed += 1
        part.failures.push(`${file} > ${project} > ${title}\n${excerpt(messages.join('\n'))}`)
      }
    }
  }
  return [...parts.values(), ...errors.map(({ message = '' }) => failure(`Playwright\n${excerpt(message)}`))]
}

/**
 * How a runner ended, beside what its report says of the tests. Code 1 is told by a failure in the report; every other
 * bad end (overdue, killed, nothing to run, no report at all) is one more failure, which no second look takes away.
 *
 * @param {Part[] | null} parts null when there is no report that could be read
 * @returns {Part[]}
 */
export function withEnding(parts, code, runner) {
  if (parts === null) return [failure(`${runner} ended with code ${code} and without a report`)]
  if (code === 0 || (code === 1 && sum(parts).failed > 0)) return parts
  return [...parts, failure(`${runner} ended with code ${code}${code === 1 ? ' although no test failed' : ''}`)]
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}
