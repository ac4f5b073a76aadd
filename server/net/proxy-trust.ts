import type { IncomingMessage } from 'node:http'
import type { Logger } from '../config/log.ts'
import { addressMatcher } from '../config/address-ranges.ts'
import { readAddress } from '../config/address.ts'

/**
 * True if a peer at `address` may name the client; `hop` 0 is the nearest. Same signature as in Fastify, which passes
 * no address for a closed connection.
 */
type ProxyTrust = (address: string | undefined, hop: number) => boolean

const UNREADABLE = 'X-Forwarded-For has an entry that is no address; the proxy that sent it counts as the client'
const MAX_FORM = 60

/** The proxies of TRUST_PROXY, and the client addresses that they name. */
export class TrustedProxies {
  readonly isTrusted: ProxyTrust
  readonly #log: Pick<Logger, 'warn'>
  #hasWarned = false

  /**
   * @param setting a number of proxies, or addresses and ranges
   */
  constructor(setting: number | readonly string[], log: Pick<Logger, 'warn'>) {
    this.#log = log
    if (typeof setting === 'number') {
      this.isTrusted = (_address, hop) => hop < setting
    } else {
      const matches = addressMatcher(setting)
      this.isTrusted = (address = '') => matches(address)
    }
  }

  /**
   * The client address of a request in canonical form: the last one in X-Forwarded-For that no trusted proxy wrote. An
   * entry that is no address counts as the proxy that sent it. '' if the connection is closed.
   */
  clientAddress(request: IncomingMessage): string {
    const forwarded = request.headers['x-forwarded-for']
    const named = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''))
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
    const chain = [request.socket.remoteAddress ?? '', ...named.reverse()]
    const untrusted = chain.findIndex((address, hop) => !this.isTrusted(address, hop))
    const end = untrusted === -1 ? chain.length - 1 : untrusted
    for (let hop = end; hop >= 0; hop -= 1) {
      const address = readAddress(chain[hop] ?? '')
      if (address !== null) return address
      if (hop > 0) this.#warn(chain[hop] ?? '')
    }
    return ''
  }

  /** Once per process, because every request of this proxy has the same form. The log holds no addresses. */
  #warn(entry: string): void {
    if (this.#hasWarned) return
    this.#hasWarned = true
    const form = entry.slice(0, MAX_FORM).replaceAll(/\d/g, '0').replaceAll(/\p{L}/gu, 'a')
    this.#log.warn({ form }, UNREADABLE)
  }
}
