import { type Card, leafAt, leafOf, LEAVES_LENGTH, shoeCards, shoeCommitment, shoeLeaves } from './shoe.ts'
import { roundLetter, type TableGame } from './table-rules.ts'
import { tableRules } from './tables.ts'

/** The published values of a round of a table. */
export interface TableProof {
  readonly game: TableGame
  readonly shoe: {
    readonly no: number
    /** Published before the first round of the shoe. */
    readonly commitment: string
    readonly leaves: string
    /** Null until the shoe has ended. */
    readonly seed: string | null
  }
  /** Index of the round's first card in the shoe. */
  readonly position: number
  readonly cards: readonly Card[]
  readonly salts: readonly string[]
  /** Letter of the outcome, see `roundLetter`. */
  readonly outcome: string
}

/** What {@link checkTableProof} has found; `shoe` is null while the seed is secret. */
interface TableProofCheck {
  /** The leaves have the commitment that was published before the bets. */
  readonly commitment: boolean
  /** The dealt cards are those at their positions. */
  readonly cards: boolean
  /** The rules of the game take these cards, no more and no fewer, and lead to this outcome. */
  readonly outcome: boolean
  /** The whole shoe follows from its seed. */
  readonly shoe: boolean | null
}

/** Computes a round again from the published values. Values that cannot be read count as wrong. */
export function checkTableProof(proof: TableProof): TableProofCheck {
  const { shoe, position, cards, salts } = proof
  const isReadable = isHex(shoe.leaves, LEAVES_LENGTH)
  return {
    commitment: isReadable && shoeCommitment(shoe.leaves) === shoe.commitment,
    cards:
      isReadable &&
      cards.length === salts.length &&
      cards.every((card, index) => {
        const salt = salts[index]
        return salt !== undefined && isHex(salt) && leafOf(salt, card) === leafAt(shoe.leaves, position + index)
      }),
    outcome: hasOutcome(proof),
    shoe: shoe.seed === null ? null : followsFrom(shoe.seed, proof),
  }
}

function hasOutcome({ game, cards, outcome }: TableProof): boolean {
  let isComplete = true
  const dealt = tableRules(game).deal((index) => {
    const card = cards[index]
    if (card === undefined) isComplete = false
    return card ?? 0
  })
  return isComplete && dealt.cards.length === cards.length && roundLetter(dealt.outcome) === outcome
}

function followsFrom(seed: string, { shoe, position, cards }: TableProof): boolean {
  if (!isHex(seed, 64)) return false
  const order = shoeCards({ seed, no: shoe.no })
  return (
    shoeLeaves({ seed, no: shoe.no }, order) === shoe.leaves &&
    cards.every((card, index) => order[position + index] === card)
  )
}

const isHex = (text: string, length = text.length): boolean =>
  text.length === length && length % 2 === 0 && /^[0-9a-f]*$/.test(text)
