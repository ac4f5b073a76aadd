import type { Failure } from '#protocol/result.ts'
import type { FeedRow } from '#protocol/worker/feed.ts'
import type { RoomHandle } from '#transport/room.ts'
import { store } from '../store.ts'
import { countMessages, pageItems } from './apply-batch.ts'
import { firstRow, trimmed } from './feed-list.ts'
import { changeFeedAtom, feedAtom } from './feed-atoms.ts'
import type { FeedItem, FeedState, Reading } from './feed-state.ts'
import { countMentions, isVisible, MAX_READING_ROWS } from './feed-state.ts'
import { withoutSent } from './outgoing.ts'

/** Queued rows that are added when the reader reaches the end of the list. */
const READ_MORE_ROWS = 200

/** Freezes the list. */
export function startReading(state: FeedState): FeedState {
  const { reading } = state
  if (reading !== null) return reading.isSeeking ? withReading(state, { isSeeking: false }) : state
  const view = [...state.items, ...state.outgoing]
  const hasOlder = state.historyStart === null || firstRow(view)?.key !== state.historyStart
  const counts = { skipped: 0, unread: 0, mentions: 0 }
  return {
    ...state,
    reading: {
      view,
      queued: [],
      passed: [],
      ...counts,
      hasOlder,
      olderSeq: null,
      isLoadingOlder: false,
      failure: null,
      isSeeking: false,
    },
  }
}

/** Returns to the live list. */
export function stopReading(state: FeedState): FeedState {
  return state.reading === null ? state : { ...state, reading: null }
}

/** Adds the next queued rows at the end of the list, after a marker if some rows were skipped. */
export function readMore(state: FeedState): FeedState {
  const { reading } = state
  if (reading === null || hasReadAll(reading)) return state
  const marker: FeedItem = { type: 'skipped', key: `skipped-${state.epoch}-${state.lastSeq}`, count: reading.skipped }
  const next = reading.queued.slice(0, READ_MORE_ROWS)
  const queued = reading.queued.slice(READ_MORE_ROWS)
  const whole = [...reading.view, ...(reading.skipped > 0 ? [marker] : []), ...next]
  const view = trimmed(whole, MAX_READING_ROWS, 'all')
  return withReading(state, {
    view,
    queued,
    skipped: 0,
    passed: [],
    unread: countMessages(queued, state),
    mentions: countMentions(queued, state),
    hasOlder: reading.hasOlder || view.length < whole.length,
    olderSeq: view.length < whole.length ? null : reading.olderSeq,
  })
}

/** Returns whether the end of the list is the newest row, so that scrolling down returns to the live list. */
export function hasReadAll(reading: Reading): boolean {
  return reading.queued.length === 0 && reading.skipped === 0
}

/** The viewer scrolls up in a list that is entirely visible: freezes it to load older rows, if there may be some. */
export function seekOlder(state: FeedState): FeedState {
  if (state.reading !== null) return state
  const next = startReading(state)
  if (next.reading?.hasOlder !== true || oldestSeq(next) === null) return state
  return withReading(next, { isSeeking: true })
}

/** A request for older rows was sent. */
function olderRequested(state: FeedState): FeedState {
  return withReading(state, { isLoadingOlder: true, failure: null })
}

/** The request for older rows has ended. */
function olderFinished(state: FeedState, failure: Failure | null): FeedState {
  return withReading(state, { isLoadingOlder: false, failure })
}

/**
 * Adds a page of history, oldest first. A list that was frozen only to seek older rows returns to the live list if no page
 * of the history had a visible row. `fromSeq` is the position of the page's oldest entry, which may not be a row.
 */
export function olderReceived(
  state: FeedState,
  rows: readonly FeedRow[],
  hasMore: boolean,
  fromSeq: number | null = null,
): FeedState {
  const next = prependOlder(state, rows, hasMore, fromSeq)
  if (next.reading === null) return next
  const isFull = rows.length > 0 && next.reading.view === state.reading?.view
  const historyStart = hasMore || isFull ? next.historyStart : (firstRow(next.reading.view)?.key ?? null)
  const known = { ...next, historyStart }
  if (countVisible(next) > countVisible(state)) return withReading(known, { isSeeking: false })
  return next.reading.isSeeking && !next.reading.hasOlder ? stopReading(known) : known
}

/** Adds older rows before the list, up to MAX_READING_ROWS. Own rows replace their outgoing messages. */
export function prependOlder(
  before: FeedState,
  rows: readonly FeedRow[],
  hasOlder: boolean,
  olderSeq: number | null = null,
): FeedState {
  const state = withoutSent(before, rows)
  const { reading } = state
  if (reading === null) return state
  if (reading.view.length + rows.length > MAX_READING_ROWS) return withReading(state, { hasOlder: false })
  const known = new Set(reading.view.map((item) => item.key))
  const unknown = rows.filter((row) => !known.has(row.id))
  const page = pageItems(unknown, state.epoch, state.removals)
  return withReading(state, { view: [...page, ...reading.view], hasOlder, olderSeq })
}

/** Returns the seq before which the history continues; null if the oldest row belongs to another epoch. */
export function oldestSeq(state: FeedState): number | null {
  const { reading } = state
  const oldest = reading === null ? undefined : firstRow(reading.view)
  return oldest?.epoch === state.epoch ? Math.min(oldest.row.seq, reading?.olderSeq ?? Infinity) : null
}

function countVisible(state: FeedState): number {
  return (state.reading?.view ?? []).filter((item) => isVisible(item, state)).length
}

function withReading(state: FeedState, change: Partial<Reading>): FeedState {
  return state.reading === null ? state : { ...state, reading: { ...state.reading, ...change } }
}

/**
 * Returns the function that loads older rows of a room into the list that is being read. It loads pages until one has a
 * visible row.
 */
export function createOlderLoader(chatRoomNo: string, fetchOlder: RoomHandle['older']): () => Promise<void> {
  const change = (step: (feed: FeedState) => FeedState) => store.set(changeFeedAtom, step)
  let isLoading = false

  /** Loads one page. Resolves with whether the next page is needed. */
  async function loadPage(beforeSeq: number): Promise<boolean> {
    const result = await fetchOlder(beforeSeq)
    const before = store.get(feedAtom)
    // The room or the list has changed, so the rows do not continue it.
    if (before.chatRoomNo !== chatRoomNo || oldestSeq(before) !== beforeSeq) return false
    if (!result.ok) {
      change((feed) => olderFinished(feed, result))
      return false
    }
    const { rows, hasMore, fromSeq } = result.data
    change((feed) => olderReceived(feed, rows, hasMore, fromSeq))
    const after = store.get(feedAtom)
    // A page without a visible row does not end the search: a filter, a block or reverts may hide all of it.
    return countVisible(after) === countVisible(before) && oldestSeq(after) !== beforeSeq
  }

  return async () => {
    if (isLoading || nextBeforeSeq() === null) return
    isLoading = true
    change(olderRequested)
    // Each page begins where the previous one ended. The list accepts at most MAX_READING_ROWS.
    for (let beforeSeq = nextBeforeSeq(); beforeSeq !== null; beforeSeq = nextBeforeSeq()) {
      // oxlint-disable-next-line no-await-in-loop
      if (!(await loadPage(beforeSeq))) break
    }
    isLoading = false
    change((feed) =>
      feed.chatRoomNo === chatRoomNo && feed.reading?.isLoadingOlder ? olderFinished(feed, null) : feed,
    )
  }
}

function nextBeforeSeq(): number | null {
  const feed = store.get(feedAtom)
  return feed.reading?.hasOlder === true ? oldestSeq(feed) : null
}
