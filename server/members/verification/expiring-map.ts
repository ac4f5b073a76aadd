import { BoundedMap } from '#protocol/bounded-map.ts'

/** A map whose values expire, and whose size is bounded. */
export class ExpiringMap<Value> {
  readonly #kept: BoundedMap<string, { readonly value: Value; readonly until: number }>
  readonly #now: () => number

  constructor({ now, most }: { now: () => number; most: number }) {
    this.#kept = new BoundedMap(most)
    this.#now = now
  }

  get size(): number {
    return this.#kept.size
  }

  /** Stores a value for `lifetimeMs`. Returns its expiry in epoch milliseconds. */
  put(key: string, value: Value, lifetimeMs: number): number {
    const until = this.#now() + lifetimeMs
    this.#kept.set(key, { value, until })
    return until
  }

  get(key: string): Value | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    if (this.#now() < kept.until) return kept.value
    this.#kept.delete(key)
    return undefined
  }

  /** Returns and deletes a value, for single use. */
  take(key: string): Value | undefined {
    const value = this.get(key)
    this.#kept.delete(key)
    return value
  }
}
