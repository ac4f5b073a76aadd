import { AddressCounter, type Counted, countedKeys } from '../../http/address-counter.ts'
import { TokenBucket } from '../../http/rate-limit.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'

export interface ConnectionRates {
  /** Maximum open connections of one address; an IPv6 network may have more (`NETWORK_FACTOR`). */
  readonly perAddress: number
  /** New connections of one address per second, after a burst of `perAddress`. */
  readonly opensPerSecond: number
}

const MAX_REMEMBERED = 10_000

/** Limits the connections of an address and its network: number of open ones and rate of new ones. */
export class ConnectionLimiter {
  readonly #open: AddressCounter
  readonly #opens = new BoundedMap<string, TokenBucket>(MAX_REMEMBERED)
  readonly #limits: ConnectionRates
  readonly #now: () => number

  constructor(limits: ConnectionRates, now: () => number) {
    this.#open = new AddressCounter(limits.perAddress)
    this.#limits = limits
    this.#now = now
  }

  /** True if this address may open one more connection now. Each call counts as an attempt. */
  admits(address: string): boolean {
    // Only allowed attempts of an address count for its network.
    return this.#open.hasRoom(address) && countedKeys(address).every((counted) => this.#mayOpen(counted))
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
