import { FEED_LIST_CAP } from '#protocol/constants.ts'
import type { FeedBatch, FeedMessage } from '#protocol/worker/feed.ts'
import type { RoomEntered } from '#protocol/worker/api.ts'
import { appendBatch, trimmed } from './feed-append.ts'
import { withoutGone, withPatches } from './feed-gone.ts'
import type { FeedFilter } from './feed-items.ts'
import { isBlocked } from './feed-items.ts'
import { ownAfter } from './feed-own.ts'
import { readingAfter, stopReading } from './feed-reading.ts'
import type { FeedState } from './feed-state.ts'
import { EMPTY_FEED } from './feed-state.ts'
import { factsAfter } from '../room/room-facts.ts'

/** A room is being opened: nothing of the room before stays, except what the viewer chose to see. */
export function roomOpened(state: FeedState, chatRoomNo: string): FeedState {
  return { ...EMPTY_FEED, chatRoomNo, filter: state.filter, blocked: state.blocked }
}

/** The room was entered: what is true of it now. */
export function roomEntered(state: FeedState, entered: RoomEntered): FeedState {
  return { ...state, facts: entered.snapshot }
}

/** Applies what the worker sent, in order. */
export function applyMessages(state: FeedState, messages: readonly FeedMessage[]): FeedState {
  return messages.reduce(
    (next, message) => (message.type === 'reset' ? { ...next, facts: message.snapshot } : applyBatch(next, message)),
    state,
  )
}

function patchesOf(batch: FeedBatch): FeedBatch['patches'] {
  const reverts = batch.rows.flatMap((row) =>
    row.kind === 'revert' ? [{ type: 'revert' as const, orderId: row.data.orderId, seq: row.seq }] : [],
  )
  return reverts.length === 0 ? batch.patches : [...batch.patches, ...reverts]
}

/**
 * After a loss nobody knows which of the rows before it were deleted or withdrawn meanwhile: they leave the list, and who
 * wants them gets them from the history. The member's own lines stay.
 */
function afterLoss(state: FeedState, batch: FeedBatch): FeedState {
  if (batch.divider?.isLost !== true) return state
  return { ...state, items: state.items.filter((item) => item.type === 'own'), reading: null }
}

function applyBatch(before: FeedState, batch: FeedBatch): FeedState {
  const state = afterLoss(before, batch)
  const gone = withPatches(state.gone, patchesOf(batch))
  const own = ownAfter(state.own, batch)
  const left = gone === state.gone ? state.items : withoutGone(state.items, gone)
  return {
    ...state,
    epoch: batch.epoch,
    lastSeq: batch.lastSeq,
    gone,
    items: trimmed(appendBatch(left, batch, gone), FEED_LIST_CAP, state.filter),
    own,
    reading: state.reading && readingAfter(state.reading, batch, gone, { ...state, own }),
    welcome: batch.welcome !== null && !isBlocked(batch.welcome, state.blocked) ? batch.welcome : state.welcome,
    facts: state.facts && factsAfter(state.facts, batch),
  }
}

/** Chooses what the list shows, and returns to the newest line. */
export function filtered(state: FeedState, filter: FeedFilter): FeedState {
  return filter === state.filter ? state : { ...stopReading(state), filter }
}
