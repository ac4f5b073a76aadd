import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { partsOfVitest, sum, withEnding, type Part } from '../../scripts/reports.mjs'
import { secondLook } from '../../scripts/second-look.mjs'
import { PROJECT_ROOT } from '../support/project.ts'

const CASES = path.join(PROJECT_ROOT, 'tests/fixtures/endings')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'grandstand-endings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs some of the cases as `npm test` runs the tests, and reads what came of it as it does. */
async function run(...cases: readonly string[]): Promise<readonly Part[]> {
  const report = path.join(folder, 'report.json')
  const whole = path.join(PROJECT_ROOT, 'scripts/whole-report.mjs')
  const vitest = path.join(PROJECT_ROOT, 'node_modules/vitest/vitest.mjs')
  const config = path.join(CASES, 'vitest.config.mjs')
  const args = [vitest, 'run', ...cases, '--config', config, `--reporter=${whole}`, `--outputFile.json=${report}`]
  const code = await new Promise<number>((resolve) => {
    const child = execFile(process.execPath, args, { cwd: PROJECT_ROOT }, () => resolve(child.exitCode ?? -1))
  })
  const parts = partsOfVitest(JSON.parse(readFileSync(report, 'utf8')) as Parameters<typeof partsOfVitest>[0])
  return withEnding(parts, code, 'vitest')
}

/** By itself, every file passes: the kindest second look that there can be. */
const allPass = async () => [{ passed: 1, failed: 0, skipped: 0 }]
const afterSecondLook = async (parts: readonly Part[]) => sum(await secondLook(parts, allPass))

describe('a run in which something broke beside one unsteady test', () => {
  it('stays failed when an error was caught by no test', async () => {
    const total = await afterSecondLook(await run('passes', 'breaks', 'rejects'))
    expect(total.unsteady.join('\n')).toContain('no luck this time')
    expect(total.failed).toBe(1)
    expect(total.failures.join('\n')).toMatch(/^vitest, outside of its tests\n.*nobody waits for this/s)
  })

  it('stays failed when a process died, and names what has no result: its tests, and files that nobody began', async () => {
    const total = await afterSecondLook(await run('breaks', 'dies', 'passes'))
    expect(total.unsteady.join('\n')).toContain('no luck this time')
    expect(total.failed).toBe(3)
    const told = total.failures.join('\n')
    expect(told).toContain('Worker exited unexpectedly')
    expect(told).toMatch(/dies\.case\.mjs\n +did not come to its end\n.*comes too late/s)
    expect(told).toMatch(/passes\.case\.mjs\n +did not come to its end$/)
  })

  it('passes after all when nothing else broke: neither what was left out nor what the player throws counts', async () => {
    const parts = await run('passes', 'breaks', 'forgiven')
    expect(sum(parts)).toMatchObject({ passed: 2, failed: 1 })
    expect(await afterSecondLook(parts)).toMatchObject({ failed: 0, failures: [] })
  })
})

describe('the end of a runner', () => {
  const bad: Part = {
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: ['b'],
    alone: { runner: 'vitest', file: 'b.test.ts' },
  }
  const good: Part = { passed: 2, failed: 0, skipped: 0 }

  it('is told by its tests when one of them failed', () => {
    expect(withEnding([bad], 1, 'vitest')).toEqual([bad])
    expect(withEnding([good], 0, 'vitest')).toEqual([good])
  })

  it('is a failure of its own that no second look takes away: overdue, killed, nothing run', async () => {
    for (const code of [124, 130, 143]) {
      expect(await afterSecondLook(withEnding([bad], code, 'vitest'))).toMatchObject({
        failed: 1,
        failures: [`vitest ended with code ${code}`],
      })
    }
    expect(sum(withEnding([good], 1, 'vitest'))).toMatchObject({
      failed: 1,
      failures: ['vitest ended with code 1 although no test failed'],
    })
  })

  it('is a failure without a report, whatever the code', () => {
    expect(sum(withEnding(null, 0, 'vitest')).failed).toBe(1)
  })
})
