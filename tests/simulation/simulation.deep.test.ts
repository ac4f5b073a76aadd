import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { scaled } from '../support/depth.ts'
import { PROJECT_ROOT } from '../support/project.ts'
import type { SimulationReport } from './simulation.ts'

/** Seeds that have found a fault, with what it was. Each must pass for this many simulated hours. */
const FOUND: readonly { readonly seed: number; readonly hours: number; readonly fault: string }[] = []

async function simulated(seed: number, hours: number): Promise<SimulationReport> {
  const run = path.join(PROJECT_ROOT, 'scripts/run.mjs')
  const given = ['tests/simulation/main.ts', '--seed', String(seed), '--hours', String(hours)]
  const { stdout } = await promisify(execFile)(process.execPath, [run, ...given]).catch(
    (failed: { stdout: string; stderr: string }) => failed,
  )
  const json = /^\{$[\s\S]*^\}$/m.exec(stdout)?.[0]
  if (json === undefined) throw new Error(stdout)
  return JSON.parse(json) as SimulationReport
}

/** Members, faults and clock of a whole server follow from one seed (decision 229). */
describe('a simulated server', () => {
  it('keeps I1 to I10, claims and feeds while everything around it fails', async () => {
    const report = await simulated(1, scaled({ short: 0.3, full: 24 }))
    expect(report.violations).toEqual([])
    expect(report.keyed).toBeGreaterThan(20)
    expect(report.said).toBeGreaterThan(0)
  })

  it.runIf(FOUND.length > 0).each(FOUND)(
    'stays correct with seed $seed, which has found: $fault',
    async ({ seed, hours }) => {
      expect((await simulated(seed, scaled({ short: Math.min(hours, 0.3), full: hours }))).violations).toEqual([])
    },
  )

  it.runIf(scaled({ short: 0, full: 1 }) === 1)('has the same history for the same seed', async () => {
    const [one, other] = [await simulated(2, 2), await simulated(2, 2)]
    expect(one.history).toBe(other.history)
  })
})
