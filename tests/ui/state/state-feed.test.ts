import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DELETED_QUOTE, FEED_LIST_CAP } from '#protocol/constants.ts'
import { failure } from '#protocol/result.ts'
import type { MatchEvent } from '#protocol/room/feed.ts'
import type { FeedBatch, FeedMessage, FeedPatch, FeedRow } from '#protocol/worker/feed.ts'
import { author, batch, change, giftRow, NOON, orderRow, SNAPSHOT, textRow } from '#tests/ui/support/feed-fixtures.ts'
import { applyMessages, roomEntered, roomOpened } from '#state/feed/apply-batch.ts'
import { setFilter } from '#state/feed/feed-atoms.ts'
import type { FeedItem, FeedState } from '#state/feed/feed-state.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { trimmed, rowItem } from '#state/feed/feed-list.ts'
import { dismissFailed, acknowledgeOutgoing, retryOutgoing, failOutgoing, addOutgoing } from '#state/feed/outgoing.ts'
import { startReading } from '#state/feed/reading.ts'

const opened = roomEntered(roomOpened(EMPTY_FEED, 'room-1'), { chatRoomNo: 'room-1', snapshot: SNAPSHOT, role: 'anon' })
const after = (state: FeedState, ...messages: FeedMessage[]) => applyMessages(state, messages)
const rowsOf = (state: FeedState) => state.items.flatMap((item) => (item.type === 'row' ? [item.row] : []))
const idsOf = (state: FeedState) => rowsOf(state).map((row) => row.id)
const typesOf = (items: readonly FeedItem[]) => items.map((item) => item.type)

describe('the live list', () => {
  it('adds rows in server order and keeps the newest 500', () => {
    const rows = Array.from({ length: 730 }, (_, index) => textRow(index + 1))
    const state = rows.reduce((next, row) => after(next, batch([row])), opened)
    expect(idsOf(state)).toEqual(rows.slice(-FEED_LIST_CAP).map((row) => row.id))
    expect(state.lastSeq).toBe(730)
  })

  it('keeps the identity of unchanged parts, so that nothing renders needlessly', () => {
    const state = after(opened, batch([textRow(1)]))
    const next = after(state, batch([], { lastSeq: 2, changes: [change('status', { viewers: 5 })] }))
    expect(next.items).toBe(state.items)
    expect(next.snapshot?.viewers).toBe(5)
    expect(next.snapshot?.events).toBe(state.snapshot?.events)
  })

  it('S4.30 shows each id once', () => {
    const state = after(opened, batch([textRow(1), textRow(2)]), batch([textRow(2), textRow(3)]))
    expect(idsOf(state)).toEqual(['e1', 'e2', 'e3'])
  })

  it('S4.32 replaces a reverted order in place, without its content', () => {
    const state = after(opened, batch([textRow(1), orderRow(2), textRow(3)]))
    const patched = after(state, batch([], { lastSeq: 4, patches: [{ type: 'revert', orderId: 'e2', seq: 4 }] }))
    expect(idsOf(patched)).toEqual(['e1', 'e2', 'e3'])
    expect(rowsOf(patched)[1]).toMatchObject({ id: 'e2', seq: 2, kind: 'revert', data: { orderId: 'e2' } })
    expect(JSON.stringify(rowsOf(patched)[1])).not.toContain('北港联')
  })

  it('S4.32 reverts an order that arrives after its revert', () => {
    const revert: FeedPatch = { type: 'revert', orderId: 'e9', seq: 1 }
    const state = after(opened, batch([textRow(1)], { patches: [revert] }), batch([orderRow(9)]))
    expect(rowsOf(state)[1]).toMatchObject({ id: 'e9', kind: 'revert' })
  })

  it('S4.32 keeps the row of an order whose revert arrives as a row', () => {
    const revert: FeedRow = { ...textRow(3), id: 'e3', kind: 'revert', author: null, data: { orderId: 'e2' } }
    const state = after(opened, batch([orderRow(2)]), batch([revert]), batch([orderRow(2)]))
    expect(state.items.map((item) => item.key)).toEqual(['e2'])
    expect(rowsOf(state)[0]).toMatchObject({ id: 'e2', kind: 'revert' })
  })

  it('removes deleted rows, before and after they arrive, and all earlier messages of a deleted author', () => {
    const spam = (seq: number) => textRow(seq, '广告', { author: author('广告哥') })
    const state = after(
      opened,
      batch([textRow(1), spam(2), textRow(3)], { patches: [{ type: 'delete', ids: ['e3', 'e5'], seq: 3 }] }),
      batch([spam(4), textRow(5)], { patches: [{ type: 'delete-author', userId: 'u-广告哥', seq: 4 }] }),
      batch([spam(6)]),
    )
    expect(idsOf(state)).toEqual(['e1', 'e6'])
  })

  it('S4.32 removes the text of a deleted message from replies that quote it', () => {
    const quoting = (seq: number, id: string) =>
      textRow(seq, `答 ${seq}`, { data: { text: `答 ${seq}`, reply: { id, memberName: '广告哥', text: '加我微信' } } })
    const reply = { id: 'e1', memberName: '广告哥', text: '加我微信' }
    const outgoing = addOutgoing(after(opened, batch([quoting(3, 'e1'), quoting(4, 'e2')])), {
      cid: 'c',
      text: '答',
      reply,
    })
    const before = startReading(failOutgoing(outgoing, 'c', failure(-4, '网络异常')))
    const one = after(before, batch([quoting(5, 'e1')], { patches: [{ type: 'delete', ids: ['e1'], seq: 5 }] }))
    const all = { type: 'delete-author', userId: 'u-广告哥', ids: ['e2'], seq: 6 } as const
    const none = after(one, batch([], { lastSeq: 6, patches: [all] }))
    const words = (state: FeedState) => JSON.stringify([state.items, state.reading])
    expect(rowsOf(one).map((row) => row.kind === 'text' && row.data.reply?.text)).toEqual([
      DELETED_QUOTE,
      '加我微信',
      DELETED_QUOTE,
    ])
    expect(words(none)).not.toContain('加我微信')
    expect(rowsOf(none)[0]).toMatchObject({ data: { text: '答 3', reply: { text: DELETED_QUOTE } } })
  })

  it('merges the postings of a combo into one row, which keeps its id and position', () => {
    const comboId = 'combo-x'
    const state = after(
      opened,
      batch([giftRow(1, { comboId, comboCount: 2 }), textRow(2)]),
      batch([giftRow(3, { comboId, comboCount: 5 }), giftRow(4, { comboId, comboCount: 3 })]),
    )
    expect(idsOf(state)).toEqual(['e1', 'e2'])
    expect(rowsOf(state)[0]).toMatchObject({ kind: 'gift', seq: 1, data: { comboCount: 5 } })
  })

  it('S7.111 adds a row for a posting with the combo id of another member or another gift', () => {
    const comboId = 'combo-x'
    const state = after(
      opened,
      batch([giftRow(1, { comboId, comboCount: 2 })]),
      batch([
        giftRow(2, { comboId, comboCount: 999 }, { author: author('冒名', 1) }),
        giftRow(3, { comboId, comboCount: 1, giftId: 5 }),
      ]),
    )
    expect(rowsOf(state).map((row) => row.kind === 'gift' && [row.author?.memberName, row.data.comboCount])).toEqual([
      ['阿楠', 2],
      ['冒名', 999],
      ['阿楠', 1],
    ])
  })

  it('adds a row for a posting whose combo is far up in the list', () => {
    const comboId = 'combo-x'
    const long = after(opened, batch([giftRow(1, { comboId, comboCount: 1 }), giftRow(30, { comboId, comboCount: 2 })]))
    const short = after(opened, batch([giftRow(30, { comboId, comboCount: 2 })]))
    const rest = [giftRow(60, { comboId, comboCount: 3 }), giftRow(101, { comboId, comboCount: 4 })]
    for (const start of [long, short]) {
      expect(idsOf(after(start, batch(rest))).filter((id) => id !== 'e1' && id !== 'e30')).toEqual(['e101'])
    }
  })

  it('shows one divider before missed rows, and one marker for dropped texts', () => {
    const missed = { divider: { missed: 128, isLost: false } }
    const state = after(
      opened,
      batch([textRow(1)], { divider: { missed: 3, isLost: false } }),
      batch([textRow(2)], { dropped: 30 }),
      batch([textRow(3)], { dropped: 6 }),
      batch([textRow(4)], missed),
    )
    expect(typesOf(state.items)).toEqual(['row', 'dropped', 'row', 'row', 'divider', 'row'])
    expect(state.items[1]).toMatchObject({ count: 36 })
    expect(state.items[4]).toMatchObject({ missed: 128 })
  })

  it('shows no divider when no row was missed', () => {
    const state = after(opened, batch([textRow(1)], { divider: { missed: 0, isLost: false } }))
    expect(typesOf(state.items)).toEqual(['row'])
  })

  it('settled 20 keeps the gifts with 只看礼物 during a flood of texts', () => {
    let state = setFilter(after(opened, batch([giftRow(1), textRow(2)])), 'gifts')
    for (let seq = 3; seq < 1_503; seq += 1) state = after(state, batch([textRow(seq)]))
    expect(state.items).toHaveLength(FEED_LIST_CAP)
    expect(idsOf(state)[0]).toBe('e1')
  })
})

describe('trimming with a filter', () => {
  const gifts = (count: number) => Array.from({ length: count }, (_, index) => rowItem(giftRow(index + 1), 1))
  const texts = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => rowItem(textRow(from + index), 1))
  const kindsOf = (items: readonly FeedItem[]) => {
    const kinds = items.map((item) => (item.type === 'row' ? item.row.kind : item.type))
    return {
      gifts: kinds.filter((kind) => kind === 'gift').length,
      texts: kinds.filter((kind) => kind === 'text').length,
    }
  }

  it('removes hidden rows before visible ones, except for the newest 60', () => {
    expect(kindsOf(trimmed([...gifts(10), ...texts(11, 100)], 70, 'gifts'))).toEqual({ gifts: 10, texts: 60 })
    expect(kindsOf(trimmed([...gifts(10), ...texts(11, 61)], 70, 'gifts'))).toEqual({ gifts: 10, texts: 60 })
    expect(kindsOf(trimmed([...gifts(10), ...texts(11, 61)], 69, 'gifts'))).toEqual({ gifts: 9, texts: 60 })
    expect(kindsOf(trimmed([...gifts(10), ...texts(11, 60)], 69, 'gifts'))).toEqual({ gifts: 9, texts: 60 })
  })

  it('removes no more hidden rows than necessary, oldest first', () => {
    const items = [...texts(1, 5), ...texts(100, 60)]
    expect(trimmed(items, 63, 'gifts')).toEqual(items.slice(2))
    expect(trimmed(items, 65, 'gifts')).toBe(items)
  })

  it('removes the oldest rows of any kind without a filter', () => {
    const items = [...gifts(10), ...texts(11, 70)]
    expect(trimmed(items, 75, 'all')).toEqual(items.slice(5))
  })
})

describe('rows that may not be shown', () => {
  it('are neither appended nor counted: deleted rows and kinds outside of the list', () => {
    const patches = [{ type: 'delete' as const, ids: ['e2'], seq: 3 }]
    const rows = [textRow(1), textRow(2), { ...textRow(3), kind: 'marquee' } as unknown as FeedRow]
    const state = after(startReading(opened), batch(rows, { patches }))
    expect(idsOf(state)).toEqual(['e1'])
    expect(state.reading?.queued.map(({ key }) => key)).toEqual(['e1'])
    expect(state.reading).toMatchObject({ unread: 1 })
  })
})

describe('outgoing messages (settled 14)', () => {
  const outgoing = { cid: 'cid-0001', text: '稳住', reply: null }
  const mine = (seq: number) => textRow(seq, '稳住', { isMine: true, cid: 'cid-0001' })

  it('are shown at once and replaced by their log entry', () => {
    const pending = addOutgoing(opened, outgoing)
    expect(pending.outgoing).toMatchObject([{ state: 'pending', cid: 'cid-0001' }])
    const state = after(pending, batch([textRow(1), mine(2)]))
    expect(state.outgoing).toEqual([])
    expect(idsOf(state)).toEqual(['e1', 'e2'])
  })

  it('are not replaced by a row of another member with the same cid', () => {
    const state = after(addOutgoing(opened, outgoing), batch([{ ...mine(1), isMine: false }]))
    expect(state.outgoing).toHaveLength(1)
  })

  it('accept the row and the ack in either order', () => {
    const frameFirst = acknowledgeOutgoing(after(addOutgoing(opened, outgoing), batch([mine(1)])), 'cid-0001', 1)
    const acknowledgedFirst = after(acknowledgeOutgoing(addOutgoing(opened, outgoing), 'cid-0001', 1), batch([mine(1)]))
    expect(frameFirst.outgoing).toEqual([])
    expect(acknowledgedFirst.outgoing).toEqual([])
    expect(idsOf(acknowledgedFirst)).toEqual(['e1'])
  })

  it('are removed when their entry was lost in a gap', () => {
    const state = acknowledgeOutgoing(addOutgoing(after(opened, batch([textRow(1)])), outgoing), 'cid-0001', 5)
    expect(after(state, batch([textRow(9)], { divider: { missed: 7, isLost: true } })).outgoing).toEqual([])
  })

  it('stay after a refusal, can be retried with the same cid, and be dismissed', () => {
    const refusal = failure(40002, '发送过于频繁，请稍后再试')
    const failed = after(failOutgoing(addOutgoing(opened, outgoing), 'cid-0001', refusal), batch([textRow(1)]))
    expect(failed.items[0]).toMatchObject({ type: 'outgoing', state: 'failed', failure: refusal })
    expect(retryOutgoing(failed, 'cid-0001').outgoing).toMatchObject([
      { cid: 'cid-0001', state: 'pending', failure: null },
    ])
    expect(typesOf(dismissFailed(failed, 'cid-0001').items)).toEqual(['row'])
    expect(typesOf(dismissFailed(startReading(failed), 'cid-0001').reading?.view ?? [])).toEqual(['row'])
  })

  it('are shown once when they failed here but reached the server', () => {
    const failed = failOutgoing(addOutgoing(opened, outgoing), 'cid-0001', failure(-1, '请求超时'))
    const state = after(failed, batch([mine(1)]))
    expect(state.items.map((item) => item.key)).toEqual(['e1'])
  })
})

describe('any batches in any order', () => {
  interface Step {
    readonly rows: readonly FeedRow[]
    readonly patches: readonly FeedPatch[]
  }

  /** A log of rows in batches; some rows are repeated, or reverted before or after they arrive. */
  const story = fc
    .array(
      fc.record({
        kind: fc.constantFrom('text', 'order', 'gift'),
        repeats: fc.boolean(),
        fate: fc.constantFrom('stays', 'stays', 'deleted', 'reverted'),
        withdrawnAt: fc.nat(),
        cut: fc.boolean(),
      }),
      { minLength: 1, maxLength: 60 },
    )
    .map((entries) => {
      const rows = entries.map(({ kind }, index) =>
        kind === 'text' ? textRow(index + 1) : kind === 'order' ? orderRow(index + 1) : giftRow(index + 1),
      )
      const steps: Step[] = [{ rows: [], patches: [] }]
      entries.forEach(({ repeats, cut }, index) => {
        if (cut) steps.push({ rows: [], patches: [] })
        const last = steps[steps.length - 1]!
        const row = rows[index]!
        steps[steps.length - 1] = { ...last, rows: [...last.rows, ...(repeats ? [row, row] : [row])] }
      })
      const withdrawn = new Map<string, 'deleted' | 'reverted'>()
      entries.forEach(({ fate, kind, withdrawnAt }, index) => {
        const id = rows[index]!.id
        if (fate === 'stays' || (fate === 'reverted' && kind !== 'order')) return
        withdrawn.set(id, fate)
        const at = withdrawnAt % steps.length
        const patch: FeedPatch =
          fate === 'deleted' ? { type: 'delete', ids: [id], seq: 999 } : { type: 'revert', orderId: id, seq: 999 }
        steps[at] = { ...steps[at]!, patches: [...steps[at]!.patches, patch] }
      })
      return { rows, steps, withdrawn }
    })

  const play = (steps: readonly Step[]): FeedState =>
    steps.reduce<FeedState>((state, { rows, patches }) => after(state, batch(rows, { patches })), opened)

  it('show server order without duplicates, deleted rows and reverted orders', () => {
    fc.assert(
      fc.property(story, ({ rows, steps, withdrawn }) => {
        const shown = rowsOf(play(steps))
        const expected = rows.filter((row) => withdrawn.get(row.id) !== 'deleted').map((row) => row.id)
        expect(shown.map((row) => row.id)).toEqual(expected)
        for (const row of shown) {
          if (withdrawn.get(row.id) === 'reverted') expect(row.kind).toBe('revert')
        }
      }),
      { numRuns: 300 },
    )
  })

  it('produce the same list however they are split', () => {
    fc.assert(
      fc.property(story, ({ steps }) => {
        const joined: FeedBatch = batch(
          steps.flatMap((step) => step.rows),
          { patches: steps.flatMap((step) => step.patches) },
        )
        expect(rowsOf(after(opened, joined))).toEqual(rowsOf(play(steps)))
      }),
      { numRuns: 200 },
    )
  })

  it('sort rows that arrive out of order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...Array(30).keys()], { minLength: 30 }), (order) => {
        const state = order.reduce((next, index) => after(next, batch([textRow(index + 1)], { lastSeq: 30 })), opened)
        expect(rowsOf(state).map((row) => row.seq)).toEqual([...Array(30).keys()].map((index) => index + 1))
      }),
      { numRuns: 100 },
    )
  })
})

const happened = (event: MatchEvent) => change('system', { text: '', event })

describe('the room snapshot', () => {
  it('has no events of the previous match when the next match begins', () => {
    const goal = { type: 'goal', side: 'home', minute: 78, text: '北港 78′', homeScore: 3, awayScore: 1 } as const
    const clock = (phase: 'ended' | 'before' | 'first-half') => ({ clock: { phase, phaseStartedAt: NOON } })
    const played = after(
      opened,
      batch([], { lastSeq: 1, changes: [happened({ ...goal, id: 'm-1' })] }),
      batch([], { lastSeq: 2, changes: [change('status', clock('ended'))] }),
    )
    expect(played.snapshot?.events).toHaveLength(1)
    const kickOff = change('status', { ...clock('before'), homeScore: 0, guestScore: 0 })
    const next = after(played, batch([], { lastSeq: 3, changes: [kickOff] }))
    expect(next.snapshot).toMatchObject({ homeScore: 0, events: [] })
    const first = { ...goal, id: 'm-2', minute: 3, homeScore: 1, awayScore: 0 }
    const scored = after(
      next,
      batch([], { lastSeq: 10, changes: [change('status', clock('first-half')), happened(first)] }),
    )
    expect(scored.snapshot?.events).toEqual([first])
    const atOnce = after(played, batch([], { lastSeq: 10, changes: [kickOff, happened(first)] }))
    expect(atOnce.snapshot?.events).toEqual([first])
    const corrected = { ...first, text: '进球改判给下一位' }
    const put = after(scored, batch([], { lastSeq: 11, changes: [happened(corrected)] }))
    expect(put.snapshot?.events).toEqual([corrected])
    expect(after(put, batch([], { lastSeq: 12, changes: [happened({ ...corrected })] })).snapshot?.events).toBe(
      put.snapshot?.events,
    )
  })

  it('applies scores, events without duplicates, marquee items and the pinned message of batches', () => {
    const event = {
      id: 'm1',
      type: 'goal',
      side: 'home',
      minute: 64,
      text: '进球',
      homeScore: 3,
      awayScore: 1,
    } as const
    const item = { id: 'q1', category: 2, pmdTimerStart: null, pmdTimerEnd: null, content: '开场' }
    const first = batch([], {
      lastSeq: 1,
      changes: [change('status', { homeScore: 3, event }), change('marquee', { item })],
    })
    const second = batch([], { lastSeq: 2, changes: [happened(event), change('pin', { text: '今晚聊球不聊人' })] })
    const snapshot = after(opened, first, second).snapshot
    expect(snapshot).toMatchObject({ homeScore: 3, events: [event], marquee: [item], pinned: '今晚聊球不聊人' })
    const removed = after(
      opened,
      first,
      batch([], { lastSeq: 2, changes: [change('marquee', { item, removed: true })] }),
    )
    expect(removed.snapshot?.marquee).toEqual([])
  })

  it('is replaced by a reset, which keeps the rows', () => {
    const state = after(opened, batch([textRow(1)]), { type: 'reset', snapshot: { ...SNAPSHOT, viewers: 1 } })
    expect(idsOf(state)).toEqual(['e1'])
    expect(state.snapshot?.viewers).toBe(1)
    const next = after(state, batch([textRow(1, '另一部日志', { id: 'x1', at: NOON })], { epoch: 2 }))
    expect(idsOf(next)).toEqual(['e1', 'x1'])
  })

  it('settled 12 clears the list after a loss, because removals are unknown', () => {
    const refused = failOutgoing(
      addOutgoing(after(opened, batch([textRow(1), orderRow(2)])), { cid: 'c-1', text: '还在吗', reply: null }),
      'c-1',
      failure(-1, '网络'),
    )
    const reset = after(startReading(refused), { type: 'reset', snapshot: SNAPSHOT })
    expect(idsOf(reset)).toEqual(['e1', 'e2'])
    const state = after(reset, batch([textRow(90)], { divider: { missed: 88, isLost: true } }))
    expect(typesOf(state.items)).toEqual(['outgoing', 'divider', 'row'])
    expect(idsOf(state)).toEqual(['e90'])
    expect(state.reading).toBeNull()
  })

  it('is cleared with the list when another room opens', () => {
    expect(roomOpened(after(opened, batch([textRow(1)])), 'room-2')).toMatchObject({ items: [], snapshot: null })
  })
})
