import { FEED_LOSSLESS_QUEUE_LIMIT, FEED_MAX_TEXT_ROWS_PER_BATCH, HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import { Clock } from '#workers/clock/clock.ts'
import { Dedup, Supersession } from '#workers/feed/intake.ts'
import { checkEntry } from '#workers/feed/entries.ts'
import { UnreportedCalls } from '#workers/http/settlement.ts'
import { entry, FeedBench, order } from '../workers/feed/feed-support.ts'
import type { BoundedCase } from './holder.ts'

const MANY = 50_000
/** Two generations hold between one and two times the limit. */
const TWO_GENERATIONS = 2 * HISTORY_MAX_ENTRIES

/** Rows that wait in the worker while the page takes none. */
function waiting(make: (number: number) => unknown): number {
  const { feed } = pushed(make)
  return feed.waitingRows
}

function pushed(make: (number: number) => unknown): FeedBench {
  const bench = new FeedBench(false)
  for (let part = 0; part < 100; part += 1) bench.push(Array.from({ length: 100 }, (_, at) => make(part * 100 + at)))
  return bench
}

function superseded(make: (number: number) => unknown): Supersession {
  const memory = new Supersession()
  for (let number = 1; number <= MANY; number += 1) {
    const checked = checkEntry(make(number))
    if (checked === null) throw new Error('an entry of the test is malformed')
    memory.note(checked, number)
    if (checked.kind === 'mute') memory.isNewestMute(`u${number}`, number)
  }
  return memory
}

/** Collections of the worker that grow with messages, people or time. */
export const WORKER_HOLDERS: readonly BoundedCase[] = [
  {
    name: 'texts that wait while the page takes nothing',
    max: 2 * FEED_MAX_TEXT_ROWS_PER_BATCH,
    fill: () => waiting((number) => entry('text', { text: `${number}` }, { vipLevel: number % 9 })),
  },
  {
    name: 'lossless rows that wait while the page takes nothing',
    // the entries of the frame that exceeds the limit
    max: FEED_LOSSLESS_QUEUE_LIMIT + 100,
    fill: () => waiting((number) => order(`o${number}`)),
  },
  {
    name: 'messages to a page that takes nothing',
    max: 16,
    fill: () => pushed((number) => order(`o${number}`)).messages.length,
  },
  {
    name: 'ids that have been seen',
    max: TWO_GENERATIONS,
    fill() {
      const dedup = new Dedup()
      for (let seq = 1; seq <= MANY; seq += 1) {
        const checked = checkEntry(entry('welcome', { text: '进入直播间' }, { id: `e${seq}`, userId: `u${seq}` }))
        if (checked) dedup.isDuplicate(checked, seq)
      }
      return dedup.size
    },
  },
  {
    name: 'reverts that are remembered',
    max: TWO_GENERATIONS,
    fill: () => superseded((number) => entry('revert', { orderId: `o${number}` })).size,
  },
  {
    name: 'deletions that are remembered',
    max: TWO_GENERATIONS,
    fill: () => superseded((number) => entry('delete', { ids: [`e${number}`] })).size,
  },
  {
    name: 'authors whose lines were deleted',
    max: TWO_GENERATIONS,
    fill: () => superseded((number) => entry('delete', { userId: `u${number}` })).size,
  },
  {
    name: 'mutes that are remembered',
    max: TWO_GENERATIONS,
    fill: () =>
      superseded((number) => entry('mute', { userId: `u${number}`, memberName: '看客', until: number, reason: '' }))
        .size,
  },
  {
    name: 'money calls whose outcome the page is still to be told',
    max: 100,
    fill() {
      const calls = new UnreportedCalls()
      const open = { endpoint: 'gift.reward', params: null, memberId: 'u1', time: 0 } as const
      for (let number = 0; number < 1_000; number += 1) calls.add({ ...open, key: `key-${number}` })
      return calls.size
    },
  },
  {
    name: 'readings of the clock',
    max: 64,
    fill() {
      const clock = new Clock(() => 0)
      for (let at = 0; at < 10_000; at += 1) clock.add(at, at, at + 20)
      return clock.sampleCount
    },
  },
]
