import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { annualText, percentText } from '#features/wallet/funds/interest/InterestSummary.tsx'
import { barsOf } from '#features/wallet/funds/interest/InterestChart.tsx'
import { merged } from '#features/wallet/funds/transfer/use-transfers.ts'
import { rateNumber } from '#features/wallet/funds/usdt/RateLine.tsx'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'

describe('rates in words', () => {
  it.each([
    [0, '0.0000%', '0.00%'],
    [1, '0.0001%', '0.03%'],
    [55, '0.0055%', '2.00%'],
    [10_000, '1.0000%', '365.00%'],
    [123_456, '12.3456%', '4506.14%'],
  ])('E.6 %i millionths a day are %s, and %s a year', (ppm, daily, annual) => {
    expect([percentText(ppm), annualText(ppm)]).toEqual([daily, annual])
  })

  it('S1.14 has the four decimals of a rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (rate) => {
        expect(rateNumber(rate)).toMatch(/^\d+\.\d{4}$/)
        expect(Math.round(Number(rateNumber(rate)) * 10_000)).toBe(rate)
      }),
    )
  })
})

describe('the bars of the chart', () => {
  it('stay in the chart, in order, and are as high as their amounts', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1e12 }), { minLength: 1, maxLength: 30 }), (amounts) => {
        const bars = barsOf(amounts)
        for (const [index, { x, y, width, height }] of bars.entries()) {
          expect(x).toBeGreaterThanOrEqual(index === 0 ? 0 : (bars[index - 1]?.x ?? 0))
          expect(x + width).toBeLessThanOrEqual(300.001)
          expect(y + height).toBeCloseTo(100)
          expect(height > 0).toBe((amounts[index] ?? 0) > 0)
        }
        const most = Math.max(...amounts)
        if (most > 0) expect(bars[amounts.indexOf(most)]?.height).toBe(100)
      }),
    )
  })
})

it('lists each transfer once, the newest first, in its last known state', () => {
  const order = (orderNo: string, createdAt: number, status: string) => ({ orderNo, createdAt, status }) as WalletOrder
  expect(merged([order('T1', 1, '1'), order('T2', 5, '0'), order('T3', 5, '1'), order('T2', 5, '1')])).toEqual([
    order('T3', 5, '1'),
    order('T2', 5, '1'),
    order('T1', 1, '1'),
  ])
})
