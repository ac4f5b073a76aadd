import { atom } from 'jotai'
import type { MatchSummary } from './match-stage.ts'

/** Start time of the match by room id, epoch milliseconds of the server's clock. */
export type Reminders = ReadonlyMap<string, number>

/** Matches with a reminder (预约). Lives as long as the tab. */
export const remindersAtom = atom<Reminders>(new Map<string, number>())

/** Adds or removes a reminder. */
export function toggledReminders(
  reminders: Reminders,
  { eid, start_time }: Pick<MatchSummary, 'eid' | 'start_time'>,
): Reminders {
  const next = new Map(reminders)
  if (!next.delete(eid)) next.set(eid, start_time)
  return next
}
