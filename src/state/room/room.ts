import type { Atom } from 'jotai/vanilla'
import { atom } from 'jotai/vanilla'
import { HISTORY_PAGE_SIZE } from '#protocol/constants.ts'
import type { FeedItem } from '../feed/feed-items.ts'
import { isVisible } from '../feed/feed-items.ts'
import { READING_CAP } from '../feed/feed-reading.ts'
import type { FeedState } from '../feed/feed-state.ts'
import { EMPTY_FEED } from '../feed/feed-state.ts'
import type { RoomFacts } from './room-facts.ts'
import { memberAtom } from '../session/session.ts'

/** The feed of the room that is open. Changed only through the pure functions of feed*.ts. */
export const feedAtom = atom<FeedState>(EMPTY_FEED)

/** Applies a pure change to the feed: `set(changeFeedAtom, startReading)`. */
export const changeFeedAtom = atom(null, (get, set, change: (state: FeedState) => FeedState) => {
  set(feedAtom, change(get(feedAtom)))
})

/** A part of the feed; whoever reads it renders only when that part changes. */
function partAtom<Part>(part: (state: FeedState) => Part): Atom<Part> {
  return atom((get) => part(get(feedAtom)))
}

const liveItemsAtom = partAtom((feed) => feed.reading?.view ?? feed.items)
const NO_OWN: FeedState['own'] = []
const ownItemsAtom = partAtom((feed) => (feed.reading === null ? feed.own : NO_OWN))

export const filterAtom = partAtom((feed) => feed.filter)
/** Whom the viewer does not hear for this visit, by public id. */
export const blockedAtom = partAtom((feed) => feed.blocked)
export const isFollowingAtom = partAtom((feed) => feed.reading === null)

/** What the list shows, in order, after the filter; the same array while nothing of it changes. */
export const shownItemsAtom: Atom<readonly FeedItem[]> = atom((get) => {
  const items = get(liveItemsAtom)
  const own = get(ownItemsAtom)
  const filter = get(filterAtom)
  const blocked = get(blockedAtom)
  const hidesNothing = filter === 'all' && blocked.size === 0
  if (hidesNothing) return own.length === 0 ? items : [...items, ...own]
  return [...items.filter((item) => isVisible(item, { filter, blocked })), ...own]
})

/** New messages and mentions since the viewer began to read back. */
export const unreadAtom = partAtom((feed) => feed.reading?.unread ?? 0)
export const unreadMentionsAtom = partAtom((feed) => feed.reading?.mentions ?? 0)

/** How it stands with rows before the list that is read; null while there is nothing to say. */
export const olderAtom = partAtom(({ reading }): 'loading' | 'failed' | 'none' | null => {
  if (reading === null) return null
  if (reading.isAsking) return 'loading'
  if (reading.failure !== null) return 'failed'
  // A list that is full takes no older rows though there are some.
  const isFull = reading.view.length > READING_CAP - HISTORY_PAGE_SIZE
  return reading.hasOlder || isFull ? null : 'none'
})
/** Why older rows did not come. */
export const olderFailureAtom = partAtom((feed) => feed.reading?.failure ?? null)

export const factsAtom = partAtom((feed) => feed.facts)
export const welcomeAtom = partAtom((feed) => feed.welcome)

/** One fact of the room, or the fallback while the room is not entered. */
export function factAtom<Key extends keyof RoomFacts>(key: Key, fallback: RoomFacts[Key]): Atom<RoomFacts[Key]> {
  return atom((get) => get(factsAtom)?.[key] ?? fallback)
}

/** S6: visitor, member, or administrator of this room. */
export const roleAtom = atom<'anon' | 'member' | 'admin'>((get) => {
  const member = get(memberAtom)
  if (member === null) return 'anon'
  return get(factsAtom)?.admins.includes(member.userId) ? 'admin' : 'member'
})
