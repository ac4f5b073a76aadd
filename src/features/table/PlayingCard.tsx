import { type Card, rankOf, suitOf } from '#protocol/games/tables/shoe.ts'
import { tablesText } from '#messages/zh/tables.ts'
import styles from './PlayingCard.module.css'

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'] as const
/** Suits on a grid of 24, in the order of `suitOf`. */
const SUITS = [
  'M12 2C9 6 4 9 4 13.5A4.5 4.5 0 0 0 11 17l-1.5 5h5L13 17a4.5 4.5 0 0 0 7-3.5C20 9 15 6 12 2Z',
  'M12 21C6 16 3 12.5 3 8.5A4.7 4.7 0 0 1 12 6a4.7 4.7 0 0 1 9 2.5C21 12.5 18 16 12 21Z',
  'M12 2a4.3 4.3 0 0 0-3.4 7A4.3 4.3 0 1 0 11 16.400L9.5 22h5L13 16.400A4.3 4.3 0 1 0 15.4 9 4.3 4.3 0 0 0 12 2Z',
  'M12 2 19 12 12 22 5 12Z',
] as const
const SUIT_KEYS = ['suit.0', 'suit.1', 'suit.2', 'suit.3'] as const

function cardName(card: Card): string {
  const suit = tablesText(SUIT_KEYS[suitOf(card)] ?? 'suit.0')
  return tablesText('card', { suit, rank: RANKS[rankOf(card) - 1] ?? '' })
}

/** A dealt card. A third card lies across. */
export function PlayingCard({ card, isAcross = false }: { readonly card: Card; readonly isAcross?: boolean }) {
  const suit = suitOf(card)
  return (
    <span className={styles.slot} data-across={isAcross || undefined}>
      <svg
        className={styles.card}
        viewBox="0 0 50 70"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would have to carry the drawing in its address
        role="img"
        aria-label={cardName(card)}
        data-red={suit % 2 === 1 || undefined}
      >
        <rect x="0.5" y="0.5" width="49" height="69" rx="5" />
        <text x="7" y="22" fontSize="19">
          {RANKS[rankOf(card) - 1]}
        </text>
        <path transform="translate(6 26) scale(0.5)" d={SUITS[suit]} />
        <path transform="translate(20 36) scale(1.05)" d={SUITS[suit]} />
      </svg>
    </span>
  )
}
