import { describe, expect, it } from 'vitest'
import type { Announced } from '#features/chat/list/announcements.ts'
import { COUNT_INTERVAL_MS, announceChanges } from '#features/chat/list/announcements.ts'
import { batch, orderRow, textRow } from '../support/feed-fixtures.ts'
import { applyMessages, roomOpened } from '#state/feed/apply-batch.ts'
import { setFilter } from '#state/feed/feed-atoms.ts'
import { startReading, stopReading } from '#state/feed/reading.ts'
import type { FeedState } from '#state/feed/feed-state.ts'
import { checked, EMPTY_FEED } from '#state/feed/feed-state.ts'

const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => textRow(from + index))
const mention = (seq: number) => textRow(seq, '看这边', { isMention: true })
const ANNOUNCED = '小满 提到你：看这边'

/** Polls the announcements of a room once per second. */
class Listener {
  feed: FeedState = roomOpened(EMPTY_FEED, 'room-1')
  private announced: Announced | null = null
  private now = 0

  give(...batches: ReturnType<typeof batch>[]): this {
    this.feed = applyMessages(this.feed, batches)
    return this
  }

  /** The announcements of the next seconds, without empty ones. */
  hears(seconds = 1, meanwhile: (second: number) => void = () => undefined): string[] {
    const texts: string[] = []
    for (let second = 0; second < seconds; second += 1) {
      meanwhile(second)
      this.now += 1_000
      const { announced, text } = announceChanges(this.announced, this.feed, this.now)
      this.announced = announced
      this.feed = checked(this.feed)
      if (text !== '') texts.push(text)
    }
    return texts
  }
}

/** A listener of a room with ten messages of history. */
function entered(): Listener {
  const listener = new Listener().give(batch(rows(1, 10)))
  listener.hears()
  return listener
}

describe('S9 announcements of a room', () => {
  it('do not contain history, in any number of batches', () => {
    const listener = new Listener()
    expect(listener.hears(2)).toEqual([])
    // The first batch of a history covers the whole log; the others contain older rows.
    expect(listener.give(batch([...rows(1, 39), mention(40)], { lastSeq: 50 })).hears()).toEqual([])
    expect(listener.give(batch([...rows(41, 8), mention(49), textRow(50)], { lastSeq: 50 })).hears()).toEqual([])
    expect(listener.give(batch([mention(51)])).hears()).toEqual([ANNOUNCED])
  })

  it('do not contain the history of the next room, or of a room opened again', () => {
    for (const chatRoomNo of ['room-2', 'room-1']) {
      const listener = entered()
      listener.feed = roomOpened(listener.feed, chatRoomNo)
      if (chatRoomNo === 'room-1') listener.hears()
      expect(listener.give(batch([mention(5), ...rows(100, 3)])).hears(2), chatRoomNo).toEqual([])
      expect(listener.give(batch([mention(103)])).hears(), chatRoomNo).toEqual([ANNOUNCED])
    }
  })

  it('contain the first message of an empty room', () => {
    const listener = new Listener().give(batch([]))
    expect(listener.hears()).toEqual([])
    expect(listener.give(batch([textRow(1, '来了')])).hears()).toEqual(['小满：来了'])
  })

  it('contain the revert of an order that is history', () => {
    const listener = new Listener().give(batch([orderRow(1)]))
    listener.hears()
    const revert = { ...textRow(2), kind: 'revert' as const, data: { orderId: 'e1' } }
    expect(listener.give(batch([revert])).hears(2)).toEqual(['一条注单已撤回'])
  })

  it('count every message of a flood, although the list keeps only 500', () => {
    const listener = entered()
    const rush = (second: number) => listener.give(batch(rows(1_001 + second * 200, 200)))
    expect(listener.hears(1, rush)).toEqual(['200 条新消息'])
    expect(listener.hears(COUNT_INTERVAL_MS / 1_000, (second) => rush(second + 1))).toEqual(['2000 条新消息'])
    expect(listener.hears(COUNT_INTERVAL_MS / 1_000)).toEqual([])
  })

  it('count every message when more than 500 arrive between two checks, without own and deleted ones', () => {
    const listener = entered()
    const many = (from: number, count: number) => batch(rows(from, count), { dropped: 100 })
    const mine = batch([textRow(2_000, '我说的', { isMine: true })])
    expect(listener.give(many(11, 400), many(411, 400), mine, many(2_001, 400)).hears()).toEqual(['1500 条新消息'])
    const removed = batch([], { lastSeq: 2_950, patches: [{ type: 'delete', ids: ['e2900'], seq: 2_950 }] })
    listener.give(many(2_401, 500), removed, many(3_001, 600))
    expect(listener.hears(COUNT_INTERVAL_MS / 1_000)).toEqual(['1299 条新消息'])
  })

  it('count dropped texts once, without a filter', () => {
    const listener = entered()
    const flood = (second: number) => listener.give(batch(rows(1_001 + second * 40, 40), { dropped: 160 }))
    expect(listener.hears(1, flood)).toEqual(['200 条新消息'])
    expect(listener.hears(10, (second) => flood(second + 1))).toEqual(['2000 条新消息'])
    listener.feed = setFilter(listener.feed, 'gifts')
    expect(listener.hears(20, (second) => flood(second + 11))).toEqual([])
  })

  it('contain a mention at once, with the delayed count, which is not repeated', () => {
    const listener = entered()
    expect(listener.give(batch(rows(11, 2))).hears()).toEqual(['2 条新消息'])
    expect(listener.give(batch(rows(13, 400))).hears()).toEqual([])
    expect(listener.give(batch([mention(413)], { dropped: 7 })).hears()).toEqual([`${ANNOUNCED}；另有 407 条新消息`])
    expect(listener.hears(20)).toEqual([])
  })

  it('contain whether the list holds still, and then the messages that arrived meanwhile', () => {
    const listener = entered()
    listener.feed = startReading(listener.feed)
    expect(listener.give(batch([mention(11)])).hears(3)).toEqual(['已暂停滚动，可以查看历史', ANNOUNCED])
    listener.feed = stopReading(listener.feed)
    expect(listener.hears(3)).toEqual(['已回到最新'])
  })
})
