import { type Clip, GROUP_MS } from '../clip.ts'
import { FlvViewer, type ViewerSink } from './flv-viewer.ts'
import { type FlvChunk, flvChunk, flvOpening } from './flv-writer.ts'
import type { MediaCounters } from '../counters.ts'
import { samplesBetween } from '../timeline.ts'

const TICK_MS = 20
/** A viewer who joins just after a key frame also gets the previous group; less than this would stall at once. */
const JOIN_AHEAD_MS = 400
/**
 * FLV timestamps are 32-bit milliseconds, which some players read as signed, so they count from the start of the day.
 */
const BASE_STEP_MS = 24 * 60 * 60_000
const BASE_LIMIT_MS = 20 * BASE_STEP_MS
/** After a longer pause of the process, or a jump of its clock, the stream continues at the present. */
const PAUSE_LIMIT_MS = 10_000
const CLOCK_BACK_LIMIT_MS = 1_000

/**
 * Sends the looped clips to all FLV viewers from one cursor. Tags are written once per tick for all viewers of a clip.
 */
export class FlvFanOut {
  readonly #clipOf: (stream: string, height: number | null) => Clip
  readonly #now: () => number
  readonly #counters: MediaCounters
  readonly #onCut: (stream: string) => void
  readonly #viewers = new Map<FlvViewer, Clip>()
  #cursor = 0
  #timer: NodeJS.Timeout | null = null

  /** `clipOf`: what a stream shows, in the quality of this height. `onCut` is called for each viewer closed because it does not read. */
  constructor(
    clipOf: (stream: string, height: number | null) => Clip,
    now: () => number,
    counters: MediaCounters,
    onCut: (stream: string) => void,
  ) {
    this.#clipOf = clipOf
    this.#now = now
    this.#counters = counters
    this.#onCut = onCut
  }

  get size(): number {
    return this.#viewers.size
  }

  /**
   * Sends the header and the current group of pictures, then all further tags. Call `remove` when the sink has closed.
   * `height` selects the quality; null is the largest.
   */
  add(stream: string, sink: ViewerSink, height: number | null = null): FlvViewer {
    if (this.#viewers.size === 0) this.#cursor = this.#now()
    const groupStart = Math.floor((this.#cursor - JOIN_AHEAD_MS) / GROUP_MS) * GROUP_MS
    const base = Math.floor(groupStart / BASE_STEP_MS) * BASE_STEP_MS
    const viewer = new FlvViewer(stream, base, sink)
    const clip = this.#clipOf(stream, height)
    const group = flvChunk(samplesBetween(clip, groupStart, this.#cursor), base)
    const opening = Buffer.concat([flvOpening(clip, groupStart - base), group.bytes])
    sink.write(opening)
    this.#counters.bytes += opening.length
    this.#viewers.set(viewer, clip)
    this.#counters.viewers += 1
    this.#timer ??= setInterval(() => this.pump(), TICK_MS)
    return viewer
  }

  remove(viewer: FlvViewer): void {
    if (!this.#viewers.delete(viewer)) return
    this.#counters.viewers -= 1
    if (this.#viewers.size > 0 || !this.#timer) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  /** Closes the viewers of a stream whose publisher has left. */
  endStream(stream: string): void {
    for (const viewer of this.#viewers.keys()) {
      if (viewer.stream === stream) this.#end(viewer, 'close')
    }
  }

  /** Drops all viewers: the process stops, or its clock was set back. */
  dropAll(): void {
    for (const viewer of this.#viewers.keys()) this.#end(viewer, 'destroy')
  }

  /** Sends everything up to now. Called by a timer every 20 ms. */
  pump(): void {
    const now = this.#now()
    if (now < this.#cursor - CLOCK_BACK_LIMIT_MS) return this.dropAll()
    if (now <= this.#cursor) return
    const isLate = now - this.#cursor > PAUSE_LIMIT_MS
    const from = isLate ? Math.floor(now / GROUP_MS) * GROUP_MS : this.#cursor
    this.#cursor = now
    const chunks = new Map<Clip, Map<number, FlvChunk>>()
    for (const [viewer, clip] of this.#viewers) {
      const byBase = chunks.get(clip) ?? new Map<number, FlvChunk>()
      chunks.set(clip, byBase)
      const chunk = byBase.get(viewer.base) ?? flvChunk(samplesBetween(clip, from, now), viewer.base)
      byBase.set(viewer.base, chunk)
      this.#deliver(viewer, chunk, now)
    }
  }

  #end(viewer: FlvViewer, how: 'close' | 'destroy'): void {
    this.remove(viewer)
    viewer.sink[how]()
  }

  #deliver(viewer: FlvViewer, chunk: FlvChunk, now: number): void {
    if (chunk.bytes.length === 0) return
    const delivery = viewer.deliver(chunk, now)
    if (delivery === 'sent') this.#counters.bytes += chunk.bytes.length
    if (delivery !== 'stuck' && now - viewer.base < BASE_LIMIT_MS) return
    this.#counters.cut += 1
    this.#onCut(viewer.stream)
    this.#end(viewer, 'destroy')
  }
}
