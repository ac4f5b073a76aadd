import { expect, it } from 'vitest'
import { scaled } from '../support/depth.ts'
import { FAULTS } from './faults.ts'
import { Mixed } from './mixed.ts'

/**
 * Mixed faults over four viewers: a visitor, a member who sends messages and gifts, an administrator, and a visitor who
 * reads back. The server is killed during the run. Afterwards all pages are compared with the log: nothing lost,
 * duplicated, reordered or foreign, no own message gone or shown twice, nothing shown that was reverted or deleted, each gap reported with its size, each
 * confirmed gift and message there once. The run must contain texts, gifts, reverts, deletions, every kind of fault and
 * every kill. Thirty seeds of 90 s in full, one of 30 s in the short run. A failed run prints its seed and a trace. Repeat
 * it with `FAULT_SEED=7 TEST_DEEP=full npx vitest run --project node tests/fault/mixed.deep.test.ts`: the same faults
 * in the same order, at nearly the same times.
 */
const named = process.env['FAULT_SEED']
const SEEDS =
  named === undefined ? Array.from({ length: scaled({ short: 1, full: 30 }) }, (_, at) => at + 1) : [Number(named)]
const durationMs = scaled({ short: 30_000, full: 90_000 })
const pace = scaled({ short: 0.4, full: 1 })
const kills = scaled({ short: 1, full: 2 })

it.each(SEEDS)(
  'settled 11 settled 12 settled 19 S4.32 a storm of mixed faults leaves nobody with anything wrong: seed %i',
  async (seed) => {
    expect(await Mixed.run({ seed, durationMs, kills, pace, faults: Object.keys(FAULTS).length })).toBeNull()
  },
  // The server is killed twice; on a busy machine a restart takes minutes.
  durationMs + 600_000,
)
