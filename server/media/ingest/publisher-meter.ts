import { SECOND_MS } from '#protocol/time.ts'
import { metadataNumber } from '../clip.ts'
import { type FeedTag, roleOf } from '../live/feed-tag.ts'

/** Bit rates are means of this many seconds, because an encoder sends key frames in bursts. */
const WINDOW_SECONDS = 10
/** Tolerance above the allowed rate: audio, container, and the imprecision of encoders. */
const TOLERANCE = 1.25
const BITS = 8
/** A larger gap is a new timeline and no lost picture. */
const MAX_GAP_MS = 10_000
const FPS = { min: 1, max: 240 }

/** Measures one publisher: bit rate, distance of key frames, missing pictures. Times are milliseconds. */
export class PublisherMeter {
  readonly #maxKbps: number
  readonly #now: () => number
  readonly #startedAt: number
  /** Bytes of each second of the window, by second modulo the window. */
  readonly #bytes = Array.from({ length: WINDOW_SECONDS }, () => 0)
  #second: number
  #frameMs: number | null = null
  #lastPictureAt: number | null = null
  #lastKeyAt: number | null = null
  #keyFrameMs: number | null = null
  #dropped = 0

  constructor(maxKbps: number, now: () => number) {
    this.#maxKbps = maxKbps
    this.#now = now
    this.#startedAt = now()
    this.#second = Math.floor(now() / SECOND_MS)
  }

  take(tag: FeedTag): void {
    this.#advance()
    const at = this.#second % WINDOW_SECONDS
    this.#bytes[at] = (this.#bytes[at] ?? 0) + tag.body.length
    const { role } = roleOf(tag)
    if (role === 'metadata') this.#frameMs = frameTime(tag.body) ?? this.#frameMs
    if (role === 'key' || role === 'inter') this.#picture(tag.time, role === 'key')
  }

  /** Mean bit rate of the window, or since the publisher connected. */
  get kbps(): number {
    this.#advance()
    const seconds = Math.min(WINDOW_SECONDS, Math.max(1, (this.#now() - this.#startedAt) / SECOND_MS))
    return Math.round((this.#bytes.reduce((sum, each) => sum + each, 0) * BITS) / SECOND_MS / seconds)
  }

  /** True if it has sent too much during a complete window. */
  get isOverLimit(): boolean {
    const isWhole = this.#now() - this.#startedAt >= WINDOW_SECONDS * SECOND_MS
    return isWhole && this.kbps > this.#maxKbps * TOLERANCE
  }

  /** Time between the last two key frames; null before the second one. */
  get keyFrameMs(): number | null {
    return this.#keyFrameMs
  }

  /** Pictures missing by the frame rate that the encoder has reported; null without one. */
  get droppedFrames(): number | null {
    return this.#frameMs === null ? null : this.#dropped
  }

  /** Empties the seconds that have passed without a message. */
  #advance(): void {
    const second = Math.floor(this.#now() / SECOND_MS)
    const passed = Math.min(WINDOW_SECONDS, Math.max(0, second - this.#second))
    for (let step = 0; step < passed; step += 1) this.#bytes[(second - step) % WINDOW_SECONDS] = 0
    this.#second = Math.max(this.#second, second)
  }

  #picture(time: number, isKey: boolean): void {
    const gap = this.#lastPictureAt === null ? null : time - this.#lastPictureAt
    const isContinuous = gap !== null && gap > 0 && gap < MAX_GAP_MS
    if (isContinuous && this.#frameMs !== null) this.#dropped += Math.max(0, Math.round(gap / this.#frameMs) - 1)
    this.#lastPictureAt = time
    if (!isKey) return
    if (this.#lastKeyAt !== null && time > this.#lastKeyAt) this.#keyFrameMs = time - this.#lastKeyAt
    this.#lastKeyAt = time
  }
}

function frameTime(script: Buffer): number | null {
  const fps = metadataNumber(script, 'framerate')
  return fps !== null && fps >= FPS.min && fps <= FPS.max ? SECOND_MS / fps : null
}
