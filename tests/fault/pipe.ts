import type { Socket } from 'node:net'

/** Current conditions of a connection; read for every chunk. */
export interface Weather {
  /** Nothing is forwarded; the connection stays open (half-open). */
  readonly isStalled: boolean
  readonly delayMs: number
  /** Maximum random addition to the delay of a chunk. The order is preserved. */
  readonly jitterMs: number
  /** Infinity = unlimited. */
  readonly bytesPerSecond: number
}

/** Interval of chunks on a throttled connection, so that it is continuously slow. */
const TRICKLE_MS = 20
/** Buffer before backpressure, like network buffers. */
const MAX_WAITING = 256 * 1024

interface Piece {
  readonly data: Buffer
  readonly dueAt: number
}

/** One direction of a connection. */
export class Pipe {
  private waiting: Piece[] = []
  private bytes = 0
  private hasEnded = false
  private timer: ReturnType<typeof setTimeout> | null = null
  private cutAfter = Number.POSITIVE_INFINITY
  private lastDueAt = 0

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
    private readonly weather: () => Weather,
    private readonly random: () => number,
    private readonly destroy: () => void,
  ) {
    from.on('data', (data: Buffer) => this.take(data))
    from.on('end', () => {
      this.hasEnded = true
      this.move()
    })
  }

  /** Forwards only this many bytes of the next chunk, then closes the connection. */
  truncateNext(bytes: number): void {
    this.cutAfter = bytes
  }

  /** Applies changed conditions. */
  move(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const { isStalled, bytesPerSecond } = this.weather()
    if (isStalled || this.to.destroyed) return
    const now = performance.now()
    let allowance = Math.max(1, (bytesPerSecond * TRICKLE_MS) / 1000)
    for (;;) {
      const piece = this.waiting[0]
      if (!piece) break
      if (piece.dueAt > now) return this.again(piece.dueAt - now)
      if (allowance < 1) return this.again(TRICKLE_MS)
      const size = Math.min(piece.data.length, Math.floor(allowance))
      allowance -= size
      this.bytes -= size
      if (size === piece.data.length) this.waiting.shift()
      else this.waiting[0] = { ...piece, data: piece.data.subarray(size) }
      if (!this.write(piece.data.subarray(0, size))) return
    }
    if (this.from.isPaused()) this.from.resume()
    if (this.hasEnded) this.to.end()
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer)
    this.waiting = []
  }

  private take(data: Buffer): void {
    const { delayMs, jitterMs } = this.weather()
    this.lastDueAt = Math.max(this.lastDueAt, performance.now() + delayMs + jitterMs * this.random())
    this.waiting.push({ data, dueAt: this.lastDueAt })
    this.bytes += data.length
    if (this.bytes > MAX_WAITING) this.from.pause()
    if (!this.timer) this.move()
  }

  private again(delayMs: number): void {
    this.timer = setTimeout(() => this.move(), delayMs)
  }

  private write(data: Buffer): boolean {
    if (data.length <= this.cutAfter) {
      this.to.write(data)
      return true
    }
    const part = data.subarray(0, this.cutAfter)
    this.cutAfter = Number.POSITIVE_INFINITY
    this.close()
    this.to.write(part, () => this.destroy())
    return false
  }
}
