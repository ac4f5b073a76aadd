import path from 'node:path'
import util from 'node:util'

const MAX_REASON_LINES = 20

/**
 * Counts of one step of `npm test`.
 *
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failures `file > title` of each failed test with the first lines of its reason, indented, or the
 *   title of the step
 */

/** @returns {Result} the counts in a report of vitest's JSON reporter; null stands for a report that is missing */
export function vitestResult(report, exitCode, root) {
  const files = report?.testResults ?? []
  const failures = files.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that does not load fails without a failed test.
    if (status === 'failed' && failed.length === 0) return [file]
    return failed.map(({ fullName, failureMessages }) => withReason(`${file} > ${fullName}`, failureMessages))
  })
  const passed = report?.numPassedTests ?? 0
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  return withExitCode({ passed, skipped, failures }, exitCode, 'vitest')
}

/** @returns {Result} the counts in a report of Playwright's JSON reporter; null stands for a report that is missing */
export function playwrightResult(report, exitCode) {
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
  // A spec lists its tests of all projects, but its own `ok` is that of the first project.
  const failures = (report?.suites ?? []).flatMap(specsOf).flatMap(({ file, title, tests = [] }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => {
        const errors = results.flatMap(({ errors }) => errors)
        return withReason(
          `tests/e2e/${file} > ${title} (${projectName})`,
          errors.map(({ message }) => message),
        )
      }),
  )
  const outside = (report?.errors ?? []).map(({ message }) => withReason('playwright, outside of a test', [message]))
  const { expected: passed = 0, skipped = 0 } = report?.stats ?? {}
  return withExitCode({ passed, skipped, failures: [...failures, ...outside] }, exitCode, 'playwright')
}

/** @param {string[]} [messages] */
function withReason(title, messages = []) {
  const lines = messages.flatMap((message) => util.stripVTControlCharacters(message ?? '').split('\n'))
  return [title, ...lines.slice(0, MAX_REASON_LINES).map((line) => `    ${line}`)].join('\n')
}

/** Adds a failure if the runner failed for a reason that no test reports: an uncaught error, a crash, a time-out. */
function withExitCode({ passed, skipped, failures }, exitCode, runner) {
  const all = exitCode !== 0 && failures.length === 0 ? [`${runner} exited with code ${exitCode}`] : failures
  return { passed, skipped, failed: all.length, failures: all }
}

/**
 * The end of the output of `npm test`: each failure with its reason, then `N passed, N failed`, and `, N skipped` if there are any.
 *
 * @param {Result[]} results
 */
export function summary(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const failures = results.flatMap((result) => result.failures).map((text) => `failed: ${text}\n`)
  const skipped = sum('skipped')
  return `${failures.join('')}${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`
}
