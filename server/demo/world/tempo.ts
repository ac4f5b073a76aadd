import { MINUTE_MS } from '#protocol/time.ts'
import type { ContentKind } from '#protocol/endpoints/live.ts'
import type { MatchClock, MatchPhase } from '#protocol/room/feed.ts'
import { HALF_MINUTES, PERIODS_OF_HALF } from '#protocol/rules/match.ts'
import { BASKETBALL_POINTS } from '../../sports/prices/basketball.ts'
import { splitHalves } from '../../sports/prices/price-input.ts'

/** Pace of a sport. Breaks are shorter than in reality. */
export interface Tempo {
  readonly halfMinutes: number
  /** Added time of the first and of the second half. */
  readonly addedMinutes: readonly [number, number]
  readonly breakMinutes: number
  /** Scores per minute of both sides together. */
  readonly scoresPerMinute: number
  readonly points: readonly number[]
  readonly cardsPerMinute: number
  readonly cornersPerMinute: number
  readonly hasDraw: boolean
}

export const TEMPO: Readonly<Record<ContentKind, Tempo>> = {
  football: {
    halfMinutes: HALF_MINUTES.football,
    addedMinutes: [2, 4],
    breakMinutes: 4,
    scoresPerMinute: 0.04,
    points: [1],
    cardsPerMinute: 0.05,
    cornersPerMinute: 0.11,
    hasDraw: true,
  },
  basketball: {
    halfMinutes: HALF_MINUTES.basketball,
    addedMinutes: [0, 0],
    breakMinutes: 3,
    scoresPerMinute: 1.8,
    points: BASKETBALL_POINTS,
    cardsPerMinute: 0,
    cornersPerMinute: 0,
    hasDraw: false,
  },
  esports: {
    halfMinutes: HALF_MINUTES.esports,
    addedMinutes: [0, 0],
    breakMinutes: 3,
    scoresPerMinute: 0.9,
    points: [1],
    cardsPerMinute: 0,
    cornersPerMinute: 0,
    hasDraw: false,
  },
  anchor: {
    halfMinutes: 600,
    addedMinutes: [0, 0],
    breakMinutes: 1,
    scoresPerMinute: 0,
    points: [1],
    cardsPerMinute: 0,
    cornersPerMinute: 0,
    hasDraw: false,
  },
}

export const WARM_UP_MINUTES = 3

/** Minutes from kick-off to the end of a match, with break and added time. */
export function matchLength(kind: ContentKind): number {
  const { halfMinutes, breakMinutes, addedMinutes } = TEMPO[kind]
  return 2 * halfMinutes + breakMinutes + addedMinutes[0] + addedMinutes[1]
}

/** End of a phase in epoch milliseconds; Infinity after a match. Before it `phaseStartedAt` is the kick-off. */
export function phaseEnd(kind: ContentKind, clock: MatchClock): number {
  const tempo = TEMPO[kind]
  const minutes: Readonly<Record<MatchPhase, number>> = {
    before: 0,
    'first-half': tempo.halfMinutes + tempo.addedMinutes[0],
    'half-time': tempo.breakMinutes,
    'second-half': tempo.halfMinutes + tempo.addedMinutes[1],
    ended: Infinity,
  }
  return clock.phaseStartedAt + minutes[clock.phase] * MINUTE_MS
}

/** Kick-off in epoch milliseconds, past or future. */
export function kickOffOf(kind: ContentKind, { phase, phaseStartedAt }: MatchClock): number {
  const { halfMinutes, breakMinutes, addedMinutes } = TEMPO[kind]
  const firstHalf = halfMinutes + addedMinutes[0]
  const minutes: Readonly<Record<MatchPhase, number>> = {
    before: 0,
    'first-half': 0,
    'half-time': firstHalf,
    'second-half': firstHalf + breakMinutes,
    ended: matchLength(kind),
  }
  return phaseStartedAt - minutes[phase] * MINUTE_MS
}

export const NEXT_PHASE: Readonly<Record<MatchPhase, MatchPhase>> = {
  before: 'first-half',
  'first-half': 'half-time',
  'half-time': 'second-half',
  'second-half': 'ended',
  ended: 'before',
}

/** Minutes played of each period that has begun. In a break the next one has begun. */
export function minutesPlayed(kind: ContentKind, { phase, phaseStartedAt }: MatchClock, now: number): number[] {
  if (kind === 'anchor' || phase === 'before') return []
  const half = TEMPO[kind].halfMinutes
  const running = Math.min(half, Math.max(0, (now - phaseStartedAt) / MINUTE_MS))
  const halves = {
    'first-half': [running],
    'half-time': [half, 0],
    'second-half': [half, running],
    ended: [half, half],
  }
  const length = half / PERIODS_OF_HALF[kind]
  return halves[phase].flatMap((minutes) => {
    const begun = Math.min(PERIODS_OF_HALF[kind], Math.floor(minutes / length) + 1)
    return Array.from({ length: begun }, (_, index) => Math.min(length, minutes - index * length))
  })
}

/** Minutes left of each period, with added time. A clock that was set back leaves at most the whole phase. */
export function minutesLeft(kind: Exclude<ContentKind, 'anchor'>, clock: MatchClock, now: number): number[] {
  const { halfMinutes, addedMinutes } = TEMPO[kind]
  const [first, second] = [halfMinutes + addedMinutes[0], halfMinutes + addedMinutes[1]]
  const running = Math.max(0, (phaseEnd(kind, clock) - now) / MINUTE_MS)
  const halves = {
    before: [first, second],
    'first-half': [Math.min(first, running), second],
    'half-time': [0, second],
    'second-half': [0, Math.min(second, running)],
    ended: [0, 0],
  }[clock.phase]
  return splitHalves(halves, halfMinutes, PERIODS_OF_HALF[kind])
}

/** Minute on the board, at least 0; null while nothing is played. */
export function matchMinute(kind: ContentKind, clock: MatchClock, now: number): number | null {
  const elapsed = Math.max(0, Math.floor((now - clock.phaseStartedAt) / MINUTE_MS))
  if (clock.phase === 'first-half') return Math.min(elapsed, TEMPO[kind].halfMinutes)
  if (clock.phase === 'second-half') return TEMPO[kind].halfMinutes + Math.min(elapsed, TEMPO[kind].halfMinutes)
  return null
}

/** Full minutes of added time at `now`, 0 before it: 45+2. */
export function addedMinute(kind: ContentKind, { phaseStartedAt }: MatchClock, now: number): number {
  if (TEMPO[kind].addedMinutes[0] === 0) return 0
  return Math.max(0, Math.floor((now - phaseStartedAt) / MINUTE_MS) - TEMPO[kind].halfMinutes)
}
