import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readProjectFile } from '../support/project.ts'
import { MEASURED, planRows, pricePerHour, simulateLag, sizeFleet, VIEWERS_PER_RELAY } from './capacity.ts'

const viewers = fc.integer({ min: 1, max: 2_000_000 })
const rate = fc.integer({ min: 1, max: 1_000 })

describe('the size of a fleet', () => {
  it('D.8 has a place for every viewer, and no relay without need', () => {
    fc.assert(
      fc.property(viewers, rate, (count, perSecond) => {
        const { relays } = sizeFleet(count, perSecond)
        expect(relays * VIEWERS_PER_RELAY).toBeGreaterThanOrEqual(count)
        expect((relays - 1) * VIEWERS_PER_RELAY).toBeLessThan(count)
      }),
    )
  })

  it('D.8 writes at most one frame per message and interval to each viewer', () => {
    fc.assert(
      fc.property(viewers, rate, (count, perSecond) => {
        const { writesPerSecond, intervalMs } = sizeFleet(count, perSecond)
        expect(writesPerSecond / count).toBeLessThanOrEqual(
          Math.min(perSecond, 1_000 / intervalMs) * (1 + Number.EPSILON * 4),
        )
      }),
    )
  })

  it('D.8 needs an origin whose cost grows with the relays, not with their viewers', () => {
    expect(sizeFleet(20_000, 100).originCores).toBeLessThanOrEqual(sizeFleet(19_000, 100).originCores)
    expect(sizeFleet(40_000, 100).originCores).toBeCloseTo(2 * sizeFleet(20_000, 100).originCores)
  })

  it('D.8 adds the price of relays and of traffic', () => {
    const fleet = sizeFleet(20_000, 100)
    expect(pricePerHour(fleet, { relayHour: 1, gb: 0 })).toBe(fleet.relays)
    expect(pricePerHour(fleet, { relayHour: 0, gb: 2 })).toBeCloseTo(2 * fleet.gbPerHour)
  })

  it('D.8 refuses a room without viewers or messages', () => {
    for (const wrong of [0, -1, Number.NaN]) {
      expect(() => sizeFleet(wrong, 1)).toThrow(RangeError)
      expect(() => sizeFleet(1, wrong)).toThrow(RangeError)
    }
  })
})

describe('the simulated lag', () => {
  it('D.8 is at most gathering, one interval and the writes while the processes keep up', () => {
    for (const [count, limit] of [
      [5_000, 40 + 168 + 50],
      [10_000, 40 + 250 + 100],
      [1_000_000, 40 + 250 + 6 + 100],
    ] as const) {
      const { p50, p99 } = simulateLag(count, 100)
      expect(p50).toBeGreaterThan(0)
      expect(p50).toBeLessThanOrEqual(p99)
      expect(p99).toBeLessThanOrEqual(limit)
    }
  })

  it('D.8 grows without bound when a frame takes longer than the longest interval', () => {
    expect(simulateLag(10_000, 100, { ...MEASURED, writeUs: 500 }).p99).toBeGreaterThan(10_000)
  })
})

it('D.8 docs/operations.md contains the computed plan', () => {
  const operations = readProjectFile('docs/operations.md')
  for (const row of planRows(100)) expect(operations.replace(/ +/g, ' ')).toContain(row)
})
