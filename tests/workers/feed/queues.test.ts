import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FEED_CREDITS, FEED_LOSSLESS_QUEUE_LIMIT, FEED_MAX_TEXT_ROWS_PER_BATCH } from '#protocol/constants.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import { isHighVip } from '#protocol/room/kinds.ts'
import { SNAPSHOT } from '../../contract/support/lt1-room.ts'
import { GIFT, entry, FeedBench, order } from './feed-support.ts'

const system = (text: string) => entry('system', { text })
const text = (text: string, vipLevel = 1) => entry('text', { text }, { vipLevel })

describe('feed queues', () => {
  it('settled 17: shown + dropped = received, in order, for any input and any consumer', () => {
    const step = fc.oneof(
      fc.record({
        type: fc.constant('texts' as const),
        count: fc.integer({ min: 1, max: 150 }),
        vipLevel: fc.integer({ min: 0, max: 9 }),
      }),
      fc.record({ type: fc.constantFrom('gift', 'order', 'system', 'mine', 'mention', 'bad', 'welcome', 'status') }),
      fc.record({ type: fc.constant('credit' as const), count: fc.integer({ min: 1, max: 3 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const bench = new FeedBench(false)
        bench.feed.setOwner('me')
        let texts = 0
        let outgoing = 0
        for (const one of steps) {
          if (one.type === 'texts') {
            bench.push(Array.from({ length: one.count }, () => text('x', one.vipLevel)))
            texts += one.count
          } else if (one.type === 'credit') {
            bench.feed.control({ type: 'applied', seq: 0, credits: one.count })
            bench.tick()
          } else {
            bench.push([special(one.type)])
            if (one.type === 'mine' || one.type === 'mention') outgoing += 1
          }
        }
        bench.drain()
        const shown = bench.rows.filter((row) => row.kind === 'text')
        expect(shown.length + bench.dropped).toBe(texts + outgoing)
        expect(shown.filter((row) => row.isMine || row.isMention)).toHaveLength(outgoing)
        const seqs = bench.rows.map((row) => row.seq)
        expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
        for (const batch of bench.batches) {
          const rows = batch.rows.filter((row) => row.kind === 'text')
          expect(rows.length).toBeLessThanOrEqual(FEED_MAX_TEXT_ROWS_PER_BATCH)
          for (const row of batch.rows) expect(row.seq).toBeLessThanOrEqual(batch.lastSeq)
        }
        const { counters } = bench
        expect(counters.entriesReceived).toBe(
          counters.rowsShown +
            counters.rowsDropped +
            counters.duplicates +
            counters.malformed +
            counters.superseded +
            counters.stateOnly +
            counters.released +
            bench.feed.waitingRows,
        )
      }),
      { numRuns: 150 },
    )
  })

  it('all lossless kinds arrive while the page is busy', () => {
    const bench = new FeedBench(false)
    const kinds: MessageKind[] = []
    for (let round = 0; round < 100; round += 1) {
      bench.push([...Array.from({ length: 100 }, () => text('x')), system(`s-${round}`), order(`o-${round}`)])
      kinds.push('system', 'order')
    }
    bench.drain()
    expect(bench.rows.filter((row) => row.kind !== 'text').map((row) => row.kind)).toEqual(kinds)
    expect(bench.dropped).toBeGreaterThan(0)
  })

  it('texts above VIP 4 are dropped last, and the newest ones stay', () => {
    const bench = new FeedBench(false)
    for (let used = 0; used < FEED_CREDITS; used += 1) bench.push([system('x')])
    const before = bench.batches.length
    for (let index = 0; index < 300; index += 1) bench.push([text(`${index}`, index % 10 === 0 ? 7 : 1)])
    bench.feed.control({ type: 'applied', seq: 0, credits: 1 })
    bench.tick()
    const [batch] = bench.batches.slice(before)
    const high = batch?.rows.filter((row) => isHighVip(row.author?.vipLevel)) ?? []
    expect(high).toHaveLength(30)
    expect(batch?.rows).toHaveLength(FEED_MAX_TEXT_ROWS_PER_BATCH)
    expect(batch?.rows.at(-1)).toMatchObject({ data: { text: '299' } })
    expect(batch?.dropped).toBe(300 - FEED_MAX_TEXT_ROWS_PER_BATCH)
  })

  it('the newest text is shown even if texts above VIP 4 fill the batch', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 50, maxLength: 300 }), (levels) => {
        const bench = new FeedBench(false)
        bench.exhaust()
        const before = bench.batches.length
        bench.push(levels.map((isHigh, index) => text(`${index}`, isHigh ? 7 : 1)))
        bench.feed.control({ type: 'applied', seq: 0, credits: 1 })
        bench.tick()
        const [batch] = bench.batches.slice(before)
        const rows = batch?.rows.filter((row) => row.kind === 'text') ?? []
        expect(rows.at(-1)).toMatchObject({ data: { text: `${levels.length - 1}` } })
        expect(rows).toHaveLength(FEED_MAX_TEXT_ROWS_PER_BATCH)
        const high = levels.filter(Boolean).length
        const lowAtFoot = levels.at(-1) === true ? 0 : 1
        expect(rows.filter((row) => isHighVip(row.author?.vipLevel))).toHaveLength(
          Math.min(high, FEED_MAX_TEXT_ROWS_PER_BATCH - lowAtFoot),
        )
      }),
    )
  })

  it('memory is bounded while the page takes nothing, and released rows are requested again', () => {
    const bench = new FeedBench(false)
    for (let round = 0; round < 200; round += 1)
      bench.push(Array.from({ length: 100 }, (_, index) => system(`${round}-${index}`)))
    expect(bench.feed.waitingRows).toBeLessThan(FEED_LOSSLESS_QUEUE_LIMIT + 100)
    expect(bench.feed.isOverloaded).toBe(true)
    expect(bench.counters.released).toBeGreaterThanOrEqual(FEED_LOSSLESS_QUEUE_LIMIT)
    expect(bench.resumeRequests).toBe(0)
    const { position } = bench.feed
    expect(position.seq).toBe(bench.batches.at(-1)?.lastSeq)
    bench.feed.control({ type: 'applied', seq: 0, credits: 1 })
    expect(bench.resumeRequests).toBe(1)
  })

  it('settled 18 loss dividers and their history are not released, because they are sent once', () => {
    const bench = new FeedBench(false)
    bench.exhaust()
    bench.feed.reset({ epoch: 1, seq: 500 }, SNAPSHOT)
    bench.feed.addLossDivider(484)
    bench.feed.push([{ seq: 499, entry: text('history') }], 'history', 500)
    const live = Array.from({ length: FEED_LOSSLESS_QUEUE_LIMIT }, (_, index) => ({
      seq: 501 + index,
      entry: system('x'),
    }))
    bench.feed.push(live, 'live', 500 + live.length)
    expect(bench.feed.isOverloaded).toBe(true)
    bench.drain()
    expect(bench.resumeRequests).toBe(1)
    expect(bench.batches.at(-1)?.divider ?? bench.batches[0]?.divider).toEqual({ missed: 484, isLost: true })
    expect(bench.rows.map((row) => row.seq)).toEqual([499])
    expect(bench.feed.position.seq).toBe(500)
  })

  it('a batch does not claim rows of the history that wait for the next one', () => {
    const bench = new FeedBench(false)
    const history = Array.from({ length: FEED_MAX_TEXT_ROWS_PER_BATCH + 3 }, (_, index) => ({
      seq: 451 + index,
      entry: text(`${index}`),
    }))
    bench.exhaust()
    bench.feed.reset({ epoch: 1, seq: 500 }, SNAPSHOT)
    bench.feed.push(history, 'history', 500)
    bench.feed.control({ type: 'applied', seq: 0, credits: 1 })
    bench.tick()
    const shownThrough = 450 + FEED_MAX_TEXT_ROWS_PER_BATCH
    expect(bench.rows.at(-1)?.seq).toBe(shownThrough)
    expect(bench.batches.at(-1)?.lastSeq).toBe(shownThrough)
    expect(bench.feed.position.seq).toBe(shownThrough)
    bench.drain()
    expect(bench.rows.map(({ seq }) => seq)).toEqual(history.map(({ seq }) => seq))
    expect(bench.feed.position.seq).toBe(500)
  })

  it('after a reset without a batch, the position is the one before it', () => {
    const bench = new FeedBench(false)
    bench.exhaust()
    const before = bench.feed.position.seq
    bench.feed.reset({ epoch: 2, seq: 500 }, SNAPSHOT)
    bench.feed.addLossDivider(500 - before)
    expect(bench.feed.position.seq).toBe(before)
    bench.drain()
    expect(bench.feed.position.seq).toBe(500)
  })

  it('recovered entries are not dropped and follow one divider', () => {
    const bench = new FeedBench(false)
    bench.push([text('before')])
    const missed = Array.from({ length: 1_000 }, (_, index) => ({ seq: 2 + index, entry: text(`${index}`) }))
    bench.feed.recover(missed, 1_001)
    bench.drain()
    expect(bench.rows.map((row) => row.seq)).toEqual(Array.from({ length: 1_001 }, (_, index) => index + 1))
    expect(bench.dropped).toBe(0)
    expect(Math.max(...bench.batches.map(({ rows }) => rows.length))).toBe(FEED_MAX_TEXT_ROWS_PER_BATCH)
    const divided = bench.batches.filter((batch) => batch.divider !== null)
    expect(divided.map((batch) => batch.divider)).toEqual([{ missed: 1_000, isLost: false }])
    expect(divided[0]?.rows[0]?.seq).toBe(2)
  })

  it('S4.31 a batch has the newest welcome, or the newest one above VIP 4', () => {
    const bench = new FeedBench(false)
    const enter = (userId: string, vipLevel: number) => entry('welcome', { text: '欢迎' }, { userId, vipLevel })
    for (const given of [
      [enter('a', 1), enter('b', 4)],
      [enter('c', 9), enter('d', 3)],
      [enter('e', 5), enter('f', 6)],
    ]) {
      bench.push(given)
      bench.drain()
    }
    expect(bench.batches.flatMap(({ welcome }) => welcome?.author?.userId ?? [])).toEqual(['b', 'c', 'f'])
  })

  it('no divider is added if nothing was missed', () => {
    const bench = new FeedBench()
    bench.push([text('x')])
    bench.feed.recover([], 1)
    bench.push([text('y')])
    expect(bench.batches.every((batch) => batch.divider === null)).toBe(true)
  })

  it('no match event of a batch is lost', () => {
    const bench = new FeedBench(false)
    for (let used = 0; used < FEED_CREDITS; used += 1) bench.push([system('x')])
    const before = bench.batches.length
    const goal = (id: string) =>
      entry('status', {
        homeScore: 1,
        event: {
          id,
          type: 'goal',
          side: 'home',
          minute: 12,
          text: '进球',
          homeScore: 1,
          guestScore: 0,
          awayScore: 0,
        } as never,
      })
    bench.push([goal('g-1'), text('a'), goal('g-2'), text('b'), goal('g-3')])
    bench.drain()
    const events = bench.batches
      .slice(before)
      .flatMap(({ changes }) => changes.map(({ kind, data }) => kind === 'status' && data.event?.id))
    expect(events).toEqual(['g-1', 'g-2', 'g-3'])
  })

  it('state changes reach the page in log order', () => {
    const bench = new FeedBench()
    bench.push([
      entry('status', { viewers: 1, homeScore: 1 }),
      entry('status', { viewers: 2 }),
      entry('pin', { text: '置顶一' }),
      entry('pin', { text: null }),
      entry('marquee', { item: { id: 'a', category: 2, pmdTimerStart: null, pmdTimerEnd: null, content: '飘屏' } }),
    ])
    expect(bench.changes.map(({ kind, data }) => [kind, data])).toMatchObject([
      ['status', { viewers: 1, homeScore: 1 }],
      ['status', { viewers: 2 }],
      ['pin', { text: '置顶一' }],
      ['pin', { text: null }],
      ['marquee', { item: { id: 'a' } }],
    ])
  })
})

function special(type: string): unknown {
  switch (type) {
    case 'gift':
      return entry('gift', GIFT)
    case 'order':
      return order(`o-${Math.random()}`)
    case 'system':
      return system('x')
    case 'mine':
      return entry('text', { text: '我说' }, { userId: 'me' })
    case 'mention':
      return entry('text', { text: '@我', mentions: ['me'] })
    case 'welcome':
      return entry('welcome', { text: '欢迎' }, { userId: `${Math.random()}` })
    case 'status':
      return entry('status', { viewers: 3 })
    default:
      return { nonsense: true }
  }
}

describe('G area 3: markets in the queues', () => {
  const market = (version: number, more: { line?: number; state?: 'open' | 'closed' } = {}) =>
    entry('market', {
      market: {
        matchId: 'm1',
        kind: 'total',
        line: more.line ?? 10,
        version,
        state: more.state ?? 'open',
        selections: [{ outcome: 'over', price: 1_900 + version, move: 'up' }],
      },
    })

  it('a busy page gets each market once, in its newest version', () => {
    const bench = new FeedBench(false)
    bench.exhaust()
    for (let version = 1; version <= 5_000; version += 1) bench.push([market(version), market(version, { line: 11 })])
    bench.drain()
    const sent = bench.changes.flatMap((change) => (change.kind === 'market' ? [change.data.market] : []))
    expect(sent.map(({ line, version }) => [line, version])).toEqual([
      [10, 5_000],
      [11, 5_000],
    ])
    expect(bench.resumeRequests).toBe(0)
  })

  it('hundreds of markets wait for the page 400 ms after their last batch, a few for less than a frame', () => {
    const bench = new FeedBench()
    const many = (version: number) => Array.from({ length: 250 }, (_, line) => market(version, { line }))
    const sentSince = (count: number) => bench.changes.slice(count).map(({ data }) => 'market' in data && data.market)
    bench.push(many(1))
    expect(bench.changes).toHaveLength(250)
    for (let version = 2; version <= 30; version += 1) bench.push(many(version))
    expect(bench.changes).toHaveLength(250)
    bench.setClock(400)
    bench.tick()
    expect(sentSince(250)).toMatchObject(Array.from({ length: 250 }, (_, line) => ({ line, version: 30 })))

    bench.setClock(400)
    bench.push([market(31)])
    bench.push([market(32)])
    bench.tick()
    expect(sentSince(500)).toMatchObject([{ version: 31 }, { version: 32 }])
  })

  it('markets are no rows, and an older version does not replace a newer one', () => {
    const bench = new FeedBench(false)
    bench.exhaust()
    bench.push([market(2), market(1), market(3, { state: 'closed' })])
    bench.drain()
    expect(bench.rows).toEqual([])
    expect(bench.changes.map(({ data }) => 'market' in data && data.market.version)).toEqual([2, 3])
  })
})
