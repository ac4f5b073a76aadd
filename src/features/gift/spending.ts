/** Coins of one visit above which a person is asked once whether to go on (requirements Annex I). */
export const PAUSE_ABOVE_COINS = 1_000

/** Whether sending `total` more must be asked about first. */
export function needsPause(sent: number, total: number, hasAsked: boolean): boolean {
  return !hasAsked && sent + total > PAUSE_ABOVE_COINS
}

/** Amounts of play money that can be taken at once. */
export const COIN_PACKS = [100, 1_000, 5_000, 10_000, 50_000] as const

/** The smallest pack that covers what is missing, or the largest. */
export function packFor(short: number): number {
  return COIN_PACKS.find((pack) => pack >= short) ?? COIN_PACKS[COIN_PACKS.length - 1] ?? short
}

/** Quantities on offer; more by hand. */
export const QUANTITIES = [1, 6, 66, 188] as const
