import { type Card, rankOf } from './shoe.ts'
import { type BetSide, type DealtRound, handResult, type TableRules } from './table-rules.ts'

/** One card each, the dragon first. The higher rank wins; the ace is the lowest. */
function deal(cardAt: (index: number) => Card): DealtRound {
  const [dragon, tiger] = [cardAt(0), cardAt(1)]
  const points = [rankOf(dragon), rankOf(tiger)] as const
  return {
    cards: [
      { hand: 'first', card: dragon },
      { hand: 'second', card: tiger },
    ],
    outcome: {
      winner: points[0] > points[1] ? 'first' : points[1] > points[0] ? 'second' : 'tie',
      points,
      pairs: [false, false],
      isSuited: dragon === tiger,
    },
  }
}

const SIDES: readonly BetSide[] = [
  // A tie returns one half.
  { id: 'dragon', pays: [1, 1], rtp: 962_651, resultOf: handResult('first', 'half') },
  { id: 'tiger', pays: [1, 1], rtp: 962_651, resultOf: handResult('second', 'half') },
  { id: 'tie', pays: [11, 1], rtp: 896_386, resultOf: ({ winner }) => (winner === 'tie' ? 'win' : 'lose') },
  { id: 'suited-tie', pays: [50, 1], rtp: 860_241, resultOf: ({ isSuited }) => (isSuited ? 'win' : 'lose') },
]

/** 龙虎. The first hand is the dragon. */
export const dragonTiger: TableRules = { game: 'dragon-tiger', sides: SIDES, deal }
