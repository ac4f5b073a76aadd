import { type ActivityDefinition, REWARD_MAX } from './definition.ts'

/** Results that can be guessed. */
export const GUESSES = ['home', 'draw', 'away'] as const
export type Guess = (typeof GUESSES)[number]

/** S7.101: guesses of the results of football matches that kick off while the activity runs. They are free. */
export interface GuessRule {
  /** Each right guess wins the amount, or the right guesses of a match share its pool. */
  readonly prize: 'fixed' | 'pool'
  /** What a right guess wins; with a pool the most that it can win. Minor units. */
  readonly amount: number
  /** The pool of each match in minor units; 0 without one. */
  readonly pool: number
  readonly guessesPerDay: number
}

/**
 * The first final result of a match can be corrected for this long. Guesses are decided when it has passed, by the result
 * that stands then, so that all guesses of a match have the same result.
 */
export const GUESS_REVIEW_MS = 10 * 60_000

export const GUESS: ActivityDefinition<GuessRule> = {
  name: 'guess',
  slug: 'guess',
  category: 'match',
  fields: [
    { name: 'prize', type: 'choice', options: ['fixed', 'pool'] },
    { name: 'amount', type: 'amount', min: 1, max: REWARD_MAX },
    { name: 'pool', type: 'amount', min: 0, max: REWARD_MAX },
    { name: 'guessesPerDay', type: 'count', min: 1, max: 20 },
  ],
  example: { prize: 'fixed', amount: 20, pool: 0, guessesPerDay: 3 },
  contradiction: ({ prize, amount, pool }) =>
    (prize === 'pool' ? pool < amount : pool !== 0) ? { field: 'pool', reason: 'order' } : null,
  leastBudget: ({ prize, amount, pool }) => (prize === 'pool' ? pool : amount),
}

/** What one of `right` right guesses of a match wins. */
export function guessPrize({ prize, amount, pool }: GuessRule, right: number): number {
  return prize === 'fixed' ? amount : Math.min(amount, Math.floor(pool / Math.max(1, right)))
}
