/**
 * A map with bounded memory. It retains at least the newest `minEntries` keys and at most twice as many.
 *
 * Entries live in two generations: a full young generation replaces the old one, which is dropped as a whole. That costs
 * one or two look-ups per access. A single `Map` that deletes its oldest key on each insertion slows down with size,
 * because the iterator skips the deleted slots.
 */
export class BoundedMap<Key, Value> {
  readonly #minEntries: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor(minEntries: number) {
    this.#minEntries = minEntries
  }

  /** Number of stored entries; a key that is in both generations counts twice. */
  get size(): number {
    return this.#young.size + this.#old.size
  }

  has(key: Key): boolean {
    return this.#young.has(key) || this.#old.has(key)
  }

  get(key: Key): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#minEntries && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  /** Returns true if the key was present. */
  delete(key: Key): boolean {
    const wasYoung = this.#young.delete(key)
    return this.#old.delete(key) || wasYoung
  }
}
