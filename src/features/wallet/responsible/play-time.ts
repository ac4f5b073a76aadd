import type { DataOf } from '#protocol/endpoints/table.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { isCheckDue, lastCheck } from '#protocol/wallet/limits.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { tabStorage } from '#state/data/tab-storage.ts'
import { store } from '#state/store.ts'
import { call, serverNow } from '#transport/client.ts'

/** Time and results of the site day. */
export type PlayTime = DataOf<'responsible.session'>

const CHANNEL = 'grandstand-reality-check'

interface Answer {
  readonly userId: string
  /** Seconds of the site day at the last answer. */
  readonly seconds: number
}

const keyOf = (userId: string): string => `reality-check:${userId}`

function storedAnswer(userId: string): number | null {
  const text = tabStorage()?.getItem(keyOf(userId)) ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}

export interface PlayTimeWatch {
  /** The member has answered the reality check that was due. Other tabs take it over. */
  readonly answer: (seconds: number) => void
  readonly stop: () => void
}

/**
 * Reports the use of the site once a minute while the page is visible and connected, and calls `onDue` when a reality
 * check is due (Annex I). The last answer survives a reload, so that a reload does not answer.
 */
export function watchPlayTime(userId: string, onDue: (time: PlayTime | null) => void): PlayTimeWatch {
  let answeredAt = storedAnswer(userId)
  let timer: ReturnType<typeof setTimeout> | undefined
  let reportedAt = -MINUTE_MS
  let hasStopped = false
  const channel = new BroadcastChannel(CHANNEL)
  const record = (seconds: number): void => {
    answeredAt = seconds
    tabStorage()?.setItem(keyOf(userId), String(seconds))
  }
  const report = async (): Promise<void> => {
    reportedAt = serverNow()
    const result = await call('responsible.session', {})
    if (!result.ok || hasStopped) return
    const { seconds, realityCheckMinutes } = result.data
    if (answeredAt === null) record(lastCheck(seconds, realityCheckMinutes))
    onDue(isCheckDue(seconds, answeredAt ?? seconds, realityCheckMinutes) ? result.data : null)
  }
  const schedule = (): void => {
    clearTimeout(timer)
    if (document.hidden || hasStopped) return
    const rest = Math.max(0, reportedAt + MINUTE_MS - serverNow())
    timer = setTimeout(() => {
      // Without a connection the offline bar is shown; a failed call would add a message.
      if (store.get(connectionAtom) === 'online') void report()
      else reportedAt = serverNow()
      schedule()
    }, rest)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (data.userId !== userId) return
    record(data.seconds)
    onDue(null)
  })
  document.addEventListener('visibilitychange', schedule)
  schedule()
  return {
    answer(seconds) {
      record(seconds)
      channel.postMessage({ userId, seconds } satisfies Answer)
      onDue(null)
    },
    stop() {
      hasStopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', schedule)
      channel.close()
    },
  }
}
