import type { EGame } from './round.ts'

/** Tags of games, in the order of the hall. */
export const GAME_TAGS = ['slots', 'cards', 'choice', 'quick', 'pool'] as const
export type GameTag = (typeof GAME_TAGS)[number]

/** Bonus pools. Each has one balance per currency. */
export const BONUS_POOLS = ['terrace'] as const
export type BonusPool = (typeof BONUS_POOLS)[number]

/** The pool that a game feeds and that its rounds can win. */
export const POOL_OF: Readonly<Record<EGame, BonusPool | null>> = {
  slot: 'terrace',
  blackjack: null,
  mines: null,
  ladder: null,
  drop: 'terrace',
}

/** Shortest time from the start of a round to the start of the next one of the same member (Annex I). */
export const ROUND_MS = 2_500
