import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { addressKey } from '../config/address.ts'
import { AddressCounter } from './address-counter.ts'
import type { TrustedProxies } from './proxy-trust.ts'

export interface TcpLimits {
  /** Open connections of one peer; an IPv6 network may have more (`NETWORK_FACTOR`). Does not apply to proxies. */
  readonly perPeer: number
  /** Open WebSockets of one client address, of rooms and video together, also behind a proxy. */
  readonly upgradesPerAddress: number
  readonly total: number
}

/** For 256 pages behind one address, each with a socket, a video and two requests; and 20,000 sockets of rooms. */
export const TCP_LIMITS: TcpLimits = { perPeer: 1_024, upgradesPerAddress: 512, total: 20_500 }

export interface TcpConnectionsOptions {
  readonly proxies: TrustedProxies
  /** The key that limits count by. */
  readonly addressOf: (request: IncomingMessage) => string
  /** True for requests of load tools in demo mode, whose connections do not count. */
  readonly isUnlimited?: (request: IncomingMessage) => boolean
  readonly limits?: Partial<TcpLimits>
}

/**
 * Limits the TCP connections of an HTTP server. A connection counts until TCP has ended, whatever it carries: nothing,
 * requests, a socket, video, or what the server has closed and the client does not read.
 */
export class TcpConnections {
  readonly #peers: AddressCounter
  readonly #upgrades: AddressCounter
  readonly #counted = new WeakMap<Duplex, () => void>()
  #size = 0
  #refused = 0

  constructor(server: Server, { proxies, addressOf, isUnlimited, limits }: TcpConnectionsOptions) {
    const { perPeer, upgradesPerAddress, total } = { ...TCP_LIMITS, ...limits }
    this.#peers = new AddressCounter(perPeer)
    this.#upgrades = new AddressCounter(upgradesPerAddress)
    server.maxConnections = total
    server.on('drop', () => (this.#refused += 1))
    server.on('connection', (socket) => {
      this.#size += 1
      socket.once('close', () => (this.#size -= 1))
      if (!proxies.isTrusted(socket.remoteAddress, 0)) this.#admitPeer(socket)
    })
    if (isUnlimited) {
      const release = (request: IncomingMessage): void => {
        if (isUnlimited(request)) this.#counted.get(request.socket)?.()
      }
      server.prependListener('request', release)
      server.prependListener('upgrade', release)
    }
    // Before the listeners that accept upgrades, which leave destroyed sockets alone.
    server.prependListener('upgrade', (request: IncomingMessage, socket: Duplex) => {
      this.#admitUpgrade(addressOf(request), socket)
    })
  }

  /** Number of open connections, and of refused ones since the start. */
  stats(): { open: number; refused: number } {
    return { open: this.#size, refused: this.#refused }
  }

  #admitPeer(socket: Socket): void {
    const peer = addressKey(socket.remoteAddress ?? '')
    if (!this.#peers.hasRoom(peer)) {
      this.#refused += 1
      return void socket.resetAndDestroy()
    }
    const release = this.#peers.take(peer)
    this.#counted.set(socket, release)
    socket.once('close', release)
  }

  #admitUpgrade(address: string, socket: Duplex): void {
    if (this.#upgrades.hasRoom(address)) return void socket.once('close', this.#upgrades.take(address))
    this.#refused += 1
    socket.destroy()
  }
}

/**
 * Ends the connection of a WebSocket of the package `ws` with a reset. A peer that does not read would else keep unsent data in
 * the kernel for minutes. `_socket` is private there, so it is checked before use.
 */
export function resetWebSocket(socket: {
  readonly _socket?: { resetAndDestroy?(): void } | null
  terminate(): void
}): void {
  if (typeof socket._socket?.resetAndDestroy === 'function') socket._socket.resetAndDestroy()
  else socket.terminate()
}

/** Refuses an upgrade. The connection ends when the response is written, whether or not the client reads it. */
export function refuseUpgrade(socket: Duplex, status: 401 | 404 | 503): void {
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

const REASONS = { 401: 'Unauthorized', 404: 'Not Found', 503: 'Service Unavailable' } as const
