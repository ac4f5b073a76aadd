import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { NAMESPACES, SOCKET_PATH } from '#protocol/room/server-events.ts'
import { preciseNow } from '../harness/clock.ts'

/** base64url characters of a frame's header with its first sequence number, which identifies the frame. */
const NAME_LENGTH = 20
const FRAME_PREFIX = Buffer.from(`42${NAMESPACES.anon},["frame","`)

/** Received frames by name. Stored once, because all viewers get the same bytes. */
export class FrameBook {
  readonly #byName = new Map<string, number>()
  readonly frames: { firstSeq: number; sealed: string }[] = []

  /** The number of a frame, as text or bytes. */
  numberOf(payload: Buffer, isBinary: boolean): number {
    const name = isBinary ? payload.toString('latin1', 0, 15) : payload.toString('latin1', 0, NAME_LENGTH)
    const known = this.#byName.get(name)
    if (known !== undefined) return known
    const sealed = isBinary ? payload.toString('base64url') : payload.toString('latin1')
    const firstSeq = Buffer.from(sealed.slice(0, NAME_LENGTH), 'base64url').readUIntBE(8, 6)
    this.#byName.set(name, this.frames.length)
    this.frames.push({ firstSeq, sealed })
    return this.frames.length - 1
  }
}

/**
 * A viewer on a plain TCP socket, so that thousands fit on one machine: implements the parts of WebSocket and socket.io
 * that are needed to join and to answer pings, and records the arrival of frames.
 */
export class Viewer {
  readonly received: number[] = []
  readonly times: number[] = []
  readonly joined: Promise<string>
  isClosed = false
  readonly #tcp: Socket
  #rest: Buffer = Buffer.alloc(0)
  #isOpen = false
  #nextIsFrame = false
  #answer: (message: string) => void = () => undefined

  constructor(
    port: number,
    private readonly ticket: string,
    private readonly book: FrameBook,
  ) {
    this.joined = new Promise((resolve, reject) => {
      this.#answer = resolve
      setTimeout(() => reject(new Error('a viewer could not join in 30 s')), 30_000).unref()
    })
    this.#tcp = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#tcp.on('connect', () => {
      this.#tcp.write(
        `GET ${SOCKET_PATH}/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n` +
          `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
          `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      )
    })
    this.#tcp.on('data', (chunk: Buffer) => this.#data(chunk, preciseNow()))
    this.#tcp.on('error', () => undefined)
    this.#tcp.on('close', () => (this.isClosed = true))
  }

  close(): void {
    this.#tcp.destroy()
  }

  #data(chunk: Buffer, now: number): void {
    let data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    if (!this.#isOpen) {
      const end = data.indexOf('\r\n\r\n')
      this.#isOpen = end >= 0
      data = end >= 0 ? data.subarray(end + 4) : data
    }
    let at = 0
    while (this.#isOpen && data.length >= at + 2) {
      const short = (data[at + 1] ?? 0) & 0x7f
      const head = short === 126 ? 4 : short === 127 ? 10 : 2
      if (data.length < at + head) break
      const length = short === 126 ? data.readUInt16BE(at + 2) : short === 127 ? data.readUIntBE(at + 4, 6) : short
      if (data.length < at + head + length) break
      this.#message((data[at] ?? 0) & 0x0f, data.subarray(at + head, at + head + length), now)
      at += head + length
    }
    this.#rest = at === data.length ? Buffer.alloc(0) : data.subarray(at)
  }

  #message(opcode: number, payload: Buffer, now: number): void {
    if (opcode === 2 && this.#nextIsFrame) return this.#note(payload, true, now)
    if (opcode !== 1) return
    if (
      payload.length > FRAME_PREFIX.length &&
      payload.compare(FRAME_PREFIX, 0, FRAME_PREFIX.length, 0, FRAME_PREFIX.length) === 0
    ) {
      return this.#note(payload.subarray(FRAME_PREFIX.length, payload.length - 2), false, now)
    }
    const text = payload.toString()
    if (text.startsWith('0')) this.#send(`40${NAMESPACES.anon},`)
    else if (text.startsWith('40')) this.#send(`42${NAMESPACES.anon},0["join",{"ticket":"${this.ticket}"}]`)
    else if (text === '2') this.#send('3')
    else if (text.startsWith('451-')) this.#nextIsFrame = true
    else if (text.startsWith('43') || text.startsWith('44')) this.#answer(text)
  }

  #note(payload: Buffer, isBinary: boolean, now: number): void {
    this.#nextIsFrame = false
    this.received.push(this.book.numberOf(payload, isBinary))
    this.times.push(now)
  }

  /** A text frame with a zero mask, which does not change the bytes. */
  #send(message: string): void {
    const body = Buffer.from(message)
    const head = body.length < 126 ? [0x81, 0x80 | body.length] : [0x81, 0xfe, body.length >> 8, body.length & 0xff]
    this.#tcp.write(Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), body]))
  }
}
