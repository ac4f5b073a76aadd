import { NETWORK_FACTOR, networkKey } from '../address.ts'
import { Bucket } from './bucket.ts'
import { TwoGenerations } from './two-generations.ts'

export interface PlaceLimits {
  /** Open connections of one address; of a network of IPv6 {@link NETWORK_FACTOR} times as many, as of all figures here. */
  readonly perAddress: number
  /** New connections of one address per second, after a burst of `perAddress`. */
  readonly opensPerSecond: number
}

/** What a connection is counted under, and how much more than one address that may do. */
interface Place {
  readonly key: string
  readonly factor: number
}

const MOST_REMEMBERED = 10_000

/** Counts connections under their address and, where that is one of IPv6, under its network too. */
export class ConnectionPlaces {
  readonly #open = new Map<string, number>()
  readonly #opens = new TwoGenerations<string, Bucket>(MOST_REMEMBERED)
  readonly #limits: PlaceLimits
  readonly #now: () => number

  constructor(limits: PlaceLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** Whether one more connection of this address may be opened now; asking counts as trying. */
  admits(address: string): boolean {
    const places = placesOf(address)
    const isFull = places.some(({ key, factor }) => (this.#open.get(key) ?? 0) >= this.#limits.perAddress * factor)
    // A network pays only for what its addresses may still do.
    return !isFull && places.every((place) => this.#mayOpen(place))
  }

  opened(address: string): void {
    for (const { key } of placesOf(address)) this.#open.set(key, (this.#open.get(key) ?? 0) + 1)
  }

  closed(address: string): void {
    for (const { key } of placesOf(address)) {
      const left = (this.#open.get(key) ?? 1) - 1
      if (left > 0) this.#open.set(key, left)
      else this.#open.delete(key)
    }
  }

  #mayOpen({ key, factor }: Place): boolean {
    const now = this.#now()
    const { perAddress, opensPerSecond } = this.#limits
    const opens =
      this.#opens.get(key) ?? new Bucket({ capacity: perAddress * factor, perSecond: opensPerSecond * factor }, now)
    this.#opens.set(key, opens)
    return opens.take(now)
  }
}

function placesOf(address: string): Place[] {
  const network = networkKey(address)
  return [{ key: address, factor: 1 }, ...(network === null ? [] : [{ key: network, factor: NETWORK_FACTOR }])]
}
