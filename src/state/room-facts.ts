import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import type { MarqueeItem, RoomStatus } from '#protocol/room/feed.ts'
import type { FeedBatch } from '#protocol/worker-api.ts'

/** What is true of the room now. Fields keep their identity while they do not change. */
export type RoomFacts = RoomSnapshot

/** Marquee items at once; older ones give way. */
const MARQUEE_MAX = 50

function withMarquee(items: readonly MarqueeItem[], changes: FeedBatch['marquee']): MarqueeItem[] {
  const next = new Map(items.map((item) => [item.id, item]))
  for (const { item, removed } of changes) {
    if (removed) next.delete(item.id)
    else next.set(item.id, item)
  }
  return [...next.values()].slice(-MARQUEE_MAX)
}

function withStatus(facts: RoomFacts, change: Partial<RoomStatus>): RoomFacts {
  const { event, ...rest } = change
  if (event === undefined || facts.events.some(({ id }) => id === event.id)) return { ...facts, ...rest }
  return { ...facts, ...rest, events: [...facts.events, event] }
}

/** The facts after one batch; the same object when the batch says nothing about the room. */
export function factsAfter(facts: RoomFacts, batch: FeedBatch): RoomFacts {
  let next = facts
  if (batch.status !== null) next = withStatus(next, batch.status)
  if (batch.marquee.length > 0) next = { ...next, marquee: withMarquee(next.marquee, batch.marquee) }
  if (batch.pinned !== null) next = { ...next, pinned: batch.pinned.text }
  if (batch.setup !== null) next = { ...next, setup: batch.setup }
  if (batch.ownMute !== null) {
    next = { ...next, mutedUntil: batch.ownMute.until, muteReason: batch.ownMute.reason }
  }
  return next
}
