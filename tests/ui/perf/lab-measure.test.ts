import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentile, weightedPercentiles } from '#lib/percentile.ts'
import { LatencyMeter } from '#features/perf/engine/frame-probe.ts'
import { EntryGenerator } from '#workers/lab/generator.ts'
import { checkEntry } from '#workers/feed/entries.ts'

describe('percentiles', () => {
  it('are values of the sample by nearest rank', () => {
    expect([0, 0.5, 0.95, 1].map((share) => percentile([5, 1, 4, 2, 3], share))).toEqual([1, 3, 5, 5])
    expect(percentile([], 0.5)).toBeNaN()
  })

  it('weigh a value as if it occurred that often', () => {
    const weighted = fc.array(fc.record({ value: fc.nat(100), weight: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
    })
    fc.assert(
      fc.property(weighted, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
        const repeated = values.flatMap(({ value, weight }) => Array<number>(weight).fill(value))
        expect(weightedPercentiles(values, [share])).toEqual([percentile(repeated, share)])
      }),
    )
  })
})

describe('the latency meter', () => {
  const sent = (lastSeq: number, sentAt: number) => ({ lastSeq, sentAt, entries: 2 })

  it('measures to the first painted frame that shows a message, also if its delivery is reported later', () => {
    const meter = new LatencyMeter()
    meter.sent([sent(2, 100)])
    meter.painted(110, null)
    meter.painted(120, 2)
    meter.painted(136, 6)
    meter.sent([sent(4, 118), sent(6, 130)])
    meter.sent([sent(8, 140)])
    expect(meter.pending).toEqual([sent(8, 140)])
    expect(meter.measured.map(({ value }) => value)).toEqual([20, 18, 6])
    expect(meter.measured.every(({ weight }) => weight === 2)).toBe(true)
  })

  it('ignores frames painted before the delivery', () => {
    const meter = new LatencyMeter()
    meter.painted(90, 9)
    meter.painted(106, 9)
    meter.sent([sent(9, 100)])
    expect(meter.measured.map(({ value }) => value)).toEqual([6])
  })
})

describe('the entry generator', () => {
  const mix = { text: 1, emoji: 1, reply: 1, sticker: 1, gift: 1, order: 1 }
  const entries = (count: number, duplicates: number, withdrawals: number) => {
    const generator = new EntryGenerator({ mix, duplicates, withdrawals })
    return Array.from({ length: count }, () => generator.next(1_000))
  }

  it('writes valid entries of every kind', () => {
    const made = entries(2_000, 5, 5)
    const kinds = made.map(({ json }) => checkEntry(JSON.parse(json))?.kind)
    expect(new Set(kinds)).toEqual(new Set(['text', 'image', 'gift', 'order', 'revert', 'delete']))
    expect(kinds).toEqual(made.map(({ kind }) => kind))
  })

  it('repeats entries and withdraws messages at most once, in the chosen shares', () => {
    const made = entries(10_000, 20, 10)
    const share = (role: string) => made.filter((entry) => entry.role === role).length / made.length
    expect(share('copy')).toBeCloseTo(0.2, 1)
    expect(share('deletion') + share('revert')).toBeCloseTo(0.1, 1)
    const targets = made
      .filter(({ role }) => role === 'deletion' || role === 'revert')
      .map(({ json }) => {
        const { data } = JSON.parse(json) as { data: { ids?: string[]; orderId?: string } }
        return data.orderId ?? data.ids?.[0]
      })
    expect(new Set(targets).size).toBe(targets.length)
  })

  it('is the same for the same seed', () => {
    expect(entries(50, 5, 5)).toEqual(entries(50, 5, 5))
  })
})
