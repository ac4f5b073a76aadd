import { createRandom } from '#server/demo/world/random.ts'
import { chatLine } from '#server/demo/world/chatter.ts'
import { TEAMS } from '#server/demo/world/teams.ts'
import { SEEDED_MEMBERS } from '#server/demo/world/audience.ts'
import type { ReplayLine } from './replay-log.ts'

/** A message due `t` milliseconds after the start. */
export interface LoadLine {
  readonly t: number
  readonly user: string
  readonly text: string
}

/** Recorded messages at another speed. Messages without a user are distributed over the seeded members. */
export function replaySource(lines: readonly ReplayLine[], speed: number): LoadLine[] {
  return lines.map(({ t, user, text }, index) => ({
    t: t / speed,
    user: user ?? `${index}:${text}`.slice(0, 64),
    text,
  }))
}

/** Generated messages at a constant rate. */
export function* rateSource(rate: number, seconds: number): Generator<LoadLine> {
  const random = createRandom(1)
  const [home, away] = TEAMS.football
  if (!home || !away) return
  const scene = { kind: 'football' as const, home, away, minute: 60, homeScore: 1, guestScore: 1 }
  const count = Math.floor(rate * seconds)
  for (let index = 0; index < count; index += 1) {
    const text = chatLine(random, 'open', scene, random.chance(0.5) ? 'home' : 'away')
    yield { t: (index * 1000) / rate, user: `member ${random.between(1, SEEDED_MEMBERS)}`, text }
  }
}
