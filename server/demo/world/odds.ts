import type { MatchOdds } from '#protocol/room/feed.ts'

/** Bookmaker's margin. */
const MARGIN = 1.06
/** Outside of these the market is suspended. */
const MIN_ODDS = 1_010
const MAX_ODDS = 51_000
/** More scores of one side in the rest of a match have no weight. */
const MAX_SCORES = 12

/** What odds are computed from. */
export interface OddsInput {
  /** Home strength minus away strength, about -1 to 1. */
  readonly edge: number
  /** Points of the home team minus points of the away team. */
  readonly lead: number
  /** 0 at the start, 1 at the end. */
  readonly progress: number
  /** Expected scores of both sides in a whole match, and points of a score on average. */
  readonly scores: number
  readonly points: number
  readonly hasDraw: boolean
}

/** Full-time odds in thousandths; `isSuspended` if a result is too likely or too unlikely for a price. */
interface Quote {
  readonly home: number
  readonly draw: number | null
  readonly away: number
  readonly isSuspended: boolean
}

interface Chances {
  readonly home: number
  readonly draw: number
  readonly away: number
}

/** Share of the home team in the scores of a match. */
export const homeShare = (edge: number): number => 0.5 + edge * 0.2

/** Probabilities of 0 to MAX_SCORES scores when `expected` are expected (Poisson). */
function scoreChances(expected: number): number[] {
  let chance = Math.exp(-expected)
  return Array.from({ length: MAX_SCORES + 1 }, (_, count) => {
    if (count > 0) chance *= expected / count
    return chance
  })
}

/** Chances of a sport with few scores: the remaining goals of both sides are independent. */
function chancesOfGoals({ edge, lead, progress, scores }: OddsInput): Chances {
  const remaining = scores * (1 - progress)
  const home = scoreChances(remaining * homeShare(edge))
  const away = scoreChances(remaining * (1 - homeShare(edge)))
  const sum = { home: 0, draw: 0, away: 0 }
  for (const [homeGoals, homeChance] of home.entries()) {
    for (const [awayGoals, awayChance] of away.entries()) {
      const difference = lead + homeGoals - awayGoals
      const result = difference > 0 ? 'home' : difference < 0 ? 'away' : 'draw'
      sum[result] += homeChance * awayChance
    }
  }
  return sum
}

/** The normal distribution function, by its logistic approximation (error below 0.01). */
const normal = (value: number): number => 1 / (1 + Math.exp(-1.702 * value))

/** Chances of a sport with many scores and no draw: the remaining difference is normal. */
function chancesOfPoints({ edge, lead, progress, scores, points }: OddsInput): Chances {
  const remaining = Math.max(scores * (1 - progress), 0.1)
  const expected = remaining * points * (2 * homeShare(edge) - 1)
  const home = normal((lead + expected) / (points * Math.sqrt(remaining)))
  return { home, draw: 0, away: 1 - home }
}

const toOdds = (chance: number): number => Math.round(1_000 / (chance * MARGIN) / 10) * 10
const hasPrice = (odds: number): boolean => odds >= MIN_ODDS && odds <= MAX_ODDS
const limited = (odds: number): number => Math.min(MAX_ODDS, Math.max(MIN_ODDS, odds))

/** Full-time odds by score, time left and strength. */
export function quoteOdds(input: OddsInput): Quote {
  const chances = input.hasDraw ? chancesOfGoals(input) : chancesOfPoints(input)
  const home = toOdds(chances.home)
  const away = toOdds(chances.away)
  const draw = input.hasDraw ? toOdds(chances.draw) : null
  return {
    home: limited(home),
    draw: draw === null ? null : limited(draw),
    away: limited(away),
    isSuspended: ![home, away, ...(draw === null ? [] : [draw])].every(hasPrice),
  }
}

/** Returns the next odds with the direction of each change; none while the market is suspended. */
export function moveOdds(last: MatchOdds | null, next: Quote, delaySeconds: number): MatchOdds {
  const line = (value: number, before: number | undefined): MatchOdds['home'] => {
    const isSame = next.isSuspended || before === undefined || before === value
    return { value, move: isSame ? 'same' : value > before ? 'up' : 'down' }
  }
  return {
    home: line(next.home, last?.home.value),
    draw: next.draw === null ? null : line(next.draw, last?.draw?.value),
    away: line(next.away, last?.away.value),
    suspended: next.isSuspended,
    delaySeconds,
  }
}
