import { CODES, PLAY_STOP_CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import type { PlayAction, PlayStop } from '#protocol/wallet/play-stop.ts'
import { formatClock, formatDate } from './format.ts'
import { playStopText } from '#messages/zh/play-stop.ts'

/** 12 月 4 日 10:20, with the year if it is another one. */
export function momentText(time: number, now: number): string {
  return `${formatDate(time, now)} ${formatClock(time)}`
}

/** Why an action is not possible: 已达到每日亏损限额. */
export function stopTitle({ code, limit }: PlayStop): string {
  if (code === CODES.RG_TIME_OUT) return playStopText('title.timeOut')
  if (code === CODES.RG_SELF_EXCLUDED) return playStopText('title.excluded')
  if (limit === null) return playStopText('title.check')
  const period = playStopText(`period.${limit.period}`)
  return limit.kind === 'session'
    ? playStopText('title.session', { period })
    : playStopText('title.limit', { period, kind: playStopText(`kind.${limit.kind}`) })
}

/** When it is possible again. */
export function stopEnd({ until, limit, code }: PlayStop, now: number): string {
  if (code === CODES.RG_CHECK_DUE) return playStopText('end.check')
  if (until === null) return playStopText('end.forever')
  return playStopText(limit === null ? 'end.fixed' : 'end.limit', { end: momentText(until, now) })
}

/** What else is not possible until then; null for a reality check. */
export function stopEffect({ code, limit }: PlayStop, action: PlayAction): string | null {
  if (code === CODES.RG_CHECK_DUE) return null
  if (action === 'promotion') return playStopText('effect.promotion')
  if (limit?.kind === 'deposit') return playStopText('effect.deposit')
  return playStopText(limit === null || limit.kind === 'session' ? 'effect.play' : 'effect.spend')
}

/** The exclusion for which the server refused a call, with its end if the server sent it; null for another failure. */
export function exclusionOf(failure: Failure | null): PlayStop | null {
  if (failure === null || !PLAY_STOP_CODES.includes(failure.code)) return null
  const { code, details } = failure
  const stop = typeof details === 'object' && details !== null && 'stop' in details ? details.stop : null
  const until = typeof stop === 'object' && stop !== null && 'until' in stop ? stop.until : null
  return { code, until: typeof until === 'number' ? until : null, limit: null }
}
