import { isInPlay } from '#lib/match/match-clock.ts'
import type { MatchSummary } from './match-stage.ts'
import { LIVE_KINDS } from './match-stage.ts'
import type { Reminders } from './reminders.ts'
import type { LiveLists } from './use-live-lists.ts'

/**
 * Time after kick-off, in milliseconds, during which a reminder says that the match begins. Later it shows the minute.
 */
const BEGINS_MS = 10 * 60_000
/**
 * A match that starts this much later than the reminder's time, in milliseconds, is a different match in the same room.
 */
const POSTPONED_MS = 30 * 60_000

/** Reminders that are due at `now` (epoch milliseconds of the server's clock) or whose match a list shows as live. */
export function dueReminders(
  reminders: Reminders,
  lists: LiveLists,
  now: number,
): (readonly [eid: string, startTime: number])[] {
  const isOn = (eid: string) =>
    LIVE_KINDS.some((kind) => lists[kind].matches.some((match) => match.eid === eid && isInPlay(match.clock)))
  return [...reminders].filter(([eid, startTime]) => startTime <= now || isOn(eid))
}

/**
 * State of a reminder: the match `begins`, already `runs`, was rescheduled (`waits`), or is over (`gone`); the room may
 * show another match by then.
 */
type ReminderState =
  | { readonly type: 'begins' | 'runs' | 'gone' }
  | { readonly type: 'waits'; readonly startTime: number }

/** The state of a reminder from the server's room details at `now`, epoch milliseconds of the server's clock. */
export function reminderState(
  startTime: number,
  { clock, start_time: begunAt }: Pick<MatchSummary, 'clock' | 'start_time'>,
  now: number,
): ReminderState {
  if (clock.phase === 'before' && now < startTime + POSTPONED_MS) return { type: 'waits', startTime: begunAt }
  if (!isInPlay(clock) || begunAt > startTime + POSTPONED_MS) return { type: 'gone' }
  return { type: now < begunAt + BEGINS_MS ? 'begins' : 'runs' }
}
