import type { Draw } from './draw.ts'
import { hasKeys, payoutOf } from './odds.ts'
import type { GameRules, NoOptions } from './round.ts'

/*
 * 21点: each card is drawn from a whole pack of 52, so earlier cards do not change the odds. The dealer looks for 21 with
 * ace or ten, draws to 16 and stands on every 17. A first hand of 21 pays 3 to 2. Doubling takes one card; hands are not
 * split.
 */

/** Card 0 to 51: rank is card % 13 (0 ace, 9 to 12 ten, jack, queen, king), suit is card / 13 rounded down. */
export type Card = number

export const BLACKJACK_MOVES = ['hit', 'stand', 'double'] as const
export interface BlackjackMove {
  readonly kind: (typeof BLACKJACK_MOVES)[number]
}

/** No hand takes more cards before it reaches 21 or more: ten aces, a two, nine aces. */
const MAX_CARDS = 20
export const DEALER_STANDS = 17

export interface BlackjackState {
  readonly stake: number
  readonly player: readonly Card[]
  /** The first one is face up. */
  readonly dealer: readonly Card[]
  /** Third and further cards of the member and of the dealer, taken or not. */
  readonly playerNext: readonly Card[]
  readonly dealerNext: readonly Card[]
  readonly isDoubled: boolean
}

export type BlackjackResult = 'blackjack' | 'won' | 'push' | 'lost' | 'bust'

export interface BlackjackView {
  readonly player: readonly Card[]
  /** Only the first card while the round is open. */
  readonly dealer: readonly Card[]
  readonly playerTotal: number
  readonly dealerTotal: number
  readonly isSoft: boolean
  readonly isDoubled: boolean
  readonly moves: readonly BlackjackMove['kind'][]
  readonly result: BlackjackResult | null
}

/** Points of a card; an ace counts 1 here. */
export function pointsOf(card: Card): number {
  return Math.min(10, (card % 13) + 1)
}

/** Total of a hand. It is soft if an ace counts 11. */
export function totalOf(cards: readonly Card[]): { total: number; isSoft: boolean } {
  let total = 0
  let hasAce = false
  for (const card of cards) {
    const points = pointsOf(card)
    total += points
    hasAce ||= points === 1
  }
  const isSoft = hasAce && total <= 11
  return { total: isSoft ? total + 10 : total, isSoft }
}

function isBlackjack(cards: readonly Card[]): boolean {
  return cards.length === 2 && totalOf(cards).total === 21
}

function drawCards(count: number, draw: Draw): Card[] {
  const cards: Card[] = []
  for (let index = 0; index < count; index += 1) cards.push(draw.below(52))
  return cards
}

type Step = ReturnType<typeof blackjackRules.start>

/** The dealer's cards at the end: none is drawn if the member lost before. */
function dealerHand({ player, dealer, dealerNext }: BlackjackState): readonly Card[] {
  if (totalOf(player).total > 21 || isBlackjack(player) || isBlackjack(dealer)) return dealer
  const hand = [...dealer]
  for (const card of dealerNext) {
    if (totalOf(hand).total >= DEALER_STANDS) break
    hand.push(card)
  }
  return hand
}

function resultOf({ player, dealer }: BlackjackState): BlackjackResult {
  const own = totalOf(player).total
  const its = totalOf(dealer).total
  if (own > 21) return 'bust'
  if (isBlackjack(player) || isBlackjack(dealer)) {
    if (isBlackjack(player) && isBlackjack(dealer)) return 'push'
    return isBlackjack(player) ? 'blackjack' : 'lost'
  }
  if (its > 21 || own > its) return 'won'
  return own === its ? 'push' : 'lost'
}

/** Hundredths of what is staked that each result pays. */
export const BLACKJACK_PAYS: Readonly<Record<BlackjackResult, number>> = {
  blackjack: 250,
  won: 200,
  push: 100,
  lost: 0,
  bust: 0,
}

function ended(open: BlackjackState): Step {
  const state = { ...open, dealer: dealerHand(open) }
  const staked = open.isDoubled ? open.stake * 2 : open.stake
  return { state, staked, payout: payoutOf(staked, BLACKJACK_PAYS[resultOf(state)], 100) }
}

export const blackjackRules: GameRules<BlackjackState, NoOptions, BlackjackMove, BlackjackView> = {
  game: 'blackjack',
  rtp: 990_062,
  stake: { min: 100, max: 100_000 },
  isOptions: (value): value is NoOptions => hasKeys(value, []),
  isMove: (value): value is BlackjackMove =>
    hasKeys(value, ['kind']) && BLACKJACK_MOVES.some((kind) => kind === value.kind),
  start(stake, _options, draw) {
    const state = {
      stake,
      player: drawCards(2, draw),
      dealer: drawCards(2, draw),
      playerNext: drawCards(MAX_CARDS - 2, draw),
      dealerNext: drawCards(MAX_CARDS - 2, draw),
      isDoubled: false,
    }
    return isBlackjack(state.player) || isBlackjack(state.dealer)
      ? ended(state)
      : { state, staked: stake, payout: null }
  },
  move({ state, payout, staked }, { kind }) {
    if (payout !== null) throw new RangeError('the round has ended')
    if (kind === 'stand') return ended(state)
    if (kind === 'double' && state.player.length > 2) throw new RangeError('only the first two cards are doubled')
    const card = state.playerNext[state.player.length - 2] as Card
    const next = { ...state, player: [...state.player, card], isDoubled: kind === 'double' }
    return kind === 'double' || totalOf(next.player).total >= 21 ? ended(next) : { state: next, staked, payout: null }
  },
  view({ state, payout }) {
    const isOpen = payout === null
    const { player, isDoubled } = state
    const dealer = isOpen ? state.dealer.slice(0, 1) : state.dealer
    const { total: playerTotal, isSoft } = totalOf(player)
    return {
      player,
      dealer,
      playerTotal,
      dealerTotal: totalOf(dealer).total,
      isSoft,
      isDoubled,
      moves: isOpen ? BLACKJACK_MOVES.filter((kind) => kind !== 'double' || player.length === 2) : [],
      result: isOpen ? null : resultOf(state),
    }
  },
}
