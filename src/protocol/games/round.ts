import type { SettleCurrency } from '../currency.ts'
import type { Draw } from './draw.ts'

/** Games of the venue of e-games. */
export const E_GAMES = ['slot', 'blackjack', 'mines', 'ladder', 'drop'] as const
export type EGame = (typeof E_GAMES)[number]

/** A round after a step. */
export interface RoundStep<State> {
  readonly state: State
  /** Minor units staked so far; a move such as doubling raises it. */
  readonly staked: number
  /** Minor units that are paid, including the stake; null while the round is open. */
  readonly payout: number | null
}

/**
 * A game as pure functions. All chance of a round is drawn in `start`, so a round is its seeds, stake, options and moves:
 * server, frame and verifier compute its state by playing them again. Options and moves come from members: `isOptions` and
 * `isMove` check them without throwing.
 */
export interface GameRules<State, Options, Move, View> {
  readonly game: EGame
  /** Return to the member in millionths of what is staked, by the published paytable. */
  readonly rtp: number
  /** Limits of the first stake in minor units of CNY. */
  readonly stake: { readonly min: number; readonly max: number }
  isOptions(value: unknown): value is Options
  isMove(value: unknown): value is Move
  start(stake: number, options: Options, draw: Draw): RoundStep<State>
  /** Throws a RangeError if the move is not allowed in this state. Integer minor units, rounded down. */
  move(step: RoundStep<State>, move: Move): RoundStep<State>
  /** What the member may see of the state: nothing that is still hidden. JSON. */
  view(step: RoundStep<State>): View
}

/** Options of a game without a choice. */
export type NoOptions = Readonly<Record<string, never>>

/** Minor units of a currency for one of CNY in the limits of stakes. */
const STAKE_FACTORS: Readonly<Record<SettleCurrency, number>> = { CNY: 1, USDT: 1_400 }

/** Limits of the first stake in minor units of a currency. */
export function stakesIn(currency: SettleCurrency, { min, max }: { readonly min: number; readonly max: number }) {
  return { min: min * STAKE_FACTORS[currency], max: max * STAKE_FACTORS[currency] }
}
