import { randomBytes } from 'node:crypto'
import { readSync } from 'node:fs'
import { connect } from 'node:net'
import { connect as connectSecurely, TLSSocket } from 'node:tls'
import type { Socket } from 'node:net'
import { SOCKET_PATH } from '#protocol/room/server-events.ts'
import { preciseNow } from '#tests/bench/harness/clock.ts'

export interface SocketTarget {
  readonly host: string
  readonly port: number
  readonly isSecure?: boolean
  /** Additional headers of the handshake. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface SocketListener {
  /**
   * A WebSocket message; `at` is the time of its arrival (milliseconds of the system clock). The payload is valid during
   * the call only.
   */
  onMessage(payload: Buffer, isBinary: boolean, at: number): void
  onClose(): void
}

const TEXT = 1
const BINARY = 2
const CLOSE = 8
const NOTHING = Buffer.alloc(0)
/**
 * Received bytes of all sockets, which are handled before the next ones are read, so that a read allocates nothing.
 */
const RECEIVED = Buffer.allocUnsafeSlow(64 * 1024)

/** The host as in an origin, which the server compares: brackets around IPv6 addresses, no default port. */
export function hostHeaderOf({ host, port, isSecure = false }: SocketTarget): string {
  return new URL(`${isSecure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`).host
}

/** A WebSocket on a plain TCP socket, so that thousands fit on one machine. Sends and receives unfragmented messages. */
export class RawSocket {
  readonly #tcp: Socket
  readonly #listener: SocketListener
  /** Begin of a frame that is not complete. */
  #rest: Buffer = NOTHING
  #isOpen = false
  /** Stops after each read, until {@link read}. What arrives meanwhile is received with one read. */
  stopsAfterRead = false
  /** Bytes received, headers included. */
  bytes = 0
  /** The error of the connection, or the status line of a refused handshake; null if there is none. */
  failure: string | null = null

  constructor(target: SocketTarget, listener: SocketListener) {
    const { host, port, isSecure = false, headers = {} } = target
    this.#listener = listener
    if (isSecure) {
      this.#tcp = connectSecurely({ host, port, servername: host })
      this.#tcp.on('data', (chunk: Buffer) => {
        this.#data(chunk, preciseNow())
        if (this.stopsAfterRead) this.#tcp.pause()
      })
    } else {
      const callback = (length: number): boolean => {
        this.#data(RECEIVED.subarray(0, length), preciseNow())
        return !this.stopsAfterRead
      }
      this.#tcp = connect({ host, port, noDelay: true, onread: { buffer: RECEIVED, callback } })
    }
    const lines = Object.entries({
      Host: hostHeaderOf(target),
      Upgrade: 'websocket',
      Connection: 'Upgrade',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`)
    const request = `GET ${SOCKET_PATH}/?EIO=4&transport=websocket HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
    this.#tcp.on(isSecure ? 'secureConnect' : 'connect', () => this.#tcp.write(request))
    this.#tcp.on('error', ({ message }) => (this.failure ??= message))
    this.#tcp.on('close', () => listener.onClose())
  }

  /** Stops reading; the server's data stay in the buffers of the kernel. */
  pause(): void {
    this.#tcp.pause()
  }

  /**
   * Reads what has arrived. A socket that stops after each read is read past the event loop: to watch it for the next
   * bytes, and to stop that again, costs several system calls per read.
   */
  read(): void {
    const fd = this.stopsAfterRead ? descriptorOf(this.#tcp) : null
    if (fd === null) {
      this.#tcp.resume()
      return
    }
    try {
      const length = readSync(fd, RECEIVED)
      if (length > 0) this.#data(RECEIVED.subarray(0, length), preciseNow())
      // The event loop reports the end.
      else this.#tcp.resume()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') this.#tcp.resume()
    }
  }

  destroy(): void {
    this.#tcp.destroy()
  }

  /** Sends a text message with a zero mask, which does not change the bytes. */
  send(message: string): void {
    const body = Buffer.from(message)
    const head = body.length < 126 ? 6 : body.length < 65_536 ? 8 : 14
    const frame = Buffer.alloc(head + body.length)
    frame.writeUInt8(0x81, 0)
    frame.writeUInt8(0x80 | (head === 6 ? body.length : head === 8 ? 126 : 127), 1)
    if (head === 8) frame.writeUInt16BE(body.length, 2)
    if (head === 14) frame.writeBigUInt64BE(BigInt(body.length), 2)
    body.copy(frame, head)
    this.#tcp.write(frame)
  }

  /** Sends bytes as they are, for hostile clients. */
  sendBytes(bytes: Buffer): void {
    this.#tcp.write(bytes)
  }

  #data(chunk: Buffer, now: number): void {
    this.bytes += chunk.length
    let data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    if (!this.#isOpen) {
      const end = data.indexOf('\r\n\r\n')
      this.#isOpen = end >= 0
      const [status = ''] = end < 0 ? [] : data.toString('latin1', 0, end).split('\r\n')
      if (end >= 0 && !/^\S+ 101\b/.test(status)) this.failure = status
      data = end >= 0 ? data.subarray(end + 4) : data
    }
    let at = 0
    for (let frame = this.#isOpen ? frameAt(data, at) : null; frame !== null; frame = frameAt(data, at)) {
      const { opcode, payload, end } = frame
      if (opcode === TEXT || opcode === BINARY) this.#listener.onMessage(payload, opcode === BINARY, now)
      // The server waits up to 30 s for the other end to close the connection.
      if (opcode === CLOSE) this.#tcp.destroy()
      at = end
    }
    this.#rest = at === data.length ? NOTHING : Buffer.from(data.subarray(at))
  }
}

/** Null if the system has none for sockets, and for secure ones, whose bytes are encrypted. */
function descriptorOf(socket: Socket): number | null {
  if (socket instanceof TLSSocket) return null
  const { fd = -1 } = (socket as { _handle?: { fd?: number } | null })._handle ?? {}
  return fd < 0 ? null : fd
}

/** The unmasked WebSocket frame that begins at `at`; null if it is not complete. */
function frameAt(data: Buffer, at: number): { opcode: number; payload: Buffer; end: number } | null {
  if (data.length < at + 2) return null
  const short = (data[at + 1] ?? 0) & 0x7f
  const head = short === 126 ? 4 : short === 127 ? 10 : 2
  if (data.length < at + head) return null
  const length = short === 126 ? data.readUInt16BE(at + 2) : short === 127 ? data.readUIntBE(at + 4, 6) : short
  const end = at + head + length
  if (data.length < end) return null
  return { opcode: (data[at] ?? 0) & 0x0f, payload: data.subarray(at + head, end), end }
}
