import { blackjackRules } from './blackjack.ts'
import { dropRules } from './drop.ts'
import { ladderRules } from './ladder.ts'
import { minesRules } from './mines.ts'
import type { EGame, GameRules } from './round.ts'
import { slotRules } from './slot.ts'

/** Rules of some game. State, options, moves and view belong to the game. */
export type AnyRules = GameRules<unknown, unknown, unknown, unknown>

const RULES: Readonly<Record<EGame, AnyRules>> = {
  slot: slotRules,
  blackjack: blackjackRules,
  mines: minesRules,
  ladder: ladderRules,
  drop: dropRules,
}

export const rulesOf = (game: EGame): AnyRules => RULES[game]
