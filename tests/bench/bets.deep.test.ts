import { describe, expect, it } from 'vitest'
import { SHORT_KINDS, STORE_KINDS } from '../support/store.ts'
import { betBenches, runBets } from './bets.ts'

describe('the bench of bets', () => {
  it('requires 400 bets a second embedded and 800 on PostgreSQL, and 10,000 settled in 8 s and 3 s', () => {
    const bounds = betBenches.map(({ figures }) => [figures['bets']?.atLeast, figures['settlement']?.atMost])
    expect(bounds).toEqual(STORE_KINDS.map((kind) => (kind === 'pglite' ? [400, 8] : [800, 3])))
  })

  it.each(SHORT_KINDS)('accepts and settles every bet once on %s', async (kind) => {
    const plan = { workers: 4, seconds: 0.3, rate: 50, members: 5, settled: 30, orders: { workers: 2, seconds: 0.3 } }
    expect(await runBets(kind, plan)).toMatchObject({ failed: 0, differences: 0 })
  })
})
