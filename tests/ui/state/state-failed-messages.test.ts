import { describe, expect, it } from 'vitest'
import { FEED_LIST_CAP } from '#protocol/constants.ts'
import { CODES } from '#protocol/codes.ts'
import { failure } from '#protocol/result.ts'
import { batch, textRow } from '#tests/ui/support/feed-fixtures.ts'
import { applyMessages, roomOpened } from '#state/feed/apply-batch.ts'
import { setFilter } from '#state/feed/feed-atoms.ts'
import { trimmed } from '#state/feed/feed-list.ts'
import type { FeedItem, FeedState } from '#state/feed/feed-state.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import {
  MAX_UNSENT_MESSAGES,
  dismissFailed,
  findRepeated,
  acknowledgeOutgoing,
  retryOutgoing,
  failOutgoing,
  addOutgoing,
} from '#state/feed/outgoing.ts'
import { startReading, stopReading } from '#state/feed/reading.ts'

const opened = roomOpened(EMPTY_FEED, 'room-1')
const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => textRow(from + index))
const take = (state: FeedState, from: number, count: number) => applyMessages(state, [batch(rows(from, count))])
const cidsOf = (items: readonly FeedItem[]) => items.flatMap((item) => (item.type === 'outgoing' ? [item.cid] : []))

function failing(state: FeedState, cid: string): FeedState {
  return failOutgoing(addOutgoing(state, { cid, text: `说了 ${cid}`, reply: null }), cid, failure(-4, '网络异常'))
}

describe('failed messages', () => {
  it('stay in the list, at the same length, when many rows arrive after an outage', () => {
    const failed = failing(take(opened, 1, 300), 'c-1')
    const state = take(failed, 301, 1_500)
    expect(cidsOf(state.items)).toEqual(['c-1'])
    expect(state.items).toHaveLength(FEED_LIST_CAP)
    expect(state.items.at(-1)?.key).toBe('e1800')
    expect(retryOutgoing(state, 'c-1').outgoing).toMatchObject([{ cid: 'c-1', state: 'pending' }])
  })

  it('are removed by a late ack, also from the list that is read', () => {
    const state = failing(failing(take(opened, 1, 10), 'c-1'), 'c-2')
    expect(cidsOf(acknowledgeOutgoing(state, 'c-1', 5).items)).toEqual(['c-2'])
    const reading = acknowledgeOutgoing(startReading(state), 'c-1', 5)
    expect(cidsOf(reading.reading?.view ?? [])).toEqual(['c-2'])
    expect(cidsOf(stopReading(reading).items)).toEqual(['c-2'])
  })

  it('stay while rows arrive one by one, also with a filter', () => {
    let state = failing(setFilter(take(opened, 1, 10), 'gifts'), 'c-1')
    for (let seq = 11; seq <= 1_200; seq += 1) state = take(state, seq, 1)
    expect(cidsOf(state.items)).toEqual(['c-1'])
    expect(state.items).toHaveLength(FEED_LIST_CAP)
    const all = take(setFilter(state, 'all'), 1_201, 700)
    expect(cidsOf(all.items)).toEqual(['c-1'])
    expect(all.items.at(-1)?.key).toBe('e1900')
  })

  it('stay until the member removes them, and further messages are refused instead of removing any', () => {
    let state = opened
    for (let number = 1; number <= MAX_UNSENT_MESSAGES; number += 1) state = failing(state, `c-${number}`)
    expect(addOutgoing(state, { cid: 'c-more', text: '再说一句', reply: null })).toBe(state)
    state = take(state, 1, 1_000)
    expect(cidsOf(state.items)).toHaveLength(MAX_UNSENT_MESSAGES)
    expect(state.items).toHaveLength(FEED_LIST_CAP)
    expect(
      addOutgoing(dismissFailed(state, 'c-1'), { cid: 'c-more', text: '再说一句', reply: null }).outgoing,
    ).toHaveLength(1)
  })

  it('are repeated only by an identical message: a sticker, a reply and a text with the same text differ', () => {
    const outgoing = [
      { cid: 'c-sticker', text: '666', reply: null, sticker: 'six' },
      { cid: 'c-answer', text: '666', reply: { id: 'e1', memberName: '小满', text: '好球' } },
      { cid: 'c-words', text: '666', reply: null },
    ]
    const fail = (state: FeedState, line: (typeof outgoing)[number]) =>
      failOutgoing(addOutgoing(state, line), line.cid, failure(-4, '网络异常'))
    const state = outgoing.reduce(fail, opened)
    expect(cidsOf(state.items)).toEqual(['c-sticker', 'c-answer', 'c-words'])
    for (const line of outgoing) expect(findRepeated(state, line)?.cid).toBe(line.cid)
    expect(findRepeated(state, { text: '777', reply: null })).toBeNull()
  })

  it('are repeated by the same text without the reply when the reply target was deleted', () => {
    const line = { cid: 'c-1', text: '好', reply: { id: 'e1', memberName: '小满', text: '好球' } }
    const state = failOutgoing(addOutgoing(opened, line), 'c-1', failure(CODES.NOT_FOUND, '消息不存在'))
    expect(findRepeated(state, { text: '好', reply: null })?.cid).toBe('c-1')
    expect(retryOutgoing(state, 'c-1', null)).toMatchObject({ items: [], outgoing: [{ cid: 'c-1', reply: null }] })
  })

  it('do not slow down trimming: it scans only the removed part', () => {
    const { items } = take(opened, 1, 500)
    const looked: number[] = []
    const watched = new Proxy(items, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) looked.push(Number(name))
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    expect(trimmed(watched, 497, 'all').map(({ key }) => key)).toEqual(items.slice(3).map(({ key }) => key))
    expect(looked).toEqual([0, 1, 2])
  })
})
