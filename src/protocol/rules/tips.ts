/** S1.24: a share of right views is told from this many on; of fewer it would say more about luck than about the expert. */
export const MIN_TIPS_FOR_RATE = 20

/** What became of an expert's views whose matches are over. */
export interface TipRecord {
  readonly settled: number
  readonly right: number
}

/** S1.24: how many of a hundred views were right, cut (never rounded up); null while there are too few. */
export function hitRate({ settled, right }: TipRecord): number | null {
  return settled < MIN_TIPS_FOR_RATE ? null : Math.floor((Math.min(right, settled) * 100) / settled)
}
