import { BoundedMap } from '#protocol/bounded-map.ts'

/** What is good for a while: forgets values past their time, and the oldest ones beyond `most`. */
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

  /** Keeps a value for `lifetimeMs`. Returns until when, in epoch milliseconds. */
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

  /** Gives the value out and forgets it: what is good once is asked for with this. */
  take(key: string): Value | undefined {
    const value = this.get(key)
    this.#kept.delete(key)
    return value
  }
}
