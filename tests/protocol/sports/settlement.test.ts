import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEG_RESULTS } from '#protocol/sports/bet-terms.ts'
import { BET_SPORTS, MARKETS_OF, type MatchFacts, outcomesOf, type Score } from '#protocol/sports/market-keys.ts'
import { decideLeg, SETTLEMENT_RULES } from '#protocol/sports/settlement.ts'
import { afterGoals, anyLeg, anyMarket, anySport, endedMatch, legResult } from './facts-support.ts'

type Sport = MatchFacts['sport']
type Row = readonly [leg: string, result: string | null, rule: string | null]

/** `handicap -3 home` */
const keyOf = (text: string) => {
  const [kind, line, outcome] = text.split(' ') as [Parameters<typeof decideLeg>[0]['kind'], string, string]
  return { kind, line: Number(line), outcome }
}
const facts = (sport: Sport, state: MatchFacts['state'], scores: string, goals = ''): MatchFacts => ({
  sport,
  state,
  periods: scores.split(' ').map((score) => score.split(':').map(Number) as unknown as Score),
  goals: Array.from(goals).map((side) => (side === 'h' ? 'home' : 'away')),
})

const TABLES: readonly (readonly [title: string, MatchFacts, readonly Row[]])[] = [
  [
    'football 1:0 1:1',
    facts('football', 'ended', '1:0 1:1', 'hah'),
    [
      ['winner 0 home', 'won', 'final-score'],
      ['winner 0 draw', 'lost', 'final-score'],
      ['handicap 0 away', 'lost', 'handicap'],
      ['handicap -2 home', 'won', 'handicap'],
      ['handicap -3 home', 'half-won', 'quarter-line'],
      ['handicap -4 home', 'push', 'push'],
      ['handicap -5 home', 'half-lost', 'quarter-line'],
      ['handicap -6 home', 'lost', 'handicap'],
      ['handicap -3 away', 'half-lost', 'quarter-line'],
      ['handicap -5 away', 'half-won', 'quarter-line'],
      ['total 10 over', 'won', 'total'],
      ['total 11 over', 'half-won', 'quarter-line'],
      ['total 12 over', 'push', 'push'],
      ['total 13 over', 'half-lost', 'quarter-line'],
      ['total 13 under', 'half-won', 'quarter-line'],
      ['total 14 over', 'lost', 'total'],
      ['parity 0 odd', 'won', 'parity'],
      ['parity 0 even', 'lost', 'parity'],
      ['both-score 0 yes', 'won', 'both-score'],
      ['correct-score 0 2-1', 'won', 'correct-score'],
      ['correct-score 0 1-2', 'lost', 'correct-score'],
      ['correct-score 0 other', 'lost', 'correct-score'],
      ['period-winner 1 home', 'won', 'half-score'],
      ['period-winner 2 draw', 'won', 'half-score'],
      ['next-goal 2 away', 'won', 'next-goal'],
      ['next-goal 3 home', 'won', 'next-goal'],
      ['next-goal 4 home', 'lost', 'no-goal'],
      ['next-goal 4 none', 'won', 'no-goal'],
      ['total 10 odd', 'void', 'not-offered'],
      ['winner 1 home', 'void', 'not-offered'],
      ['next-goal 0 home', 'void', 'not-offered'],
    ],
  ],
  [
    'football 0:1 4:1',
    facts('football', 'ended', '0:1 4:1'),
    [
      ['parity 0 even', 'won', 'parity'],
      ['parity 0 odd', 'lost', 'parity'],
      ['correct-score 0 4-2', 'won', 'correct-score'],
      ['correct-score 0 other', 'lost', 'correct-score'],
    ],
  ],
  [
    'football 0:1 0:0',
    facts('football', 'ended', '0:1 0:0', 'a'),
    [
      ['both-score 0 yes', 'lost', 'both-score'],
      ['both-score 0 no', 'won', 'both-score'],
    ],
  ],
  [
    'football in play, 1:1 0:0',
    facts('football', 'live', '1:1 0:0', 'ha'),
    [
      ['winner 0 draw', null, null],
      ['handicap 20 home', null, null],
      ['period-winner 1 draw', 'won', 'half-score'],
      ['period-winner 2 draw', null, null],
      ['total 6 over', 'won', 'total'],
      ['total 6 under', 'lost', 'total'],
      ['total 7 over', null, null],
      ['both-score 0 no', 'lost', 'both-score'],
      ['parity 0 even', null, null],
      ['correct-score 0 0-0', null, null],
      ['next-goal 1 home', 'won', 'next-goal'],
      ['next-goal 3 home', null, null],
    ],
  ],
  [
    'football in play, 5:0',
    facts('football', 'live', '5:0', 'hhhhh'),
    [
      ['correct-score 0 other', 'won', 'correct-score'],
      ['correct-score 0 4-0', 'lost', 'correct-score'],
      ['both-score 0 no', null, null],
    ],
  ],
  [
    'football abandoned at 1:1 0:1',
    facts('football', 'abandoned', '1:1 0:1', 'haa'),
    [
      ['winner 0 away', 'void', 'abandoned'],
      ['handicap 3 away', 'void', 'abandoned'],
      ['period-winner 1 draw', 'won', 'half-score'],
      ['period-winner 2 away', 'void', 'abandoned'],
      ['total 10 over', 'won', 'total'],
      ['total 14 under', 'void', 'abandoned'],
      ['both-score 0 yes', 'won', 'both-score'],
      ['next-goal 3 away', 'won', 'next-goal'],
      ['next-goal 4 none', 'void', 'abandoned'],
      ['correct-score 0 1-2', 'void', 'abandoned'],
      ['correct-score 0 0-0', 'void', 'abandoned'],
    ],
  ],
  [
    'football postponed',
    { sport: 'football', state: 'postponed', periods: [], goals: [] },
    [
      ['winner 0 home', 'void', 'postponed'],
      ['both-score 0 no', 'void', 'postponed'],
    ],
  ],
  [
    'football 2:1 of a source without periods and goals',
    facts('football', 'ended', '2:1'),
    [
      ['winner 0 home', 'won', 'final-score'],
      ['period-winner 1 home', 'void', 'unknown'],
      ['next-goal 1 home', 'void', 'unknown'],
      ['next-goal 3 home', 'void', 'unknown'],
      ['next-goal 4 none', 'won', 'no-goal'],
    ],
  ],
  [
    'basketball with a level second quarter',
    facts('basketball', 'ended', '25:20 22:22 18:30 28:20'),
    [
      ['winner 0 home', 'won', 'final-score'],
      ['winner 0 draw', 'void', 'not-offered'],
      ['handicap -2 home', 'won', 'handicap'],
      ['handicap -4 home', 'push', 'push'],
      ['handicap -5 home', 'half-lost', 'quarter-line'],
      ['total 738 over', 'won', 'total'],
      ['total 742 over', 'lost', 'total'],
      ['period-winner 2 home', 'push', 'push'],
      ['period-winner 3 away', 'won', 'quarter-score'],
      ['period-winner 5 home', 'void', 'not-played'],
      ['parity 0 odd', 'void', 'not-offered'],
    ],
  ],
  [
    'esports with a map each and equal kills',
    facts('esports', 'ended', '20:15 10:15'),
    [
      ['winner 0 home', 'push', 'push'],
      ['handicap 0 home', 'push', 'push'],
      ['handicap 6 home', 'won', 'map-handicap'],
      ['handicap -6 home', 'lost', 'map-handicap'],
      ['period-winner 1 home', 'won', 'map-score'],
      ['period-winner 2 home', 'lost', 'map-score'],
      ['period-winner 3 home', 'void', 'not-played'],
    ],
  ],
  [
    'esports with two maps of one side',
    facts('esports', 'ended', '20:15 15:10'),
    [
      ['handicap -6 home', 'won', 'map-handicap'],
      ['handicap -6 away', 'lost', 'map-handicap'],
    ],
  ],
  [
    'esports of a source without maps',
    facts('esports', 'ended', '20:15'),
    [
      ['winner 0 home', 'won', 'final-score'],
      ['handicap 0 home', 'void', 'unknown'],
      ['period-winner 1 home', 'void', 'unknown'],
    ],
  ],
]

describe('S1.7 Annex E.7 results of legs', () => {
  describe.each(TABLES)('%s', (_, match, rows) => {
    it.each(rows)('%s: %s by %s', (leg, result, rule) => {
      expect(decideLeg(keyOf(leg), match) ?? { result: null, rule: null }).toEqual({ result, rule })
    })
  })

  it('has rows for every rule', () => {
    const named = new Set(TABLES.flatMap(([, , rows]) => rows.map(([, , rule]) => rule)))
    expect(SETTLEMENT_RULES.filter((rule) => !named.has(rule))).toEqual([])
  })

  it('has rows for every kind of every sport, and for every result', () => {
    const rows = TABLES.flatMap(([, { sport }, all]) =>
      all.map(([leg, result]) => ({ kind: `${sport} ${keyOf(leg).kind}`, result })),
    )
    const kinds = BET_SPORTS.flatMap((sport) => MARKETS_OF[sport].map((kind) => `${sport} ${kind}`))
    expect(kinds.filter((kind) => !rows.some((row) => row.kind === kind))).toEqual([])
    expect(LEG_RESULTS.filter((result) => !rows.some((row) => row.result === result))).toEqual([])
  })
})

/** The result of the other side. */
const OPPOSITE: Readonly<Record<string, string>> = {
  won: 'lost',
  lost: 'won',
  'half-won': 'half-lost',
  'half-lost': 'half-won',
  push: 'push',
  void: 'void',
}

describe('rules of settlement', () => {
  it('decide every market of an ended match as a whole', () => {
    fc.assert(
      fc.property(
        anySport.chain((sport) => fc.tuple(endedMatch(sport), anyMarket(sport))),
        ([match, market]) => {
          const results = outcomesOf(match.sport, market.kind).map((outcome) =>
            legResult({ ...market, outcome }, match),
          )
          expect(results).not.toContain(null)
          if (results.length === 2) expect(results[1]).toBe(OPPOSITE[results[0]!])
          else expect(results.filter((result) => result !== 'lost')).toEqual(['won'])
        },
      ),
      { numRuns: 200 },
    )
  })

  it('decide all selections of a market at the same moment, and as the end of the match does', () => {
    fc.assert(
      fc.property(endedMatch('football'), fc.nat(16), anyMarket('football'), (match, goals, market) => {
        const inPlay = afterGoals(match, Math.min(goals, match.goals.length))
        const legs = outcomesOf('football', market.kind).map((outcome) => ({ ...market, outcome }))
        const results = legs.map((leg) => legResult(leg, inPlay))
        if (results[0] === null) expect(new Set(results)).toEqual(new Set([null]))
        else expect(results).toEqual(legs.map((leg) => legResult(leg, match)))
      }),
      { numRuns: 300 },
    )
  })

  it('return an abandoned match except what its score has decided', () => {
    fc.assert(
      fc.property(endedMatch('football'), fc.nat(16), anyLeg('football'), (match, goals, leg) => {
        const inPlay = afterGoals(match, Math.min(goals, match.goals.length))
        const abandoned = legResult(leg, { ...inPlay, state: 'abandoned' })
        expect(abandoned).toBe(legResult(leg, inPlay) ?? 'void')
      }),
    )
  })

  it('decide nothing before the match', () => {
    fc.assert(
      fc.property(
        anySport.chain((sport) => fc.tuple(anyLeg(sport), fc.constant(sport))),
        ([leg, sport]) => {
          expect(decideLeg(leg, { sport, state: 'before', periods: [], goals: [] })).toBeNull()
        },
      ),
    )
  })
})
