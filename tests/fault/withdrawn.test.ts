import { describe, expect, it } from 'vitest'
import type { FeedMessage } from '#protocol/worker/feed.ts'
import { announcementOf } from '#features/chat/list/announcements.ts'
import type { FeedState } from '#state/feed/feed-state.ts'
import { EMPTY_FEED, newTexts } from '#state/feed/feed-state.ts'
import { applyMessages, isTextRemoved, roomEntered, roomOpened } from '#state/feed/apply-batch.ts'
import { prependOlder, startReading } from '#state/feed/reading.ts'
import { SNAPSHOT } from '#tests/contract/support/lt1-room.ts'
import { entry, FeedBench } from '#tests/workers/feed/feed-support.ts'

const SECRET = '不该再看到的话'
const ME = 'me'
/** Time of all entries. */
const SENT_AT = entry('text', { text: '' }).at

/** A message and the entry that withdraws it. */
const KINDS = {
  'a delete of its id': {
    message: entry('text', { text: SECRET, mentions: [ME] }, { id: 'x-1', userId: 'spammer' }),
    withdrawal: entry('delete', { ids: ['x-1'] }),
  },
  'a delete of a sticker': {
    message: entry('image', { sticker: 'cheer', alt: SECRET }, { id: 'x-1', userId: 'spammer' }),
    withdrawal: entry('delete', { ids: ['x-1'] }),
  },
  'a delete of all of its author': {
    message: entry('text', { text: SECRET, mentions: [ME] }, { id: 'x-1', userId: 'spammer' }),
    withdrawal: entry('delete', { userId: 'spammer' }),
  },
  'a revert': {
    message: entry(
      'order',
      { message: { categoryName: SECRET, itemName: SECRET, score: '1:0', teamLogo: '' }, odds: 1_900 },
      { id: 'x-1' },
    ),
    withdrawal: entry('revert', { orderId: 'x-1' }),
  },
} as const

/** Delivery of the two: separately, or in one batch after the page was busy. */
const WAYS = ['apart', 'waiting together'] as const
/** An author deletion affects earlier messages, so only history can bring the message later. */
const ORDERS = ['first the message', 'first the withdrawal', 'the message from the history'] as const

/** When the viewer starts reading back. */
const READING = ['not', 'before both', 'between them'] as const

interface Case {
  readonly kind: keyof typeof KINDS
  readonly order: (typeof ORDERS)[number]
  readonly way: (typeof WAYS)[number]
  readonly reading: (typeof READING)[number]
}

const CASES: Case[] = (Object.keys(KINDS) as (keyof typeof KINDS)[])
  .flatMap((kind) =>
    ORDERS.flatMap((order) => WAYS.flatMap((way) => READING.map((reading): Case => ({ kind, order, way, reading })))),
  )
  .filter(({ kind, order }) => !(kind === 'a delete of all of its author' && order === 'first the withdrawal'))

/** The page of a viewer: its state, danmaku and screen reader announcements. */
class Page {
  state: FeedState = roomEntered(roomOpened(EMPTY_FEED, 'room-1'), {
    chatRoomNo: 'room-1',
    snapshot: SNAPSHOT,
    role: 'member',
  })
  flying: ReturnType<typeof newTexts> = []
  readonly bench: FeedBench
  private taken = 0

  constructor(way: Case['way']) {
    this.bench = new FeedBench(way === 'apart')
    this.bench.feed.setOwner(ME)
    this.bench.push([entry('text', { text: '之前' }, { id: 'before-1' })])
    if (way === 'waiting together') this.bench.exhaust()
    this.take()
  }

  /** Applies the posted batches, like the pump in a frame. */
  take(): void {
    const messages: FeedMessage[] = this.bench.messages.slice(this.taken)
    this.taken = this.bench.messages.length
    const before = this.state
    this.change((state) => applyMessages(state, messages))
    this.flying.push(...newTexts(before, this.state, SENT_AT))
    this.flying = this.flying.filter((line) => !isTextRemoved(line, this.state.removals))
  }

  change(step: (state: FeedState) => FeedState): void {
    this.state = step(this.state)
  }

  /** All places that may show a message. */
  places(): Record<string, unknown> {
    const { items, reading, snapshot, welcome } = this.state
    return {
      list: items,
      'list that is being read': reading?.view,
      'rows behind it': reading?.queued,
      danmaku: this.flying,
      'screen reader': announcementOf(items.slice(1)),
      snapshot: [snapshot, welcome],
    }
  }
}

function play({ kind, order, way, reading }: Case): Page {
  const { message, withdrawal } = KINDS[kind]
  const page = new Page(way)
  if (reading === 'before both') page.change(startReading)
  const [first, second] = order === 'first the message' ? [message, withdrawal] : [withdrawal, message]
  page.bench.push([first])
  page.take()
  if (reading === 'between them') page.change(startReading)
  if (order === 'the message from the history') {
    page.bench.drain()
    page.take()
    page.change(startReading)
    const rows = page.bench.feed.older([{ seq: -1, entry: second }])
    page.change((state) => prependOlder(state, rows, false))
  } else {
    page.bench.push([second])
  }
  page.bench.drain()
  page.take()
  return page
}

describe('withdrawn content', () => {
  it.each(CASES)('S4.32 is shown nowhere: $kind, $order, $way, reading $reading', (one) => {
    const page = play(one)
    for (const [place, content] of Object.entries(page.places())) {
      expect(JSON.stringify(content) ?? '', place).not.toContain(SECRET)
    }
    // A withdrawn order keeps its row (settled 13); a deleted message is no longer unread.
    const { reading } = page.state
    if (!reading) return
    expect(reading.unread).toBe(reading.queued.filter((item) => item.type === 'row').length)
    expect(reading.mentions).toBe(0)
  })

  it('S4.32 the newest own mute is applied, in any order of arrival', () => {
    const page = new Page('apart')
    const mute = (until: number | null) => entry('mute', { userId: ME, memberName: '我', until, reason: '刷屏' })
    page.bench.feed.push([{ seq: 90, entry: mute(null) }], 'live', 90)
    page.bench.feed.push([{ seq: 80, entry: mute(9_000) }], 'history', 90)
    page.bench.drain()
    page.take()
    expect(page.state.snapshot?.mutedUntil).toBeNull()
  })

  it('a removed marquee item disappears with the batch that removes it', () => {
    const page = new Page('apart')
    const item = { id: 'q-1', category: 2, pmdTimerStart: null, pmdTimerEnd: null, content: SECRET }
    page.bench.push([entry('marquee', { item }), entry('marquee', { item, removed: true })])
    page.bench.push([entry('marquee', { item })])
    page.take()
    expect(page.state.snapshot?.marquee).toEqual([item])
    page.bench.push([entry('marquee', { item, removed: true })])
    page.take()
    expect(JSON.stringify(page.places())).not.toContain(SECRET)
  })
})
