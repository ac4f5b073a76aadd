import { HALF_MINUTES, PERIODS_OF_HALF } from '#protocol/rules/match.ts'
import {
  addedMinutes,
  matchClockText,
  minuteText,
  periodAt,
  periodName,
  periodOf,
  phaseName,
  type PhaseClock,
  playedSeconds,
  type PlayKind,
  runs,
} from '#lib/match/match-clock.ts'
import { commonText } from '#messages/zh/common.ts'

/** The time of an event as shown beside its text: `45+2′`, `第2局 12′`. */
export function eventTime(
  { minute, added }: { readonly minute: number; readonly added?: number | undefined },
  kind: PlayKind,
): string {
  if (kind !== 'basketball' && kind !== 'esports') return minuteText(minute, added)
  const period = periodAt(minute * 60, kind)
  const start = ((period - 1) * HALF_MINUTES[kind]) / PERIODS_OF_HALF[kind]
  return commonText('match.clock', { phase: periodName(kind, period), clock: minuteText(minute - start) })
}

/** With seconds: `下半场 67′24″`, `第3节 05:12`; `上半场 45+2′` in added time. */
export function matchClockInFull(clock: PhaseClock, now: number, kind: PlayKind = 'football'): string {
  if (!runs(clock, kind)) return matchClockText(clock, now, kind)
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = playedSeconds(clock, now, kind)
  if (kind === 'football') {
    if (addedMinutes(clock, now) > 0) return matchClockText(clock, now, kind)
    return commonText('match.minuteSecond', {
      phase: phaseName(clock.phase, kind),
      minute: Math.floor(seconds / 60),
      second: two(seconds % 60),
    })
  }
  const period = periodOf(clock, now, kind)
  const inPeriod = seconds - ((period - 1) * HALF_MINUTES[kind] * 60) / PERIODS_OF_HALF[kind]
  return commonText('match.clock', {
    phase: periodName(kind, period),
    clock: `${two(Math.floor(inPeriod / 60))}:${two(inPeriod % 60)}`,
  })
}
