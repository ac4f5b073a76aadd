import { MATCH_EVENTS_MAX } from '#protocol/constants.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import type { MarqueeItem, MatchEvent } from '#protocol/room/feed.ts'
import type { FeedBatch } from '#protocol/worker/feed.ts'

/** Marquee items at once; beyond it the oldest are removed. */
export const MAX_MARQUEE_ITEMS = 50

function withMarquee(items: readonly MarqueeItem[], changes: FeedBatch['marquee']): MarqueeItem[] {
  const next = new Map(items.map((item) => [item.id, item]))
  for (const { item, removed } of changes) {
    if (removed) next.delete(item.id)
    else next.set(item.id, item)
  }
  return [...next.values()].slice(-MAX_MARQUEE_ITEMS)
}

function withEvents(events: readonly MatchEvent[], more: readonly MatchEvent[]): MatchEvent[] {
  const known = new Map(events.map((event) => [event.id, event]))
  for (const event of more) known.set(event.id, event)
  return [...known.values()].slice(-MATCH_EVENTS_MAX).sort((one, other) => one.minute - other.minute)
}

/** A corrected match event arrives again with the same id. */
function isKnown(events: readonly MatchEvent[], mark: MatchEvent): boolean {
  const known = events.find(({ id }) => id === mark.id)
  return known !== undefined && (Object.keys(mark) as (keyof MatchEvent)[]).every((key) => known[key] === mark[key])
}

/** Returns the snapshot after a batch. Unchanged fields, and the object if nothing changed, keep their identity. */
export function snapshotAfter(snapshot: RoomSnapshot, batch: FeedBatch): RoomSnapshot {
  let next = snapshot
  if (batch.status !== null) next = { ...next, ...batch.status }
  if (batch.startsMatch && next.events.length > 0) next = { ...next, events: [] }
  const { events } = next
  const marks = batch.matchEvents.filter((mark) => !isKnown(events, mark))
  if (marks.length > 0) next = { ...next, events: withEvents(events, marks) }
  if (batch.marquee.length > 0) next = { ...next, marquee: withMarquee(next.marquee, batch.marquee) }
  if (batch.pinned !== null) next = { ...next, pinned: batch.pinned.text }
  if (batch.setup !== null) next = { ...next, setup: batch.setup }
  if (batch.ownMute !== null) {
    next = { ...next, mutedUntil: batch.ownMute.until, muteReason: batch.ownMute.reason }
  }
  return next
}
