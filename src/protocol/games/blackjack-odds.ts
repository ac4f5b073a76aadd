import { BLACKJACK_PAYS, type BlackjackMove, DEALER_STANDS } from './blackjack.ts'

/*
 * The best way to play 21点 and its exact return. Cards are independent, so a hand is its total, whether an ace counts 11,
 * and whether it has two cards.
 */

/** Points and probability of the next card. */
const CARDS: readonly (readonly [number, number])[] = Array.from({ length: 10 }, (_, index) => [
  index + 1,
  (index === 9 ? 4 : 1) / 13,
])

interface Hand {
  readonly total: number
  readonly isSoft: boolean
}

/** The hand after a card of `points` (1 for an ace). */
function withCard({ total, isSoft }: Hand, points: number): Hand {
  const hard = (isSoft ? total - 10 : total) + points
  const hasAce = isSoft || points === 1
  return hasAce && hard <= 11 ? { total: hard + 10, isSoft: true } : { total: hard, isSoft: false }
}

const EMPTY: Hand = { total: 0, isSoft: false }

/** Probability of the dealer's totals 17 to 21 and of more (index 22) from a hand. */
function dealerTotals(hand: Hand): number[] {
  const totals = Array.from({ length: 23 }, () => 0)
  if (hand.total >= DEALER_STANDS) {
    totals[Math.min(hand.total, 22)] = 1
    return totals
  }
  for (const [points, chance] of CARDS) {
    for (const [total, its] of dealerTotals(withCard(hand, points)).entries()) {
      totals[total] = (totals[total] ?? 0) + chance * its
    }
  }
  return totals
}

/** Totals of a dealer who shows a card of `up` points and has no 21 with two cards. */
function dealerAfterLook(up: number): readonly number[] {
  const totals = Array.from({ length: 23 }, () => 0)
  const isLast = (points: number) => withCard(withCard(EMPTY, up), points).total === 21
  const rest = CARDS.filter(([points]) => !isLast(points)).reduce((sum, [, chance]) => sum + chance, 0)
  for (const [points, chance] of CARDS) {
    if (isLast(points)) continue
    for (const [total, its] of dealerTotals(withCard(withCard(EMPTY, up), points)).entries()) {
      totals[total] = (totals[total] ?? 0) + (chance / rest) * its
    }
  }
  return totals
}

interface Choice {
  readonly kind: BlackjackMove['kind']
  /** Expected payout and expected stake, both in stakes. */
  readonly payout: number
  readonly staked: number
}

const gainOf = ({ payout, staked }: Choice): number => payout - staked

/** The best move for each hand against a card of the dealer. */
export class BlackjackOdds {
  readonly #dealer: readonly number[]
  readonly #choices = new Map<number, Choice>()

  /** @param up points of the dealer's open card, 1 for an ace */
  constructor(up: number) {
    this.#dealer = dealerAfterLook(up)
  }

  #standing(total: number): number {
    if (total > 21) return 0
    let payout = 0
    for (const [its, chance] of this.#dealer.entries()) {
      const result = its > 21 || total > its ? 'won' : total === its ? 'push' : 'lost'
      payout += (chance * BLACKJACK_PAYS[result]) / 100
    }
    return payout
  }

  /** @param isFirst the hand has two cards, so that it may be doubled */
  best(hand: Hand, isFirst: boolean): Choice {
    const { total, isSoft } = hand
    const stand: Choice = { kind: 'stand', payout: this.#standing(total), staked: 1 }
    if (total >= 21) return stand
    const key = total * 4 + (isSoft ? 2 : 0) + (isFirst ? 1 : 0)
    const known = this.#choices.get(key)
    if (known !== undefined) return known
    let hit: Choice = { kind: 'hit', payout: 0, staked: 1 }
    let double: Choice = { kind: 'double', payout: 0, staked: 2 }
    for (const [points, chance] of CARDS) {
      const next = withCard(hand, points)
      hit = { ...hit, payout: hit.payout + chance * this.best(next, false).payout }
      double = { ...double, payout: double.payout + 2 * chance * this.#standing(next.total) }
    }
    const choices = isFirst ? [stand, hit, double] : [stand, hit]
    const best = choices.reduce((one, other) => (gainOf(other) > gainOf(one) ? other : one))
    this.#choices.set(key, best)
    return best
  }
}

/** Exact return of the best play: expected payout divided by expected stake. */
export function blackjackReturn(): number {
  let payout = 0
  let staked = 0
  for (const [up, ofUp] of CARDS) {
    const odds = new BlackjackOdds(up)
    for (const [first, ofFirst] of CARDS) {
      for (const [second, ofSecond] of CARDS) {
        const hand = withCard(withCard(EMPTY, first), second)
        for (const [hole, ofHole] of CARDS) {
          const chance = ofUp * ofFirst * ofSecond * ofHole
          const hasDealer21 = withCard(withCard(EMPTY, up), hole).total === 21
          if (hand.total !== 21 && !hasDealer21) continue
          const result = hand.total !== 21 ? 'lost' : hasDealer21 ? 'push' : 'blackjack'
          payout += (chance * BLACKJACK_PAYS[result]) / 100
          staked += chance
        }
        if (hand.total === 21) continue
        const open = CARDS.filter(([hole]) => withCard(withCard(EMPTY, up), hole).total !== 21)
        const chance = ofUp * ofFirst * ofSecond * open.reduce((sum, [, ofHole]) => sum + ofHole, 0)
        const best = odds.best(hand, true)
        payout += chance * best.payout
        staked += chance * best.staked
      }
    }
  }
  return payout / staked
}
