import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * Whether whoever connects from `address` may say on whose behalf; `hop` 0 is the nearest. Fastify takes the same form, and
 * names no address when the connection is gone.
 */
export type ProxyTrust = (address: string | undefined, hop: number) => boolean

/** TRUST_PROXY: so many proxies, or these addresses and ranges. */
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
 * The address a connection speaks for: the last one in X-Forwarded-For that no trusted proxy wrote, as `request.ip` of
 * Fastify is for calls. For sockets, which do not pass through Fastify.
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
