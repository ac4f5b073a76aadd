import type { DataOf } from '#protocol/endpoints/table.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { notifyPlayChange } from '#state/data/content-changes.ts'
import { store } from '#state/store.ts'
import { call, serverNow } from '#transport/client.ts'

/** Time and results of the site day. */
export type PlayTime = DataOf<'responsible.session'>

const CHANNEL = 'grandstand-reality-check'

interface Answer {
  readonly userId: string
}

export interface PlayTimeWatch {
  /** Reports at once: a call was refused because a reality check is due. */
  readonly report: () => void
  /** The member has answered the reality check that showed this number of seconds. Other tabs close theirs. */
  readonly answer: (seconds: number) => void
  readonly stop: () => void
}

/**
 * Reports the use of the site once a minute while the page is visible and connected. Calls `onTime` with each response; the
 * server says whether a reality check is due (Annex I), and null after an answer, here or in another tab.
 */
export function watchPlayTime(userId: string, onTime: (time: PlayTime | null) => void): PlayTimeWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  let reportedAt = -MINUTE_MS
  let hasStopped = false
  const channel = new BroadcastChannel(CHANNEL)
  const report = async (): Promise<void> => {
    reportedAt = serverNow()
    const result = await call('responsible.session', {})
    if (result.ok && !hasStopped) onTime(result.data)
  }
  const sendAnswer = async (seconds: number): Promise<void> => {
    const result = await call('responsible.answerCheck', { seconds })
    if (!result.ok || hasStopped) return
    channel.postMessage({ userId } satisfies Answer)
    onTime(result.data)
    // What was read before the answer may still have the check.
    notifyPlayChange()
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
    if (data.userId === userId) onTime(null)
  })
  document.addEventListener('visibilitychange', schedule)
  schedule()
  return {
    report: () => void report(),
    // An answer that does not arrive is asked for again by the next report.
    answer(seconds) {
      onTime(null)
      void sendAnswer(seconds)
    },
    stop() {
      hasStopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', schedule)
      channel.close()
    },
  }
}
