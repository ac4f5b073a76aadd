import { AddressPlaces, type Counted, countedUnder } from '../../http/address-places.ts'
import { TokenBucket } from '../../http/rate-limit.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'

export interface PlaceLimits {
  /** Open connections of one address; a network of IPv6 may do more of everything here (`NETWORK_FACTOR`). */
  readonly perAddress: number
  /** New connections of one address per second, after a burst of `perAddress`. */
  readonly opensPerSecond: number
}

const MOST_REMEMBERED = 10_000

/** Bounds the connections of an address, and of its network: how many are open, and how quickly new ones come. */
export class ConnectionPlaces {
  readonly #open: AddressPlaces
  readonly #opens = new BoundedMap<string, TokenBucket>(MOST_REMEMBERED)
  readonly #limits: PlaceLimits
  readonly #now: () => number

  constructor(limits: PlaceLimits, now: () => number) {
    this.#open = new AddressPlaces(limits.perAddress)
    this.#limits = limits
    this.#now = now
  }

  /** Whether one more connection of this address may be opened now; asking counts as trying. */
  admits(address: string): boolean {
    // A network pays only for what its addresses may still do.
    return this.#open.hasRoom(address) && countedUnder(address).every((counted) => this.#mayOpen(counted))
  }

  /** A connection of this address is open; what it returns is to be called when it has closed. */
  opened(address: string): () => void {
    return this.#open.take(address)
  }

  #mayOpen({ key, factor }: Counted): boolean {
    const now = this.#now()
    const { perAddress, opensPerSecond } = this.#limits
    const opens =
      this.#opens.get(key) ?? new TokenBucket({ burst: perAddress * factor, perSecond: opensPerSecond * factor })
    this.#opens.set(key, opens)
    return opens.take(now)
  }
}
