import { AAC_FRAME_SAMPLES, type Tracks } from '../clip.ts'
import { feedFragment, type FeedPicture, type FeedSound } from './feed-fragment.ts'
import { mp4Init } from '../hls/mp4-init.ts'

/** A segment ends at the first key frame after this time. */
const SHORTEST_SEGMENT_MS = 1_000
const LISTED_SEGMENTS = 6
const RETAINED_SEGMENTS = 9
const MAX_SEGMENT_BYTES = 48 * 1024 * 1024
const MIN_SEGMENTS = 3
/** Overhead of a frame. */
const FRAME_BYTES = 128
/** Sound is contiguous; a gap or overlap beyond this belongs to the publisher and stays. */
const SOUND_DRIFT_MS = 60

interface Segment {
  readonly number: number
  readonly durationMs: number
  /** Wall clock at its first frame, epoch ms. */
  readonly at: number
  readonly bytes: Buffer
}

type OpenPicture = Omit<FeedPicture, 'durationMs'>

/**
 * HLS of a publisher: fragmented MP4, cut at key frames, without parts. Numbers start with the second at which the
 * stream began, so that a URL is never reused.
 */
export class FeedSegments {
  readonly #tracks: Tracks
  readonly #now: () => number
  readonly #first: number
  readonly #init: Buffer
  #segments: Segment[] = []
  #pictures: OpenPicture[] = []
  #sounds: FeedSound[] = []
  #openBytes = 0
  #startedAt = 0
  #soundEnd: number | null = null
  #number: number
  #longestMs = SHORTEST_SEGMENT_MS

  constructor(tracks: Tracks, now: () => number) {
    this.#tracks = tracks
    this.#now = now
    this.#first = Math.floor(now() / 1000)
    this.#number = this.#first
    this.#init = mp4Init(tracks)
  }

  /** Bytes of the open segment, which ends by the publisher's clock only. */
  get openBytes(): number {
    return this.#openBytes
  }

  /** A picture in AVC format; the first one is a key frame. Times in ms from the start of the stream. */
  addPicture(picture: OpenPicture): void {
    const first = this.#pictures[0]
    if (first && picture.isKey && picture.time - first.time >= SHORTEST_SEGMENT_MS) this.#close(first, picture.time)
    if (this.#pictures.length === 0) this.#startedAt = this.#now()
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
    return this.#segments.find((segment) => name === `${segment.number}.m4s`)?.bytes ?? null
  }

  /** The media playlist; null while no segment is complete. `suffix` is appended to each URL. */
  playlist(suffix: string): string | null {
    const listed = this.#segments.slice(-LISTED_SEGMENTS)
    const first = listed[0]
    if (!first) return null
    const lines = listed.flatMap(({ number, durationMs, at }) => [
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(at).toISOString()}`,
      `#EXTINF:${(durationMs / 1000).toFixed(3)},`,
      `${number}.m4s${suffix}`,
    ])
    const head = [
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      `#EXT-X-TARGETDURATION:${Math.ceil(this.#longestMs / 1000)}`,
      '#EXT-X-INDEPENDENT-SEGMENTS',
      `#EXT-X-MEDIA-SEQUENCE:${first.number}`,
      `#EXT-X-MAP:URI="init-${this.#first}.mp4${suffix}"`,
    ]
    return `${[...head, ...lines].join('\n')}\n`
  }

  #close(first: OpenPicture, end: number): void {
    const pictures = this.#pictures.map((picture, index, all) => ({
      ...picture,
      durationMs: Math.max(0, (all[index + 1]?.time ?? end) - picture.time),
    }))
    const durationMs = end - first.time
    const bytes = feedFragment({ sequence: this.#number, pictures, sounds: this.#sounds })
    this.#segments.push({ number: this.#number, durationMs, at: this.#startedAt, bytes })
    this.#number += 1
    this.#longestMs = Math.max(this.#longestMs, durationMs)
    this.#pictures = []
    this.#sounds = []
    this.#openBytes = 0
    this.#forget()
  }

  #forget(): void {
    const bytes = (): number => this.#segments.reduce((sum, segment) => sum + segment.bytes.length, 0)
    while (this.#segments.length > RETAINED_SEGMENTS) this.#segments.shift()
    while (this.#segments.length > MIN_SEGMENTS && bytes() > MAX_SEGMENT_BYTES) this.#segments.shift()
  }
}
