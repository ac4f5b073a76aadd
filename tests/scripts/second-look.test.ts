import { describe, expect, it } from 'vitest'
import { closingLine, closingList } from '../../scripts/failures.mjs'
import { partsOfPlaywright, partsOfVitest, sum, type Part } from '../../scripts/reports.mjs'
import { secondLook } from '../../scripts/second-look.mjs'
import { PROJECT_ROOT } from '../support/project.ts'

const part = (file: string, failures: readonly string[] = []): Part => ({
  passed: 3 - failures.length,
  failed: failures.length,
  skipped: 0,
  failures: failures.map((title) => `${file} > ${title}`),
  alone: { runner: 'vitest', file },
})
const good = part('a.test.ts')
const bad = part('b.test.ts', ['says hello'])
const step: Part = { passed: 0, failed: 1, skipped: 0, failures: ['lint'] }

/** Runs that come to these, one after the other, and how often they were asked for. */
function runs(...results: readonly Part[]) {
  const asked: string[] = []
  const runAlone = async ({ file }: { file: string }) => {
    const result = results[asked.length] ?? good
    asked.push(file)
    return [result]
  }
  return { asked, runAlone }
}

describe('the second look', () => {
  it('counts a file that passes three times by itself as passed, and names what had failed in it', async () => {
    const { asked, runAlone } = runs(part('b.test.ts'), part('b.test.ts'), part('b.test.ts'))
    const total = sum(await secondLook([good, bad], runAlone))
    expect(asked).toEqual(['b.test.ts', 'b.test.ts', 'b.test.ts'])
    expect(total).toEqual({ passed: 6, failed: 0, skipped: 0, failures: [], unsteady: ['b.test.ts > says hello'] })
    expect(closingList(total) + closingLine(total)).toBe('unsteady: b.test.ts > says hello\n6 passed, 0 failed')
  })

  it('leaves a file failed that fails once more, whenever that is, and looks no further', async () => {
    for (const before of [0, 1, 2]) {
      const { asked, runAlone } = runs(...Array<Part>(before).fill(part('b.test.ts')), bad)
      const total = sum(await secondLook([good, bad], runAlone))
      expect(asked).toHaveLength(before + 1)
      expect(total).toMatchObject({ passed: 5, failed: 1, failures: ['b.test.ts > says hello'], unsteady: [] })
      expect(closingList(total)).toBe('failure 1: b.test.ts > says hello\n')
    }
  })

  it('leaves a file failed in which no test runs any more', async () => {
    const { runAlone } = runs({ passed: 0, failed: 0, skipped: 3 })
    expect(sum(await secondLook([bad], runAlone)).failed).toBe(1)
  })

  it('looks neither at what passed nor at a step', async () => {
    const { asked, runAlone } = runs()
    expect(await secondLook([good, step], runAlone)).toEqual([good, step])
    expect(asked).toEqual([])
  })

  it('does not take a broken project for an unsteady one', async () => {
    const { asked, runAlone } = runs()
    const many = Array.from({ length: 13 }, (_, index) => part(`${index}.test.ts`, ['breaks']))
    expect(sum(await secondLook(many, runAlone)).failed).toBe(13)
    expect(asked).toEqual([])
  })
})

describe('what the runners report', () => {
  it('vitest: every file with its tests, and one that did not load', () => {
    const test = (status: string) => ({ status, fullName: `is ${status}`, failureMessages: ['\u001B[31mno\u001B[39m'] })
    const file = (name: string, status: string, assertionResults: readonly object[]) => ({
      name: `${PROJECT_ROOT}/tests/${name}`,
      status,
      message: 'no such module',
      assertionResults,
    })
    const parts = partsOfVitest({
      testResults: [
        file('a.test.ts', 'failed', ['passed', 'failed', 'skipped', 'todo'].map(test)),
        file('b.test.ts', 'failed', []),
      ],
    })
    expect(parts).toEqual([
      {
        passed: 1,
        failed: 1,
        skipped: 2,
        failures: ['tests/a.test.ts > is failed\n    no'],
        alone: { runner: 'vitest', file: 'tests/a.test.ts' },
      },
      {
        passed: 0,
        failed: 1,
        skipped: 0,
        failures: ['tests/b.test.ts\n    no such module'],
        alone: { runner: 'vitest', file: 'tests/b.test.ts' },
      },
    ])
  })

  it('Playwright: every file once for each size, however deep its groups', () => {
    const test = (projectName: string, status: string) => ({
      projectName,
      status,
      expectedStatus: status === 'skipped' ? 'skipped' : 'passed',
      results: [{ errors: [{ message: 'too late' }] }],
    })
    const spec = {
      file: 'a.spec.ts',
      title: 'opens',
      tests: [test('desktop', 'expected'), test('phone', 'unexpected')],
    }
    const parts = partsOfPlaywright({
      config: { rootDir: `${PROJECT_ROOT}/tests/e2e` },
      suites: [{ suites: [{ specs: [spec] }], specs: [{ ...spec, tests: [test('desktop', 'skipped')] }] }],
      errors: [{ message: 'b.spec.ts does not load' }],
    })
    const alone = { runner: 'playwright', file: 'tests/e2e/a.spec.ts' }
    expect(parts).toEqual([
      { passed: 1, failed: 0, skipped: 1, failures: [], alone: { ...alone, project: 'desktop' } },
      {
        passed: 0,
        failed: 1,
        skipped: 0,
        failures: ['tests/e2e/a.spec.ts > phone > opens\n    too late'],
        alone: { ...alone, project: 'phone' },
      },
      { passed: 0, failed: 1, skipped: 0, failures: ['Playwright\n    b.spec.ts does not load'] },
    ])
  })

  it('Playwright: a test that was to run and did not has failed', () => {
    const skipped = (expectedStatus: string) => ({
      projectName: 'phone',
      status: 'skipped',
      expectedStatus,
      results: [],
    })
    const specs = [
      { file: 'a.spec.ts', title: 'is left out', tests: [skipped('skipped')] },
      { file: 'a.spec.ts', title: 'comes too late', tests: [skipped('passed')] },
    ]
    const [part] = partsOfPlaywright({ config: { rootDir: `${PROJECT_ROOT}/tests/e2e` }, suites: [{ specs }] })
    expect(part).toMatchObject({
      failed: 1,
      skipped: 1,
      failures: ['tests/e2e/a.spec.ts > phone > comes too late\n    did not run'],
    })
  })
})
