import type { IncomingMessage } from 'node:http'
import type { Server } from 'socket.io'
import { TokenBucket } from '../../http/rate-limit.ts'
import { ConnectionPlaces, type PlaceLimits } from './connection-places.ts'

/** One engine.io connection, as far as this file needs to know it; the library keeps the fields private. */
interface Connection {
  readonly readyState: string
  readonly request: IncomingMessage
  readonly transport: { readonly socket?: { readonly bufferedAmount: number; terminate(): void } }
  readonly writeBuffer: readonly { readonly data?: unknown }[]
  close(discard?: boolean): void
  on(event: 'packet', listener: (packet: { data?: unknown }) => void): void
  on(event: 'close', listener: () => void): void
}

export interface ConnectionLimits extends PlaceLimits {
  readonly total: number
  /** Bytes that may wait for one reader; beyond it the connection is cut (security.md section 2). */
  readonly bufferedBytes: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  perAddress: 256,
  opensPerSecond: 50,
  total: 20_000,
  bufferedBytes: 1024 * 1024,
}

/** What one connection may send, whatever it is: packets of the transport and their bytes. */
const PACKETS = { burst: 100, perSecond: 25 }
const BYTES = { burst: 256 * 1024, perSecond: 64 * 1024 }
/** A catch-up is large: the reader has this long to take it. */
const CATCH_UP_MS = 10_000
/** Waiting bytes can only grow by what is sent: they are measured each time this much more has been. */
const MEASURE_EVERY_BYTES = 64 * 1024

interface Known {
  /** Extra bytes allowed until a moment, after a catch-up. */
  allowance: { bytes: number; until: number }
}

/** All connections of the socket server: counted by address, limited in what they send, cut when they do not read. */
export class Connections {
  readonly #known = new Map<Connection, Known>()
  readonly #places: ConnectionPlaces
  #unmeasured = 0
  /** Slow readers cut since the start. */
  cut = 0

  constructor(
    io: Server,
    private readonly options: {
      readonly limits: ConnectionLimits
      readonly addressOf: (request: IncomingMessage) => string
      readonly now: () => number
    },
  ) {
    this.#places = new ConnectionPlaces(options.limits, options.now)
    io.engine.on('connection', (connection: unknown) => this.#opened(connection as Connection))
  }

  get size(): number {
    return this.#known.size
  }

  /** Whether one more connection of this request's address may be opened now. */
  admits(request: IncomingMessage): boolean {
    const { limits, addressOf } = this.options
    return this.size < limits.total && this.#places.admits(addressOf(request))
  }

  /**
   * A connection is about to get a catch-up of so many bytes: it is no slow reader because of it, once in ten seconds.
   * One that has not read what it has got already is cut.
   */
  expect(connection: unknown, bytes: number): void {
    const known = this.#known.get(connection as Connection)
    const now = this.options.now()
    if (!known || this.#cutIfSlow(connection as Connection, now) || now < known.allowance.until) return
    known.allowance = { bytes: bytes * 2, until: now + CATCH_UP_MS }
  }

  /** So many bytes have been written to every connection of a room. */
  sent(bytes: number): void {
    this.#unmeasured += bytes
    if (this.#unmeasured < MEASURE_EVERY_BYTES) return
    this.#unmeasured = 0
    this.cutSlowReaders()
  }

  /** Measures every connection and cuts those that hold too much. */
  cutSlowReaders(): void {
    const now = this.options.now()
    for (const connection of this.#known.keys()) this.#cutIfSlow(connection, now)
  }

  #cutIfSlow(connection: Connection, now: number): boolean {
    const allowance = this.#known.get(connection)?.allowance
    const extra = allowance && now < allowance.until ? allowance.bytes : 0
    if (bufferedBytes(connection) <= this.options.limits.bufferedBytes + extra) return false
    this.cut += 1
    this.#drop(connection)
    return true
  }

  /** Ends a connection at once, what waits for it included. */
  drop(connection: unknown): void {
    this.#drop(connection as Connection)
  }

  #drop(connection: Connection): void {
    const { socket } = connection.transport
    connection.close(true)
    socket?.terminate()
  }

  #opened(connection: Connection): void {
    const address = this.options.addressOf(connection.request)
    this.#known.set(connection, { allowance: { bytes: 0, until: 0 } })
    const leave = this.#places.opened(address)
    const packets = new TokenBucket(PACKETS)
    const bytes = new TokenBucket(BYTES)
    connection.on('packet', ({ data }) => {
      const at = this.options.now()
      if (!packets.take(at) || !bytes.take(at, sizeOf(data))) this.#drop(connection)
    })
    connection.on('close', () => {
      this.#known.delete(connection)
      leave()
    })
  }
}

/** Bytes that wait for a reader: in the WebSocket and the kernel's queue behind it, and in engine.io before it. */
export function bufferedBytes(connection: unknown): number {
  const { transport, writeBuffer } = connection as Connection
  let bytes = transport.socket?.bufferedAmount ?? 0
  for (const { data } of writeBuffer) bytes += sizeOf(data)
  return bytes
}

/** Everything we send is ASCII or small, so a string's length is its bytes within a factor of three. */
function sizeOf(data: unknown): number {
  if (typeof data === 'string') return data.length
  return data instanceof Uint8Array || data instanceof ArrayBuffer ? data.byteLength : 0
}
