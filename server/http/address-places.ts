import { NETWORK_FACTOR, networkKey } from './address.ts'

/** What a place is counted under, and how much more than one address that may do. */
export interface Counted {
  readonly key: string
  readonly factor: number
}

/** The address itself and, where it is one of IPv6, its network too. */
export function countedUnder(address: string): Counted[] {
  const network = networkKey(address)
  return [{ key: address, factor: 1 }, ...(network === null ? [] : [{ key: network, factor: NETWORK_FACTOR }])]
}

/**
 * How many places each address and each network of IPv6 has taken, so that none of them takes all. They are forgotten
 * with their last place.
 */
export class AddressPlaces {
  readonly #taken = new Map<string, number>()
  readonly #most: number

  /** `most`: places of one address at once; of a network {@link NETWORK_FACTOR} times as many. */
  constructor(most: number) {
    this.#most = most
  }

  /** Addresses and networks that hold a place. */
  get size(): number {
    return this.#taken.size
  }

  hasRoom(address: string): boolean {
    return countedUnder(address).every(({ key, factor }) => (this.#taken.get(key) ?? 0) < this.#most * factor)
  }

  /** Takes a place; what it returns gives it back, once. */
  take(address: string): () => void {
    const keys = countedUnder(address).map(({ key }) => key)
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
