import { describe, expect, it } from 'vitest'
import { scaled } from '../support/depth.ts'
import { findPostgres } from '../support/postgres.ts'
import { findRedis } from '../support/redis.ts'
import { BackendRun } from './backend-run.ts'
import { BACKEND_FAULTS } from './backends.ts'
import { Deck, Random } from './random.ts'

/**
 * Every fault of Redis and PostgreSQL in random order under messages and gifts, with kills of the server. A failed run
 * prints its seed and a trace; `FAULT_SEED=7` repeats it. `FAULT_SERVERS=2` runs two processes for the same rooms.
 */
const named = process.env['FAULT_SEED']
const SEEDS =
  named === undefined ? Array.from({ length: scaled({ short: 1, full: 10 }) }, (_, at) => at + 1) : [Number(named)]
const servers = Number(process.env['FAULT_SERVERS'] ?? 1)
const pace = scaled({ short: 0.3, full: 1 })
const kills = scaled({ short: 1, full: 6 })

describe.runIf(findPostgres() !== null && findRedis() !== null)('all faults of Redis and PostgreSQL', () => {
  it.each(SEEDS)(
    'lose, duplicate and reorder nothing, and leave the ledger exact: seed %i',
    async (seed) => {
      const deck = new Deck(Object.keys(BACKEND_FAULTS), new Random(seed))
      const faults = Object.keys(BACKEND_FAULTS).map(() => deck.next())
      expect(await BackendRun.run({ seed, faults, servers, kills, pace })).toBeNull()
    },
    // On a busy machine recoveries and restarts take minutes.
    1_800_000,
  )
})
