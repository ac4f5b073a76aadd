/** Quantile of unsorted numbers by the nearest rank; NaN when there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

/** Least-squares slope of lag over time, in milliseconds of lag for each second: a rate holds only while this is about 0. */
export function lagSlope(samples: readonly { at: number; lag: number }[]): number {
  if (samples.length < 2) return 0
  const meanAt = samples.reduce((sum, { at }) => sum + at, 0) / samples.length
  const meanLag = samples.reduce((sum, { lag }) => sum + lag, 0) / samples.length
  let covariance = 0
  let variance = 0
  for (const { at, lag } of samples) {
    covariance += (at - meanAt) * (lag - meanLag)
    variance += (at - meanAt) ** 2
  }
  return variance === 0 ? 0 : (covariance / variance) * 1000
}
