/** Counts of one viewer, in entries of the room's log. */
export interface Account {
  readonly delivered: number
  readonly duplicated: number
  readonly outOfOrder: number
  readonly lost: number
}

/**
 * Exact accounting of one viewer by sequence numbers, which are dense within a room. Entry `after + 1` is the first one
 * that the viewer must receive.
 */
export class SequenceAccount {
  #last: number
  #missing: { from: number; to: number }[] = []
  #delivered = 0
  #duplicated = 0
  #outOfOrder = 0
  #lost = 0

  constructor(after: number) {
    this.#last = after
  }

  /** The highest sequence number received. */
  get last(): number {
    return this.#last
  }

  /** The last sequence number before the first missing one: where a reconnect continues. */
  get complete(): number {
    return (this.#missing[0]?.from ?? this.#last + 1) - 1
  }

  /** A frame with `count` entries from `first` was received. */
  take(first: number, count: number): void {
    const end = first + count - 1
    if (first > this.#last + 1) this.#missing.push({ from: this.#last + 1, to: first - 1 })
    if (first <= this.#last) {
      const known = Math.min(end, this.#last) - first + 1
      const late = this.#fill(first, Math.min(end, this.#last))
      this.#outOfOrder += late
      this.#delivered += late
      this.#duplicated += known - late
    }
    this.#delivered += Math.max(0, end - Math.max(first - 1, this.#last))
    this.#last = Math.max(this.#last, end)
  }

  /** The server reported `missed` entries as unavailable; the viewer continues after `after`. */
  restart(missed: number, after: number): void {
    this.#lost += missed + this.#missingCount()
    this.#missing = []
    this.#last = after
  }

  /** The account up to entry `head`: entries that were not received count as lost. */
  close(head: number): Account {
    return {
      delivered: this.#delivered,
      duplicated: this.#duplicated,
      outOfOrder: this.#outOfOrder,
      lost: this.#lost + this.#missingCount() + Math.max(0, head - this.#last),
    }
  }

  #missingCount(): number {
    return this.#missing.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  }

  /** Removes a range from the missing ones and returns how many of it were missing. */
  #fill(from: number, to: number): number {
    let filled = 0
    this.#missing = this.#missing.flatMap((range) => {
      const [low, high] = [Math.max(from, range.from), Math.min(to, range.to)]
      if (low > high) return [range]
      filled += high - low + 1
      return [
        { from: range.from, to: low - 1 },
        { from: high + 1, to: range.to },
      ].filter((rest) => rest.from <= rest.to)
    })
    return filled
  }
}

/** Pairs of bin and count, flattened. */
export type LagBins = readonly number[]

const FINE_MS = 2_000
const COARSE_MS = 20
const MAX_MS = 120_000
const BINS = FINE_MS + (MAX_MS - FINE_MS) / COARSE_MS + 1

/** Lags in bins of 1 ms up to 2 s and of 20 ms up to 120 s. */
export class LagHistogram {
  readonly #bins = new Float64Array(BINS)
  #count = 0

  get count(): number {
    return this.#count
  }

  add(lagMs: number): void {
    const ms = Math.max(0, lagMs)
    const bin = ms < FINE_MS ? Math.trunc(ms) : FINE_MS + Math.trunc((ms - FINE_MS) / COARSE_MS)
    this.#addTo(Math.min(bin, BINS - 1), 1)
  }

  merge(bins: LagBins): void {
    for (let index = 0; index + 1 < bins.length; index += 2) this.#addTo(bins[index] ?? 0, bins[index + 1] ?? 0)
  }

  /** Bins that are not empty. */
  bins(): LagBins {
    return [...this.#bins].flatMap((count, bin) => (count === 0 ? [] : [bin, count]))
  }

  /** Upper bound in milliseconds of the bin with the lag that `share` (0 to 1) of the lags do not exceed; NaN if empty. */
  percentile(share: number): number {
    let left = Math.max(1, Math.ceil(share * this.#count))
    for (let bin = 0; bin < BINS && this.#count > 0; bin += 1) {
      left -= this.#bins[bin] ?? 0
      if (left <= 0) return bin < FINE_MS ? bin + 1 : FINE_MS + (bin - FINE_MS + 1) * COARSE_MS
    }
    return Number.NaN
  }

  clear(): void {
    this.#bins.fill(0)
    this.#count = 0
  }

  #addTo(bin: number, count: number): void {
    this.#bins[bin] = (this.#bins[bin] ?? 0) + count
    this.#count += count
  }
}

/** Slope of a value with its standard error, per second. */
export interface Slope {
  readonly slope: number
  readonly error: number
}

/** Least-squares slope of values over time (milliseconds). */
export function slopeOverTime(samples: readonly { readonly at: number; readonly value: number }[]): Slope {
  if (samples.length < 3) return { slope: 0, error: 0 }
  const meanAt = samples.reduce((sum, { at }) => sum + at, 0) / samples.length
  const mean = samples.reduce((sum, { value }) => sum + value, 0) / samples.length
  let covariance = 0
  let variance = 0
  for (const { at, value } of samples) {
    covariance += (at - meanAt) * (value - mean)
    variance += (at - meanAt) ** 2
  }
  if (variance === 0) return { slope: 0, error: 0 }
  const slope = covariance / variance
  const residue = samples.reduce((sum, { at, value }) => sum + (value - mean - slope * (at - meanAt)) ** 2, 0)
  return { slope: slope * 1000, error: Math.sqrt(residue / (samples.length - 2) / variance) * 1000 }
}

/** Tolerance of the lag slope: 1 ms/s, or twice its standard error on a noisy machine. */
export function isSustainable({ slope, error }: Slope): boolean {
  return slope <= Math.max(1, 2 * error)
}
