import { isIPv6 } from 'node:net'

const MAPPED_IPV4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/**
 * The key that limits count by: an IPv4 address, or the first 64 bits of an IPv6 address, since one person has all the
 * rest.
 */
export function addressKey(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? first
      : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

const GROUPS_OF_NETWORK = 3

/**
 * The first 48 bits of an IPv6 key from {@link addressKey}: the largest network that a household or tunnel gets, with
 * up to 65,536 keys. Null for other keys.
 */
export function networkKey(address: string): string | null {
  if (!address.endsWith('::/64')) return null
  return `${address.split(':').slice(0, GROUPS_OF_NETWORK).join(':')}::/48`
}

/**
 * Limit of an IPv6 network relative to one address: enough for a street or an office, too little to exhaust shared
 * limits.
 */
export const NETWORK_FACTOR = 8
