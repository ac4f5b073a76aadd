import { AAC_FRAME_SAMPLES, type Tracks } from '../clip.ts'
import { feedFragment, type FeedPicture, type FeedSound } from './feed-fragment.ts'
import { mp4Init } from '../hls/mp4-init.ts'

/** Announced at least: the usual distance of key frames, because the target should not change. */
const TARGET_DURATION_MS = 2_000
/** A segment ends at the first key frame after this time. */
const SHORTEST_SEGMENT_MS = 1_000
/** A part ends before the picture that would make it longer. */
const PART_MS = 500
/** The part target that is announced at least; times of publishers vary. A part has at least 85 % of it. */
const PART_TARGET_MS = 540
/** RFC 8216bis: older segments are listed without parts, and the list is at least this long, in target durations. */
const LISTED_TARGETS = 3
const LISTED_SEGMENTS = 6
/** Segments that have left the list, for viewers who are late. */
const UNLISTED_SEGMENTS = 3
/** Numbers count quarters of a second from here, which no stream exceeds: a part that ends a segment lasts longer. */
const NUMBERS_SINCE = Date.UTC(2026, 0, 1)
const NUMBER_MS = 250
const MAX_SEGMENT_BYTES = 48 * 1024 * 1024
const MIN_SEGMENTS = 3
/** Overhead of a frame. */
const FRAME_BYTES = 128
/** Sound is contiguous; a gap or overlap beyond this belongs to the publisher and stays. */
const SOUND_DRIFT_MS = 60

interface Part {
  readonly durationMs: number
  /** It starts with a key frame. */
  readonly isIndependent: boolean
  readonly bytes: Buffer
}

/** A segment is the concatenation of its parts. */
interface Segment {
  readonly number: number
  /** Wall clock at its first frame, epoch ms. */
  readonly at: number
  readonly parts: readonly Part[]
}

type OpenPicture = Omit<FeedPicture, 'durationMs'>

/** What a request waits for: a segment, or a part of it. */
export interface SegmentPosition {
  readonly segment: number
  /** Null: the whole segment. */
  readonly part: number | null
}

const PART_FILE = /^(\d{1,15})\.(\d{1,4})\.m4s$/

/** The number of a segment that starts at this time (epoch ms). */
export function segmentNumberAt(time: number): number {
  return Math.max(0, Math.floor((time - NUMBERS_SINCE) / NUMBER_MS))
}

/**
 * LL-HLS of a publisher: fragmented MP4, segments cut at key frames, parts of half a second. Numbers start with the time
 * at which the stream began, so that a URL is never reused. Until the second key frame each part is a segment: hls.js
 * 1.7.4 takes a playlist without a whole segment for empty, and loads no parts of an open segment before it has as much
 * as one part more than this segment. So these segments, except the first, start without a key frame.
 */
export class FeedSegments {
  readonly #tracks: Tracks
  readonly #now: () => number
  readonly #first: number
  readonly #init: Buffer
  #segments: Segment[] = []
  /** Complete parts of the open segment. */
  #parts: Part[] = []
  #pictures: OpenPicture[] = []
  #sounds: FeedSound[] = []
  #openBytes = 0
  /** Until the second key frame. */
  #isStarting = true
  /** Start of the stream on the timeline. */
  #start: number | null = null
  /** Start of the open segment on the timeline and by the wall clock. */
  #segmentStart = 0
  #startedAt = 0
  #soundEnd: number | null = null
  #number: number
  #sequence = 0
  #longestMs = TARGET_DURATION_MS
  #longestPartMs = PART_TARGET_MS
  #hasEnded = false
  /** Waiting requests. */
  readonly #listeners = new Set<() => void>()

  constructor(tracks: Tracks, now: () => number) {
    this.#tracks = tracks
    this.#now = now
    this.#first = segmentNumberAt(now())
    this.#number = this.#first
    this.#init = mp4Init(tracks)
  }

  /** Bytes of the open segment, which ends by the publisher's clock only. */
  get openBytes(): number {
    return this.#openBytes
  }

  /** A picture in AVC format; the first one is a key frame. Times in ms from the start of the stream. */
  addPicture(picture: OpenPicture): void {
    this.#start ??= picture.time
    const [first] = this.#pictures
    if (first) {
      const last = this.#pictures.at(-1) ?? first
      const isPartFull = picture.time + (picture.time - last.time) - first.time > PART_MS
      const start = this.#isStarting ? this.#start : this.#segmentStart
      const isSegmentFull = picture.isKey && picture.time - start >= SHORTEST_SEGMENT_MS
      const endsSegment = isSegmentFull || (isPartFull && this.#isStarting)
      if (isSegmentFull) this.#isStarting = false
      if (endsSegment || isPartFull) this.#closePart(first, picture.time)
      if (endsSegment) this.#closeSegment(picture.time)
    }
    if (this.#pictures.length === 0 && this.#parts.length === 0) {
      this.#segmentStart = picture.time
      this.#startedAt = this.#now()
    }
    this.#pictures.push(picture)
    this.#openBytes += picture.data.length + FRAME_BYTES
  }

  /** One raw AAC frame. */
  addSound(time: number, data: Buffer): void {
    const dueStart = Math.round((time * this.#tracks.sampleRate) / 1000)
    const drift = (SOUND_DRIFT_MS * this.#tracks.sampleRate) / 1000
    const start = this.#soundEnd === null || Math.abs(dueStart - this.#soundEnd) > drift ? dueStart : this.#soundEnd
    this.#soundEnd = start + AAC_FRAME_SAMPLES
    this.#sounds.push({ start, data })
    this.#openBytes += data.length + FRAME_BYTES
  }

  /** The bytes of a file of the playlist, or null. */
  file(name: string): Buffer | null {
    if (name === `init-${this.#first}.mp4`) return this.#init
    const position = partOf(name)
    if (position) return this.#partsOf(position.segment)[position.part]?.bytes ?? null
    const segment = this.#segments.find(({ number }) => name === `${number}.m4s`)
    return segment ? Buffer.concat(segment.parts.map(({ bytes }) => bytes)) : null
  }

  /** Where a file that does not exist yet may come: the next part. Null for any other name. */
  awaited(name: string): SegmentPosition | null {
    const position = partOf(name)
    const isNext = position?.segment === this.#number && position.part === this.#parts.length
    return isNext ? position : null
  }

  /** True if the playlist contains this segment or part, or will never contain it. */
  hasReached({ segment, part }: SegmentPosition): boolean {
    return (
      this.#hasEnded || segment < this.#number || (segment === this.#number && (part ?? Infinity) < this.#parts.length)
    )
  }

  /** The position of the first part, and the last segment that a request may wait for. */
  get range(): { readonly first: SegmentPosition; readonly lastSegment: number } {
    return { first: { segment: this.#first, part: 0 }, lastSegment: this.#number + 1 }
  }

  /** Calls the listener after each part and at the end. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** No further part will come. */
  end(): void {
    this.#hasEnded = true
    this.#notify()
  }

  /** The media playlist; null while no segment is complete. `suffix` is appended to each URL. */
  playlist(suffix: string): string | null {
    const listed = this.#listed()
    const first = listed[0]?.number
    if (first === undefined) return null
    const withParts = new Set(this.#within(LISTED_TARGETS * this.#targetMs))
    const lines = listed.flatMap((segment) => [
      dateLine(segment.at),
      ...(withParts.has(segment) ? partLines(segment.number, segment.parts, suffix) : []),
      `#EXTINF:${seconds(lengthOf(segment.parts))},`,
      `${segment.number}.m4s${suffix}`,
    ])
    const areIndependent = !this.#isStarting && listed.every(({ parts }) => parts[0]?.isIndependent)
    const target = this.#targetMs / 1000
    const control = `PART-HOLD-BACK=${seconds(this.#longestPartMs * 3)},HOLD-BACK=${seconds(target * 3_000)}`
    const head = [
      '#EXTM3U',
      '#EXT-X-VERSION:9',
      `#EXT-X-TARGETDURATION:${target}`,
      `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,${control}`,
      `#EXT-X-PART-INF:PART-TARGET=${seconds(this.#longestPartMs)}`,
      ...(areIndependent ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
      `#EXT-X-MEDIA-SEQUENCE:${first}`,
      `#EXT-X-MAP:URI="init-${this.#first}.mp4${suffix}"`,
    ]
    const open =
      this.#parts.length > 0 ? [dateLine(this.#startedAt), ...partLines(this.#number, this.#parts, suffix)] : []
    const hint = `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${this.#number}.${this.#parts.length}.m4s${suffix}"`
    return `${[...head, ...lines, ...open, hint].join('\n')}\n`
  }

  get #targetMs(): number {
    return Math.ceil(this.#longestMs / 1000) * 1000
  }

  /** The last segments that together are at most this long. */
  #within(ms: number): readonly Segment[] {
    let left = ms
    const start = this.#segments.findLastIndex(({ parts }) => (left -= lengthOf(parts)) < 0)
    return this.#segments.slice(start + 1)
  }

  #listed(): readonly Segment[] {
    // The next older one too, because the list must not be shorter.
    const count = this.#within(LISTED_TARGETS * this.#targetMs).length + 1
    return this.#segments.slice(-Math.max(LISTED_SEGMENTS, count))
  }

  #partsOf(segment: number): readonly Part[] {
    if (segment === this.#number) return this.#parts
    return this.#segments.find(({ number }) => number === segment)?.parts ?? []
  }

  #closePart(first: OpenPicture, end: number): void {
    const pictures = this.#pictures.map((picture, index, all) => ({
      ...picture,
      durationMs: Math.max(0, (all[index + 1]?.time ?? end) - picture.time),
    }))
    this.#sequence += 1
    const bytes = feedFragment({ sequence: this.#sequence, pictures, sounds: this.#sounds })
    const durationMs = end - first.time
    this.#parts.push({ durationMs, isIndependent: first.isKey, bytes })
    this.#longestPartMs = Math.max(this.#longestPartMs, durationMs)
    this.#pictures = []
    this.#sounds = []
    this.#notify()
  }

  #closeSegment(end: number): void {
    this.#segments.push({ number: this.#number, at: this.#startedAt, parts: this.#parts })
    this.#number += 1
    this.#longestMs = Math.max(this.#longestMs, end - this.#segmentStart)
    this.#parts = []
    this.#openBytes = 0
    this.#forget()
    this.#notify()
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #forget(): void {
    const bytes = (): number => this.#segments.reduce((sum, { parts }) => sum + bytesOf(parts), 0)
    const retained = this.#listed().length + UNLISTED_SEGMENTS
    while (this.#segments.length > retained) this.#segments.shift()
    while (this.#segments.length > MIN_SEGMENTS && bytes() > MAX_SEGMENT_BYTES) this.#segments.shift()
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

function lengthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { durationMs }) => sum + durationMs, 0)
}

function bytesOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

function dateLine(at: number): string {
  return `#EXT-X-PROGRAM-DATE-TIME:${new Date(at).toISOString()}`
}

function partLines(segment: number, parts: readonly Part[], suffix: string): string[] {
  return parts.map(({ durationMs, isIndependent }, index) => {
    const independent = isIndependent ? ',INDEPENDENT=YES' : ''
    return `#EXT-X-PART:DURATION=${seconds(durationMs)},URI="${segment}.${index}.m4s${suffix}"${independent}`
  })
}

/** The segment and part that a file name stands for. */
function partOf(name: string): { readonly segment: number; readonly part: number } | null {
  const [, segment, part] = PART_FILE.exec(name) ?? []
  return segment === undefined ? null : { segment: Number(segment), part: Number(part) }
}
