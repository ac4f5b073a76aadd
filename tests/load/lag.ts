/** Least-squares slope of the lag, in milliseconds per second. A rate is sustainable if it is about 0. */
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
