import type { Socket } from 'node:net'

/** How bytes travel at the moment; read again for every piece. */
export interface Weather {
  /** Nothing moves; what is sent waits. The connection itself stays open: a half-open link. */
  readonly isStalled: boolean
  readonly delayMs: number
  /** Added to the delay of a piece, drawn between 0 and this. Order holds, as TCP promises. */
  readonly jitterMs: number
  /** Infinity = as fast as it goes. */
  readonly bytesPerSecond: number
}

/** Pieces of a throttled connection, so that a slow link trickles instead of standing still and jumping. */
const TRICKLE_MS = 20
/** What may wait here before the sender feels it, as the buffers of a network do. */
const MAX_WAITING = 256 * 1024

interface Piece {
  readonly data: Buffer
  readonly dueAt: number
}

/** One direction of one connection. */
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

  /** The next piece goes through only so far; then the connection is cut in the middle of it. */
  truncateNext(bytes: number): void {
    this.cutAfter = bytes
  }

  /** The weather has changed. */
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
