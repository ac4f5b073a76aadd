import { type Clip } from '../clip.ts'
import {
  completeParts,
  firstSegment,
  growingSegment,
  RETAINED_SEGMENTS,
  partSpan,
  PARTS_PER_SEGMENT,
  SEGMENT_MS,
} from './hls-timing.ts'
import { mp4Init } from './mp4-init.ts'
import { mp4Part } from './mp4-part.ts'
import { samplesBetween } from '../timeline.ts'

/** Maximum distance of a blocking request from the present. */
const AHEAD_LIMIT_MS = 3 * SEGMENT_MS

/** The looped clip in fragments, created on request and retained as long as the playlist lists them. */
export class HlsSource {
  readonly clip: Clip
  readonly init: Buffer
  readonly #parts = new Map<number, Buffer>()

  constructor(clip: Clip) {
    this.clip = clip
    this.init = mp4Init(clip)
  }

  /** Time (ms) at which a part is complete; null if it is not served: too old or too far ahead. */
  readyAt(segment: number, part: number, now: number, since: number): number | null {
    const isPart = Number.isSafeInteger(segment) && Number.isSafeInteger(part) && part >= 0 && part < PARTS_PER_SEGMENT
    if (!isPart || segment < firstSegment(since) || segment < growingSegment(now) - RETAINED_SEGMENTS) return null
    const { to } = partSpan(this.clip, segment, part)
    return to > now + AHEAD_LIMIT_MS ? null : to
  }

  /** Bytes of one complete part. */
  part(segment: number, part: number): Buffer {
    const sequence = segment * PARTS_PER_SEGMENT + part
    const known = this.#parts.get(sequence)
    if (known) return known
    const { from, to } = partSpan(this.clip, segment, part)
    const bytes = mp4Part(this.clip, [...samplesBetween(this.clip, from, to)], sequence)
    this.#parts.set(sequence, bytes)
    const oldest = this.#parts.keys().next().value
    if (this.#parts.size > RETAINED_SEGMENTS * PARTS_PER_SEGMENT && oldest !== undefined) this.#parts.delete(oldest)
    return bytes
  }

  /** Bytes of a segment; null if it is incomplete or too old. */
  segment(segment: number, now: number, since: number): Buffer | null {
    if (this.readyAt(segment, 0, now, since) === null) return null
    if (completeParts(this.clip, segment, now) < PARTS_PER_SEGMENT) return null
    return Buffer.concat(Array.from({ length: PARTS_PER_SEGMENT }, (_, part) => this.part(segment, part)))
  }
}
