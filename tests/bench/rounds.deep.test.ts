import { describe, expect, it } from 'vitest'
import { SHORT_KINDS, STORE_KINDS } from '../support/store.ts'
import { roundBenches, runRounds } from './rounds.ts'

describe('the bench of rounds', () => {
  it('requires 500 rounds of e-games a second embedded and 1,000 on PostgreSQL', () => {
    const bounds = roundBenches.map(({ figures }) => figures['rounds']?.atLeast)
    expect(bounds).toEqual(STORE_KINDS.map((kind) => (kind === 'pglite' ? 500 : 1_000)))
  })

  it.each(SHORT_KINDS)('plays every round to its end on %s', async (kind) => {
    const plan = { workers: 4, seconds: 0.3, rate: 50, members: 20 }
    expect(await runRounds(kind, plan)).toMatchObject({ failed: 0, differences: 0 })
  })
})
