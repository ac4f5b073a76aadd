import { describe, expect, it } from 'vitest'
import { planWorld } from '#server/demo/world/plan.ts'
import { openingState } from '#server/demo/world/play.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { playWithoutEnd } from '#server/demo/world/match-room.ts'

describe('a match whose anchor publishes a real stream', () => {
  it.each([1, 300])('never ends, started %i minutes ago', (minutesAtStart) => {
    const random = createRandom(5)
    const fixture = { ...planWorld(random)[0]!, minutesAtStart }
    const begin = Date.UTC(2026, 10, 21, 12)
    let state = openingState(fixture, begin, random)
    const phases = new Set<string>()
    for (let now = begin + 1_000; now < begin + 4 * 3_600_000; now += 1_000) {
      state = playWithoutEnd(fixture, state, now, 1_000, random).state
      phases.add(state.clock.phase)
    }
    expect([...phases]).toContain('second-half')
    expect([...phases]).not.toContain('ended')
  })
})
