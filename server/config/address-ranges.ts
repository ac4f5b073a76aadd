import { BlockList, isIP } from 'node:net'
import type { BlockedRange } from '#protocol/room/relay.ts'
import { readAddress } from './address.ts'

/** True for an IPv4 or IPv6 address, or a range such as 10.0.0.0/8. */
export function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Whether an address lies in one of the ranges, in any form that {@link readAddress} knows. */
export function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  if (ranges.length === 0) return () => false
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const canonical = readAddress(address)
    return canonical !== null && list.check(canonical, isIP(canonical) === 4 ? 'ipv4' : 'ipv6')
  }
}

/** Ranges of addresses that are refused until they expire. Empty at first. */
export class BlockedRanges {
  readonly #now: () => number
  #ranges: readonly BlockedRange[] = []
  #matches: (address: string) => boolean = () => false
  /** When the next range expires (epoch milliseconds). */
  #nextExpiry = Number.POSITIVE_INFINITY

  constructor(now: () => number) {
    this.#now = now
  }

  set(ranges: readonly BlockedRange[]): void {
    const now = this.#now()
    this.#ranges = ranges.filter(([, expiresAt]) => expiresAt === null || expiresAt > now)
    this.#matches = addressMatcher(this.#ranges.map(([range]) => range))
    this.#nextExpiry = Math.min(...this.#ranges.map(([, expiresAt]) => expiresAt ?? Number.POSITIVE_INFINITY))
  }

  has(address: string): boolean {
    if (this.#now() >= this.#nextExpiry) this.set(this.#ranges)
    return this.#matches(address)
  }
}
