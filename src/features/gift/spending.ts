import { GIFT_COUNT_MAX } from '#protocol/constants.ts'
import type { Gift } from '#protocol/endpoints/gift.ts'
import type { Posting } from './gift-sender.ts'

/**
 * Returns whether the viewer must confirm before sending `total` more coins (Annex I, decision 96): if the visit would
 * exceed a further multiple of `every` coins, the sum that the member has chosen. A combo continues between two multiples,
 * and a single press above the sum is always confirmed. `sent` are the coins of sent and pending gifts; refused gifts are
 * not counted.
 */
export function needsPause(sent: number, total: number, every: number): boolean {
  return multiplesBelow(sent + total, every) > multiplesBelow(sent, every)
}

/** Returns how many multiples of `every` are exceeded. */
function multiplesBelow(coins: number, every: number): number {
  return Math.max(0, Math.ceil(coins / every) - 1)
}

/** Returns the cost of a posting at the displayed prices; its own total if the gift is no longer offered. */
export function costNow({ gift: { giftId }, count, total }: Posting, gifts: readonly Gift[]): number {
  const gift = gifts.find((other) => other.giftId === giftId)
  return gift ? gift.giftPrice * count : total
}

/** Returns how many gifts of a price the balance pays, at most as many as one press sends. */
export function affordable(balance: number, price: number): number {
  return Math.min(GIFT_COUNT_MAX, Math.floor(balance / Math.max(1, price)))
}

/** Amounts of play money on offer. */
export const COIN_PACKS = [100, 1_000, 5_000, 10_000, 50_000] as const

/** Returns the smallest pack that covers `short` coins, or the largest pack. */
export function packFor(short: number): number {
  return COIN_PACKS.find((pack) => pack >= short) ?? COIN_PACKS[COIN_PACKS.length - 1] ?? short
}

/** Quantities on offer, besides a custom one. */
export const QUANTITIES = [1, 6, 66, 188] as const
