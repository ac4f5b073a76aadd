import { NETWORK_FACTOR, networkKey } from '../config/address.ts'

/** A key to count connections under, and its limit relative to one address. */
export interface Counted {
  readonly key: string
  readonly factor: number
}

/** The address itself and, for IPv6, its network. */
export function countedKeys(address: string): Counted[] {
  const network = networkKey(address)
  return [{ key: address, factor: 1 }, ...(network === null ? [] : [{ key: network, factor: NETWORK_FACTOR }])]
}

/**
 * Counts connections per address and per IPv6 network, so that none uses all of them. A key is deleted with its last
 * connection.
 */
export class AddressCounter {
  readonly #taken = new Map<string, number>()
  readonly #max: number

  /** `max`: connections per address; a network may have {@link NETWORK_FACTOR} times as many. */
  constructor(max: number) {
    this.#max = max
  }

  /** Number of addresses and networks with connections. */
  get size(): number {
    return this.#taken.size
  }

  hasRoom(address: string): boolean {
    return countedKeys(address).every(({ key, factor }) => (this.#taken.get(key) ?? 0) < this.#max * factor)
  }

  /** Counts one connection. The returned function ends it; further calls have no effect. */
  take(address: string): () => void {
    const keys = countedKeys(address).map(({ key }) => key)
    for (const key of keys) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1)
    return () => {
      for (const key of keys.splice(0)) {
        const left = (this.#taken.get(key) ?? 1) - 1
        if (left > 0) this.#taken.set(key, left)
        else this.#taken.delete(key)
      }
    }
  }
}
