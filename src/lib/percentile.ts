/** A value that counts `weight` times. */
export interface Weighted {
  readonly value: number
  readonly weight: number
}

/** For each share (0 to 1), the value that this share of the values do not exceed; nearest rank. NaN without values. */
export function weightedPercentiles(values: readonly Weighted[], shares: readonly number[]): number[] {
  const sorted = [...values].sort((one, other) => one.value - other.value)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  return shares.map((share) => {
    const rank = Math.max(1, Math.ceil(share * total))
    let passed = 0
    for (const { value, weight } of sorted) {
      passed += weight
      if (passed >= rank) return value
    }
    return Number.NaN
  })
}

/** The value that `share` (0 to 1) of the values do not exceed; nearest rank. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const [found = Number.NaN] = weightedPercentiles(
    values.map((value) => ({ value, weight: 1 })),
    [share],
  )
  return found
}
