import type { Gift } from '#protocol/endpoints/gift.ts'
import type { Posting } from './gift-sender.ts'

/** Coins of one visit above which a person is asked once whether to go on (requirements Annex I). */
export const PAUSE_ABOVE_COINS = 1_000

/**
 * Whether sending `total` coins more must be asked about first: what takes a visit above the line is, and nothing after it.
 * `sent`: coins of what is given or on its way. What is refused counts no more, so the question it was asked is open again.
 */
export function needsPause(sent: number, total: number): boolean {
  return sent <= PAUSE_ABOVE_COINS && sent + total > PAUSE_ABOVE_COINS
}

/** What a posting would cost at the prices on display; one whose gift has gone costs what it did. */
export function costNow({ gift: { giftId }, count, total }: Posting, gifts: readonly Gift[]): number {
  const gift = gifts.find((other) => other.giftId === giftId)
  return gift ? gift.giftPrice * count : total
}

/** Amounts of play money that can be taken at once. */
export const COIN_PACKS = [100, 1_000, 5_000, 10_000, 50_000] as const

/** The smallest pack that covers what is missing, or the largest. */
export function packFor(short: number): number {
  return COIN_PACKS.find((pack) => pack >= short) ?? COIN_PACKS[COIN_PACKS.length - 1] ?? short
}

/** Quantities on offer; more by hand. */
export const QUANTITIES = [1, 6, 66, 188] as const
