import { HALF_MINUTES, type HalvedKind, PERIODS_OF_HALF } from '#protocol/rules/match.ts'
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

/** Added time on the clock is not shown above this. */
const MAX_ADDED_MINUTES = 15

/** Position within the played period: a half of football, a quarter of basketball or a game of esports. */
interface PeriodClock {
  /** 1 for the first period of the match. */
  readonly period: number
  readonly seconds: number
}

function periodClock(clock: PhaseClock, now: number, kind: HalvedKind): PeriodClock {
  const length = (HALF_MINUTES[kind] * 60) / PERIODS_OF_HALF[kind]
  const seconds = playedSeconds(clock, now, kind)
  // The end of the last period of a half belongs to that period.
  const last = (clock.phase === 'first-half' ? 1 : 2) * PERIODS_OF_HALF[kind]
  const period = Math.min(last, Math.floor(seconds / length) + 1)
  return { period, seconds: seconds - (period - 1) * length }
}

/** Full minutes of added time of the running half; 0 in kinds without it. */
function addedMinutes({ phaseStartedAt }: PhaseClock, now: number, kind: HalvedKind): number {
  if (kind !== 'football') return 0
  const minutes = Math.floor((now - phaseStartedAt) / 60_000) - HALF_MINUTES[kind]
  return Math.min(MAX_ADDED_MINUTES, Math.max(0, minutes))
}

/** The minute of football: `67`, `45+2`. */
function minuteText(minute: number, added: number): string {
  return added > 0 ? `${minute}+${added}` : String(minute)
}

/** 第3节, 第2局. */
function periodName(kind: 'basketball' | 'esports', period: number): string {
  return t(kind === 'basketball' ? 'match.quarter' : 'match.game', { period })
}

/** The time of an event as shown beside its text: `45+2′`, `第2局 12′`. */
export function eventTime(
  { minute, added = 0 }: { readonly minute: number; readonly added?: number | undefined },
  kind: PlayKind,
): string {
  if (kind !== 'basketball' && kind !== 'esports') return t('match.minuteOnly', { minute: minuteText(minute, added) })
  const length = HALF_MINUTES[kind] / PERIODS_OF_HALF[kind]
  const period = Math.min(2 * PERIODS_OF_HALF[kind], Math.floor(minute / length) + 1)
  return t('match.minute', { phase: periodName(kind, period), minute: minute - (period - 1) * length })
}

function phaseName(phase: PhaseClock['phase'], kind: PlayKind, isShort = false): string {
  switch (phase) {
    case 'before':
      return t('match.before')
    case 'first-half':
      return t('match.firstHalf')
    case 'half-time':
      if (kind === 'esports') return t('match.gameBreak')
      return isShort ? t('match.halfTimeShort') : t('match.halfTime')
    case 'second-half':
      return t('match.secondHalf')
    case 'ended':
      return t('match.ended')
  }
}

function runs(clock: PhaseClock, kind: PlayKind): kind is HalvedKind {
  return kind !== 'anchor' && (clock.phase === 'first-half' || clock.phase === 'second-half')
}

/** `下半场 67′`, `第3节`, `第2局 18′`, 中场休息, 未开始 or 已结束; 直播中 for a talk show. */
export function matchClockText(clock: PhaseClock, now: number, kind: PlayKind = 'football'): string {
  if (kind === 'anchor' && isInPlay(clock)) return t('match.talking')
  if (!runs(clock, kind)) return phaseName(clock.phase, kind)
  if (kind === 'football') {
    const minute = minuteText(playedMinute(clock, now, kind), addedMinutes(clock, now, kind))
    return t('match.minute', { phase: phaseName(clock.phase, kind), minute })
  }
  const { period, seconds } = periodClock(clock, now, kind)
  const phase = periodName(kind, period)
  return kind === 'basketball' ? phase : t('match.minute', { phase, minute: Math.floor(seconds / 60) })
}

/** Short form: `67′`, `第3节`, `第2局`, 中场, 未开始, 已结束. */
export function matchClockShort(clock: PhaseClock, now: number, kind: PlayKind = 'football'): string {
  if (!runs(clock, kind))
    return kind === 'anchor' ? matchClockText(clock, now, kind) : phaseName(clock.phase, kind, true)
  if (kind !== 'football') return periodName(kind, periodClock(clock, now, kind).period)
  return eventTime({ minute: playedMinute(clock, now, kind), added: addedMinutes(clock, now, kind) }, kind)
}

/** With seconds: `下半场 67′24″`, `第3节 05:12`; `上半场 45+2′` in added time. */
export function matchClockInFull(clock: PhaseClock, now: number, kind: PlayKind = 'football'): string {
  if (!runs(clock, kind) || addedMinutes(clock, now, kind) > 0) return matchClockText(clock, now, kind)
  const two = (value: number) => String(value).padStart(2, '0')
  if (kind !== 'football') {
    const { period, seconds } = periodClock(clock, now, kind)
    return t('match.periodClock', {
      phase: periodName(kind, period),
      clock: `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`,
    })
  }
  const seconds = playedSeconds(clock, now, kind)
  return t('match.minuteSecond', {
    phase: phaseName(clock.phase, kind),
    minute: Math.floor(seconds / 60),
    second: two(seconds % 60),
  })
}
