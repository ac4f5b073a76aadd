import type { IncomingMessage } from 'node:http'
import type { Server } from 'socket.io'
import { TokenBucket } from '../../net/rate-limit.ts'
import { AddressCounter, type Counted, countedKeys } from '../../net/address-counter.ts'
import { resetWebSocket } from '../../net/tcp-connections.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'

/** The fields of an engine.io connection used here. The library keeps them private. */
export interface Connection {
  readonly readyState: string
  readonly request: IncomingMessage
  readonly transport: { readonly name?: string; readonly socket?: WebSocketOfLibrary }
  readonly writeBuffer: readonly { readonly data?: unknown }[]
  close(discard?: boolean): void
  on(event: 'packet', listener: (packet: { data?: unknown }) => void): void
  on(event: 'close', listener: () => void): void
}

/** A WebSocket of the package `ws`. `_sender` and `_socket` are private there, so they are checked before use. */
export interface WebSocketOfLibrary {
  readonly readyState?: number
  readonly bufferedAmount: number
  readonly _socket?: { resetAndDestroy?(): void } | null
  readonly _sender?: { sendFrame?(list: readonly Buffer[]): void }
  terminate(): void
  once(event: 'close', listener: () => void): void
}

interface ConnectionRates {
  /** Maximum open connections of one address; an IPv6 network may have more (`NETWORK_FACTOR`). */
  readonly perAddress: number
  /** New connections of one address per second, after a burst of `perAddress`. */
  readonly opensPerSecond: number
}

export interface ConnectionLimits extends ConnectionRates {
  readonly total: number
  /** Maximum bytes waiting for one reader; above it the connection is closed. */
  readonly bufferedBytes: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  perAddress: 256,
  opensPerSecond: 50,
  total: 20_000,
  bufferedBytes: 1024 * 1024,
}

/** Rate limits of a connection: packets and bytes. */
const PACKETS = { burst: 100, perSecond: 25 }
const BYTES = { burst: 256 * 1024, perSecond: 64 * 1024 }
/** Time that a peer has to read what was sent before it was closed. Then its connection is reset. */
export const CLOSE_DELAY_MS = 1_000
const WEBSOCKET_CLOSED = 3
/** Time that a reader has for a catch-up. */
const CATCH_UP_MS = 10_000
/** Waiting bytes grow only by what is sent, so they are measured each time this much was sent. */
const MEASURE_EVERY_BYTES = 64 * 1024
const MAX_REMEMBERED_ADDRESSES = 10_000
/** State of a connection of engine.io that has ended for it, while TCP may still be open. */
const CLOSED = 'closed'

interface Known {
  /** Additional bytes allowed until a time, after a catch-up. */
  allowance: { bytes: number; until: number }
}

/**
 * All connections of the socket server: counted by address until TCP has ended, rate limited, closed when they do not
 * read.
 */
export class Connections {
  readonly #known = new Map<Connection, Known>()
  readonly #limiter: ConnectionLimiter
  #unmeasured = 0
  /** Number of slow readers closed since start. */
  cut = 0

  readonly #options: {
    readonly limits: ConnectionLimits
    readonly addressOf: (request: IncomingMessage) => string
    readonly now: () => number
  }

  constructor(
    io: Server,
    options: {
      readonly limits: ConnectionLimits
      readonly addressOf: (request: IncomingMessage) => string
      readonly now: () => number
    },
  ) {
    this.#options = options
    this.#limiter = new ConnectionLimiter(options.limits, options.now)
    io.engine.on('connection', (connection: unknown) => this.#opened(connection as Connection))
  }

  get size(): number {
    return this.#known.size
  }

  /** True if the address of this request may open one more connection. */
  admits(request: IncomingMessage): boolean {
    const { limits, addressOf } = this.#options
    return this.size < limits.total && this.#limiter.admits(addressOf(request))
  }

  /**
   * Announces a catch-up of this size, which does not count as slow reading, once in ten seconds. A connection that has
   * not read earlier data is closed.
   */
  expect(connection: unknown, bytes: number): void {
    const known = this.#known.get(connection as Connection)
    const now = this.#options.now()
    if (!known || this.#cutIfSlow(connection as Connection, now) || now < known.allowance.until) return
    known.allowance = { bytes: bytes * 2, until: now + CATCH_UP_MS }
  }

  /** This many bytes were written to every connection of a room. */
  sent(bytes: number): void {
    this.#unmeasured += bytes
    if (this.#unmeasured < MEASURE_EVERY_BYTES) return
    this.#unmeasured = 0
    this.cutSlowReaders()
  }

  /** Measures every connection and closes those with too much waiting data. */
  cutSlowReaders(): void {
    const now = this.#options.now()
    for (const connection of this.#known.keys()) this.#cutIfSlow(connection, now)
  }

  #cutIfSlow(connection: Connection, now: number): boolean {
    const allowance = this.#known.get(connection)?.allowance
    const extra = allowance && now < allowance.until ? allowance.bytes : 0
    if (bufferedBytes(connection) <= this.#options.limits.bufferedBytes + extra) return false
    if (connection.readyState !== CLOSED) this.cut += 1
    this.#drop(connection)
    return true
  }

  /** Closes a connection at once, without sending waiting data. */
  drop(connection: unknown): void {
    if (this.#known.has(connection as Connection)) this.#drop(connection as Connection)
  }

  #drop(connection: Connection): void {
    const { socket } = connection.transport
    connection.close(true)
    if (socket) resetWebSocket(socket)
  }

  #opened(connection: Connection): void {
    const address = this.#options.addressOf(connection.request)
    this.#known.set(connection, { allowance: { bytes: 0, until: 0 } })
    const leave = this.#limiter.opened(address)
    const packets = new TokenBucket(PACKETS)
    const bytes = new TokenBucket(BYTES)
    connection.on('packet', ({ data }) => {
      const at = this.#options.now()
      if (!packets.take(at) || !bytes.take(at, sizeOf(data))) this.#drop(connection)
    })
    const end = (): void => {
      this.#known.delete(connection)
      leave()
    }
    connection.on('close', () => {
      const { socket } = connection.transport
      if (!socket || socket.readyState === WEBSOCKET_CLOSED) return end()
      const limit = setTimeout(() => resetWebSocket(socket), CLOSE_DELAY_MS).unref()
      socket.once('close', () => {
        clearTimeout(limit)
        end()
      })
    })
  }
}

/** Bytes waiting for a reader: in the WebSocket, in the kernel queue, and in engine.io. */
export function bufferedBytes(connection: unknown): number {
  const { transport, writeBuffer } = connection as Connection
  let bytes = transport.socket?.bufferedAmount ?? 0
  for (const { data } of writeBuffer) bytes += sizeOf(data)
  return bytes
}

/** Sent data is ASCII or small, so the string length is the byte size within a factor of three. */
function sizeOf(data: unknown): number {
  if (typeof data === 'string') return data.length
  return data instanceof Uint8Array || data instanceof ArrayBuffer ? data.byteLength : 0
}

/** Limits the connections of an address and its network: number of open ones and rate of new ones. */
class ConnectionLimiter {
  readonly #open: AddressCounter
  readonly #opens = new BoundedMap<string, TokenBucket>(MAX_REMEMBERED_ADDRESSES)
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
