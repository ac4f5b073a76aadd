import type { Draw } from '../games/draw.ts'
import { REWARD_MAX, type RuleField, type RuleProblem } from './definition.ts'

/** A prize of a draw. */
export interface Prize {
  readonly name: string
  /** Minor units; 0 is a blank. */
  readonly amount: number
  /** Its odds are its weight divided by the sum of all weights. */
  readonly weight: number
  /** How often it can be won; 0 is without a limit. */
  readonly stock: number
}

/** Smallest time between two draws of a member (Annex I). */
export const DRAW_GAP_MS = 2_500

const WEIGHT_MAX = 1_000_000
const STOCK_MAX = 1_000_000

/** The field of a rule with prizes. */
export const PRIZES_FIELD: RuleField = {
  name: 'prizes',
  type: 'rows',
  items: [2, 12],
  columns: [
    { name: 'name', type: 'text', max: 12 },
    { name: 'amount', type: 'amount', min: 0, max: REWARD_MAX },
    { name: 'weight', type: 'count', min: 1, max: WEIGHT_MAX },
    { name: 'stock', type: 'count', min: 0, max: STOCK_MAX },
  ],
}

/** The blank that a prize without stock becomes; -1 if there is none. */
export function blankOf(prizes: readonly Prize[]): number {
  return prizes.findIndex(({ amount, stock }) => amount === 0 && stock === 0)
}

/** Prizes need a blank for the time when a stock is used up, and something to win. */
export function prizesProblem(prizes: readonly Prize[]): RuleProblem | null {
  if (blankOf(prizes) === -1) return { field: 'prizes', reason: 'noBlank' }
  return prizes.every(({ amount }) => amount === 0) ? { field: 'prizes', reason: 'noReward' } : null
}

/** Draws one of the prizes by their weights. The stock does not change the odds. */
export function drawPrize(prizes: readonly Pick<Prize, 'weight'>[], draw: Draw): number {
  const total = prizes.reduce((sum, { weight }) => sum + weight, 0)
  let rest = draw.below(total)
  return prizes.findIndex(({ weight }) => {
    rest -= weight
    return rest < 0
  })
}

/** Odds of each prize in millionths, rounded to the nearest. */
export function oddsOf(prizes: readonly Pick<Prize, 'weight'>[]): number[] {
  const total = prizes.reduce((sum, { weight }) => sum + weight, 0)
  return prizes.map(({ weight }) => Math.round((weight * 1_000_000) / total))
}
