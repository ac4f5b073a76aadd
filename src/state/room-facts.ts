import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import type { MarqueeItem, MatchClock, MatchEvent, MatchPhase, RoomStatus } from '#protocol/room/feed.ts'
import type { FeedBatch } from '#protocol/worker-api.ts'

/** What is true of the room now. Fields keep their identity while they do not change. */
export type RoomFacts = RoomSnapshot

/** Marquee items at once; older ones give way. */
export const MARQUEE_MAX = 50
/** Events of a match that are remembered, newest kept: a match has a few dozen, a room that is published for days more. */
export const EVENTS_MAX = 300

function withMarquee(items: readonly MarqueeItem[], changes: FeedBatch['marquee']): MarqueeItem[] {
  const next = new Map(items.map((item) => [item.id, item]))
  for (const { item, removed } of changes) {
    if (removed) next.delete(item.id)
    else next.set(item.id, item)
  }
  return [...next.values()].slice(-MARQUEE_MAX)
}

/** Events of a batch: the newest status carries one, the lines that announce them carry them all. */
function eventsOf({ rows, status }: FeedBatch): MatchEvent[] {
  const announced = rows.flatMap((row) => (row.kind === 'system' && row.data.event ? [row.data.event] : []))
  return status?.event === undefined ? announced : [...announced, status.event]
}

function withEvents(events: readonly MatchEvent[], more: readonly MatchEvent[]): MatchEvent[] {
  const known = new Map(events.map((event) => [event.id, event]))
  for (const event of more) if (!known.has(event.id)) known.set(event.id, event)
  return [...known.values()].slice(-EVENTS_MAX).sort((one, other) => one.minute - other.minute)
}

const ORDER: Readonly<Record<MatchPhase, number>> = {
  before: 0,
  'first-half': 1,
  'half-time': 2,
  'second-half': 3,
  ended: 4,
}

/** Whether a clock belongs to the match after the one that is known: matches follow each other in a room. */
function beginsAnew(known: MatchClock, clock: MatchClock | undefined): boolean {
  return clock !== undefined && ORDER[clock.phase] < ORDER[known.phase]
}

/** A new match begins without the marks of the last one, as in the server's own state. */
function withStatus(facts: RoomFacts, { event: _event, ...change }: Partial<RoomStatus>): RoomFacts {
  return { ...facts, ...change, events: beginsAnew(facts.clock, change.clock) ? [] : facts.events }
}

/** The facts after one batch; the same object when the batch says nothing about the room. */
export function factsAfter(facts: RoomFacts, batch: FeedBatch): RoomFacts {
  let next = facts
  if (batch.status !== null) next = withStatus(next, batch.status)
  const events = eventsOf(batch).filter(({ id }) => !facts.events.some((known) => known.id === id))
  if (events.length > 0) next = { ...next, events: withEvents(next.events, events) }
  if (batch.marquee.length > 0) next = { ...next, marquee: withMarquee(next.marquee, batch.marquee) }
  if (batch.pinned !== null) next = { ...next, pinned: batch.pinned.text }
  if (batch.setup !== null) next = { ...next, setup: batch.setup }
  if (batch.ownMute !== null) {
    next = { ...next, mutedUntil: batch.ownMute.until, muteReason: batch.ownMute.reason }
  }
  return next
}
