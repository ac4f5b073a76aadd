/** A bounded memory: keeps at least the newest `size` keys and forgets the oldest in one go. */
export class TwoGenerations<Key, Value> {
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor(private readonly size: number) {}

  get(key: Key): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  has(key: Key): boolean {
    return this.#young.has(key) || this.#old.has(key)
  }

  set(key: Key, value: Value): void {
    this.#young.set(key, value)
    if (this.#young.size <= this.size) return
    this.#old = this.#young
    this.#young = new Map()
  }

  delete(key: Key): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }
}
