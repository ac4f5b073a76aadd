import type { BetSport, Score } from '#protocol/sports/market-keys.ts'

/** Values of the home and the away team. */
export type Pair = readonly [home: number, away: number]

/** What the price model of a sport starts from. */
export interface PriceInput {
  readonly sport: BetSport
  /** Strength: scores per minute of each team with all its players. A score of basketball is a basket or free throw. */
  readonly rates: Pair
  /** Minutes left of each period of the match, added time included: two halves, four quarters, or the maps. */
  readonly minutesLeft: readonly number[]
  /** Points of each period that has begun, as in `MatchFacts`. */
  readonly periods: readonly Score[]
  /** Football only. */
  readonly redCards: Pair
  /** True for some seconds after goals and red cards. */
  readonly isSuspended: boolean
}

/** Points of all periods. */
export function pointsOf(periods: readonly Score[]): Score {
  return periods.reduce<Score>(([home, away], each) => [home + each[0], away + each[1]], [0, 0])
}

/** Minutes left of each period, when these are left of each half and a half of `halfMinutes` has `count` periods. */
export function splitHalves(left: readonly number[], halfMinutes: number, count: number): number[] {
  if (count === 1) return [...left]
  const length = halfMinutes / count
  return left.flatMap((minutes) =>
    Array.from({ length: count }, (_, index) => Math.min(length, Math.max(0, minutes - (count - 1 - index) * length))),
  )
}

/** Periods that are not over, by index. */
export function openPeriods({ minutesLeft, periods }: PriceInput): number[] {
  const first = Math.max(0, periods.length - 1)
  return minutesLeft.flatMap((_, index) => (index >= first ? [index] : []))
}
