import { useStore } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ConnectionState } from '#protocol/worker/notices.ts'
import { matchClockText } from '#lib/match/match-clock.ts'
import { matchTitle } from '#lib/match/match-title.ts'
import { commonText } from '#messages/zh/common.ts'
import type { MatchSummary } from '#features/live/match-stage.ts'
import { hasScore } from '#features/live/match-stage.ts'
import { roomPath } from '#lib/room-path.ts'
import { dueReminders, reminderState } from '#features/live/reminder-state.ts'
import { remindersAtom } from '#features/live/reminders.ts'
import { liveListsAtom } from '#features/live/use-live-lists.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { onForeground } from '#state/data/reconnect.ts'
import { call, serverNow } from '#transport/client.ts'
import { toast } from '#ui/overlay/toast-manager.ts'

/** Polling interval of reminders while the page is visible, milliseconds. */
const POLL_MS = 10_000

function callText(match: MatchSummary, isBeginning: boolean, now: number): string {
  const title = matchTitle(match)
  if (!isBeginning)
    return commonText('live.startedEarlier', { title, clock: matchClockText(match.clock, now, match.kind) })
  return commonText(hasScore(match.kind) ? 'live.started' : 'live.startedTalk', { title })
}

const isCutOffNow = (connection: ConnectionState) => connection === 'offline' || connection === 'recovering'

/**
 * Shows a toast for each reminder (预约) when its match begins, on every screen of the shell. Polls a match from its
 * start time until it is on or over. Nothing is shown in the room of the match.
 */
export function ReminderToasts() {
  const store = useStore()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isInRoom = useEffectEvent((eid: string) => pathname === roomPath(eid))

  useEffect(() => {
    let isWanted = true
    let isPolling = false
    const take = (eid: string, startTime: number, match: MatchSummary) => {
      const reminders = new Map(store.get(remindersAtom))
      // The reminder was removed meanwhile.
      if (!isWanted || reminders.get(eid) !== startTime) return
      const now = serverNow()
      const news = reminderState(startTime, match, now)
      if (news.type === 'waits' && news.startTime === startTime) return
      if (news.type === 'waits') reminders.set(eid, news.startTime)
      else reminders.delete(eid)
      store.set(remindersAtom, reminders)
      if (news.type === 'waits' || news.type === 'gone' || isInRoom(eid)) return
      toast({
        id: `started-${eid}`,
        text: callText(match, news.type === 'begins', now),
        durationMs: 0,
        action: { label: commonText('live.enter'), onPress: () => void navigate(roomPath(eid)) },
      })
    }
    const poll = async () => {
      // The offline bar is visible already; no requests are made.
      if (isPolling || document.hidden || isCutOffNow(store.get(connectionAtom))) return
      isPolling = true
      for (const [eid, startTime] of dueReminders(store.get(remindersAtom), store.get(liveListsAtom), serverNow())) {
        const result = await call('live.detail', { eid })
        if (result.ok) take(eid, startTime, result.data.match)
      }
      isPolling = false
    }
    const pollNow = () => void poll()
    pollNow()
    const timer = window.setInterval(pollNow, POLL_MS)
    const stop = onForeground(pollNow)
    return () => {
      isWanted = false
      window.clearInterval(timer)
      stop()
    }
  }, [navigate, store])
  return null
}
