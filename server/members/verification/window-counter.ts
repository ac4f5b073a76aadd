import { ExpiringMap } from '../../database/shared/expiring-map.ts'

const MAX_KEYS = 20_000

/** Counts by key in windows that begin with the first count, as for the limits of AJ-Captcha. */
export class WindowCounter {
  readonly #counts: ExpiringMap<{ count: number }>
  readonly #windowMs: number

  constructor({ now, windowMs, max = MAX_KEYS }: { now: () => number; windowMs: number; max?: number }) {
    this.#counts = new ExpiringMap({ now, max })
    this.#windowMs = windowMs
  }

  get size(): number {
    return this.#counts.size
  }

  count(key: string): number {
    return this.#counts.get(key)?.count ?? 0
  }

  /** Counts one and returns the count of this window. */
  add(key: string): number {
    const counted = this.#counts.get(key)
    if (!counted) {
      this.#counts.put(key, { count: 1 }, this.#windowMs)
      return 1
    }
    counted.count += 1
    return counted.count
  }
}
