import { type Atom, atom } from 'jotai/vanilla'
import { HISTORY_PAGE_SIZE } from '#protocol/constants.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import { serverNow } from '#transport/client.ts'
import { giftTraysAtom, withoutGiver } from '../effects/gift-trays.ts'
import { memberAtom } from '../session/session.ts'
import type { FeedFilter, FeedItem, FeedState } from './feed-state.ts'
import { countMentions, countRows, EMPTY_FEED, isBlocked, isVisible, MAX_READING_ROWS } from './feed-state.ts'

/** The feed of the open room. */
export const feedAtom = atom<FeedState>(EMPTY_FEED)

/** Applies a pure change to the feed: `set(changeFeedAtom, startReading)`. */
export const changeFeedAtom = atom(null, (get, set, change: (state: FeedState) => FeedState) => {
  set(feedAtom, change(get(feedAtom)))
})

/** Creates an atom of a part of the feed. Components that read it render only when that part changes. */
function partAtom<Part>(part: (state: FeedState) => Part): Atom<Part> {
  return atom((get) => part(get(feedAtom)))
}

const listItemsAtom = partAtom((feed) => feed.reading?.view ?? feed.items)
const NO_OUTGOING: FeedState['outgoing'] = []
const outgoingAtom = partAtom((feed) => (feed.reading === null ? feed.outgoing : NO_OUTGOING))

export const filterAtom = partAtom((feed) => feed.filter)
/** Public ids of the members blocked for this visit. */
export const blockedAtom = partAtom((feed) => feed.blocked)
export const isFollowingAtom = partAtom((feed) => feed.reading === null)

/** The shown items, filtered, in order. The array is the same as long as nothing in it changes. */
export const shownItemsAtom: Atom<readonly FeedItem[]> = atom((get) => {
  const items = get(listItemsAtom)
  const outgoing = get(outgoingAtom)
  const filter = get(filterAtom)
  const blocked = get(blockedAtom)
  const hidesNothing = filter === 'all' && blocked.size === 0
  if (hidesNothing) return outgoing.length === 0 ? items : [...items, ...outgoing]
  return [...items.filter((item) => isVisible(item, { filter, blocked })), ...outgoing]
})

/** New messages since the viewer began to read back. */
export const unreadAtom = partAtom((feed) => feed.reading?.unread ?? 0)
export const unreadMentionsAtom = partAtom((feed) => feed.reading?.mentions ?? 0)

/** State of the older rows before the list that is read; null if there is nothing to report. */
export const olderAtom = partAtom(({ reading }): 'loading' | 'failed' | 'none' | null => {
  if (reading === null) return null
  if (reading.isLoadingOlder) return 'loading'
  if (reading.failure !== null) return 'failed'
  // A full list accepts no older rows, although there may be some.
  const isFull = reading.view.length > MAX_READING_ROWS - HISTORY_PAGE_SIZE
  return reading.hasOlder || isFull ? null : 'none'
})
export const olderFailureAtom = partAtom((feed) => feed.reading?.failure ?? null)

/** The current state of the room; null until it has been entered. */
export const roomSnapshotAtom = partAtom((feed) => feed.snapshot)
export const welcomeAtom = partAtom((feed) => feed.welcome)

/** Creates an atom of one field of the room's snapshot, or of the fallback until the room has been entered. */
export function createSnapshotFieldAtom<Key extends keyof RoomSnapshot>(
  key: Key,
  fallback: RoomSnapshot[Key],
): Atom<RoomSnapshot[Key]> {
  return atom((get) => get(roomSnapshotAtom)?.[key] ?? fallback)
}

/** Role of the viewer in this room (S6). */
export const roleAtom = atom<'anon' | 'member' | 'admin'>((get) => {
  const member = get(memberAtom)
  if (member === null) return 'anon'
  return get(roomSnapshotAtom)?.admins.includes(member.userId) ? 'admin' : 'member'
})

/** Messages of this member without an ack or a refusal. */
export const pendingSendsAtom = atom(0)

/** Sets the filter and returns to the live list. */
export function setFilter(state: FeedState, filter: FeedFilter): FeedState {
  return filter === state.filter ? state : { ...state, reading: null, filter }
}

/** Members that can be blocked at once. Beyond it, the member blocked first is unblocked. */
export const MAX_BLOCKED = 500

/** Blocks or unblocks a member. Their rows stay in the feed, so that a block can be undone. */
export function withBlocked(state: FeedState, userId: string, isOn: boolean): FeedState {
  if (state.blocked.has(userId) === isOn) return state
  const others = [...state.blocked].filter((other) => other !== userId)
  const blocked = new Set(isOn ? [...others, userId].slice(-MAX_BLOCKED) : others)
  const { reading, welcome } = state
  const next = { ...state, blocked, welcome: welcome && isBlocked(welcome, blocked) ? null : welcome }
  if (reading === null) return next
  const unread = reading.unread + countRows(reading.queued, next) - countRows(reading.queued, state)
  const mentions = reading.mentions + countMentions(reading.queued, next) - countMentions(reading.queued, state)
  return { ...next, reading: { ...reading, unread, mentions } }
}

/** Blocks or unblocks a member for this visit, in the list and in the gift trays. */
export const blockAtom = atom(null, (get, set, { userId, isOn }: { userId: string; isOn: boolean }) => {
  set(changeFeedAtom, (feed) => withBlocked(feed, userId, isOn))
  if (isOn) set(giftTraysAtom, withoutGiver(get(giftTraysAtom), userId, serverNow()))
})
