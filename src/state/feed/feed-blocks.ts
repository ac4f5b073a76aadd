import { atom } from 'jotai/vanilla'
import { serverNow } from '#transport/client.ts'
import { countMentions, countRows } from './feed-reading.ts'
import type { FeedState } from './feed-state.ts'
import { giftTraysAtom, giverBlocked } from '../effects/gift-trays.ts'
import { isBlocked } from './feed-items.ts'
import { changeFeedAtom } from '../room/room.ts'

/** People who are blocked at once; beyond it whom one blocked first is heard again. */
export const BLOCKED_MAX = 500

/** Whom the viewer does not hear from now on; what was said stays in the feed, so that it can be undone. */
export function withBlocked(state: FeedState, userId: string, isOn: boolean): FeedState {
  if (state.blocked.has(userId) === isOn) return state
  const others = [...state.blocked].filter((other) => other !== userId)
  const blocked = new Set(isOn ? [...others, userId].slice(-BLOCKED_MAX) : others)
  const { reading } = state
  const { welcome } = state
  const next = { ...state, blocked, welcome: welcome && isBlocked(welcome, blocked) ? null : welcome }
  if (reading === null) return next
  // What waits behind the list is counted anew.
  const unread = reading.unread + countRows(reading.later, next) - countRows(reading.later, state)
  const mentions = reading.mentions + countMentions(reading.later, next) - countMentions(reading.later, state)
  return { ...next, reading: { ...reading, unread, mentions } }
}

/** Blocks somebody for this visit, in the list and in the trays: `set(blockAtom, { userId, isOn: true })`. */
export const blockAtom = atom(null, (get, set, { userId, isOn }: { userId: string; isOn: boolean }) => {
  set(changeFeedAtom, (feed) => withBlocked(feed, userId, isOn))
  if (isOn) set(giftTraysAtom, giverBlocked(get(giftTraysAtom), userId, serverNow()))
})
