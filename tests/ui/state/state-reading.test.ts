import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failure, success } from '#protocol/result.ts'
import type { FeedMessage } from '#protocol/worker/feed.ts'
import { author, batch, giftRow, orderRow, textRow } from '#tests/ui/support/feed-fixtures.ts'
import { applyMessages, roomOpened, MAX_QUEUED_ROWS } from '#state/feed/apply-batch.ts'
import { changeFeedAtom, feedAtom, setFilter, withBlocked } from '#state/feed/feed-atoms.ts'
import {
  createOlderLoader,
  hasReadAll,
  oldestSeq,
  prependOlder,
  readMore,
  startReading,
  stopReading,
} from '#state/feed/reading.ts'
import type { FeedItem, FeedState } from '#state/feed/feed-state.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { store } from '#state/store.ts'
import { removeMemberData, acknowledgeOutgoing, failOutgoing, addOutgoing } from '#state/feed/outgoing.ts'

const opened = roomOpened(EMPTY_FEED, 'room-1')
const after = (state: FeedState, ...messages: FeedMessage[]) => applyMessages(state, messages)
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => textRow(from + index))
const reading = () => startReading(after(opened, batch(rows(1, 100))))
const keys = (state: FeedState) => state.reading?.view.map((item) => item.key)

describe('reading back', () => {
  it('freezes the list and counts new messages exactly', () => {
    const start = reading()
    let state = start
    for (let seq = 101; seq <= 2_100; seq += 20) state = after(state, batch(rows(seq, seq + 19), { dropped: 1 }))
    expect(state.reading?.view).toBe(start.reading?.view)
    expect(state.reading?.unread).toBe(2_000 + 100)
    expect(stopReading(state).items).toHaveLength(500)
  })

  it('counts messages and mentions exactly beyond the number of rows that it keeps', () => {
    let state = reading()
    const mention = (seq: number) => textRow(seq, '@我', { isMention: true })
    for (let seq = 101; seq <= 10_100; seq += 200)
      state = after(state, batch([mention(seq), ...rows(seq + 1, seq + 199)]))
    expect(state.reading).toMatchObject({ unread: 10_000, mentions: 50, skipped: 10_000 - MAX_QUEUED_ROWS })
    expect(state.reading?.queued).toHaveLength(MAX_QUEUED_ROWS)
  })

  it('counts mentions, and with a filter only the visible messages', () => {
    const mention = textRow(101, '@我', { isMention: true })
    expect(after(reading(), batch([mention, textRow(102)])).reading).toMatchObject({ unread: 2, mentions: 1 })
    const gifts = startReading(setFilter(reading(), 'gifts'))
    expect(after(gifts, batch([textRow(101), giftRow(102)], { dropped: 9 })).reading?.unread).toBe(1)
  })

  it('counts an entry that arrives several times once', () => {
    const state = after(reading(), batch(rows(99, 103)), batch(rows(102, 104)))
    expect(state.reading?.unread).toBe(4)
  })

  it('changes rows of the frozen list in place', () => {
    const start = startReading(after(opened, batch([textRow(1), orderRow(2), textRow(3)])))
    const state = after(
      start,
      batch([], {
        lastSeq: 5,
        patches: [
          { type: 'revert', orderId: 'e2', seq: 4 },
          { type: 'delete', ids: ['e1'], seq: 5 },
        ],
      }),
    )
    expect(keys(state)).toEqual(['e1', 'e2', 'e3'])
    expect(state.reading?.view[0]).toEqual({ type: 'deleted', key: 'e1' })
    expect(state.reading?.view[1]).toMatchObject({ row: { kind: 'revert' } })
    expect(stopReading(state).items.map((item) => item.key)).toEqual(['e2', 'e3'])
  })

  it('S4.32 leaves a placeholder for a deleted row only if it was visible', () => {
    const spammer = author('刷屏', 2)
    const spam = [2, 4, 5].map((seq) => textRow(seq, '加群', { author: spammer }))
    const lines = [giftRow(1), ...spam, textRow(6), giftRow(7)].toSorted((one, other) => one.seq - other.seq)
    const start = after(opened, batch(lines))
    const all = { type: 'delete-author', userId: spammer.userId, ids: ['e7'], seq: 8 } as const
    const shown = (state: FeedState) =>
      after(startReading(state), batch([], { lastSeq: 8, patches: [all] })).reading?.view.map(
        ({ type, key }) => `${type} ${key}`,
      )
    expect(shown(setFilter(start, 'gifts'))).toEqual(['row e1', 'row e6', 'deleted e7'])
    expect(shown(withBlocked(start, spammer.userId, true))).toEqual(['row e1', 'row e6', 'deleted e7'])
    expect(shown(start)).toHaveLength(6)
  })

  it('does not count a message that is deleted before it is read', () => {
    const state = after(
      reading(),
      batch(rows(101, 103)),
      batch([], { lastSeq: 104, patches: [{ type: 'delete', ids: ['e102'], seq: 104 }] }),
    )
    expect(state.reading?.unread).toBe(2)
    expect(keys(readMore(state))?.slice(-2)).toEqual(['e101', 'e103'])
  })

  it('adds queued rows at the end of the list, after a marker for skipped rows', () => {
    let state = after(reading(), batch(rows(101, 150)))
    state = readMore(state)
    expect(keys(state)).toHaveLength(150)
    expect(state.reading).toMatchObject({ unread: 0 })
    expect(state.reading && hasReadAll(state.reading)).toBe(true)
    state = after(state, batch(rows(151, 151 + MAX_QUEUED_ROWS + 9)))
    expect(state.reading?.unread).toBe(MAX_QUEUED_ROWS + 10)
    state = readMore(state)
    expect(state.reading?.view[150]).toMatchObject({ type: 'skipped', count: 10 })
    expect(state.reading?.unread).toBe(MAX_QUEUED_ROWS - 200)
  })

  it('adds older rows before the list and knows where the history continues', () => {
    const start = startReading(after(opened, batch(rows(51, 60))))
    expect(oldestSeq(start)).toBe(51)
    const state = prependOlder(start, [...rows(41, 50), textRow(51)], true)
    expect(keys(state)?.slice(0, 2)).toEqual(['e41', 'e42'])
    expect(state.reading?.hasOlder).toBe(true)
    expect(oldestSeq(state)).toBe(41)
  })

  it('S7.111 merges the postings of a combo in history as in the live list', () => {
    const posting = (seq: number, comboCount: number) => giftRow(seq, { comboId: 'combo-x', comboCount })
    const page = [textRow(39), posting(40, 1), textRow(41), posting(42, 2), posting(43, 3), orderRow(44), textRow(45)]
    const patches = [{ type: 'revert' as const, orderId: 'e44', seq: 46 }]
    const start = startReading(after(opened, batch(rows(51, 60), { patches })))
    const state = prependOlder(start, page, true)
    expect(keys(state)?.slice(0, 6)).toEqual(['e39', 'e40', 'e41', 'e44', 'e45', 'e51'])
    expect(state.reading?.view[1]).toMatchObject({ row: { kind: 'gift', seq: 40, data: { comboCount: 3 } } })
    expect(state.reading?.view[3]).toMatchObject({ row: { kind: 'revert' } })
    expect(oldestSeq(state)).toBe(39)
  })

  it('replaces a pending message by its entry at the same position', () => {
    const outgoing = addOutgoing(after(opened, batch([textRow(1)])), { cid: 'cid-0001', text: '稳住', reply: null })
    const state = after(startReading(outgoing), batch([textRow(2, '稳住', { isMine: true, cid: 'cid-0001' })]))
    expect(keys(state)).toEqual(['e1', 'e2'])
    expect(state.reading?.unread).toBe(0)
  })
})

describe('outgoing messages in the list that is read', () => {
  const outgoing = { cid: 'cid-0001', text: '稳住', reply: null }
  const pending = () => startReading(addOutgoing(after(opened, batch([textRow(1)])), outgoing))
  const refusal = failure(40002, '发送过于频繁，请稍后再试')

  it('show a failure at the same position', () => {
    const state = failOutgoing(pending(), 'cid-0001', refusal)
    expect(state.reading?.view).toMatchObject([
      { key: 'e1' },
      { key: 'own-cid-0001', state: 'failed', failure: refusal },
    ])
    const next = after(state, batch([textRow(2)]))
    expect(next.reading?.view).toBe(state.reading?.view)
  })

  it('S4.32 become a placeholder when deleted before their entry arrived', () => {
    const acknowledged = acknowledgeOutgoing(pending(), 'cid-0001', 2)
    expect(acknowledged.reading?.view[1]).toMatchObject({ type: 'outgoing', state: 'pending' })
    const patches = [{ type: 'delete' as const, ids: ['e2'], seq: 3 }]
    const state = after(acknowledged, batch([], { lastSeq: 3, patches }))
    expect(state.reading?.view[1]).toEqual({ type: 'deleted', key: 'own-cid-0001' })
  })

  it('S4.32 become a placeholder when one batch contains the entry and its deletion', () => {
    const mine = textRow(2, '稳住', { isMine: true, cid: 'cid-0001' })
    const state = after(pending(), batch([mine], { lastSeq: 3, patches: [{ type: 'delete', ids: ['e2'], seq: 3 }] }))
    expect(state.reading?.view[1]).toMatchObject({ type: 'deleted' })
  })

  it('stay pending without an ack while other rows arrive', () => {
    const state = after(pending(), batch([textRow(2)], { patches: [{ type: 'delete', ids: ['e1'], seq: 2 }] }))
    expect(state.reading?.view[1]).toMatchObject({ type: 'outgoing', state: 'pending' })
  })
})

describe('after a change of member', () => {
  it('the lists contain no outgoing messages, own rows and mentions', () => {
    const outgoing = { cid: 'cid-0001', text: '稳住', reply: null }
    const mine = (seq: number) => textRow(seq, '我说的', { isMine: true })
    const mention = (seq: number) => textRow(seq, '@我', { isMention: true })
    const failed = failOutgoing(addOutgoing(opened, outgoing), 'cid-0001', failure(-1, '请求超时'))
    const pending = addOutgoing(after(failed, batch([mine(1), mention(2), textRow(3)])), {
      ...outgoing,
      cid: 'cid-0002',
      text: '另一句',
    })
    const state = removeMemberData(after(startReading(pending), batch([mine(4), mention(5), textRow(6)])))
    const plain = (ids: readonly string[]) => ids.map((key) => ({ key, row: { isMine: false, isMention: false } }))
    expect(state.outgoing).toEqual([])
    expect(state.items).toMatchObject(plain(['e1', 'e2', 'e3', 'e4', 'e5', 'e6']))
    expect(state.reading).toMatchObject({ view: plain(['e1', 'e2', 'e3']), queued: plain(['e4', 'e5', 'e6']) })
    expect(state.reading).toMatchObject({ unread: 3, mentions: 0 })
  })

  it('rows that were visible only as own rows do not count as unread', () => {
    const vips = startReading(setFilter(opened, 'high-vip'))
    const state = after(vips, batch([textRow(1, '我说的', { isMine: true })]))
    expect(state.reading?.unread).toBe(1)
    expect(removeMemberData(state).reading?.unread).toBe(0)
  })
})

describe('the unread count after reading on', () => {
  it('contains only visible rows with a filter, as does the skipped count', () => {
    let state = startReading(setFilter(opened, 'gifts'))
    for (let seq = 1; seq <= 30; seq += 1) state = after(state, batch([giftRow(seq)]))
    for (let seq = 31; seq <= 5_030; seq += 100) state = after(state, batch(rows(seq, seq + 99)))
    expect(state.reading).toMatchObject({ unread: 30, skipped: 0 })
    const read = readMore(state)
    const seen = (read.reading?.view ?? []).filter((item) => item.type === 'row' && item.row.kind === 'gift').length
    expect(read.reading?.unread).toBe(30 - seen)
  })

  it('contains dropped texts until their marker is read', () => {
    let state = startReading(opened)
    for (let seq = 1; seq <= 1_000; seq += 100) state = after(state, batch(rows(seq, seq + 99), { dropped: 900 }))
    expect(state.reading?.unread).toBe(10_000)
    const { view = [], unread } = readMore(state).reading ?? {}
    const read = view.reduce((sum, item) => sum + (item.type === 'dropped' ? item.count : 1), 0)
    expect(unread).toBe(10_000 - read)
  })

  it('does not contain messages that were deleted after they were skipped', () => {
    let state = startReading(opened)
    for (let seq = 1; seq <= 5_000; seq += 100) state = after(state, batch(rows(seq, seq + 99)))
    state = after(state, batch([textRow(5_001, '@我', { isMention: true })]), batch(rows(5_002, 8_000)))
    expect(state.reading).toMatchObject({ unread: 8_000, skipped: 6_000, mentions: 1 })
    const remove = (...ids: string[]) => batch([], { lastSeq: 8_001, patches: [{ type: 'delete', ids, seq: 8_001 }] })
    const removed = after(state, remove('e7', 'e5001', 'e7999'))
    expect(removed.reading).toMatchObject({ unread: 7_997, skipped: 5_998, mentions: 0 })
    expect(after(removed, remove('e7')).reading).toMatchObject({ unread: 7_997, skipped: 5_998 })
    expect(readMore(removed).reading?.passed).toEqual([])
  })

  it('accounts for every message by rows, dropped markers and skipped markers', () => {
    const step = fc.record({
      rows: fc.integer({ min: 0, max: 400 }),
      folded: fc.integer({ min: 0, max: 2_000 }),
      isReadOn: fc.boolean(),
    })
    const standsFor = (item: FeedItem) => (item.type === 'dropped' || item.type === 'skipped' ? item.count : 1)
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        let state = startReading(opened)
        let passed = 0
        for (const { rows: count, folded, isReadOn } of steps) {
          const from = state.lastSeq + 1
          const lastSeq = state.lastSeq + count + folded
          state = after(state, batch(rows(from, from + count - 1), { dropped: folded, lastSeq }))
          passed += count + folded
          if (isReadOn) state = readMore(state)
        }
        while (state.reading !== null && !hasReadAll(state.reading)) state = readMore(state)
        expect((state.reading?.view ?? []).reduce((sum, item) => sum + standsFor(item), 0)).toBe(passed)
      }),
      { numRuns: 25 },
    )
  })
})

describe('loading older rows', () => {
  it('S7.110 continues over pages of hidden rows and over a page that only reverts orders, until a row is visible', async () => {
    const requested: number[] = []
    const load = createOlderLoader('room-1', async (beforeSeq) => {
      requested.push(beforeSeq)
      const fromSeq = beforeSeq - 50
      if (beforeSeq === 951) return success({ rows: [], hasMore: true, fromSeq })
      const page = beforeSeq > 551 ? rows(fromSeq, beforeSeq - 1) : [giftRow(fromSeq)]
      return success({ rows: page, hasMore: true, fromSeq })
    })
    store.set(changeFeedAtom, () => startReading(setFilter(after(opened, batch(rows(1_001, 1_050))), 'gifts')))
    await load()
    expect(requested).toEqual([1_001, 951, 901, 851, 801, 751, 701, 651, 601, 551])
    expect(store.get(feedAtom).reading).toMatchObject({ isLoadingOlder: false, failure: null })
    expect(oldestSeq(store.get(feedAtom))).toBe(501)
    store.set(changeFeedAtom, () => EMPTY_FEED)
  })

  it('sends one request at a time, and none unless the list is read', async () => {
    const requested: number[] = []
    const load = createOlderLoader('room-1', (beforeSeq) => {
      requested.push(beforeSeq)
      return Promise.resolve(success({ rows: rows(beforeSeq - 10, beforeSeq - 1), hasMore: true }))
    })
    store.set(changeFeedAtom, () => after(opened, batch(rows(101, 200))))
    await load()
    expect(requested).toEqual([])
    store.set(changeFeedAtom, startReading)
    await Promise.all([load(), load()])
    expect(requested).toEqual([101])
    await load()
    expect(requested).toEqual([101, 91])
    expect(store.get(feedAtom).reading?.isLoadingOlder).toBe(false)
    store.set(changeFeedAtom, () => EMPTY_FEED)
  })
})
