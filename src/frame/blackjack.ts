import type { BlackjackMove, BlackjackView, Card } from '#protocol/games/blackjack.ts'
import { frameText } from '#messages/zh/frame.ts'
import { h, pause } from './parts.ts'
import type { Screen, Table } from './screen.ts'

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K']
const SUITS = ['♠', '♥', '♣', '♦']
const DEAL_MS = 260

function cardElement(card: Card | null): HTMLElement {
  if (card === null) return h('span', { class: 'card back', role: 'img', 'aria-label': frameText('blackjack.hidden') })
  const [rank, suit] = [RANKS[card % 13] ?? '', SUITS[Math.floor(card / 13)] ?? '']
  return h(
    'span',
    { class: suit === '♥' || suit === '♦' ? 'card red' : 'card', role: 'img', 'aria-label': `${suit}${rank}` },
    h('b', {}, rank),
    h('span', {}, suit),
  )
}

class Hand {
  readonly #cards = h('div', { class: 'cards' })
  readonly #total = h('output', { class: 'total' })
  readonly element: HTMLElement
  #shown: (Card | null)[] = []

  constructor(name: string) {
    this.element = h('section', { class: 'hand', 'aria-label': name }, h('h2', {}, name, ' ', this.#total), this.#cards)
  }

  /** Draws the cards one after the other. */
  async deal(cards: readonly (Card | null)[], total: string, withMotion: boolean, onCard: () => void): Promise<void> {
    const isSame = this.#shown.every((card, index) => card === null || card === cards[index])
    if (!isSame || cards.length < this.#shown.length) this.#shown = []
    const kept = this.#shown.filter((card) => card !== null).length
    this.#cards.replaceChildren(...cards.slice(0, kept).map(cardElement))
    for (const card of cards.slice(kept)) {
      const element = cardElement(card)
      if (withMotion) element.classList.add('dealt')
      this.#cards.append(element)
      if (withMotion) {
        onCard()
        await pause(DEAL_MS)
      }
    }
    this.#shown = [...cards]
    this.#total.textContent = total
  }
}

/** 21点. */
export function blackjackScreen({ move, tone }: Table): Screen {
  const dealer = new Hand(frameText('blackjack.dealer'))
  const player = new Hand(frameText('blackjack.player'))
  const button = (kind: BlackjackMove['kind']) =>
    h(
      'button',
      { type: 'button', class: kind === 'stand' ? 'primary' : 'outline', onclick: () => move({ kind }) },
      frameText(`blackjack.${kind}`),
    )
  return {
    stage: h('div', { class: 'stage blackjack' }, dealer.element, player.element),
    choices: null,
    options: () => ({}),
    async show({ view, payout }, isChange) {
      const { player: own, dealer: its, playerTotal, dealerTotal, isSoft } = view as BlackjackView
      const soft = isSoft && playerTotal < 21 ? `${playerTotal - 10} / ` : ''
      await player.deal(own, `${soft}${playerTotal}`, isChange, () => tone(440))
      await dealer.deal(payout === null ? [...its, null] : its, String(dealerTotal), isChange, () => tone(330))
    },
    actions: ({ view }) => (view as BlackjackView).moves.map(button),
    resultText: ({ view }) => {
      const { result } = view as BlackjackView
      return result === null ? '' : frameText(`blackjack.${result}`)
    },
    rules: () =>
      (['blackjack.rule1', 'blackjack.rule2', 'blackjack.rule3', 'blackjack.rule4'] as const).map((key) =>
        h('p', {}, frameText(key)),
      ),
  }
}
