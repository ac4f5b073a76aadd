import { MATCH_EVENTS_MAX } from '#protocol/constants.ts'
import type {
  Entry,
  EntryData,
  MarqueeItem,
  MatchClock,
  MatchEvent,
  MatchOdds,
  RoomSetup,
  RoomStatus,
} from '#protocol/room/feed.ts'
import { MSG_TYPES } from '#protocol/room/kinds.ts'
import { isMarqueeItemOver } from '#protocol/rules/marquee.ts'
import { setupOf } from '#protocol/rules/speaking.ts'

/** Room state that follows from its entries. With title, viewers and mutes it is the snapshot. */
export interface RoomState {
  readonly anchorStatus: RoomStatus['anchorStatus']
  readonly homeScore: number
  readonly guestScore: number
  readonly clock: MatchClock
  readonly events: readonly MatchEvent[]
  readonly odds: MatchOdds | null
  readonly pinned: string | null
  readonly setup: RoomSetup
  readonly marquee: readonly MarqueeItem[]
}

export const MAX_MARQUEE_ITEMS = 50

/** The state after an entry. Idempotent, so a replay on a newer state converges. */
export function applyEntry(state: RoomState, entry: Entry): RoomState {
  switch (entry.content.msgType) {
    case MSG_TYPES.status:
      return applyStatus(state, entry.data as Partial<RoomStatus>)
    case MSG_TYPES.system: {
      const { event } = entry.data as { event?: MatchEvent }
      return event ? { ...state, events: withEvent(state.events, event) } : state
    }
    case MSG_TYPES.marquee: {
      const { item, removed } = entry.data as { item: MarqueeItem; removed?: boolean }
      return { ...state, marquee: withItem(state.marquee, item, removed === true, entry.at) }
    }
    case MSG_TYPES.pin:
      return { ...state, pinned: (entry.data as { text: string | null }).text }
    case MSG_TYPES.setup:
      return { ...state, setup: setupOf(entry.data as EntryData['setup']) }
    default:
      return state
  }
}

function applyStatus(state: RoomState, status: Partial<RoomStatus>): RoomState {
  const { event, viewers: _, ...fields } = status
  // A clock in phase `before` starts a new match and clears the events of the last one.
  const events = status.clock?.phase === 'before' ? [] : state.events
  return { ...state, ...fields, events: event ? withEvent(events, event) : events }
}

function withEvent(events: readonly MatchEvent[], event: MatchEvent): readonly MatchEvent[] {
  return [...events.filter((known) => known.id !== event.id), event].slice(-MATCH_EVENTS_MAX)
}

function withItem(items: readonly MarqueeItem[], item: MarqueeItem, isRemoved: boolean, now: number) {
  // An end removes only items shown in a time window (S4.27); later ones stay.
  const others = items.filter((known) => known.id !== item.id && !isMarqueeItemOver(known, now))
  return (isRemoved ? others : [...others, item]).slice(-MAX_MARQUEE_ITEMS)
}
