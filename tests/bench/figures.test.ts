import { describe, expect, it } from 'vitest'
import { judge, median, percentile, type Bench } from './harness/figures.ts'
import { tableOf } from './harness/report.ts'

const bench: Bench<'latency' | 'frames' | 'size'> = {
  name: 'example',
  about: 'three figures',
  figures: { latency: { unit: 'ms', atMost: 40 }, frames: { unit: 'fps', atLeast: 58 }, size: { unit: 'KB' } },
  run: () => Promise.resolve({ latency: 0, frames: 0, size: 0 }),
}

describe('bench figures', () => {
  it('takes the nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(percentile(values, 0.95)).toBe(95)
    expect(percentile(values, 1)).toBe(100)
    expect(percentile([7], 0)).toBe(7)
    expect(percentile([], 0.5)).toBeNaN()
  })

  it('takes the middle of an odd and of an even number of values', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 2, 3])).toBe(2.5)
  })

  it('holds medians against their bounds and leaves unbounded figures open', () => {
    const results = judge(bench, [
      { latency: 30, frames: 60, size: 1 },
      { latency: 90, frames: 57, size: 2 },
      { latency: 35, frames: 57.5, size: 3 },
    ])
    expect(results.map(({ figure, median: middle, isKept }) => [figure, middle, isKept])).toEqual([
      ['latency', 35, true],
      ['frames', 57.5, false],
      ['size', 2, null],
    ])
    expect(tableOf(results)).toContain('MISSED')
  })

  it('does not keep a bound that was never measured', () => {
    expect(judge(bench, [{ frames: 60, size: 1 }])[0]).toMatchObject({ figure: 'latency', isKept: false })
  })
})
