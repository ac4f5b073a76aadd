import type { PublishedFormat } from '#protocol/console/rooms.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { metadataNumber } from '../clip.ts'
import { type FeedTag, roleOf } from '../live/feed-tag.ts'
import { type PictureSize, pictureSize } from '../live/h264-size.ts'

/** Bit rates are means of this many seconds, because an encoder sends key frames in bursts. */
const WINDOW_SECONDS = 10
/** Tolerance above the allowed rate: audio, container, and the imprecision of encoders. */
const TOLERANCE = 1.25
const BITS = 8
/** A larger gap is a new timeline and no lost picture. */
const MAX_GAP_MS = 10_000
const FPS = { min: 1, max: 240 }
/** Frame rates are means of this many pictures. */
const FPS_PICTURES = 50

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
  #script: Buffer | undefined
  /** By the configuration of the picture, which counts more than the metadata. */
  #size: PictureSize | null = null
  #codecs = { video: '', audio: '' }
  /** Times of the last pictures by the publisher's clock. */
  #pictureTimes: number[] = []
  #keyArrivedAt: number | null = null
  #pictureArrivedAt: number | null = null

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
    const found = roleOf(tag)
    const { role } = found
    if (role === 'metadata') {
      this.#script = tag.body
      this.#frameMs = frameTime(tag.body) ?? this.#frameMs
    }
    if (role === 'config' && tag.kind === 'video') this.#size = pictureSize(tag.body.subarray(5)) ?? this.#size
    if (role === 'unfit') this.#codecs[tag.kind === 'audio' ? 'audio' : 'video'] = found.codec
    if (role === 'sound') this.#codecs.audio = 'AAC'
    if (role === 'key' || role === 'inter') this.#picture(tag.time, role === 'key')
  }

  /** Arrival of the last picture and of the last key frame (epoch ms); null before the first one. */
  get pictureArrivedAt(): number | null {
    return this.#pictureArrivedAt
  }

  get keyArrivedAt(): number | null {
    return this.#keyArrivedAt
  }

  /** What it sends; the fields of its feed are added by the broadcast. */
  get format(): Pick<PublishedFormat, 'video' | 'audio' | 'width' | 'height' | 'fps' | 'keyFrameAgeMs'> {
    return {
      ...this.#codecs,
      width: this.#size?.width ?? sizeIn(this.#script, 'width'),
      height: this.#size?.height ?? sizeIn(this.#script, 'height'),
      fps: rateOf(this.#pictureTimes),
      keyFrameAgeMs: this.#keyArrivedAt === null ? null : Math.max(0, this.#now() - this.#keyArrivedAt),
    }
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
    this.#codecs.video = 'H.264'
    this.#pictureArrivedAt = this.#now()
    if (isKey) this.#keyArrivedAt = this.#now()
    this.#pictureTimes.push(time)
    if (this.#pictureTimes.length > FPS_PICTURES) this.#pictureTimes.shift()
    const gap = this.#lastPictureAt === null ? null : time - this.#lastPictureAt
    const isContinuous = gap !== null && gap > 0 && gap < MAX_GAP_MS
    if (isContinuous && this.#frameMs !== null) this.#dropped += Math.max(0, Math.round(gap / this.#frameMs) - 1)
    this.#lastPictureAt = time
    if (!isKey) return
    if (this.#lastKeyAt !== null && time > this.#lastKeyAt) this.#keyFrameMs = time - this.#lastKeyAt
    this.#lastKeyAt = time
  }
}

function sizeIn(script: Buffer | undefined, key: 'width' | 'height'): number | null {
  const size = Math.round(metadataNumber(script, key) ?? 0)
  return size > 0 && size <= 16_384 ? size : null
}

/** Pictures per second; 0 for fewer than two, or a clock that does not advance. */
function rateOf(times: readonly number[]): number {
  const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0)
  return spanMs > 0 ? Math.min(FPS.max, Math.round(((times.length - 1) * SECOND_MS) / spanMs)) : 0
}

function frameTime(script: Buffer): number | null {
  const fps = metadataNumber(script, 'framerate')
  return fps !== null && fps >= FPS.min && fps <= FPS.max ? SECOND_MS / fps : null
}
