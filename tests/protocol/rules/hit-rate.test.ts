import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hitRate, MIN_TIPS_FOR_RATE } from '#protocol/rules/articles.ts'

describe('S1.24 hit rate of an expert', () => {
  it('S1.24 needs at least twenty settled tips', () => {
    expect(MIN_TIPS_FOR_RATE).toBe(20)
    expect(hitRate({ settled: 19, right: 19 })).toBeNull()
    expect(hitRate({ settled: 0, right: 0 })).toBeNull()
    expect(hitRate({ settled: 20, right: 13 })).toBe(65)
    expect(hitRate({ settled: 21, right: 20 })).toBe(95)
  })

  it('S1.24 is an integer from 0 to 100, rounded down', () => {
    fc.assert(
      fc.property(fc.nat({ max: 5000 }), fc.nat({ max: 6000 }), (settled, right) => {
        const rate = hitRate({ settled, right })
        if (settled < MIN_TIPS_FOR_RATE) return rate === null
        return rate !== null && Number.isInteger(rate) && rate >= 0 && rate <= 100 && rate <= (right * 100) / settled
      }),
    )
  })
})
