import { JsonReporter } from 'vitest/node'

/**
 * vitest's JSON report, and beside it what that leaves out: `unhandled`, the errors that no test caught (a worker that
 * died is one), and `unfinished`, each file that did not come to its end, with its tests that have no result. Without
 * them a run that broke looks like one in which fewer tests were to run.
 */
export default class WholeReport extends JsonReporter {
  #specifications = []
  #left = {}

  onTestRunStart(specifications) {
    this.#specifications = specifications
  }

  async onTestRunEnd(modules, errors) {
    this.#left = { unhandled: errors.map(textOf), unfinished: this.#specifications.flatMap(unfinishedIn) }
    await super.onTestRunEnd(modules)
  }

  async writeReport(report) {
    await super.writeReport(JSON.stringify({ ...JSON.parse(report), ...this.#left }))
  }
}

function textOf({ type = 'Unhandled Error', message = '', stack = '', VITEST_TEST_PATH: file, cause }) {
  const where = file === undefined ? '' : ` in ${file}`
  const why = cause === undefined ? '' : `\nbecause of ${cause.message ?? cause}`
  return `${type}${where}: ${message}${why}\n${stack}`
}

/** A file has no module when it was never begun, and no final state when its worker died on the way. */
function unfinishedIn({ moduleId: file, testModule }) {
  if (testModule === undefined) return [{ file, titles: [] }]
  const titles = [...testModule.children.allTests('pending')].map((test) => test.fullName)
  const isOver = ['passed', 'failed', 'skipped'].includes(testModule.state())
  return isOver && titles.length === 0 ? [] : [{ file, titles }]
}
