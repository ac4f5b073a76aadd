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

/**
 * The files in a report of vitest's JSON reporter. One that failed without a failed test (it did not load, or what
 * prepares it failed) counts as one failure.
 *
 * @returns {Part[]}
 */
export function partsOfVitest({ testResults }) {
  return testResults.map(({ name, message, status, assertionResults }) => {
    const file = path.relative(PROJECT_ROOT, name)
    const having = (...wanted) => assertionResults.filter((one) => wanted.includes(one.status))
    const failures = having('failed').map(
      (one) => `${file} > ${one.fullName}\n${excerpt(one.failureMessages.join('\n'))}`,
    )
    if (failures.length === 0 && status === 'failed') failures.push(`${file}\n${excerpt(message ?? '')}`)
    return {
      passed: having('passed').length,
      failed: failures.length,
      skipped: having('skipped', 'pending', 'disabled', 'todo').length,
      failures,
      alone: { runner: 'vitest', file },
    }
  })
}

/**
 * The files in a report of Playwright's JSON reporter, each once for every size in which it ran. What did not load at
 * all is a failure without a file.
 *
 * @returns {Part[]}
 */
export function partsOfPlaywright({ config, suites, errors = [] }) {
  const parts = new Map()
  for (const { file: name, title, tests } of suites.flatMap(specsOf)) {
    const file = path.relative(PROJECT_ROOT, path.join(config.rootDir, name))
    for (const { projectName: project, status, results } of tests) {
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
      else if (status === 'skipped') part.skipped += 1
      else {
        const messages = results.flatMap((result) => (result.errors ?? []).map((error) => error.message ?? ''))
        part.failed += 1
        part.failures.push(`${file} > ${project} > ${title}\n${excerpt(messages.join('\n'))}`)
      }
    }
  }
  const unloaded = errors.map(({ message = '' }) => ({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [`Playwright\n${excerpt(message)}`],
  }))
  return [...parts.values(), ...unloaded]
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}
