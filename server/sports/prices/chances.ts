import { MAX_PRICE, MIN_PRICE, type MarketKind } from '#protocol/sports/market-keys.ts'
import type { SourceMarket } from '../../matches/match.ts'

/**
 * The margin of all prices: a price is at most the fair one divided by it, so that each selection returns less than its
 * stake on average under the joint distribution of its match. Then no set of selections has a sure win.
 */
export const MARGIN = 1.06

/** Chances of whole numbers from `min` on; they sum to 1. */
export interface Distribution {
  readonly min: number
  readonly chances: readonly number[]
}

/** Tails of distributions below this have no weight. */
const NEGLIGIBLE = 1e-10

/** The number of cells that hold all but a negligible part of a distribution with this mean and variance. */
const cellsOf = (mean: number, variance: number): number => Math.ceil(mean + 6 * Math.sqrt(variance) + 10)

function normalized(min: number, chances: readonly number[]): Distribution {
  const sum = chances.reduce((all, chance) => all + chance, 0)
  const first = chances.findIndex((chance) => chance > NEGLIGIBLE)
  const last = chances.findLastIndex((chance) => chance > NEGLIGIBLE)
  return { min: min + first, chances: chances.slice(first, last + 1).map((chance) => chance / sum) }
}

/** The number of events of a Poisson process with this mean. */
export function poisson(mean: number): Distribution {
  let chance = Math.exp(-mean)
  const chances = Array.from({ length: cellsOf(mean, mean) }, (_, count) => {
    if (count > 0) chance *= mean / count
    return chance
  })
  return normalized(0, chances)
}

/** The sum of the points of a Poisson number of scores; each score has one of `points` (Panjer's recursion). */
export function compoundPoisson(mean: number, points: readonly number[]): Distribution {
  const average = (power: number): number =>
    points.reduce((sum, each) => sum + each ** power, 0) / Math.max(1, points.length)
  const chances = [Math.exp(-mean)]
  const length = cellsOf(mean * average(1), mean * average(2))
  for (let sum = 1; sum < length; sum += 1) {
    let weighted = 0
    for (const each of points) if (each <= sum) weighted += each * (chances[sum - each] ?? 0)
    chances.push((mean / sum / points.length) * weighted)
  }
  return normalized(0, chances)
}

/** The sum of independent numbers. */
export function sumOf(one: Distribution, other: Distribution): Distribution {
  const sums = new Float64Array(one.chances.length + other.chances.length - 1)
  // Plain loops: this is most of the time that a price takes.
  for (let index = 0; index < one.chances.length; index += 1) {
    const chance = one.chances[index] ?? 0
    for (let at = 0; at < other.chances.length; at += 1) {
      sums[index + at] = (sums[index + at] ?? 0) + chance * (other.chances[at] ?? 0)
    }
  }
  return normalized(one.min + other.min, Array.from(sums))
}

export function negative({ min, chances }: Distribution): Distribution {
  return { min: 1 - min - chances.length, chances: chances.toReversed() }
}

export function shifted({ min, chances }: Distribution, by: number): Distribution {
  return { min: min + by, chances }
}

/** The sum of the chances of the values that satisfy `test`. */
export function chanceOf({ min, chances }: Distribution, test: (value: number) => boolean): number {
  return chances.reduce((sum, chance, index) => (test(min + index) ? sum + chance : sum), 0)
}

/** Chances of a difference: above, at and below zero. */
export function signsOf(difference: Distribution): { home: number; draw: number; away: number } {
  return {
    home: chanceOf(difference, (value) => value > 0),
    draw: chanceOf(difference, (value) => value === 0),
    away: chanceOf(difference, (value) => value < 0),
  }
}

/** Prices move in these steps, the finer ones up to the bound before. Each grid contains the next. */
const STEPS: readonly (readonly [below: number, step: number])[] = [
  [5_000, 10],
  [20_000, 100],
  [MAX_PRICE + 1, 500],
]

/** The price of a chance with the margin, rounded down, at most {@link MAX_PRICE}. It can be below {@link MIN_PRICE}. */
function priceOf(chance: number): number {
  const price = Math.min(MAX_PRICE, 1_000 / (chance * MARGIN))
  const [, step = 500] = STEPS.find(([below]) => price < below) ?? []
  return Math.floor(price / step) * step
}

/** A market by the chances of its outcomes. Suspended if one is too likely for a price. */
export function marketOf(kind: MarketKind, line: number, chances: Readonly<Record<string, number>>): SourceMarket {
  const prices = Object.entries(chances).flatMap(([outcome, chance]) =>
    // Scores that cannot be reached any more have no price.
    kind === 'correct-score' && chance < NEGLIGIBLE ? [] : [[outcome, priceOf(chance)] as const],
  )
  const isSuspended = prices.length < 2 || prices.some(([, price]) => price < MIN_PRICE)
  const shown = prices.map(([outcome, price]) => [outcome, Math.max(MIN_PRICE, price)] as const)
  return { kind, line, isSuspended, prices: Object.fromEntries(shown) }
}

/** A market of two sides whose tie returns the stakes. Suspended if the tie is certain. */
export function twoWay(kind: MarketKind, line: number, difference: Distribution): SourceMarket {
  const { home, away } = signsOf(difference)
  const decided = home + away
  if (decided === 0) return { ...marketOf(kind, line, { home: 0.5, away: 0.5 }), isSuspended: true }
  return marketOf(kind, line, { home: home / decided, away: away / decided })
}

/**
 * The chance that makes a bet on `value + line / 4 > 0` fair: half of the stake can be decided and the other half
 * returned. NaN if nothing can be decided.
 */
function lineChance({ min, chances }: Distribution, line: number): number {
  let [won, lost] = [0, 0]
  for (let index = 0; index < chances.length; index += 1) {
    const quarters = (min + index) * 4 + line
    const part = (Math.min(2, Math.abs(quarters)) / 2) * (chances[index] ?? 0)
    if (quarters > 0) won += part
    else lost += part
  }
  return won / (won + lost)
}

/** Which lines a market has: the balanced one and others around it. */
interface LineGrid {
  /** Distance of two lines in quarters. */
  readonly step: number
  /** Lines equal `offset` modulo `step`. */
  readonly offset: number
  /** Lines on each side of the balanced one. */
  readonly around: number
}

/** Lines around the one whose two sides are closest to equal, ascending, that have prices. `line` as in a handicap. */
function linesAround(value: Distribution, { step, offset, around }: LineGrid): number[] {
  const mean = value.chances.reduce((sum, chance, index) => sum + chance * (value.min + index), 0)
  const distance = (line: number): number => {
    const chance = lineChance(value, line)
    return Number.isNaN(chance) ? 0.5 : Math.abs(chance - 0.5)
  }
  let line = Math.round((-mean * 4 - offset) / step) * step + offset
  for (const direction of [step, -step]) while (distance(line + direction) < distance(line)) line += direction
  return Array.from({ length: 2 * around + 1 }, (_, index) => line + (index - around) * step)
}

/** The markets of a handicap or total. `value`: the difference, or both teams' points. */
export function lineMarkets(kind: 'handicap' | 'total', value: Distribution, grid: LineGrid): SourceMarket[] {
  const [more, less] = kind === 'handicap' ? ['home', 'away'] : ['over', 'under']
  const markets = linesAround(value, grid).flatMap((line) => {
    const chance = lineChance(value, line)
    if (Number.isNaN(chance)) return []
    // The line of a total is subtracted.
    return [marketOf(kind, kind === 'total' ? -line : line, { [more]: chance, [less]: 1 - chance })]
  })
  return markets.filter(({ isSuspended }) => !isSuspended).toSorted((one, other) => one.line - other.line)
}
