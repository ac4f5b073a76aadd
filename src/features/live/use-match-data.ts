import { useMemo } from 'react'
import { LIVE_LIST_PAGE, LIVE_LIST_SIZE } from '#protocol/constants.ts'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { MatchSummary } from '#features/live/match-stage.ts'
import { LIVE_KINDS } from '#features/live/match-stage.ts'
import type { LiveLists } from '#features/live/use-live-lists.ts'
import { useLiveLists } from '#features/live/use-live-lists.ts'
import { useReminders } from '#features/live/use-reminders.ts'
import { useServerNow } from '#state/data/clock.ts'
import { call, serverNow } from '#transport/client.ts'

const CLOCK_MS = 5000

/** S9.1: 200 of one kind, first page. */
const loadList = (kind: ContentKind) => call('live.popularList', { size: LIVE_LIST_SIZE, page: LIVE_LIST_PAGE, kind })

export interface MatchData {
  readonly lists: LiveLists
  /** Matches of every kind. */
  readonly everything: readonly MatchSummary[]
  /** Server clock, epoch milliseconds. */
  readonly now: number
  readonly isLoading: boolean
  /** A list that has not loaded yet no longer delays anything. */
  readonly isLate: boolean
  readonly reload: () => void
  readonly reminders: ReadonlySet<string>
  readonly onReminder: (match: MatchSummary) => void
}

/** Shared by screens with matches: lists of all kinds (`kind` first), the clock, and reminders (预约). */
export function useMatchData(kind: ContentKind, refreshMs?: number): MatchData {
  const { lists, isLoading, isLate, reload } = useLiveLists(loadList, kind, serverNow, refreshMs)
  const now = useServerNow(CLOCK_MS)
  const everything = useMemo(() => LIVE_KINDS.flatMap((each) => lists[each].matches), [lists])
  const { reminders, onReminder } = useReminders()
  return { lists, everything, now, isLoading, isLate, reload, reminders, onReminder }
}
