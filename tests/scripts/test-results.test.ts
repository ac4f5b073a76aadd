import { describe, expect, it } from 'vitest'
import { playwrightResult, summary, vitestResult } from '../../scripts/test-results.mjs'

const file = (status: string, ...tests: readonly string[]) => ({
  name: '/project/tests/a.test.ts',
  status,
  assertionResults: tests.map((state, index) => ({ status: state, fullName: `part > test ${index}` })),
})

describe('the result of vitest', () => {
  it('counts passed and skipped tests and names failed ones', () => {
    const report = {
      numPassedTests: 2,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [file('failed', 'passed', 'failed')],
    }
    expect(vitestResult(report, 1, '/project')).toEqual({
      passed: 2,
      failed: 1,
      skipped: 2,
      failures: ['tests/a.test.ts > part > test 1'],
    })
  })

  it('counts a file that does not load as one failure', () => {
    const report = { numPassedTests: 0, testResults: [file('failed')] }
    expect(vitestResult(report, 1, '/project').failures).toEqual(['tests/a.test.ts'])
  })

  it('fails on a non-zero exit code although no test failed', () => {
    const report = { numPassedTests: 1, testResults: [file('passed', 'passed')] }
    expect(vitestResult(report, 1, '/project').failures).toEqual(['vitest exited with code 1'])
    expect(vitestResult(report, 0, '/project').failed).toBe(0)
  })

  it('fails if there is no report', () => {
    expect(vitestResult(null, 124, '/project')).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('the reason of a failure', () => {
  it('follows its title without colours, cut to 20 lines', () => {
    const long = Array.from({ length: 30 }, (_, line) => `line ${line + 1}`).join('\n')
    const failed = { status: 'failed', fullName: 'adds', failureMessages: [`\u001B[31m${long}\u001B[39m`] }
    const report = { testResults: [{ name: '/project/a.test.ts', status: 'failed', assertionResults: [failed] }] }
    const [text = ''] = vitestResult(report, 1, '/project').failures
    expect(text.split('\n')).toHaveLength(21)
    expect(text.split('\n').slice(0, 2)).toEqual(['a.test.ts > adds', '    line 1'])
  })
})

describe('the result of Playwright', () => {
  const result = (projectName: string, status: string, ...messages: string[]) => ({
    projectName,
    status,
    results: [{ errors: messages.map((message) => ({ message })) }],
  })

  it('counts tests and names failed specs of nested suites', () => {
    const failedSpec = { file: 'play.spec.ts', title: 'plays', tests: [result('desktop', 'unexpected', 'no picture')] }
    const report = {
      stats: { expected: 3, unexpected: 1, skipped: 2 },
      suites: [{ suites: [{ specs: [failedSpec] }], specs: [{ tests: [result('desktop', 'expected')] }] }],
    }
    expect(playwrightResult(report, 1)).toEqual({
      passed: 3,
      failed: 1,
      skipped: 2,
      failures: ['tests/e2e/play.spec.ts > plays (desktop)\n    no picture'],
    })
  })

  it('names a spec that failed in its second project only, and errors outside of tests', () => {
    const tests = [result('desktop', 'expected'), result('phone', 'unexpected', 'too wide')]
    const report = {
      stats: { expected: 1, unexpected: 1 },
      suites: [{ specs: [{ ok: true, file: 'play.spec.ts', title: 'fits', tests }] }],
      errors: [{ message: 'a worker did not stop' }],
    }
    expect(playwrightResult(report, 1).failures).toEqual([
      'tests/e2e/play.spec.ts > fits (phone)\n    too wide',
      'playwright, outside of a test\n    a worker did not stop',
    ])
  })

  it('fails if the specs could not be started', () => {
    expect(playwrightResult(null, 1).failures).toEqual(['playwright exited with code 1'])
  })
})

describe('the summary', () => {
  const passed = { passed: 2, failed: 0, skipped: 0, failures: [] }

  it('settled 33 ends with the line that adds up all steps', () => {
    expect(summary([passed, passed])).toBe('4 passed, 0 failed\n')
    expect(summary([passed, { passed: 1, failed: 1, skipped: 3, failures: ['lint'] }])).toBe(
      'failed: lint\n3 passed, 1 failed, 3 skipped\n',
    )
  })
})
