import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FuzzedServer, fuzzBodies, openFuzzedServer } from './body-fuzz-run.ts'

let fuzzed: FuzzedServer

beforeAll(async () => void (fuzzed = await openFuzzedServer()), 120_000)
afterAll(() => fuzzed.close())

it('S7.6-S7.9, settled 3-5: 2,000 random bodies cause no crash, leak or change', async () => {
  const { statuses, faults, healthy, ill } = await fuzzBodies(fuzzed, { count: 2_000, seed: 20_261_121 })
  expect(faults).toEqual([])
  expect([healthy, ill]).toEqual([1, 0])
  // The requests reached handlers and all kinds of refusals.
  for (const status of [200, 400, 404, 415]) expect(statuses[status], `status ${status}`).toBeGreaterThan(0)
  expect({}).not.toHaveProperty('xx')
})
