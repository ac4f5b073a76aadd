import { HALF_MINUTES, type HalvedKind, PERIODS_OF_HALF } from '#protocol/rules/match.ts'
import { commonText } from '#messages/zh/common.ts'

export type PlayKind = HalvedKind | 'anchor'

/** Phase of a match and its start, epoch milliseconds of the server clock. */
export interface PhaseClock {
  readonly phase: 'before' | 'first-half' | 'half-time' | 'second-half' | 'ended'
  readonly phaseStartedAt: number
}

/** True for a match, false for a talk show. */
export function hasHalves(kind: PlayKind): kind is HalvedKind {
  return kind !== 'anchor'
}

/** Minutes of one half; unlimited for a talk show. */
export function playHalfMinutes(kind: PlayKind): number {
  return hasHalves(kind) ? HALF_MINUTES[kind] : Number.POSITIVE_INFINITY
}

/** True while the match is played or at half-time. */
export function isInPlay(clock: PhaseClock): boolean {
  return clock.phase !== 'before' && clock.phase !== 'ended'
}

/** Seconds played at `now`: 0 before the match, one half at half-time, two after the end; never more than the half. */
export function playedSeconds(clock: PhaseClock, now: number, kind: PlayKind = 'football'): number {
  const half = playHalfMinutes(kind) * 60
  const inPhase = Math.min(half, Math.max(0, Math.floor((now - clock.phaseStartedAt) / 1000)))
  switch (clock.phase) {
    case 'before':
      return 0
    case 'first-half':
      return inPhase
    case 'half-time':
      return half
    case 'second-half':
      return half + inPhase
    case 'ended':
      return 2 * half
  }
}

/** Full minutes played, as on the board. */
export function playedMinute(clock: PhaseClock, now: number, kind: PlayKind = 'football'): number {
  return Math.floor(playedSeconds(clock, now, kind) / 60)
}

/** Added time on the clock is not shown above this. */
const MAX_ADDED_MINUTES = 15

/** The minute of football: `67′`, `45+2′`. */
export function minuteText(minute: number, added = 0): string {
  return commonText('match.minuteOnly', { minute: added > 0 ? `${minute}+${added}` : minute })
}

/** Full minutes of added time of the running half of football. */
export function addedMinutes({ phaseStartedAt }: PhaseClock, now: number): number {
  return Math.min(MAX_ADDED_MINUTES, Math.floor((now - phaseStartedAt) / 60_000) - HALF_MINUTES.football)
}

/** Number of the quarter or game in which a second of the match is. The end of a match belongs to the last one. */
export function periodAt(seconds: number, kind: HalvedKind): number {
  const periods = 2 * PERIODS_OF_HALF[kind]
  return Math.min(periods, Math.floor((seconds * periods) / (120 * HALF_MINUTES[kind])) + 1)
}

/** 第3节, 第2局. */
export function periodName(kind: HalvedKind, period: number): string {
  return commonText(kind === 'basketball' ? 'match.quarter' : 'match.game', { period })
}

export function phaseName(phase: PhaseClock['phase'], kind: PlayKind, isShort = false): string {
  switch (phase) {
    case 'before':
      return commonText('match.before')
    case 'first-half':
      return commonText('match.firstHalf')
    case 'half-time':
      if (kind === 'esports') return commonText('match.gameBreak')
      return isShort ? commonText('match.halfTimeShort') : commonText('match.halfTime')
    case 'second-half':
      return commonText('match.secondHalf')
    case 'ended':
      return commonText('match.ended')
  }
}

export function runs(clock: PhaseClock, kind: PlayKind): kind is HalvedKind {
  return kind !== 'anchor' && (clock.phase === 'first-half' || clock.phase === 'second-half')
}

/** `下半场 67′`, `第3节`, `第2局`, 中场休息, 未开始 or 已结束; 直播中 for a talk show. */
export function matchClockText(clock: PhaseClock, now: number, kind: PlayKind = 'football'): string {
  if (kind === 'anchor' && isInPlay(clock)) return commonText('match.talking')
  if (!runs(clock, kind)) return phaseName(clock.phase, kind)
  const short = matchClockShort(clock, now, kind)
  return kind === 'football' ? commonText('match.clock', { phase: phaseName(clock.phase, kind), clock: short }) : short
}

/** Short form: `67′`, `第3节`, `第2局`, 中场, 未开始, 已结束. */
export function matchClockShort(clock: PhaseClock, now: number, kind: PlayKind = 'football'): string {
  if (!runs(clock, kind))
    return kind === 'anchor' ? matchClockText(clock, now, kind) : phaseName(clock.phase, kind, true)
  if (kind === 'football') return minuteText(playedMinute(clock, now, kind), addedMinutes(clock, now))
  return periodName(kind, periodOf(clock, now, kind))
}

/** The running quarter or game; the end of the first half belongs to its last one. */
export function periodOf(clock: PhaseClock, now: number, kind: HalvedKind): number {
  const period = periodAt(playedSeconds(clock, now, kind), kind)
  return clock.phase === 'first-half' ? Math.min(period, PERIODS_OF_HALF[kind]) : period
}
