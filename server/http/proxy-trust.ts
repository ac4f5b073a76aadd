import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * True if a peer at `address` may name the client; `hop` 0 is the nearest. Same signature as in Fastify, which passes
 * no address for a closed connection.
 */
export type ProxyTrust = (address: string | undefined, hop: number) => boolean

/** TRUST_PROXY: a number of proxies, or addresses and ranges. */
export function proxyTrust(setting: number | readonly string[]): ProxyTrust {
  if (typeof setting === 'number') return (_address, hop) => hop < setting
  const trusted = new BlockList()
  for (const entry of setting) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return (address = '') => {
    const bare = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return isIPv4(bare) ? trusted.check(bare, 'ipv4') : isIPv6(bare) && trusted.check(bare, 'ipv6')
  }
}

/**
 * The client address of a connection: the last one in X-Forwarded-For that no trusted proxy wrote, like `request.ip` of
 * Fastify. For sockets, which bypass Fastify.
 */
export function clientAddress(request: IncomingMessage, isTrusted: ProxyTrust): string {
  const forwarded = request.headers['x-forwarded-for']
  const named = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''))
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const chain = [request.socket.remoteAddress ?? '', ...named.reverse()]
  const end = chain.findIndex((address, hop) => !isTrusted(address, hop))
  return chain[end === -1 ? chain.length - 1 : end] ?? ''
}
