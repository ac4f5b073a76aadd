import type { Card } from './shoe.ts'

/** Games of the live tables: 百家乐 and 龙虎. */
export const TABLE_GAMES = ['baccarat', 'dragon-tiger'] as const
export type TableGame = (typeof TABLE_GAMES)[number]

/** The two hands of a round: banker and player, or dragon and tiger. Roads draw the first red and the second blue. */
export const HANDS = ['first', 'second'] as const
export type Hand = (typeof HANDS)[number]

/** Result of a round. */
export interface TableOutcome {
  readonly winner: Hand | 'tie'
  /** Points of the first and the second hand. */
  readonly points: readonly [number, number]
  /** A pair in the hand; 龙虎 has none. */
  readonly pairs: readonly [boolean, boolean]
  /** 龙虎: a tie of the same suit. */
  readonly isSuited: boolean
}

/** A round with its cards in the order in which they are dealt. */
export interface DealtRound {
  readonly cards: readonly { readonly hand: Hand; readonly card: Card }[]
  readonly outcome: TableOutcome
}

/** What happens to a stake: `half` returns one half. */
export type StakeResult = 'win' | 'push' | 'half' | 'lose'

/** A bet that a table takes. */
export interface BetSide {
  readonly id: string
  /** A win pays `pays[0] / pays[1]` of the stake, besides the stake. */
  readonly pays: readonly [number, number]
  /** Return to the member in millionths of the stake, exact for 8 decks, rounded. */
  readonly rtp: number
  /** What happens to a stake on this side. */
  readonly resultOf: (outcome: TableOutcome) => StakeResult
}

export interface TableRules {
  readonly game: TableGame
  /** Sides of the two hands first. */
  readonly sides: readonly BetSide[]
  /** Deals a round. `cardAt(0)` is the first card. */
  readonly deal: (cardAt: (index: number) => Card) => DealtRound
}

/** What a stake returns, stake included. Integer minor units, rounded down. */
export function returnOf({ pays, resultOf }: BetSide, stake: number, outcome: TableOutcome): number {
  const result = resultOf(outcome)
  if (result === 'lose') return 0
  if (result === 'half') return Math.floor(stake / 2)
  return result === 'push' ? stake : stake + Math.floor((stake * pays[0]) / pays[1])
}

/** Result of a bet on one of the two hands: a tie returns `onTie`. */
export function handResult(hand: Hand, onTie: StakeResult): (outcome: TableOutcome) => StakeResult {
  return ({ winner }) => (winner === hand ? 'win' : winner === 'tie' ? onTie : 'lose')
}

/* Outcomes of a shoe as text, one letter per round: winner * 4 + marks. */
const LETTERS = 'abcdefghijkl'
const WINNERS = ['first', 'second', 'tie'] as const

/** A round in the roads. */
export interface RoadRound {
  readonly winner: TableOutcome['winner']
  /** Pair of the first and of the second hand. */
  readonly pairs: readonly [boolean, boolean]
}

/** The letter of a round in the history of its shoe. */
export function roundLetter({ winner, pairs }: RoadRound): string {
  const marks = (pairs[0] ? 1 : 0) + (pairs[1] ? 2 : 0)
  return LETTERS[WINNERS.indexOf(winner) * 4 + marks] ?? ''
}

/** The rounds of a history. Unknown letters are left out. */
export function roundsOf(history: string): RoadRound[] {
  return history.split('').flatMap((letter) => {
    const code = LETTERS.indexOf(letter)
    const winner = WINNERS[Math.trunc(code / 4)]
    return code < 0 || !winner ? [] : [{ winner, pairs: [(code & 1) > 0, (code & 2) > 0] as const }]
  })
}
