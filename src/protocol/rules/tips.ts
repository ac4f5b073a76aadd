/** S1.24: minimum number of settled tips for a hit rate. With fewer, chance dominates. */
export const MIN_TIPS_FOR_RATE = 20

/** An expert's tips on finished matches. */
export interface TipRecord {
  readonly settled: number
  readonly right: number
}

/** S1.24: percentage of right tips, rounded down. Null if there are too few. */
export function hitRate({ settled, right }: TipRecord): number | null {
  return settled < MIN_TIPS_FOR_RATE ? null : Math.floor((Math.min(right, settled) * 100) / settled)
}
