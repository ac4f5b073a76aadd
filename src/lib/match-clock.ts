import { HALF_MINUTES, type HalvedKind } from '#protocol/rules/match.ts'
import { t } from './messages/common.ts'

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

function phaseName(phase: PhaseClock['phase'], isShort = false): string {
  switch (phase) {
    case 'before':
      return t('match.before')
    case 'first-half':
      return t('match.firstHalf')
    case 'half-time':
      return isShort ? t('match.halfTimeShort') : t('match.halfTime')
    case 'second-half':
      return t('match.secondHalf')
    case 'ended':
      return t('match.ended')
  }
}

const runs = (clock: PhaseClock, kind: PlayKind) =>
  kind !== 'anchor' && (clock.phase === 'first-half' || clock.phase === 'second-half')

/** `下半场 67′`, 中场休息, 未开始 or 已结束; 直播中 for a talk show. */
export function matchClockText(clock: PhaseClock, now: number, kind: PlayKind = 'football'): string {
  if (kind === 'anchor' && isInPlay(clock)) return t('match.talking')
  if (!runs(clock, kind)) return phaseName(clock.phase)
  return t('match.minute', { phase: phaseName(clock.phase), minute: playedMinute(clock, now, kind) })
}

/** Short form: `67′`, 中场, 未开始, 已结束. */
export function matchClockShort(clock: PhaseClock, now: number, kind: PlayKind = 'football'): string {
  if (runs(clock, kind)) return t('match.minuteOnly', { minute: playedMinute(clock, now, kind) })
  return kind === 'anchor' ? matchClockText(clock, now, kind) : phaseName(clock.phase, true)
}

/** With seconds: `下半场 67′24″`. */
export function matchClockInFull(clock: PhaseClock, now: number, kind: PlayKind = 'football'): string {
  if (!runs(clock, kind)) return matchClockText(clock, now, kind)
  const seconds = playedSeconds(clock, now, kind)
  return t('match.minuteSecond', {
    phase: phaseName(clock.phase),
    minute: Math.floor(seconds / 60),
    second: String(seconds % 60).padStart(2, '0'),
  })
}
