import { describe, expect, it } from 'vitest'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { HALF_MINUTES } from '#protocol/rules/match.ts'
import type { Score } from '#protocol/sports/market-keys.ts'
import { openingEvents } from '#server/demo/world/opening-events.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { openingState, playMatch } from '#server/demo/world/play.ts'
import type { PlayedState } from '#server/demo/world/prices.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { matchMinute } from '#server/demo/world/tempo.ts'
import { pointsOf } from '#server/sports/prices/price-input.ts'

const start = Date.UTC(2026, 10, 21, 12)

describe('a match of the demo world', () => {
  it('passes through every phase and stays ended; scores fall only after a review', () => {
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
        // A review can take one goal back.
        const lost = before.review?.isCancelled === true ? 1 : 0
        expect(state.homeScore).toBeGreaterThanOrEqual(before.homeScore - lost)
        expect(state.guestScore).toBeGreaterThanOrEqual(before.guestScore - lost)
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

  it.each(['football', 'basketball', 'esports'] as const)(
    'S1.7 has periods of %s whose points are the score',
    (kind) => {
      const random = createRandom(11)
      for (const fixture of planWorld(random).filter((one) => one.kind === kind)) {
        let state = openingState(fixture, start, random)
        let events: readonly MatchEvent[] = openingEvents(fixture, state, start, random)
        let known: readonly Score[] = state.periods ?? []
        for (let now = start; state.clock.phase !== 'ended'; now += 5_000) {
          const step = playMatch(fixture, state, now, 5_000, random, events)
          if (step.state === state) continue
          state = step.state
          events = [...events.filter(({ id }) => !step.events.some((event) => event.id === id)), ...step.events]
          const { periods = [], goals } = state
          expect(pointsOf(periods)).toEqual([state.homeScore, state.guestScore])
          // Points of finished periods do not change.
          expect(periods.slice(0, Math.max(0, known.length - 1))).toEqual(known.slice(0, -1))
          known = periods
          const scorers = events.flatMap(({ type, side }) => (type === 'goal' ? [side] : []))
          if (kind === 'football') expect(goals).toEqual(scorers)
        }
        expect(known).toHaveLength(kind === 'basketball' ? 4 : 2)
        if (kind === 'basketball') expect(state.homeScore).not.toBe(state.guestScore)
      }
    },
  )

  it('S3.31 opens with goals of the right periods', () => {
    const random = createRandom(4)
    for (const fixture of planWorld(random).filter(({ kind }) => kind === 'football' || kind === 'esports')) {
      const state = openingState(fixture, start, random)
      const half = HALF_MINUTES[fixture.kind as 'football' | 'esports']
      const isFirst = (minute: number) => (fixture.kind === 'football' ? minute <= half : minute < half)
      const events = openingEvents(fixture, state, start, random)
      const [home = 0, away = 0] = state.periods?.[0] ?? []
      const count = events.filter(({ minute }) => isFirst(minute)).length
      if ((state.periods?.length ?? 0) > 1) expect(count).toBeGreaterThanOrEqual(home + away)
      else expect(count).toBe(home + away)
      if (state.goals) expect(events.map(({ side }) => side)).toEqual(state.goals)
    }
  })

  it('takes some goals of football back after a review, during which markets are suspended and nothing is scored', () => {
    const fixture = planWorld(createRandom(2)).find(({ kind }) => kind === 'football')!
    let cancelled = 0
    let goals = 0
    for (let seed = 0; seed < 40; seed += 1) {
      const random = createRandom(seed)
      let state: PlayedState = {
        clock: { phase: 'first-half', phaseStartedAt: start },
        homeScore: 0,
        guestScore: 0,
        anchorStatus: 1,
        odds: null,
        periods: [[0, 0]],
        goals: [],
      }
      let events: readonly MatchEvent[] = []
      for (let now = start; state.clock.phase !== 'ended'; now += 5_000) {
        const before = state
        const step = playMatch(fixture, state, now, 5_000, random, events)
        state = step.state
        const [event] = step.events
        const known = events.find(({ id }) => id === event?.id)
        if (before.review && !known)
          expect([state.homeScore, state.guestScore]).toEqual([before.homeScore, before.guestScore])
        goals += step.events.filter(({ type }) => type === 'goal').length
        if (event && known) {
          cancelled += 1
          expect(before.suspendedUntil).toBeGreaterThan(now)
          expect([known.type, event.type]).toEqual(['goal', 'whistle'])
          expect([event.homeScore, event.awayScore]).toEqual([state.homeScore, state.guestScore])
          expect(state.goals).toEqual(before.goals!.slice(0, -1))
          expect(pointsOf(state.periods!)).toEqual([state.homeScore, state.guestScore])
          expect(state.homeScore + state.guestScore).toBe(before.homeScore + before.guestScore - 1)
        }
        events = [...events.filter(({ id }) => !step.events.some((each) => each.id === id)), ...step.events]
      }
    }
    expect(cancelled).toBeGreaterThan(0)
    expect(cancelled / goals).toBeLessThan(0.1)
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
