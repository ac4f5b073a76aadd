import { describe, expect, it } from 'vitest'
import { planWorld } from '#server/demo/world/plan.ts'
import { openingState, playMatch } from '#server/demo/world/play.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { matchMinute } from '#server/demo/world/tempo.ts'

const start = Date.UTC(2026, 10, 21, 12)

describe('a match of the demo world', () => {
  it('passes through every phase and stays ended; scores never fall', () => {
    const random = createRandom(5)
    const fixture = planWorld(random).find(({ kind, minutesAtStart }) => kind === 'football' && minutesAtStart < 0)!
    let state = openingState(fixture, start, random)
    const phases = new Set<string>()
    let goals = 0
    for (let now = start; now < start + 6 * 3_600_000; now += 1_000) {
      const before = state
      const step = playMatch(fixture, state, now, 1_000, random)
      state = step.state
      phases.add(state.clock.phase)
      if (state.clock.phase !== 'before') {
        expect(state.homeScore).toBeGreaterThanOrEqual(before.homeScore)
        expect(state.guestScore).toBeGreaterThanOrEqual(before.guestScore)
      }
      for (const event of step.events) {
        expect(event.minute).toBeLessThanOrEqual(90)
        if (event.type === 'goal') goals += 1
      }
    }
    expect(state.clock.phase).toBe('ended')
    expect([...phases].sort()).toEqual(['before', 'ended', 'first-half', 'half-time', 'second-half'])
    expect(goals).toBeGreaterThan(0)
  })

  it.each([3, 17, 40])('a basketball match from seed %i has realistic scores', (seed) => {
    const random = createRandom(seed)
    for (const fixture of planWorld(random).filter(({ kind }) => kind === 'basketball')) {
      let state = openingState(fixture, start, random)
      if (state.clock.phase !== 'before') expect(Math.max(state.homeScore, state.guestScore)).toBeLessThan(110)
      let ends = state.clock.phase === 'ended' ? 1 : 0
      for (let now = start; ends < 1; now += 1_000) {
        const { clock } = state
        state = playMatch(fixture, state, now, 1_000, random).state
        if (clock.phase === 'ended' || state.clock.phase !== 'ended') continue
        ends += 1
        // Like the results in the news: 91 to 79.
        for (const score of [state.homeScore, state.guestScore]) {
          expect(score).toBeGreaterThan(50)
          expect(score).toBeLessThan(135)
        }
      }
    }
  })

  it('S4.1 has anchor status 0 before, 1 during and 3 after the match', () => {
    const random = createRandom(9)
    for (const fixture of planWorld(random)) {
      const { clock, anchorStatus } = openingState(fixture, start, random)
      expect(anchorStatus).toBe(clock.phase === 'before' ? 0 : clock.phase === 'ended' ? 3 : 1)
    }
  })

  it('computes the minute from the phase alone', () => {
    expect(matchMinute('football', { phase: 'second-half', phaseStartedAt: start }, start + 22.5 * 60_000)).toBe(67)
    expect(matchMinute('football', { phase: 'half-time', phaseStartedAt: start }, start)).toBeNull()
  })

  it('has unique ids per room and the same plan for the same seed', () => {
    const fixtures = planWorld(createRandom(1))
    expect(new Set(fixtures.map((fixture) => fixture.chatRoomNo)).size).toBe(fixtures.length)
    expect(planWorld(createRandom(1))).toEqual(fixtures)
    expect(new Set(fixtures.map((fixture) => fixture.kind))).toEqual(
      new Set(['football', 'basketball', 'esports', 'anchor']),
    )
  })
})
