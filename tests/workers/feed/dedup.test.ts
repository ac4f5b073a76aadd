import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { entry, FeedBench } from './feed-support.ts'

describe('duplicates', () => {
  it('S4.30 are shown once, at their first position', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 200 }), (ids) => {
        const bench = new FeedBench()
        for (const id of ids) bench.push([entry('text', { text: `${id}` }, { id: `id-${id}` })])
        const firstPlaces = [...new Set(ids)].map((id) => [`id-${id}`, ids.indexOf(id) + 1])
        expect(bench.rows.map((row) => [row.id, row.seq])).toEqual(firstPlaces)
        expect(bench.counters.duplicates).toBe(ids.length - firstPlaces.length)
      }),
      { numRuns: 100 },
    )
  })

  it('S4.31 of welcomes of one member are dropped during a visit', () => {
    const bench = new FeedBench()
    for (const userId of ['a', 'b', 'a', 'a', 'c', 'b']) bench.push([entry('welcome', { text: '欢迎' }, { userId })])
    expect(bench.batches.flatMap((batch) => batch.welcome?.author?.userId ?? [])).toEqual(['a', 'b', 'c'])
  })

  it('S4.31 of a welcome in the history are not dropped', () => {
    const bench = new FeedBench()
    bench.push([entry('welcome', { text: '欢迎' }, { userId: 'a' })], 'history')
    bench.push([entry('welcome', { text: '欢迎' }, { userId: 'a' })])
    expect(bench.batches.filter((batch) => batch.welcome !== null)).toHaveLength(1)
  })

  it('are remembered for at least the limit and at most twice as many ids', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 200 }), (limit, count) => {
        const memory = new BoundedMap<string, number>(limit)
        for (let key = 0; key < count; key += 1) {
          memory.set(`${key}`, key)
          for (let back = 0; back < Math.min(limit, key + 1); back += 1)
            expect(memory.get(`${key - back}`)).toBe(key - back)
          expect(memory.size).toBeLessThanOrEqual(2 * limit)
        }
      }),
    )
    expect(new BoundedMap<string, number>(HISTORY_MAX_ENTRIES).size).toBe(0)
  })
})
