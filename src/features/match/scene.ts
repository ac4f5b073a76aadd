import type { MatchEvent } from '#protocol/room/feed.ts'
import type { PhaseClock } from '#lib/match/match-clock.ts'
import type { Place, Side, Spell, StoryInput } from '#protocol/rules/match-story.ts'
import { CENTRE, LENGTH, mirrored, placeAt, spellAt, STEP_MS, STEPS } from '#protocol/rules/match-story.ts'

/** An event during watching, with its time (epoch ms of the server's clock). */
export interface Cue {
  readonly id: string
  readonly type: MatchEvent['type'] | 'points'
  readonly side: Side | 'none'
  readonly text: string
  /** Points of a score, if they vary. */
  readonly points: number | null
  readonly at: number
}

/** What is shown from a time on. */
export interface Scene {
  /** Position of the ball at `until`; null = it does not move. */
  readonly ball: Place | null
  /** When the scene changes, epoch ms of the server's clock. */
  readonly until: number
  /** Null while the match is not in play. */
  readonly spell: Spell | null
  readonly cue: Cue | null
  /** Positions of the ball in this spell, oldest first. */
  readonly trail: readonly Place[]
}

type Spot = 'goal' | 'centre' | 'corner' | 'box' | 'here'
interface Move {
  readonly spot: Spot
  readonly untilMs: number
}

const STAYS: readonly Move[] = [{ spot: 'here', untilMs: 4_000 }]
/** The animation of each event type, from its start. */
const MOVES: Readonly<Record<Cue['type'], readonly Move[]>> = {
  goal: [
    { spot: 'goal', untilMs: 700 },
    { spot: 'here', untilMs: 5_600 },
    { spot: 'centre', untilMs: 7_000 },
  ],
  points: [
    { spot: 'goal', untilMs: 600 },
    { spot: 'here', untilMs: 2_600 },
  ],
  corner: [
    { spot: 'corner', untilMs: 900 },
    { spot: 'here', untilMs: 2_600 },
    { spot: 'box', untilMs: 3_600 },
  ],
  'yellow-card': STAYS,
  'red-card': STAYS,
  substitution: STAYS,
  whistle: STAYS,
}

export function cueMs(type: Cue['type']): number {
  return MOVES[type].at(-1)?.untilMs ?? 0
}

/** A position of the side that attacks to the right. */
function spotOf(spot: Exclude<Spot, 'here'>, isBasket: boolean): Place {
  switch (spot) {
    case 'goal':
      return { x: isBasket ? LENGTH - 6 : LENGTH + 1, y: CENTRE.y }
    case 'centre':
      return CENTRE
    case 'corner':
      return { x: LENGTH, y: 68 }
    case 'box':
      return { x: 95, y: CENTRE.y + 3 }
  }
}

function cueScene(input: StoryInput, cue: Cue, now: number): Scene {
  const moves = MOVES[cue.type]
  const move = moves.find(({ untilMs }) => now < cue.at + untilMs) ?? STAYS[0]
  const until = cue.at + (move?.untilMs ?? 0)
  const spell: Spell | null = cue.side === 'none' ? null : { side: cue.side, stage: 'danger' }
  const scene = { spell, cue, until, trail: [] }
  if (!move || move.spot === 'here') return { ...scene, ball: null }
  const place = spotOf(move.spot, input.kind === 'basketball')
  return { ...scene, ball: cue.side === 'away' ? mirrored(place) : place }
}

/** Halves are numbered from 0; null while the match is not in play. */
function halfOf({ phase }: PhaseClock): number | null {
  return phase === 'first-half' ? 0 : phase === 'second-half' ? 1 : null
}

/** Update interval while the match is not in play and the ball is in the centre. */
const REST_MS = 5_000

/**
 * The scene at a time. Depends only on match, clock and events, so all viewers see the same. An event that is still
 * animated has priority.
 */
export function sceneAt(input: StoryInput, clock: PhaseClock, cue: Cue | null, now: number): Scene {
  if (cue !== null && now < cue.at + cueMs(cue.type)) return cueScene(input, cue, now)
  const half = halfOf(clock)
  if (half === null) return { ball: CENTRE, until: now + REST_MS, spell: null, cue: null, trail: [] }
  const stepMs = STEP_MS[input.kind]
  const step = Math.max(0, Math.floor((now - clock.phaseStartedAt) / stepMs))
  const index = Math.floor(step / STEPS)
  const first = index * STEPS
  return {
    ball: placeAt(input, half, step),
    until: clock.phaseStartedAt + (step + 1) * stepMs,
    spell: spellAt(input, half, index),
    cue: null,
    trail: Array.from({ length: step - first }, (_, before) => placeAt(input, half, first + before)),
  }
}
