import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { onPitchAfter } from '#server/demo/world/on-pitch.ts'
import { type MatchPlan, planWorld } from '#server/demo/world/plan.ts'
import { openingState, playMatch } from '#server/demo/world/play.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { squadOf } from '#server/demo/world/squads.ts'

const START = Date.UTC(2026, 10, 21, 12)

/** All events of a football match from its kick-off, in steps of 10 seconds. */
function eventsOf(seed: number): { fixture: MatchPlan; events: MatchEvent[] } {
  const random = createRandom(seed)
  const fixture = { ...planWorld(random).find(({ kind }) => kind === 'football')!, minutesAtStart: 0 }
  let state = openingState(fixture, START, random)
  const events: MatchEvent[] = []
  for (let now = START; state.clock.phase !== 'ended'; now += 10_000) {
    const step = playMatch(fixture, state, now, 10_000, random, events)
    state = step.state
    events.push(...step.events)
  }
  return { fixture, events }
}

describe('the players of a football match', () => {
  it('are on the pitch when they score or are booked; who left never acts again', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { fixture, events } = eventsOf(seed)
        for (const side of ['home', 'away'] as const) {
          const { starters, substitutes } = squadOf(fixture[side].key)
          const onPitch = new Set(starters.map(({ name }) => name))
          const bench = new Set(substitutes.map(({ name }) => name))
          const yellow = new Set<string>()
          let substitutions = 0
          for (const { type, players = [], text } of events.filter((event) => event.side === side)) {
            if (type === 'corner') continue
            const [who = '', replaced = ''] = players
            expect(text).toContain(who)
            if (type === 'substitution') {
              substitutions += 1
              expect([bench.delete(who), onPitch.delete(replaced)]).toEqual([true, true])
              onPitch.add(who)
              continue
            }
            expect(onPitch.has(who), `${text} is on the pitch`).toBe(true)
            // A second yellow card is a red one.
            if (type === 'yellow-card') expect(yellow.has(who)).toBe(false)
            if (type === 'yellow-card') yellow.add(who)
            if (type === 'red-card') onPitch.delete(who)
          }
          expect(substitutions).toBeLessThanOrEqual(5)
          expect([...onPitchAfter(fixture[side].key, side, events).players].sort()).toEqual([...onPitch].sort())
        }
      }),
      { numRuns: 60 },
    )
  })

  it('leave after a second yellow card in some matches', () => {
    const texts = Array.from({ length: 150 }, (_, seed) => eventsOf(seed).events).flat()
    expect(texts.some(({ text }) => text.includes('两黄变一红'))).toBe(true)
  })

  it('does not repeat the minute in the text of an event', () => {
    for (const { text } of [1, 2, 3].flatMap((seed) => eventsOf(seed).events)) expect(text).not.toContain('′')
  })
})
