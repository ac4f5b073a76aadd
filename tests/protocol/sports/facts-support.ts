import fc from 'fast-check'
import type { LegResult } from '#protocol/sports/bet-terms.ts'
import { type BetSport, MARKETS_OF, type MatchFacts, outcomesOf, type Score } from '#protocol/sports/market-keys.ts'
import { decideLeg, type LegKey } from '#protocol/sports/settlement.ts'

/** Periods of a match of each sport, and the most points of a team in one. */
const SHAPE: Readonly<Record<BetSport, readonly [periods: number, points: number]>> = {
  football: [2, 4],
  basketball: [4, 40],
  esports: [3, 30],
}

export const anySport = fc.constantFrom<BetSport>('football', 'basketball', 'esports')

const scoreOf = (points: number): fc.Arbitrary<Score> =>
  fc.tuple(fc.integer({ min: 0, max: points }), fc.integer({ min: 0, max: points }))

/** Sides of the goals of these periods, in an order of their own in each. */
function goalsOf(periods: readonly Score[]): fc.Arbitrary<('home' | 'away')[]> {
  const each = periods.map(([home, away]) => {
    const sides = [...Array<'home'>(home).fill('home'), ...Array<'away'>(away).fill('away')]
    return fc.shuffledSubarray(sides, { minLength: sides.length })
  })
  return fc.tuple(...each).map((all) => all.flat())
}

/** Facts of a match that ended after all its periods. */
export function endedMatch(sport: BetSport): fc.Arbitrary<MatchFacts> {
  const [count, points] = SHAPE[sport]
  return fc.array(scoreOf(points), { minLength: count, maxLength: count }).chain((periods) =>
    (sport === 'football' ? goalsOf(periods) : fc.constant([])).map((goals) => ({
      sport,
      state: 'ended' as const,
      periods,
      goals,
    })),
  )
}

/** The same match after its first `goals` goals, in play. Football only. */
export function afterGoals(match: MatchFacts, goals: number): MatchFacts {
  const [first = [0, 0]] = match.periods
  const inFirst = first[0] + first[1]
  const scored = match.goals.slice(0, goals)
  const scoreOf = (sides: MatchFacts['goals']): Score => [
    sides.filter((side) => side === 'home').length,
    sides.filter((side) => side === 'away').length,
  ]
  const periods = goals < inFirst ? [scoreOf(scored)] : [first, scoreOf(scored.slice(inFirst))]
  return { ...match, state: 'live', periods, goals: scored }
}

/** Lines of each kind that the tests use. */
function lineOf(kind: LegKey['kind'], sport: BetSport): fc.Arbitrary<number> {
  if (kind === 'handicap') return fc.integer({ min: -20, max: 20 })
  if (kind === 'total')
    return sport === 'football' ? fc.integer({ min: 2, max: 30 }) : fc.integer({ min: 200, max: 900 })
  if (kind === 'period-winner') return fc.integer({ min: 1, max: SHAPE[sport][0] })
  return kind === 'next-goal' ? fc.integer({ min: 1, max: 10 }) : fc.constant(0)
}

/** A market of a sport. */
export function anyMarket(sport: BetSport): fc.Arbitrary<Pick<LegKey, 'kind' | 'line'>> {
  return fc.constantFrom(...MARKETS_OF[sport]).chain((kind) => lineOf(kind, sport).map((line) => ({ kind, line })))
}

/** A selection of a sport. */
export function anyLeg(sport: BetSport): fc.Arbitrary<LegKey> {
  return anyMarket(sport).chain((market) =>
    fc.constantFrom(...outcomesOf(sport, market.kind)).map((outcome) => ({ ...market, outcome })),
  )
}

/** The result of a leg; null if it is not decided yet. */
export function legResult(leg: LegKey, facts: MatchFacts): LegResult | null {
  return decideLeg(leg, facts)?.result ?? null
}
