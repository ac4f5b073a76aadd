import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scaled } from '../../support/depth.ts'
import { heldBytes } from '../../support/memory.ts'
import { type FuzzedServer, fuzzBodies, openFuzzedServer } from './body-fuzz-run.ts'

const SEEDS = scaled({ short: 1, full: 20 })
const BODIES_PER_SEED = scaled({ short: 8_000, full: 50_000 })
const MAX_RETAINED_BYTES = 100 * 1024 * 1024

describe('S7.6-S7.9, settled 3-5: a million random bodies', () => {
  let fuzzed: FuzzedServer
  let coins: unknown
  beforeAll(async () => {
    fuzzed = await openFuzzedServer()
    coins = (await fuzzed.member.call('coin.balance', {})).data
  }, 120_000)
  afterAll(() => fuzzed.close())

  for (let seed = 1; seed <= SEEDS; seed += 1) {
    it(`S7.9 ${BODIES_PER_SEED} of seed ${seed} crash nothing, tell nothing, and the member beside goes on`, async () => {
      const before = heldBytes()
      const { faults, ill } = await fuzzBodies(fuzzed, { count: BODIES_PER_SEED, seed })
      expect(faults).toEqual([])
      expect(ill).toBe(0)
      expect(heldBytes() - before).toBeLessThan(MAX_RETAINED_BYTES)
      expect((await fuzzed.member.call('coin.balance', {})).data).toEqual(coins)
    })
  }
})
