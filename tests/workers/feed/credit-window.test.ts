import { describe, expect, it } from 'vitest'
import { FEED_CREDITS } from '#protocol/constants.ts'
import { entry, FeedBench } from './feed-support.ts'

const text = () => entry('text', { text: 'x' })

describe('credit window', () => {
  it('posts at once, at most once per millisecond', () => {
    const bench = new FeedBench()
    bench.push([text()])
    expect(bench.batches).toHaveLength(1)
    bench.feed.push([{ seq: 2, entry: text() }], 'live', 2)
    bench.feed.push([{ seq: 3, entry: text() }], 'live', 3)
    expect(bench.batches).toHaveLength(2)
    bench.tick()
    expect(bench.batches).toHaveLength(3)
    expect(bench.batches.at(-1)?.lastSeq).toBe(3)
  })

  it('continues when the clock is set back by ten minutes', () => {
    const bench = new FeedBench()
    bench.push([text()])
    bench.setClock(-600_000)
    for (let round = 0; round < 5; round += 1) bench.push([text()])
    expect(bench.batches.at(-1)?.lastSeq).toBe(6)
  })

  it('never has more unacknowledged batches than credits', () => {
    const bench = new FeedBench(false)
    for (let round = 0; round < 50; round += 1) bench.push([text()])
    expect(bench.batches).toHaveLength(FEED_CREDITS)
    bench.feed.control({ type: 'applied', seq: 0, credits: 1 })
    expect(bench.batches).toHaveLength(FEED_CREDITS + 1)
    bench.feed.control({ type: 'applied', seq: 0, credits: 1_000 })
    for (let round = 0; round < 50; round += 1) bench.push([text()])
    expect(bench.batches).toHaveLength(FEED_CREDITS + 1 + FEED_CREDITS)
  })

  it('restores lost credits when the page has applied everything', () => {
    const bench = new FeedBench(false)
    for (let round = 0; round < 50; round += 1) bench.push([text()])
    bench.feed.control({ type: 'applied', seq: bench.batches.at(-1)?.lastSeq ?? 0, credits: 0 })
    bench.tick()
    expect(bench.batches.length).toBeGreaterThan(FEED_CREDITS)
  })
})
