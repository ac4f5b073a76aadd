import { GIFT } from './feed-support.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { entry, FeedBench, order } from './feed-support.ts'

/** Rows of a page after all batches and patches. */
function pageRows(bench: FeedBench): FeedRow[] {
  let rows: FeedRow[] = []
  for (const batch of bench.batches) {
    for (const patch of batch.patches) {
      rows = rows.flatMap((row): FeedRow[] => {
        if (patch.type === 'revert' && row.id === patch.orderId)
          return [{ ...row, kind: 'revert', data: { orderId: row.id } }]
        if (patch.type === 'delete' && patch.ids.includes(row.id)) return []
        const isAuthors = patch.type === 'delete-author' && row.author?.userId === patch.userId && row.seq <= patch.seq
        return isAuthors && (row.kind === 'text' || row.kind === 'image') ? [] : [row]
      })
    }
    rows.push(...batch.rows)
  }
  return rows
}

describe('supersession', () => {
  it('S4.32 reverts replace their order, in any order of arrival and batching', () => {
    const step = fc.oneof(
      fc.integer({ min: 0, max: 8 }).map((number) => ({ type: 'order' as const, number })),
      fc.integer({ min: 0, max: 8 }).map((number) => ({ type: 'revert' as const, number })),
      fc.constant({ type: 'drain' as const, number: 0 }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const bench = new FeedBench(false)
        bench.exhaust()
        const ordered: number[] = []
        const reverted = new Set<number>()
        for (const { type, number } of steps) {
          if (type === 'drain') bench.drain()
          else if (type === 'revert') {
            bench.push([entry('revert', { orderId: `o-${number}` })])
            reverted.add(number)
          } else {
            bench.push([order(`o-${number}`)])
            if (!ordered.includes(number)) ordered.push(number)
          }
        }
        bench.drain()
        const expected = ordered.map((number) => [`o-${number}`, reverted.has(number) ? 'revert' : 'order'])
        const rows = pageRows(bench)
        expect(rows.map((row) => [row.id, row.kind])).toEqual(expected)
        for (const row of rows) if (row.kind === 'revert') expect(row.data).toEqual({ orderId: row.id })
      }),
      { numRuns: 200 },
    )
  })

  it('deletions remove rows that wait, are shown, or arrive later', () => {
    const step = fc.oneof(
      fc.record({
        type: fc.constant('text' as const),
        id: fc.integer({ min: 0, max: 12 }),
        user: fc.integer({ min: 0, max: 3 }),
      }),
      fc.record({
        type: fc.constant('gift' as const),
        id: fc.integer({ min: 20, max: 30 }),
        user: fc.integer({ min: 0, max: 3 }),
      }),
      fc.record({ type: fc.constant('delete' as const), id: fc.integer({ min: 0, max: 30 }), user: fc.constant(0) }),
      fc.record({
        type: fc.constant('delete-author' as const),
        id: fc.constant(0),
        user: fc.integer({ min: 0, max: 3 }),
      }),
      fc.record({ type: fc.constant('drain' as const), id: fc.constant(0), user: fc.constant(0) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const bench = new FeedBench(false)
        bench.exhaust()
        let rows: { id: string; user: string; isText: boolean }[] = []
        const seen = new Set<string>()
        const deleted = new Set<string>()
        for (const { type, id: number, user: userNumber } of steps) {
          const [id, user] = [`m-${number}`, `u-${userNumber}`]
          if (type === 'drain') bench.drain()
          else if (type === 'delete') {
            bench.push([entry('delete', { ids: [id] })])
            deleted.add(id)
            rows = rows.filter((row) => row.id !== id)
          } else if (type === 'delete-author') {
            bench.push([entry('delete', { userId: user })])
            rows = rows.filter((row) => row.user !== user || !row.isText)
          } else {
            bench.push([
              type === 'text'
                ? entry('text', { text: 'x' }, { id, userId: user })
                : entry('gift', GIFT, { id, userId: user }),
            ])
            if (!seen.has(id) && !deleted.has(id)) rows.push({ id, user, isText: type === 'text' })
            seen.add(id)
          }
        }
        bench.drain()
        expect(pageRows(bench).map((row) => row.id)).toEqual(rows.map((row) => row.id))
      }),
      { numRuns: 200 },
    )
  })

  it('S4.32 author deletions contain the ids of quoted messages', () => {
    const bench = new FeedBench()
    bench.push([entry('delete', { userId: 'u-1', ids: ['m-1'] })])
    bench.drain()
    const patches = bench.batches.flatMap((batch) => batch.patches)
    expect(patches).toMatchObject([{ type: 'delete-author', userId: 'u-1', ids: ['m-1'] }])
  })

  it('the newest own mute wins, also over history', () => {
    const bench = new FeedBench()
    bench.feed.setOwner('me')
    const mute = (until: number | null) => entry('mute', { userId: 'me', memberName: '我', until, reason: '刷屏' })
    bench.push([mute(5_000)], 'history')
    expect(bench.batches.at(-1)?.ownMute).toBeNull()
    bench.push([mute(9_000), mute(null)])
    expect(bench.batches.at(-1)?.ownMute).toEqual({ until: null, reason: '刷屏' })
    expect(bench.rows.filter((row) => row.kind === 'mute')).toHaveLength(3)
  })

  it('older pages are superseded by known entries and by each other', () => {
    const bench = new FeedBench()
    bench.push([entry('revert', { orderId: 'o-1' }), entry('delete', { ids: ['t-1'] })])
    const rows = bench.feed.older([
      { seq: -5, entry: order('o-1') },
      { seq: -4, entry: entry('text', { text: 'x' }, { id: 't-1' }) },
      { seq: -3, entry: order('o-2') },
      { seq: -2, entry: entry('revert', { orderId: 'o-2' }) },
      { seq: -1, entry: { broken: true } },
    ])
    expect(rows.map((row) => [row.id, row.kind])).toEqual([
      ['o-1', 'revert'],
      ['o-2', 'revert'],
    ])
  })
})
