import type { Failure } from '#protocol/result.ts'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { isVisible } from './feed-items.ts'
import { firstRow, oldestSeq, prependOlder, startReading, stopReading } from './feed-reading.ts'
import type { FeedState, Reading } from './feed-state.ts'

/**
 * The viewer wants to go up where nothing is to be seen further up: holds the list for the sake of older rows, where there
 * may be some.
 */
export function startSeeking(state: FeedState): FeedState {
  if (state.reading !== null) return state
  const next = startReading(state)
  if (next.reading?.hasOlder !== true || oldestSeq(next) === null) return state
  return withReading(next, { isSeeking: true })
}

/** Older rows were asked for. */
export function olderAsked(state: FeedState): FeedState {
  return withReading(state, { isAsking: true, failure: null })
}

/** What was asked for has come or will not: nothing is on its way. */
export function olderSettled(state: FeedState, failure: Failure | null): FeedState {
  return withReading(state, { isAsking: false, failure })
}

/** A page of history has come. A list that was held for it alone goes on when there was nothing to be seen in all of it. */
export function olderCame(state: FeedState, rows: readonly FeedRow[], hasMore: boolean): FeedState {
  const next = prependOlder(state, rows, hasMore)
  if (next.reading === null) return next
  const isFull = rows.length > 0 && next.reading.view === state.reading?.view
  const beginsWith = hasMore || isFull ? next.beginsWith : (firstRow(next.reading.view)?.key ?? null)
  const hasShown = countSeen(next) > countSeen(state)
  const known = { ...next, beginsWith }
  if (hasShown) return withReading(known, { isSeeking: false })
  return next.reading.isSeeking && !next.reading.hasOlder ? stopReading(known) : known
}

/** How many items of the list that is read are to be seen. */
export function countSeen(state: FeedState): number {
  return (state.reading?.view ?? []).filter((item) => isVisible(item, state)).length
}

function withReading(state: FeedState, change: Partial<Reading>): FeedState {
  return state.reading === null ? state : { ...state, reading: { ...state.reading, ...change } }
}
