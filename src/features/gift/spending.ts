import type { Gift } from '#protocol/endpoints/gift.ts'
import type { Posting } from './gift-sender.ts'

/** Coins of one visit; at each multiple of them a person is asked whether to go on (requirements Annex I, decision 78). */
export const PAUSE_ABOVE_COINS = 1_000

/**
 * Whether sending `total` coins more must be asked about first: what takes a visit above a further multiple of the sum is,
 * so that a combo goes on between two of them, and a press that costs more than the sum never goes unasked.
 * `sent`: coins of what is given or on its way. What is refused counts no more, so the question it was asked is open again.
 */
export function needsPause(sent: number, total: number): boolean {
  return multiplesBelow(sent + total) > multiplesBelow(sent)
}

/** How many multiples of the sum a visit has gone above. */
function multiplesBelow(coins: number): number {
  return Math.max(0, Math.ceil(coins / PAUSE_ABOVE_COINS) - 1)
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
