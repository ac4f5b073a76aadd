import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  POINT_TURNOVER,
  type PointDay,
  pointDays,
  POINTS_ITEMS,
  pointsObstacle,
  rewardIn,
} from '#protocol/club/points.ts'

const YUAN = 100

describe('points of days', () => {
  it('S7.86 are one for each full 10 CNY of settled turnover of a day', () => {
    const turnover = new Map([
      [1, 9_99],
      [2, 10_00],
      [3, 1_239_99],
    ])
    expect(pointDays({ turnover, written: [], from: 1, to: 3 }).map(({ day, amount }) => [day, amount])).toEqual([
      [1, 0],
      [2, 1],
      [3, 123],
    ])
  })

  it('S7.86 of all nights together are those of the last turnover, unless too many were given', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 10_000 * YUAN }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(amounts, fc.array(fc.nat({ max: 10_000 * YUAN }), { maxLength: 8 }), (first, resettled) => {
        const final = first.map((amount, at) => resettled[at] ?? amount)
        const written: PointDay[] = []
        for (const day of first.keys()) {
          // Earlier days are resettled before the night of the last day.
          const known = day === first.length - 1 ? final : first
          const turnover = new Map(known.slice(0, day + 1).map((amount, at) => [at, amount]))
          written.push(...pointDays({ turnover, written, from: day, to: day }))
        }
        const given = written.reduce((sum, { amount }) => sum + amount, 0)
        const due = final.reduce((sum, amount) => sum + Math.floor(amount / POINT_TURNOVER), 0)
        const before = written.slice(0, -1).reduce((sum, { amount }) => sum + amount, 0)
        expect(given).toBe(Math.max(due, before))
        expect(written.every(({ amount }) => amount >= 0)).toBe(true)
      }),
    )
  })
})

describe('the exchange of points', () => {
  it('S7.86 gives more for more points, within each kind of reward', () => {
    for (const currency of ['COIN', 'CNY'] as const) {
      const rates = POINTS_ITEMS.filter(({ gives }) => gives.currency === currency).map(
        ({ gives, points }) => gives.amount / points,
      )
      expect(rates.length).toBeGreaterThan(1)
      expect(rates).toEqual(rates.toSorted((one, other) => one - other))
    }
  })

  it('S7.86 pays money in the currency of the member', () => {
    expect(rewardIn({ currency: 'CNY', amount: 7_00 }, 'USDT')).toEqual({ currency: 'USDT', amount: 1_000_000 })
    expect(rewardIn({ currency: 'CNY', amount: 7_00 }, 'CNY')).toEqual({ currency: 'CNY', amount: 7_00 })
    expect(rewardIn({ currency: 'COIN', amount: 20 }, 'USDT')).toEqual({ currency: 'COIN', amount: 20 })
  })

  it('S7.86 is possible exactly with stock, within the limit of the day and with enough points', () => {
    const small = fc.nat({ max: 5 })
    fc.assert(
      fc.property(small, small, fc.option(small), small, small, (points, balance, left, used, limit) => {
        const obstacle = pointsObstacle({ points, balance, left, used, limit })
        expect(obstacle === null).toBe(left !== 0 && used < limit && balance >= points)
      }),
    )
  })
})
