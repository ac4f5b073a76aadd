import { describe, expect, it } from 'vitest'
import { findPostgres } from '../support/postgres.ts'
import { findRedis } from '../support/redis.ts'
import { BackendRun } from './backend-run.ts'

const FAULTS = ['Redis: stall', 'PostgreSQL: cut', 'Redis: refuse', 'PostgreSQL: stall']

// Skipped where the programs of PostgreSQL or Redis are not installed; backends.deep.test.ts has all faults.
describe.runIf(findPostgres() !== null && findRedis() !== null)('faults of Redis and PostgreSQL', () => {
  it('lose, duplicate and reorder nothing, and messages and gifts are accepted again without a restart', async () => {
    expect(await BackendRun.run({ seed: 1, faults: FAULTS, servers: 1, kills: 0, pace: 0.2 })).toBeNull()
  })
})
