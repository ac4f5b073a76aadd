import { hashText } from '../random.ts'
import type { MatchClock, MatchEvent } from '../room/feed.ts'
import { HALF_MINUTES } from './match.ts'

/**
 * A position on the field: x from the home goal (0) to the away goal (105), y from the near line (0) to the far one
 * (68).
 */
export interface Place {
  readonly x: number
  readonly y: number
}
export type Side = 'home' | 'away'
/** Progress of an attack. */
export type Stage = 'build' | 'attack' | 'danger'
/** A period of possession. */
export interface Spell {
  readonly side: Side
  readonly stage: Stage
}

/** Inputs of the animation besides the clock; the same for all viewers. */
export interface StoryInput {
  /** Id of the match. */
  readonly seed: string
  readonly kind: 'football' | 'basketball' | 'esports'
  readonly events: readonly MatchEvent[]
}

export const LENGTH = 105
export const DEPTH = 68
export const CENTRE: Place = { x: LENGTH / 2, y: DEPTH / 2 }
/** Ends of the halfway line. */
export const HALFWAY: readonly Place[] = [
  { x: CENTRE.x, y: 0 },
  { x: CENTRE.x, y: DEPTH },
]

/** Duration of a step of the ball, and steps per spell. */
export const STEP_MS = { football: 1_600, basketball: 1_200, esports: 2_000 } as const
export const STEPS = 8

export function spellMs(kind: StoryInput['kind']): number {
  return STEP_MS[kind] * STEPS
}

/** A pseudo-random number from 0 to 1 for these values, the same on every machine. */
export function chance(...words: readonly (string | number)[]): number {
  const hash = Math.imul(hashText(words.join('|')) ^ 0x5bd1e995, 0x27d4eb2d)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}

/** Possession of the home side at a minute: a side that is behind gets more, a side with a player less gets less. */
function homeShare({ seed, events }: StoryInput, minute: number): number {
  let share = 0.5 + (chance(seed, 'strength') - 0.5) * 0.2
  for (const { type, side, minute: when, homeScore, awayScore } of events) {
    if (when > minute) continue
    if (type === 'red-card') share += side === 'home' ? -0.08 : 0.08
    if (type === 'goal') share += Math.sign(awayScore - homeScore) * 0.02
  }
  return Math.min(0.75, Math.max(0.25, share))
}

/** A spell by its number in a half. */
export function spellAt(input: StoryInput, half: number, index: number): Spell {
  const { seed, kind } = input
  const roll = chance(seed, half, index, 'stage')
  if (kind === 'basketball') {
    const isHome = (index + half) % 2 === 0 // sides alternate
    return { side: isHome ? 'home' : 'away', stage: roll < 0.1 ? 'build' : roll < 0.35 ? 'attack' : 'danger' }
  }
  const minute = half * HALF_MINUTES[kind] + (index * spellMs(kind)) / 60_000
  const isHome = chance(seed, half, index, 'side') < homeShare(input, minute)
  return { side: isHome ? 'home' : 'away', stage: roll < 0.5 ? 'build' : roll < 0.84 ? 'attack' : 'danger' }
}

const REACH: Readonly<Record<Stage, number>> = { build: 58, attack: 82, danger: 98 }

/** Position of the ball after a step of a spell (0 to STEPS - 1), for a side that plays to the right. */
function forward({ seed }: StoryInput, { stage }: Spell, half: number, index: number, step: number): Place {
  const progress = step / (STEPS - 1)
  const from = 34 + chance(seed, half, index, 'from') * 14
  const x = from + (REACH[stage] - from) * progress ** 0.8 + (chance(seed, half, index, step, 'x') - 0.5) * 9
  const wing = chance(seed, half, index, 'wing') < 0.5 ? 13 : 55
  const middle = stage === 'danger' ? Math.max(0, progress - 0.6) / 0.4 : 0
  const y = wing + (CENTRE.y - wing) * middle + (chance(seed, half, index, step, 'y') - 0.5) * 26 * (1 - middle / 2)
  return { x: Math.min(101, Math.max(4, x)), y: Math.min(64, Math.max(4, y)) }
}

/** Position of the ball at the end of a step, counted from the start of the half. */
export function placeAt(input: StoryInput, half: number, step: number): Place {
  const index = Math.floor(step / STEPS)
  const spell = spellAt(input, half, index)
  const place = forward(input, spell, half, index, step - index * STEPS)
  return spell.side === 'home' ? place : mirrored(place)
}

/** The same position for the other side. */
export function mirrored({ x, y }: Place): Place {
  return { x: LENGTH - x, y: DEPTH - y }
}

/** Possession of the home side (0 to 1) and chances of each side so far. */
export interface Tally {
  readonly homeShare: number
  readonly dangers: Readonly<Record<Side, number>>
}

/** Statistics of the played spells of the halves. */
export function tally(input: StoryInput, spellsOfHalves: readonly number[]): Tally {
  let home = 0
  let all = 0
  const dangers = { home: 0, away: 0 }
  for (const [half, count] of spellsOfHalves.entries()) {
    for (let index = 0; index < count; index += 1) {
      const { side, stage } = spellAt(input, half, index)
      all += 1
      if (side === 'home') home += 1
      if (stage === 'danger') dangers[side] += 1
    }
  }
  return { homeShare: all === 0 ? 0.5 : home / all, dangers }
}

/** Completed spells of each half. */
export function spellsPlayed(kind: StoryInput['kind'], clock: MatchClock, now: number, halfMinutes: number): number[] {
  const whole = Math.floor((halfMinutes * 60_000) / spellMs(kind))
  const running = Math.min(whole, Math.max(0, Math.floor((now - clock.phaseStartedAt) / spellMs(kind))))
  switch (clock.phase) {
    case 'before':
      return []
    case 'first-half':
      return [running]
    case 'half-time':
      return [whole]
    case 'second-half':
      return [whole, running]
    case 'ended':
      return [whole, whole]
  }
}
