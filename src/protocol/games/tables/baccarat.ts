import { type Card, rankOf } from './shoe.ts'
import {
  type BetSide,
  type DealtRound,
  type Hand,
  handResult,
  type TableOutcome,
  type TableRules,
} from './table-rules.ts'

/** Ten, jack, queen and king count 0, all others their number. */
export function baccaratValue(card: Card): number {
  const rank = rankOf(card)
  return rank > 9 ? 0 : rank
}

/**
 * Third card of the banker, if neither hand has 8 or 9.
 *
 * @param third value of the player's third card; null if the player stands
 */
function bankerDraws(points: number, third: number | null): boolean {
  if (third === null) return points <= 5
  if (points <= 2) return true
  if (points === 3) return third !== 8
  if (points === 4) return third >= 2 && third <= 7
  if (points === 5) return third >= 4 && third <= 7
  return points === 6 && (third === 6 || third === 7)
}

const isPair = (one: Card, other: Card): boolean => rankOf(one) === rankOf(other)

/** Player and banker get two cards in turn, the player first. Third cards follow the fixed rules. */
function deal(cardAt: (index: number) => Card): DealtRound {
  const [p1, b1, p2, b2] = [cardAt(0), cardAt(1), cardAt(2), cardAt(3)]
  const cards: { hand: Hand; card: Card }[] = [
    { hand: 'second', card: p1 },
    { hand: 'first', card: b1 },
    { hand: 'second', card: p2 },
    { hand: 'first', card: b2 },
  ]
  let player = (baccaratValue(p1) + baccaratValue(p2)) % 10
  let banker = (baccaratValue(b1) + baccaratValue(b2)) % 10
  if (player < 8 && banker < 8) {
    let third: number | null = null
    if (player <= 5) {
      const card = cardAt(4)
      cards.push({ hand: 'second', card })
      third = baccaratValue(card)
      player = (player + third) % 10
    }
    if (bankerDraws(banker, third)) {
      const card = cardAt(cards.length)
      cards.push({ hand: 'first', card })
      banker = (banker + baccaratValue(card)) % 10
    }
  }
  const outcome: TableOutcome = {
    winner: banker > player ? 'first' : player > banker ? 'second' : 'tie',
    points: [banker, player],
    pairs: [isPair(b1, b2), isPair(p1, p2)],
    isSuited: false,
  }
  return { cards, outcome }
}

const SIDES: readonly BetSide[] = [
  // 1 : 1 with 5 % commission.
  { id: 'banker', pays: [95, 100], rtp: 989_421, resultOf: handResult('first', 'push') },
  { id: 'player', pays: [1, 1], rtp: 987_649, resultOf: handResult('second', 'push') },
  { id: 'tie', pays: [8, 1], rtp: 856_404, resultOf: ({ winner }) => (winner === 'tie' ? 'win' : 'lose') },
  { id: 'banker-pair', pays: [11, 1], rtp: 896_386, resultOf: ({ pairs }) => (pairs[0] ? 'win' : 'lose') },
  { id: 'player-pair', pays: [11, 1], rtp: 896_386, resultOf: ({ pairs }) => (pairs[1] ? 'win' : 'lose') },
]

/** 百家乐 (punto banco). The first hand is the banker. */
export const baccarat: TableRules = { game: 'baccarat', sides: SIDES, deal }
