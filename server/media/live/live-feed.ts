import { readAudioConfig, type Tracks, metadataNumber } from '../clip.ts'
import { FeedSegments } from './feed-segments.ts'
import { type FeedTag, roleOf } from './feed-tag.ts'
import { FeedViewers, type FeedViewersOptions } from './feed-viewers.ts'
import type { FlvViewer, ViewerSink } from '../flv/flv-viewer.ts'
import { AUDIO, flvOpening, flvTag, VIDEO } from '../flv/flv-writer.ts'

export interface FeedEvents {
  /** Its first key frame has arrived, or the first one after a pause or a change of format. It can be watched now. */
  readonly onReady: () => void
  /** Browsers cannot play the stream, with the reason. */
  readonly onUnfit: (reason: string) => void
}

/** Maximum size since the last key frame; a publisher that exceeds it is unfit. */
const GROUP_LIMIT_BYTES = 16 * 1024 * 1024
/**
 * A new viewer gets the current group up to this size, because at most 1 MB may wait for a viewer. At 4 Mbit/s a
 * two-second group reaches it after 1.5 s. With a publisher's default group of ten seconds the viewer waits for the
 * next key frame.
 */
const JOIN_LIMIT_BYTES = 768 * 1024
/** Maximum size of the open HLS segment; the segment of a publisher with a stopped clock never ends. */
const SEGMENT_LIMIT_BYTES = 2 * GROUP_LIMIT_BYTES
/** A larger jump of the publisher's clock starts a new timeline, because players would wait for the gap. */
const LEAP_MS = 10_000
const BACK_MS = 1_000
/** FLV timestamps are 32-bit milliseconds, which some players read as signed. */
const LONGEST_MS = 2 ** 31 - 60_000

/** The stream of one publisher: FLV to each viewer as it arrives, HLS on request. */
export class LiveFeed {
  readonly stream: string
  readonly #now: () => number
  readonly #events: FeedEvents
  readonly #viewers: FeedViewers
  #script: Buffer | undefined
  #videoConfig: Buffer | null = null
  #audioConfig: Buffer | null = null
  #tracks: Tracks | null = null
  #segments: FeedSegments | null = null
  #base = 0
  #lastTime = 0
  #group: Buffer[] = []
  #groupTime = 0
  #groupBytes = 0

  constructor(options: FeedViewersOptions, events: FeedEvents) {
    this.stream = options.stream
    this.#now = options.now
    this.#events = events
    this.#viewers = new FeedViewers(options)
  }

  get isReady(): boolean {
    return this.#tracks !== null
  }

  /** HLS of the current format; null while it cannot be watched. */
  get segments(): FeedSegments | null {
    return this.#segments
  }

  push(tag: FeedTag): void {
    const role = roleOf(tag)
    switch (role.role) {
      case 'unfit':
        return this.#events.onUnfit(role.reason)
      case 'metadata':
        this.#script = tag.body
        return
      case 'config':
        return this.#configure(tag)
      case 'key':
        if (this.#tracks && this.#leaps(tag.time)) this.pause()
        if (!this.#tracks) this.#begin(tag.time)
        return this.#media(tag, true)
      case 'inter':
      case 'sound':
        return this.#media(tag, false)
      case 'nothing':
        return
    }
  }

  /**
   * Sends the header and the current group, or starts with the next key frame if the group is large, then all further
   * tags. Only while ready. Call `remove` when the sink has closed.
   */
  add(sink: ViewerSink): FlvViewer {
    const opening = this.#tracks ? flvOpening(this.#tracks, this.#groupTime) : Buffer.alloc(0)
    return this.#viewers.add(sink, opening, this.#groupBytes > JOIN_LIMIT_BYTES ? null : this.#group)
  }

  remove(viewer: FlvViewer): void {
    this.#viewers.remove(viewer)
  }

  /** Closes the viewers. The next key frame makes the feed ready again. */
  pause(): void {
    this.#tracks = null
    this.#segments = null
    this.#group = []
    this.#groupBytes = 0
    this.endViewers('close')
  }

  /** `close` sends pending data first, `destroy` does not. */
  endViewers(how: 'close' | 'destroy'): void {
    this.#viewers.endAll(how)
  }

  #configure({ kind, body }: FeedTag): void {
    const config = body.subarray(kind === 'video' ? 5 : 2)
    if (config.length < 2) return
    if (kind === 'audio' && readAudioConfig(config).sampleRate === 0) {
      return this.#events.onUnfit('its sound has an unusual sample rate')
    }
    const before = kind === 'video' ? this.#videoConfig : this.#audioConfig
    if (kind === 'video') this.#videoConfig = config
    else this.#audioConfig = config
    if (before?.equals(config) !== true && this.#tracks) this.pause()
  }

  #begin(time: number): void {
    const [videoConfig, audioConfig] = [this.#videoConfig, this.#audioConfig]
    if (!videoConfig) return
    this.#base = time
    this.#lastTime = time
    this.#tracks = feedTracks(this.#script, videoConfig, audioConfig)
    this.#segments = new FeedSegments(this.#tracks, this.#now)
    this.#events.onReady()
  }

  #leaps(time: number): boolean {
    return time > this.#lastTime + LEAP_MS || time < this.#lastTime - BACK_MS
  }

  #media({ kind, time, body }: FeedTag, isKey: boolean): void {
    if (this.#tracks && this.#leaps(time)) this.pause()
    if (!this.#tracks || (kind === 'audio' && !this.#audioConfig)) return
    this.#lastTime = Math.max(this.#lastTime, time)
    const at = Math.max(0, time - this.#base)
    if (at > LONGEST_MS) return this.#events.onUnfit('it has run for 24 days')
    this.#addToSegments({ kind, time: at, body }, isKey)
    const bytes = flvTag(kind === 'video' ? VIDEO : AUDIO, at, [], body)
    this.#addToGroup(bytes, at, isKey)
    if (this.#groupBytes > GROUP_LIMIT_BYTES) return this.#events.onUnfit('its key frames are too far apart')
    if ((this.#segments?.openBytes ?? 0) > SEGMENT_LIMIT_BYTES) return this.#events.onUnfit('its clock stands still')
    this.#viewers.send({ bytes, keyAt: isKey ? 0 : -1 })
  }

  #addToSegments({ kind, time, body }: FeedTag, isKey: boolean): void {
    if (kind === 'audio') this.#segments?.addSound(time, body.subarray(2))
    else this.#segments?.addPicture({ time, delayMs: body.readIntBE(2, 3), isKey, data: body.subarray(5) })
  }

  /** Adds a tag to the current group of pictures; a key frame starts a new one. */
  #addToGroup(bytes: Buffer, at: number, isKey: boolean): void {
    if (isKey) {
      this.#group = []
      this.#groupTime = at
      this.#groupBytes = 0
    }
    this.#group.push(bytes)
    this.#groupBytes += bytes.length
  }
}

/** Header data of a publisher's stream. Its metadata may be absent or wrong; players use the frames. */
export function feedTracks(script: Buffer | undefined, videoConfig: Buffer, audioConfig: Buffer | null): Tracks {
  const metadata = (key: string, low: number, high: number, otherwise: number): number => {
    const value = Math.round(metadataNumber(script, key) ?? otherwise)
    return value >= low && value <= high ? value : otherwise
  }
  return {
    width: metadata('width', 16, 16_384, 1280),
    height: metadata('height', 16, 16_384, 720),
    frameMs: 1000 / metadata('framerate', 1, 240, 25),
    ...(audioConfig ? readAudioConfig(audioConfig) : { sampleRate: 0, channels: 0 }),
    videoConfig,
    audioConfig,
  }
}
