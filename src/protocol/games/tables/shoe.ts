import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { utf8 } from '../../bytes.ts'
import { type Draw, seededDraw, shuffle } from '../draw.ts'

/*
 * The shoe of a table: 8 decks in an order that follows from a secret seed. Before the first bet the server publishes the
 * commitment, a hash over one leaf per card. Each leaf has its own salt, so a round can be shown to be cards of the shoe
 * while the cards after it stay secret. The seed is published after the last round of the shoe.
 */

/** A card as a number from 0 to 51: `suit * 13 + rank - 1`. */
export type Card = number

const DECKS = 8
export const SHOE_CARDS = DECKS * 52
/** A shoe with fewer cards than this ends after the round. No card is burnt. */
export const LAST_CARDS = 16

/** 1 (ace) to 13 (king). */
export const rankOf = (card: Card): number => (card % 13) + 1
/** 0 spades, 1 hearts, 2 clubs, 3 diamonds. */
export const suitOf = (card: Card): number => Math.trunc(card / 13)

/** The cards of a new shoe in the order of this draw. */
export function shuffledShoe(draw: Draw): Card[] {
  return shuffle(
    Array.from({ length: SHOE_CARDS }, (_, index) => index % 52),
    draw,
  )
}

/** What decides a shoe. */
interface ShoeSeed {
  /** 64 hexadecimal digits. */
  readonly seed: string
  /** Number of the shoe at its table, from 1. */
  readonly no: number
}

/** The cards of a shoe, from the draws with its seed, the text `shoe` and its number. */
export function shoeCards({ seed, no }: ShoeSeed): Card[] {
  return shuffledShoe(seededDraw({ server: seed, member: 'shoe', nonce: no }))
}

const SALT_BYTES = 16
const LEAF_BYTES = 32

/** The salt of the card at an index from 0: 16 bytes of HMAC-SHA-256(seed, `salt:index`), hexadecimal. */
export function saltOf(seed: string, index: number): string {
  return bytesToHex(hmac(sha256, hexToBytes(seed), utf8(`salt:${index}`)).subarray(0, SALT_BYTES))
}

/** SHA-256 of the salt and one byte with the card, hexadecimal. */
export function leafOf(salt: string, card: Card): string {
  return bytesToHex(sha256(concatBytes(hexToBytes(salt), Uint8Array.of(card))))
}

/** The leaves of all cards, one after the other, hexadecimal. */
export function shoeLeaves(shoe: ShoeSeed, cards: readonly Card[] = shoeCards(shoe)): string {
  return cards.map((card, index) => leafOf(saltOf(shoe.seed, index), card)).join('')
}

/** The hash that is published before the first round: SHA-256 of all leaves, hexadecimal. */
export function shoeCommitment(leaves: string): string {
  return bytesToHex(sha256(hexToBytes(leaves)))
}

/** The leaf of the card at an index. */
export function leafAt(leaves: string, index: number): string {
  return leaves.slice(index * LEAF_BYTES * 2, (index + 1) * LEAF_BYTES * 2)
}

export const LEAVES_LENGTH = SHOE_CARDS * LEAF_BYTES * 2
