import { NAMESPACES } from '#protocol/room/server-events.ts'
import { RawSocket } from '#load/raw-socket.ts'

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

/** A viewer on a raw socket: joins with a ticket, answers pings, and records the arrival of frames. */
export class Viewer {
  readonly received: number[] = []
  readonly times: number[] = []
  readonly joined: Promise<string>
  isClosed = false
  readonly #socket: RawSocket
  #nextIsFrame = false
  #answer: (message: string) => void = () => undefined

  constructor(
    port: number,
    private readonly ticket: string,
    private readonly book: FrameBook,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.joined = new Promise((resolve, reject) => {
      this.#answer = resolve
      setTimeout(() => reject(new Error('a viewer could not join in 30 s')), 30_000).unref()
    })
    this.#socket = new RawSocket(
      { host: '127.0.0.1', port, headers },
      {
        onMessage: (payload, isBinary, at) => this.#message(payload, isBinary, at),
        onClose: () => (this.isClosed = true),
      },
    )
  }

  close(): void {
    this.#socket.destroy()
  }

  #message(payload: Buffer, isBinary: boolean, now: number): void {
    if (isBinary) {
      if (this.#nextIsFrame) this.#note(payload, true, now)
      return
    }
    if (
      payload.length > FRAME_PREFIX.length &&
      payload.compare(FRAME_PREFIX, 0, FRAME_PREFIX.length, 0, FRAME_PREFIX.length) === 0
    ) {
      return this.#note(payload.subarray(FRAME_PREFIX.length, payload.length - 2), false, now)
    }
    const text = payload.toString()
    if (text.startsWith('0')) this.#socket.send(`40${NAMESPACES.anon},`)
    else if (text.startsWith('40')) this.#socket.send(`42${NAMESPACES.anon},0["join",{"ticket":"${this.ticket}"}]`)
    else if (text === '2') this.#socket.send('3')
    else if (text.startsWith('451-')) this.#nextIsFrame = true
    else if (text.startsWith('43') || text.startsWith('44')) this.#answer(text)
  }

  #note(payload: Buffer, isBinary: boolean, now: number): void {
    this.#nextIsFrame = false
    this.received.push(this.book.numberOf(payload, isBinary))
    this.times.push(now)
  }
}
