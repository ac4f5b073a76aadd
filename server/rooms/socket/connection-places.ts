import { AddressPlaces, type Counted, countedUnder } from '../../http/address-places.ts'
import { TokenBucket } from '../../http/rate-limit.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'

export interface PlaceLimits {
  /** Maximum open connections of one address; an IPv6 network may have more (`NETWORK_FACTOR`). */
  readonly perAddress: number
  /** New connections of one address per second, after a burst of `perAddress`. */
  readonly opensPerSecond: number
}

const MOST_REMEMBERED = 10_000

/** Limits the connections of an address and its network: number of open ones and rate of new ones. */
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

  /** True if this address may open one more connection now. Each call counts as an attempt. */
  admits(address: string): boolean {
    // Only allowed attempts of an address count for its network.
    return this.#open.hasRoom(address) && countedUnder(address).every((counted) => this.#mayOpen(counted))
  }

  /** Counts an open connection. Call the returned function when it has closed. */
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
