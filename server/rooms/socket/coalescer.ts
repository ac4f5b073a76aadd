import { FRAME_INTERVALS, FRAME_MAX_ENTRIES } from '#protocol/constants.ts'
import type { LogEntry } from '../log/entry.ts'
import { splitIntoFrames } from './frames.ts'

/** Milliseconds between two frames of a room with this many viewers (settled 11). */
export function frameInterval(viewers: number): number {
  return FRAME_INTERVALS.find((row) => viewers <= row.maxViewers)?.intervalMs ?? 100
}

/** Up to this interval, entries are written without delay. */
const QUICK_INTERVAL_MS = 16
/** Share of the frame interval that entries may wait for others. */
const GATHER_SHARE = 0.4

/** Milliseconds between writes of a room's entries; 0 for short frame intervals. */
export function gatherTime(viewers: number): number {
  const interval = frameInterval(viewers)
  return interval <= QUICK_INTERVAL_MS ? 0 : interval * GATHER_SHARE
}

export interface CoalescerOptions {
  /** The head of the log when the room was opened. Later entries are sent live. */
  readonly sentThrough: number
  /** Number of subscribed sockets; without any, nothing is sealed. */
  readonly viewers: () => number
  /** Sequence number of the newest written entry. */
  readonly head: () => number
  readonly recent: (afterSeq: number, limit: number) => readonly LogEntry[]
  readonly seal: (entries: readonly LogEntry[]) => Promise<string>
  readonly emit: (sealed: string, entries: number) => void
  readonly now: () => number
  readonly onError?: (error: unknown) => void
}

/**
 * Turns a room's log into frames: the first entry after silence is sent at once, then one frame per interval. It stores
 * only the position up to which the log was sent. Sealing takes all entries available at that time, so frames grow
 * under load and order needs no queue.
 */
export class Coalescer {
  #sentThrough: number
  #isSealing = false
  #timer: ReturnType<typeof setTimeout> | null = null
  #lastFrameAt = Number.NEGATIVE_INFINITY
  #awaited: { seq: number; resolve: () => void }[] = []
  #isClosed = false

  constructor(private readonly options: CoalescerOptions) {
    this.#sentThrough = options.sentThrough
  }

  /** The last entry passed to the sockets; a new subscriber gets everything after it live. */
  get sentThrough(): number {
    return this.#sentThrough
  }

  /** The log has grown. */
  notify(): void {
    if (this.#isSealing || this.#isClosed) return
    if (this.options.viewers() === 0) {
      this.#advance(this.options.head())
      return
    }
    if (this.#timer) return
    const interval = frameInterval(this.options.viewers())
    const wait = this.#lastFrameAt + interval - this.options.now()
    if (wait <= 0) void this.#flush()
    // A clock that was set back must not delay a frame by more than one interval.
    else this.#timer = setTimeout(() => void this.#flush(), Math.min(wait, interval))
  }

  /** Resolves when the log has been sent up to `seq`, which is written already. */
  whenSent(seq: number): Promise<void> {
    if (this.#sentThrough >= seq || this.#isClosed) return Promise.resolve()
    return new Promise((resolve) => {
      this.#awaited.push({ seq, resolve })
      this.notify()
    })
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer) clearTimeout(this.#timer)
    for (const { resolve } of this.#awaited) resolve()
    this.#awaited = []
  }

  async #flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#isSealing = true
    this.#lastFrameAt = this.options.now()
    try {
      await this.#sendAll()
    } catch (error) {
      this.options.onError?.(error)
    } finally {
      this.#isSealing = false
      if (this.options.head() > this.#sentThrough) this.notify()
    }
  }

  /** Sends one frame, and further ones at once only while frames are full. */
  async #sendAll(): Promise<void> {
    for (let isFull = true; isFull && !this.#isClosed;) {
      const waiting = this.options.recent(this.#sentThrough, FRAME_MAX_ENTRIES)
      const [frame] = splitIntoFrames(waiting)
      if (!frame) return
      const sealed = await this.options.seal(frame)
      if (this.#isClosed) return
      this.options.emit(sealed, frame.length)
      this.#advance(frame.at(-1)?.seq ?? 0)
      isFull = frame.length < waiting.length || frame.length === FRAME_MAX_ENTRIES
    }
  }

  #advance(seq: number): void {
    this.#sentThrough = Math.max(this.#sentThrough, seq)
    if (this.#awaited.length === 0) return
    const reached = this.#awaited.filter((waiting) => waiting.seq <= this.#sentThrough)
    this.#awaited = this.#awaited.filter((waiting) => waiting.seq > this.#sentThrough)
    for (const { resolve } of reached) resolve()
  }
}
