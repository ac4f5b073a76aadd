import { FEED_LIST_CAP, MATCH_EVENTS_MAX } from '#protocol/constants.ts'
import { failure } from '#protocol/result.ts'
import type { FeedBatch, FeedPatch } from '#protocol/worker/feed.ts'
import { createTextWidth } from '#features/danmaku/stage.ts'
import { shownAgain } from '#tests/ui/support/site-news.ts'
import { batch, change, giftRow, SNAPSHOT, textRow } from '#tests/ui/support/feed-fixtures.ts'
import type { BoundedCase } from '#tests/bounds/holder.ts'
import { applyMessages, roomEntered, roomOpened, MAX_QUEUED_ROWS } from '#state/feed/apply-batch.ts'
import { MAX_BLOCKED, withBlocked } from '#state/feed/feed-atoms.ts'
import { MAX_UNSENT_MESSAGES, failOutgoing, addOutgoing } from '#state/feed/outgoing.ts'
import { prependOlder, readMore, startReading } from '#state/feed/reading.ts'
import type { FeedState } from '#state/feed/feed-state.ts'
import { MAX_READING_ROWS, EMPTY_FEED } from '#state/feed/feed-state.ts'
import { FramePace } from '#state/feed/feed-pump.ts'
import type { QueuedEffect, EffectQueue } from '#state/effects/effect-queue.ts'
import { EMPTY_EFFECT_QUEUE, enqueueEffect } from '#state/effects/effect-queue.ts'
import { giftPosted, EMPTY_TRAYS, MAX_WAITING_TRAYS, withSlots } from '#state/effects/gift-trays.ts'
import { MAX_MARQUEE_ITEMS } from '#protocol/rules/room-state.ts'
import { MAX_SEEN_BANNERS } from '#state/site/site-banners.ts'

const FAR = 8_000
const CORNER = { type: 'corner', side: 'home', text: '角球', homeScore: 0, awayScore: 0 } as const
const opened = roomEntered(roomOpened(EMPTY_FEED, 'r'), { chatRoomNo: 'r', snapshot: SNAPSHOT, role: 'anon' })
const texts = (from: number, count: number) => Array.from({ length: count }, (_, index) => textRow(from + index))

/** The feed after this many batches. */
function after(state: FeedState, batches: number, make: (number: number) => FeedBatch): FeedState {
  let next = state
  for (let number = 1; number <= batches; number += 1) next = applyMessages(next, [make(number)])
  return next
}

const flood = (state: FeedState) => after(state, FAR / 100, (number) => batch(texts(number * 100, 100)))

function withPatches(patchOf: (number: number) => FeedPatch): FeedState {
  return after(opened, 2_000, (number) => batch([], { lastSeq: number, patches: [patchOf(number)] }))
}

/** Collections of the page that grow with messages, gifts, people or time. */
export const PAGE_HOLDERS: readonly BoundedCase[] = [
  { name: 'the live list', max: FEED_LIST_CAP, fill: () => flood(opened).items.length },
  {
    name: 'own lines that were not taken',
    max: MAX_UNSENT_MESSAGES,
    fill() {
      let state = opened
      for (let number = 0; number < FAR; number += 1) {
        const cid = `c${number}`
        state = failOutgoing(addOutgoing(state, { cid, text: cid, reply: null }), cid, failure(-4, '网络异常'))
      }
      return state.items.length
    },
  },
  {
    name: 'what waits behind a list that is being read',
    max: MAX_QUEUED_ROWS,
    fill: () => flood(startReading(opened)).reading?.queued.length ?? 0,
  },
  {
    name: 'the list that is being read, by somebody who never stops reading on',
    max: MAX_READING_ROWS,
    fill() {
      let state = startReading(opened)
      for (let round = 0; round < 80; round += 1) {
        state = readMore(applyMessages(state, [batch(texts(1 + round * 400, 400))]))
      }
      return state.reading?.view.length ?? 0
    },
  },
  {
    name: 'the list that is being read, by somebody who goes back for ever',
    max: MAX_READING_ROWS,
    fill() {
      let state = startReading(applyMessages(opened, [batch(texts(30_000, 10))]))
      for (let seq = 20_000; seq > 0; seq -= 100) state = prependOlder(state, texts(seq, 100), true)
      return state.reading?.view.length ?? 0
    },
  },
  {
    name: 'reverts that are remembered',
    max: 1_000,
    fill: () => withPatches((seq) => ({ type: 'revert', orderId: `o${seq}`, seq })).removals.reverted.size,
  },
  {
    name: 'deletions that are remembered',
    max: 1_000,
    fill: () => withPatches((seq) => ({ type: 'delete', ids: [`e${seq}`], seq })).removals.deleted.size,
  },
  {
    name: 'authors whose lines were deleted',
    max: 1_000,
    fill: () => withPatches((seq) => ({ type: 'delete-author', userId: `u${seq}`, seq })).removals.authors.size,
  },
  {
    name: 'people who are blocked',
    max: MAX_BLOCKED,
    fill: () =>
      Array.from({ length: 2_000 }).reduce<FeedState>(
        (state, _, index) => withBlocked(state, `u${index}`, true),
        opened,
      ).blocked.size,
  },
  {
    name: 'items of the marquee',
    max: MAX_MARQUEE_ITEMS,
    fill: () =>
      after(opened, 500, (number) => {
        const item = { id: `m${number}`, category: 2, pmdTimerStart: null, pmdTimerEnd: null, content: '好球' }
        return batch([], { lastSeq: number, changes: [change('marquee', { item })] })
      }).snapshot?.marquee.length ?? 0,
  },
  {
    name: 'events of the match',
    max: MATCH_EVENTS_MAX,
    fill: () =>
      after(opened, 1_000, (number) => {
        const event = { ...CORNER, id: `v${number}`, minute: number % 90 }
        return batch([], { lastSeq: number, changes: [change('status', { event })] })
      }).snapshot?.events.length ?? 0,
  },
  { name: 'gift trays in their lanes', max: 3, fill: () => manyTrays().shown.length },
  { name: 'gift trays that wait for a lane', max: MAX_WAITING_TRAYS, fill: () => manyTrays().waiting.length },
  {
    name: 'shows that wait for the picture',
    max: 3,
    fill() {
      let queue: EffectQueue<QueuedEffect> = EMPTY_EFFECT_QUEUE
      for (let number = 0; number < 1_000; number += 1) {
        queue = enqueueEffect(queue, { id: `s${number}`, group: `g${number}`, isMine: number % 9 === 0, userId: '' }, 3)
      }
      return queue.waiting.length
    },
  },
  {
    name: 'what frames have cost',
    max: 8,
    fill() {
      const pace = new FramePace()
      for (let number = 0; number < 1_000; number += 1) pace.noteCost(number)
      return pace.sampleCount
    },
  },
  { name: 'news of the site that was told', max: MAX_SEEN_BANNERS, fill: seenNews },
  { name: 'widths of danmaku that are known', max: 500, fill: knownWidths },
]

function manyTrays() {
  let trays = withSlots(EMPTY_TRAYS, 3, 0)
  for (let seq = 1; seq <= 1_000; seq += 1) trays = giftPosted(trays, giftRow(seq, {}, { isMine: seq % 5 === 0 }), seq)
  return trays
}

/** Number of remembered banners after 2,000. */
function seenNews(): number {
  const seqs = Array.from({ length: 2_000 }, (_, index) => index + 1)
  seqs.forEach((seq) => shownAgain([seq]))
  return seqs.length - shownAgain(seqs.toReversed()).length
}

/** Number of cached text widths after 5,000. */
function knownWidths(): number {
  let measured = 0
  const widthOf = createTextWidth({ font: '', measureText: () => ({ width: (measured += 1) }) })
  const isKnown = (text: string) => {
    const before = measured
    widthOf(text, '14px serif')
    return measured === before
  }
  const words = Array.from({ length: 5_000 }, (_, index) => `第 ${index} 句`)
  words.forEach(isKnown)
  return words.toReversed().findIndex((text) => !isKnown(text))
}
