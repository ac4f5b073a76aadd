import { describe, expect, it } from 'vitest'
import { factsOf, type FactState } from '#server/sports/match-facts.ts'

const state = (values: Partial<FactState>): FactState => ({
  clock: { phase: 'ended', phaseStartedAt: 0 },
  homeScore: 2,
  guestScore: 1,
  periods: [
    [1, 0],
    [1, 1],
  ],
  goals: ['home', 'away', 'home'],
  ...values,
})

describe('facts of a match', () => {
  it('are the periods and goals of its source', () => {
    expect(factsOf('football', state({}))).toEqual({
      sport: 'football',
      state: 'ended',
      periods: [
        [1, 0],
        [1, 1],
      ],
      goals: ['home', 'away', 'home'],
    })
  })

  it('are in play in a break, and abandoned or postponed before anything else', () => {
    expect(factsOf('football', state({ clock: { phase: 'half-time', phaseStartedAt: 0 } })).state).toBe('live')
    expect(factsOf('football', state({ clock: { phase: 'before', phaseStartedAt: 0 } })).state).toBe('before')
    expect(factsOf('football', state({ broken: 'abandoned' })).state).toBe('abandoned')
  })

  it('follow a corrected score', () => {
    const more = factsOf('football', state({ homeScore: 3 }))
    expect(more).toMatchObject({
      periods: [
        [1, 0],
        [2, 1],
      ],
      goals: ['home', 'away', 'home', 'home'],
    })
    const less = factsOf('football', state({ homeScore: 0, guestScore: 0 }))
    expect(less).toMatchObject({
      periods: [
        [0, 0],
        [0, 0],
      ],
      goals: [],
    })
    const swapped = factsOf('football', state({ homeScore: 1, guestScore: 2 }))
    expect(swapped).toMatchObject({
      periods: [
        [1, 0],
        [0, 2],
      ],
      goals: ['home', 'away', 'away'],
    })
  })

  it('do not invent an order of goals or scores of periods', () => {
    expect(factsOf('football', { clock: state({}).clock, homeScore: 2, guestScore: 1 })).toMatchObject({
      periods: [[2, 1]],
      goals: [],
    })
    expect(factsOf('football', state({ homeScore: 3, guestScore: 2 })).goals).toEqual(['home', 'away', 'home'])
  })
})
