import { FEED_CREDITS } from '#protocol/constants.ts'
import type { FeedBatch, FeedMessage, FeedRow } from '#protocol/worker/feed.ts'
import type { Entry, EntryData } from '#protocol/room/feed.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import type { RoomChange } from '#protocol/rules/room-state.ts'
import type { FeedCounters } from '#workers/counters.ts'
import { newCounters } from '#workers/counters.ts'
import { Feed } from '#workers/feed/feed.ts'
import type { FeedMode } from '#workers/feed/intake.ts'

/** An entry with an author. */
export function entry<Kind extends MessageKind>(
  kind: Kind,
  data: EntryData[Kind],
  more: { id?: string; userId?: string; vipLevel?: number; cid?: string } = {},
): Entry {
  const userId = more.userId ?? 'u-1'
  return {
    id: more.id ?? `e-${Math.random()}`,
    at: 1_795_000_000_000,
    content: { msgType: MSG_TYPES[kind] },
    data,
    venueName: 'YB',
    siteId: 5009,
    siteSeries: 5000,
    memberId: userId,
    memberName: '看客',
    vipLevel: more.vipLevel ?? 1,
    userId,
    level: 3,
    ...(more.cid === undefined ? {} : { cid: more.cid }),
  } as Entry
}

export const order = (id: string) =>
  entry(
    'order',
    { message: { categoryName: '足球', itemName: '主胜', score: '1:0', teamLogo: '/a.svg' }, odds: 1_620 },
    { id },
  )

/** A feed whose page, and its credits, the test controls. */
export class FeedBench {
  readonly #takesAll: boolean

  readonly counters: FeedCounters = newCounters()
  readonly messages: FeedMessage[] = []
  readonly feed: Feed
  resumeRequests = 0
  #clock = 0
  #head = 0
  #gaps: (() => void)[] = []

  constructor(takesAll = true) {
    this.#takesAll = takesAll

    this.feed = new Feed({
      dependencies: { now: () => this.#clock, afterGap: (task) => void this.#gaps.push(task) },
      counters: this.counters,
      port: {
        postMessage: (message) => {
          this.messages.push(message)
          if (this.#takesAll && message.type === 'batch') this.feed.control({ type: 'applied', seq: 0, credits: 1 })
        },
      },
      onResumeRequest: () => (this.resumeRequests += 1),
    })
    this.feed.begin({ epoch: 1, seq: 0 })
  }

  /** Pushes entries and advances the clock by a millisecond. */
  push(entries: readonly unknown[], mode: FeedMode = 'live'): void {
    const from = this.#head + 1
    this.#head += entries.length
    const numbered = entries.map((one, index) => ({ seq: from + index, entry: one }))
    if (mode === 'live') this.feed.pushFrame(entries, from)
    else this.feed.push(numbered, mode, this.#head)
    this.tick()
  }

  /** Uses all credits, so that further entries wait. */
  exhaust(): void {
    for (let used = 0; used < FEED_CREDITS; used += 1) this.push([entry('system', { text: '前' })])
    this.messages.length = 0
  }

  tick(): void {
    this.#clock += 1
    for (const task of this.#gaps.splice(0)) task()
  }

  /** Sets the local clock. */
  setClock(byMs: number): void {
    this.#clock += byMs
  }

  /** The page takes all waiting batches. */
  drain(): void {
    for (let round = 0; round < 500; round += 1) {
      this.feed.control({ type: 'applied', seq: 0, credits: 16 })
      this.tick()
    }
  }

  get batches(): FeedBatch[] {
    return this.messages.filter((message): message is FeedBatch => message.type === 'batch')
  }

  get rows(): FeedRow[] {
    return this.batches.flatMap((batch) => batch.rows)
  }

  get changes(): RoomChange[] {
    return this.batches.flatMap(({ changes }) => changes)
  }

  get dropped(): number {
    return this.batches.reduce((sum, batch) => sum + batch.dropped, 0)
  }
}

/** Data of a gift entry. */
export const GIFT = {
  giftOrderNo: 'g',
  giftId: 1,
  giftName: '鲜花',
  giftIcon: '/g.svg',
  count: 1,
  comboId: 'c',
  comboCount: 1,
  total: 1,
}
