import type { MatchOdds } from '#protocol/room/feed.ts'

/** Bookmaker's margin. */
const MARGIN = 1.06
const MIN_ODDS = 1_010
const MAX_ODDS = 51_000

export interface OddsInput {
  /** Home strength minus away strength, about -1 to 1. */
  readonly edge: number
  readonly lead: number
  /** 0 at the start, 1 at the end. */
  readonly progress: number
  /** Weight of one point of lead; higher for goals than for baskets. */
  readonly leadWeight: number
  readonly hasDraw: boolean
}

function toOdds(probability: number): number {
  const odds = Math.round(1000 / (probability * MARGIN) / 10) * 10
  return Math.min(MAX_ODDS, Math.max(MIN_ODDS, odds))
}

/** Full-time odds in thousandths. A lead counts more the less time is left. */
export function quoteOdds(input: OddsInput): { home: number; draw: number | null; away: number } {
  const certainty = 1 / Math.sqrt(Math.max(0.02, 1 - input.progress))
  const advantage = (input.edge * (1 - input.progress) + input.lead * input.leadWeight) * certainty
  const home = 1 / (1 + Math.exp(-advantage))
  if (!input.hasDraw) return { home: toOdds(home), draw: null, away: toOdds(1 - home) }
  const draw = 0.27 * certainty * Math.exp(-(advantage * advantage) / 2)
  const drawShare = Math.min(0.9, Math.max(0.01, draw))
  return { home: toOdds(home * (1 - drawShare)), draw: toOdds(drawShare), away: toOdds((1 - home) * (1 - drawShare)) }
}

/** Returns the next odds with the direction of each change. */
export function moveOdds(last: MatchOdds | null, next: ReturnType<typeof quoteOdds>, delaySeconds: number): MatchOdds {
  const line = (value: number, before: number | undefined): MatchOdds['home'] => ({
    value,
    move: before === undefined || before === value ? 'same' : value > before ? 'up' : 'down',
  })
  return {
    home: line(next.home, last?.home.value),
    draw: next.draw === null ? null : line(next.draw, last?.draw?.value),
    away: line(next.away, last?.away.value),
    suspended: false,
    delaySeconds,
  }
}
