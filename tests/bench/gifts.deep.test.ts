import { describe, expect, it } from 'vitest'
import { SHORT_KINDS, STORE_KINDS } from '../support/store.ts'
import { giftBenches, runGifts } from './gifts.ts'

describe('the bench of gifts', () => {
  it('requires 1,500 charged gifts a second embedded, and 2,500 on PostgreSQL', () => {
    const bounds = giftBenches.map(({ name, figures }) => [name, figures['gifts']?.atLeast])
    expect(bounds).toEqual(STORE_KINDS.map((kind) => [`gifts-${kind}`, kind === 'pglite' ? 1_500 : 2_500]))
  })

  it.each(SHORT_KINDS)('charges every gift once on %s', async (kind) => {
    const measured = await runGifts(kind, { workers: 4, seconds: 0.3, rate: 50, members: 5 })
    expect(measured).toMatchObject({ failed: 0, differences: 0 })
    expect(measured.gifts).toBeGreaterThan(0)
  })
})
