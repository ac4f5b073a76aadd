import type { EGame, GameRules, RoundStep } from '#protocol/games/round.ts'
import type { AnyRules } from '#protocol/games/rules.ts'
import type { Database } from '#server/database/database.ts'
import { Rounds, type RoundsOptions } from '#server/games/rounds.ts'

interface Steps {
  readonly stake: number
  /** The step that loses, from 0. */
  readonly end: number
  readonly gone: number
}
type StepMove = 'go' | 'take' | 'double'

/** Heads pays twice the stake at once. */
const coinRules: GameRules<boolean, Record<string, never>, never, boolean> = {
  game: 'slot',
  rtp: 1_000_000,
  stake: { min: 100, max: 20_000 },
  isOptions: (value): value is Record<string, never> => JSON.stringify(value) === '{}',
  isMove: (_value): _value is never => false,
  start(stake, _options, draw) {
    const state = draw.below(2) === 1
    return { state, staked: stake, payout: state ? stake * 2 : 0 }
  },
  move() {
    throw new RangeError('a coin has no moves')
  },
  view: ({ state }) => state,
}

/** Each step adds half of the stakes until the member takes them, or falls at a secret step. */
const stepRules: GameRules<Steps, { readonly level: number }, StepMove, { readonly gone: number }> = {
  game: 'mines',
  rtp: 1_000_000,
  stake: { min: 100, max: 50_000 },
  isOptions: (value): value is { readonly level: number } =>
    typeof value === 'object' && value !== null && 'level' in value && Number.isInteger(value.level),
  isMove: (value): value is StepMove => value === 'go' || value === 'take' || value === 'double',
  start: (stake, _options, draw) => ({
    state: { stake, end: 3 + draw.below(4), gone: 0 },
    staked: stake,
    payout: null,
  }),
  move({ state, staked, payout }, move): RoundStep<Steps> {
    if (payout !== null) throw new RangeError('the round has ended')
    if (move === 'take') {
      if (state.gone === 0) throw new RangeError('nothing to take')
      return { state, staked, payout: staked + Math.floor((staked * state.gone) / 2) }
    }
    if (move === 'double') return { state, staked: staked + state.stake, payout: null }
    const gone = state.gone + 1
    return { state: { ...state, gone }, staked, payout: gone > state.end ? 0 : null }
  },
  view: ({ state: { gone } }) => ({ gone }),
}

const TEST_RULES: Partial<Record<EGame, AnyRules>> = { slot: coinRules, mines: stepRules }

/** Two small games: `slot` ends at once, `mines` has moves. */
export const testRulesOf = (game: EGame): AnyRules | null => TEST_RULES[game] ?? null

/** Rounds of the small games on a database. */
export function testRounds(database: Database, now: () => number, more: Partial<RoundsOptions> = {}): Rounds {
  return new Rounds({
    database,
    now,
    rate: () => Promise.resolve(72_000),
    isOpen: () => true,
    rulesOf: testRulesOf,
    ...more,
  })
}
