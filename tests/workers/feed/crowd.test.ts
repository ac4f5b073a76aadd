import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FEED_MAX_TEXT_ROWS_PER_BATCH } from '#protocol/constants.ts'
import type { Entry } from '#protocol/room/feed.ts'
import { isCrowdText, newestCrowd } from '#workers/feed/crowd.ts'
import { checkEntry } from '#workers/feed/shape.ts'
import { entry, FeedBench, order } from './feed-support.ts'

const ME = 'me'
const crowd = (id: string): Entry => entry('text', { text: id }, { id, vipLevel: 2 })
const crowds = (count: number, name: string) => Array.from({ length: count }, (_, index) => crowd(`${name}-${index}`))

/** Everything that a flood may hold besides the crowd's text. */
const others: readonly ((id: string) => Entry)[] = [
  (id) => entry('text', { text: '高等级' }, { id, vipLevel: 7 }),
  (id) => entry('text', { text: '我说的' }, { id, userId: ME }),
  (id) => entry('text', { text: '@我', mentions: [ME] }, { id }),
  (id) => order(id),
  (id) => entry('system', { text: '通知' }, { id }),
]
const flood = fc
  .array(fc.option(fc.nat(others.length - 1), { freq: 20, nil: null }), { maxLength: 400 })
  .map((kinds) => kinds.map((kind, index) => (kind === null ? crowd(`c-${index}`) : others[kind]!(`o-${index}`))))

describe('crowd', () => {
  it('settled 17: whatever is folded unread is followed by a whole batch of crowd text in its frame', () => {
    fc.assert(
      fc.property(flood, (entries) => {
        const newest = newestCrowd(entries, ME)
        const after = entries.slice(newest).filter((one) => isCrowdText(one, ME))
        if (newest > 0) expect(after).toHaveLength(FEED_MAX_TEXT_ROWS_PER_BATCH)
      }),
    )
  })

  it('settled 17: a flood in one frame shows what must never be folded, and what is shown and folded is what was sent', () => {
    fc.assert(
      fc.property(flood, (entries) => {
        const bench = new FeedBench()
        bench.feed.setOwner(ME)
        bench.push(entries)
        bench.drain()
        expect(bench.rows.length + bench.folded).toBe(entries.length)
        const shown = new Set(bench.rows.map((row) => row.id))
        for (const { id, vipLevel } of entries) {
          if (id.startsWith('o-') && (vipLevel ?? 0) <= 4) expect(shown.has(id)).toBe(true)
        }
        expect(bench.counters).toMatchObject({
          entriesReceived: entries.length,
          rowsFolded: bench.folded,
          malformed: 0,
        })
      }),
    )
  })

  it('S4.30 what was folded unread and is given again under another number is shown once', () => {
    const bench = new FeedBench()
    bench.push(crowds(200, 'first'))
    bench.push([crowd('first-0')])
    bench.push([crowd('first-0')])
    expect(bench.rows.filter((row) => row.id === 'first-0')).toHaveLength(1)
    expect(bench.counters.duplicates).toBe(1)
  })

  it('settled 17: what has not the shape of crowd text is never folded unread', () => {
    const loose = fc.record(
      {
        content: fc.oneof(fc.constant({ msgType: 1 }), fc.anything()),
        data: fc.oneof(fc.constant({ text: 'a' }), fc.anything()),
        userId: fc.oneof(fc.constant(ME), fc.anything()),
        vipLevel: fc.oneof(fc.nat(10), fc.anything()),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(loose, fc.anything()), (value) => {
        if (!isCrowdText(value, ME)) return
        const {
          content,
          vipLevel = 0,
          userId,
        } = value as { content: { msgType: number }; vipLevel?: number; userId: unknown }
        expect(content.msgType).toBe(1)
        expect(vipLevel).not.toBeGreaterThan(4)
        expect(userId).not.toBe(ME)
      }),
    )
    expect(isCrowdText(crowd('a'), ME)).toBe(true)
    expect(checkEntry(crowd('a'))?.kind).toBe('text')
  })
})
