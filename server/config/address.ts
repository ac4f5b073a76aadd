import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net'

/** `address:port`, `[address]` or `[address]:port`. */
const WITH_PORT = /^(?:\[([^[\]]*)\]|(\d[\d.]*))(?::\d{0,5})?$/
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/

/**
 * Reads an address as peers and proxies write it: in quotes, in brackets, with a port, with a zone id, or an IPv4
 * address in the form of IPv6. Returns the one canonical form, or null if the text is no address.
 */
export function readAddress(text: string): string | null {
  if (isIPv4(text)) return text
  const bare = text.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, withPort] = WITH_PORT.exec(bare) ?? []
  const address = bracketed ?? withPort ?? bare
  if (isIP(address) === 4) return address
  if (isIP(address) === 0) return null
  const [unzoned = ''] = address.split('%')
  return new SocketAddress({ address: unzoned, family: 'ipv6' }).address.replace(MAPPED_IPV4, '')
}

/**
 * The key that limits count by: an IPv4 address, or the first 64 bits of an IPv6 address, since one person has all the
 * rest. A text that is no address is its own key.
 */
export function addressKey(address: string): string {
  const canonical = readAddress(address) ?? address
  if (!isIPv6(canonical)) return canonical
  const [head = '', tail = ''] = canonical.split('::')
  const first = groupsOf(head)
  const last = groupsOf(tail)
  const zeros = Array<string>(IPV6_GROUPS - first.length - last.length).fill('0')
  return `${[...first, ...zeros, ...last].slice(0, GROUPS_OF_KEY).join(':')}::/64`
}

const IPV6_GROUPS = 8
const GROUPS_OF_KEY = 4
const GROUPS_OF_NETWORK = 3

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))

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
