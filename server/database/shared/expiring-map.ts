import { BoundedMap } from '#protocol/bounded-map.ts'
import type { ExpiringStore, OpenStore } from './expiring-store.ts'

/** A map whose values expire, and whose size is bounded. */
export class ExpiringMap<Value> implements ExpiringStore<Value> {
  readonly #entries: BoundedMap<string, { readonly value: Value; readonly until: number }>
  readonly #now: () => number

  constructor({ now, max }: { now: () => number; max: number }) {
    this.#entries = new BoundedMap(max)
    this.#now = now
  }

  get size(): number {
    return this.#entries.size
  }

  /** Stores a value for `lifetimeMs`. Returns its expiry in epoch milliseconds. */
  put(key: string, value: Value, lifetimeMs: number): number {
    const until = this.#now() + lifetimeMs
    this.#entries.set(key, { value, until })
    return until
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (this.#now() < entry.until) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  /** Returns and deletes a value, for single use. */
  take(key: string): Value | undefined {
    const value = this.get(key)
    this.#entries.delete(key)
    return value
  }
}

/** Stores in the memory of this process. */
export function memoryStores(now: () => number): OpenStore {
  return (_name, max) => new ExpiringMap({ now, max })
}
