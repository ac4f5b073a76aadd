import { useAtom } from 'jotai'
import { useCallback, useMemo } from 'react'
import { formatKickoff } from '#lib/format.ts'
import { commonText } from '#messages/zh/common.ts'
import { serverNow } from '#transport/client.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { remindersAtom, toggledReminders } from './reminders.ts'
import type { MatchSummary } from './match-stage.ts'

interface RemindersState {
  /** Rooms (eid) with a reminder. */
  readonly reminders: ReadonlySet<string>
  /** Adds or removes the reminder of a match and shows a toast. */
  readonly onReminder: (match: Pick<MatchSummary, 'eid' | 'start_time'>) => void
}

/** The reminders (预约) of this tab. */
export function useReminders(): RemindersState {
  const [taken, setTaken] = useAtom(remindersAtom)
  const reminders = useMemo(() => new Set(taken.keys()), [taken])
  const onReminder = useCallback<RemindersState['onReminder']>(
    (match) => {
      const hasReminder = taken.has(match.eid)
      setTaken(toggledReminders(taken, match))
      const clock = formatKickoff(match.start_time, serverNow())
      toast({
        id: 'reminder',
        tone: 'wait',
        text: hasReminder ? commonText('live.reminderRemoved') : commonText('live.reminderSet', { clock }),
      })
    },
    [taken, setTaken],
  )
  return { reminders, onReminder }
}
