import { hkdfSync } from 'node:crypto'
import { toBase64Url } from '#protocol/bytes.ts'
import type { Compressor } from '#protocol/compress.ts'
import { FRAME_MAX_ENTRIES, FRAME_MAX_INFLATED_BYTES } from '#protocol/constants.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { sealFrame } from '#protocol/room/frame.ts'
import { DAY_MS, HOUR_MS } from '#protocol/time.ts'
import type { LogEntry } from './log/entries.ts'
import type { RoomLog } from './log/log.ts'
import { type FramePace, MIN_INTERVAL_MS, urgentInterval } from './frame-pace.ts'

/** Size of `[version,epoch,firstSeq,serverMs,[` and `]]` around the entries, rounded up. */
const FRAME_HEAD_BYTES = 128
/** Catch-up frames end at multiples of this, so that viewers with different positions share all but the first. */
const CATCH_UP_STRIDE = 200
/** Length of an AES-256 key. */
const ROOM_KEY_BYTES = 32
/** Lifetime of a shared key: one frame each 16 ms of a hundred processes stays below 2^32 frames (decision 126). */
const KEY_PERIOD_MS = 7 * DAY_MS
/** Shared keys change on Monday at 04:00 in Shanghai, which is 92 hours after a multiple of a week in Unix time. */
const KEY_PERIOD_OFFSET_MS = 92 * HOUR_MS
/** A whole recoverable history (10,000 entries) and partial frames at both ends. */
const CACHED_FRAMES = 100

/** Splits a dense run into frames of at most 2,000 entries and 1 MiB inflated (settled 11). */
export function splitIntoFrames(entries: readonly LogEntry[]): LogEntry[][] {
  const frames: LogEntry[][] = []
  let frame: LogEntry[] = []
  let bytes = FRAME_HEAD_BYTES
  for (const entry of entries) {
    const size = Buffer.byteLength(entry.json) + 1
    if (frame.length > 0 && (frame.length === FRAME_MAX_ENTRIES || bytes + size > FRAME_MAX_INFLATED_BYTES)) {
      frames.push(frame)
      frame = []
      bytes = FRAME_HEAD_BYTES
    }
    frame.push(entry)
    bytes += size
  }
  if (frame.length > 0) frames.push(frame)
  return frames
}

export interface SealServices {
  readonly backend: CryptoBackend
  readonly compressor: Compressor
  readonly now: () => number
  /**
   * Secret from which the keys of rooms are derived, if several processes serve the same rooms (decision 112). Without
   * it each sealer has a random key.
   */
  readonly sharedSecret?: string
}

/**
 * Seals the frames of one room and epoch. The key exists in memory only, and a restart makes a new one; with a
 * `sharedSecret` all processes have the same key, which changes each week. A viewer that cannot open a frame joins again
 * and gets the new key.
 */
export class RoomSealer {
  #raw: Uint8Array
  #key: Promise<unknown>
  /** Epoch milliseconds at which the key is replaced. */
  #keyEndsAt = Number.POSITIVE_INFINITY
  readonly #frames = new Map<string, Promise<string>>()
  #generation = 0
  readonly #chatRoomNo: string
  readonly #epoch: number
  readonly #services: SealServices

  constructor(chatRoomNo: string, epoch: number, services: SealServices) {
    this.#chatRoomNo = chatRoomNo
    this.#epoch = epoch
    this.#services = services
    this.#raw = this.#newKey()
    this.#key = Promise.resolve(services.backend.importKey(this.#raw))
  }

  /** base64url, 32 bytes; sent only in the sealed response of a join call. */
  get roomKey(): string {
    this.#replaceOldKey()
    return toBase64Url(this.#raw)
  }

  /** Seals one frame. The entries are dense and within the limits of {@link splitIntoFrames}. */
  async seal(entries: readonly LogEntry[]): Promise<string> {
    this.#replaceOldKey()
    const { backend, compressor, now } = this.#services
    return sealFrame(backend, await this.#key, compressor, {
      chatRoomNo: this.#chatRoomNo,
      epoch: this.#epoch,
      firstSeq: entries[0]?.seq ?? 0,
      serverMs: now(),
      entries: entries.map((entry) => entry.json),
    })
  }

  /** Changes when entries are erased. */
  get generation(): number {
    return this.#generation
  }

  /**
   * Seals catch-up frames. After an outage many viewers request the same, so frames are cut at common positions and the
   * newest are cached until {@link forget}. `generation`: its value before the entries were read.
   */
  async sealRange(entries: readonly LogEntry[], generation: number): Promise<string[]> {
    this.#replaceOldKey()
    const frames: string[] = []
    for (const frame of cutAtStrides(entries).flatMap(splitIntoFrames)) {
      frames.push(await (generation === this.#generation ? this.#sealOnce(frame) : this.seal(frame)))
    }
    return frames
  }

  #replaceOldKey(): void {
    if (this.#services.now() < this.#keyEndsAt) return
    this.#raw = this.#newKey()
    this.#key = Promise.resolve(this.#services.backend.importKey(this.#raw))
    this.forget()
  }

  #newKey(): Uint8Array {
    const { backend, now, sharedSecret } = this.#services
    if (sharedSecret === undefined) return backend.random(ROOM_KEY_BYTES)
    const period = Math.floor((now() - KEY_PERIOD_OFFSET_MS) / KEY_PERIOD_MS)
    this.#keyEndsAt = (period + 1) * KEY_PERIOD_MS + KEY_PERIOD_OFFSET_MS
    const context = `room key ${period} ${this.#epoch} ${this.#chatRoomNo}`
    return new Uint8Array(hkdfSync('sha256', sharedSecret, 'grandstand', context, ROOM_KEY_BYTES))
  }

  #sealOnce(frame: readonly LogEntry[]): Promise<string> {
    const name = `${frame[0]?.seq ?? 0}-${frame.at(-1)?.seq ?? 0}`
    const sealed = this.#frames.get(name) ?? this.seal(frame)
    // Re-inserts as most recently used.
    this.#frames.delete(name)
    this.#frames.set(name, sealed)
    sealed.catch(() => this.#frames.delete(name))
    for (const oldest of this.#frames.keys()) {
      if (this.#frames.size <= CACHED_FRAMES) break
      this.#frames.delete(oldest)
    }
    return sealed
  }

  /** Entries were erased, so cached frames are dropped. */
  forget(): void {
    this.#generation += 1
    this.#frames.clear()
  }
}

function cutAtStrides(entries: readonly LogEntry[]): LogEntry[][] {
  const runs: LogEntry[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run && entry.seq % CATCH_UP_STRIDE !== 1) run.push(entry)
    else runs.push([entry])
  }
  return runs
}

/** Up to this interval, entries are written without delay. */
const QUICK_INTERVAL_MS = MIN_INTERVAL_MS
/** Share of the interval of urgent entries that entries may wait for others. */
const GATHER_SHARE = 0.4
/** Larger batches do not make writes cheaper, so longer intervals do not gather longer. */
const MAX_GATHER_MS = 40

/** Milliseconds between writes of a room's entries; 0 in small rooms. */
export function gatherTime(viewers: number): number {
  const interval = urgentInterval(viewers)
  return interval <= QUICK_INTERVAL_MS ? 0 : Math.min(interval * GATHER_SHARE, MAX_GATHER_MS)
}

interface CoalescerOptions {
  readonly chatRoomNo: string
  readonly log: Pick<RoomLog, 'head' | 'recent'>
  readonly sealer: Pick<RoomSealer, 'seal'>
  /** Number of subscribed sockets; without any, nothing is sealed. */
  readonly viewers: () => number
  /** Largest number of viewers that one process, this one or a relay, writes a frame to. */
  readonly writes: () => number
  readonly pace: Pick<FramePace, 'asked' | 'interval' | 'late'>
  readonly emit: (chatRoomNo: string, sealed: string, entries: number) => void
  readonly onError: (error: unknown) => void
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
  /** When the timer fires, monotonic clock. */
  #dueAt = 0
  /** True if an entry waits whose delay {@link urgentInterval} limits. */
  #isUrgent = false
  /** Start of the last frame, monotonic clock: a clock that is set back delays nothing. */
  #lastFrameAt = Number.NEGATIVE_INFINITY
  #awaited: { seq: number; resolve: () => void }[] = []
  #isClosed = false
  readonly #options: CoalescerOptions

  /** Entries up to the current head of the log are not sent. */
  constructor(options: CoalescerOptions) {
    this.#options = options
    this.#sentThrough = this.#head
  }

  /** Sequence number of the newest written entry. */
  get #head(): number {
    const { log, chatRoomNo } = this.#options
    return log.head(chatRoomNo).seq
  }

  /** The last entry passed to the sockets; a new subscriber gets everything after it live. */
  get sentThrough(): number {
    return this.#sentThrough
  }

  /** The log has grown, with urgent entries or without. */
  notify(isUrgent = false): void {
    if (this.#isClosed) return
    const { chatRoomNo, pace, writes } = this.#options
    pace.asked(chatRoomNo, writes())
    const isMoreUrgent = isUrgent && !this.#isUrgent
    this.#isUrgent ||= isUrgent
    if (!this.#isSealing && (this.#timer === null || isMoreUrgent)) this.#schedule()
  }

  /** Sends a frame when the interval since the last one has passed. */
  #schedule(): void {
    const { pace, viewers, writes } = this.#options
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (viewers() === 0) {
      this.#isUrgent = false
      this.#advance(this.#head)
      return
    }
    const paced = pace.interval(writes())
    const interval = this.#isUrgent ? Math.min(paced, urgentInterval(viewers())) : paced
    this.#dueAt = this.#lastFrameAt + interval
    const wait = this.#dueAt - performance.now()
    if (wait <= 0) void this.#flush()
    else this.#timer = setTimeout(() => this.#fire(), wait)
  }

  #fire(): void {
    this.#options.pace.late(performance.now() - this.#dueAt)
    void this.#flush()
  }

  /** Resolves when the log has been sent up to `seq`, which is written already. */
  whenSent(seq: number): Promise<void> {
    if (this.#sentThrough >= seq || this.#isClosed) return Promise.resolve()
    return new Promise((resolve) => {
      this.#awaited.push({ seq, resolve })
      this.notify(true)
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
    this.#isUrgent = false
    this.#lastFrameAt = performance.now()
    try {
      await this.#sendAll()
    } catch (error) {
      this.#options.onError(error)
    } finally {
      this.#isSealing = false
      if (this.#head > this.#sentThrough && !this.#isClosed) this.#schedule()
    }
  }

  /** Sends one frame, and further ones at once only while frames are full. */
  async #sendAll(): Promise<void> {
    const { chatRoomNo, log, sealer, emit } = this.#options
    for (let isFull = true; isFull && !this.#isClosed;) {
      const waiting = log.recent(chatRoomNo, this.#sentThrough, FRAME_MAX_ENTRIES)
      const [frame] = splitIntoFrames(waiting)
      if (!frame) return
      const sealed = await sealer.seal(frame)
      if (this.#isClosed) return
      emit(chatRoomNo, sealed, frame.length)
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
