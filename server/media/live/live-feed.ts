import type { IngestProblem } from '#protocol/console/rooms.ts'
import { AAC_FRAME_SAMPLES, readAudioConfig, type Tracks, metadataNumber } from '../clip.ts'
import { FeedSegments } from './feed-segments.ts'
import { type FeedTag, isPlayableConfig, roleOf } from './feed-tag.ts'
import { pictureSize } from './h264-size.ts'
import { FeedViewers, type FeedViewersOptions } from './feed-viewers.ts'
import type { FlvViewer, ViewerSink } from '../flv/flv-viewer.ts'
import { AUDIO, bodyOf, FLV_TAG_BYTES, flvOpening, VIDEO, writeFlvTag } from '../flv/flv-writer.ts'
import {
  clockGap,
  MAX_OFFSET_MS,
  MAX_STRAYS,
  leaps,
  nextPicture,
  nextSound,
  type PictureClock,
  silenceDue,
  type SoundClock,
  startPicture,
} from './track-clocks.ts'

export interface FeedEvents {
  /** Its first key frame has arrived, or the first one after a pause or a change of format. It can be watched now. */
  readonly onReady: () => void
  /** Browsers cannot play the stream, with the problem and its details for the log. Called once. */
  readonly onUnfit: (problem: IngestProblem, detail: string) => void
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
/** FLV timestamps are 32-bit milliseconds, which some players read as signed. */
const LONGEST_MS = 2 ** 31 - 60_000
/** A publisher without any sound until then has none. Before, nobody sees it: its sound may be unplayable. */
const SOUND_WAIT_MS = 800
const MAX_KEYS_WITHOUT_CONFIG = 3
/** Pictures that wait for the first sound, at most. */
const MAX_WAITING_TAGS = 500

/** The stream of one publisher: FLV to each viewer as it arrives, HLS on request. */
export class LiveFeed {
  readonly stream: string
  readonly #now: () => number
  readonly #events: FeedEvents
  readonly #viewers: FeedViewers
  #script: Buffer | undefined
  #videoConfig: Buffer | null = null
  #audioConfig: Buffer | null = null
  /** False while the sound is missing and cannot be replaced by silence. */
  #announcesSound = true
  /** Whether the stream has sound is known. */
  #knowsSound = false
  /** Tags from the first key frame on, while that is unknown. */
  #waiting: FeedTag[] = []
  #waitingBytes = 0
  /** Sounds too far from the waiting pictures. */
  #soundsApart = 0
  #isUnfit = false
  /** Key frames before the configuration, without which nobody can decode them. */
  #keysWithoutConfig = 0
  #tracks: Tracks | null = null
  #segments: FeedSegments | null = null
  #picture: PictureClock | null = null
  #pictureArrivedAt = 0
  #sound: SoundClock | null = null
  /** Gap of the two clocks when the normal lead of the sound became known. */
  #settledGap: number | null = null
  #soundsSincePicture = 0
  /** Time of the last sound on the timeline, silence included. */
  #soundOut = 0
  #isFilling = false
  #extraTags = 0
  /** Frames that have arrived together. */
  #unsent: { kind: FeedTag['kind']; at: number; body: Buffer; isKey: boolean }[] = []
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

  /** Correction of the sound against the picture (ms); null without both. */
  get soundCorrectionMs(): number | null {
    return this.#sound && this.#picture ? Math.round(this.#sound.offset - this.#picture.offset) : null
  }

  /** How far the clocks of sound and picture have moved apart (ms); null until their normal gap is known. */
  get driftMs(): number | null {
    if (!this.#sound || !this.#picture || this.#settledGap === null) return null
    return Math.round(clockGap(this.#sound, this.#picture) - this.#settledGap)
  }

  /** Tags of further tracks, which are ignored. */
  get extraTags(): number {
    return this.#extraTags
  }

  /** True while silence replaces its sound. */
  get isSilent(): boolean {
    return this.#isFilling || !this.#announcesSound
  }

  /**
   * Takes tags that have arrived together, and sends them to the viewers in one piece.
   *
   * @param tags as `plainTag` returns them; their bodies are copied
   */
  push(tags: readonly FeedTag[]): void {
    for (const tag of tags) this.#take(tag)
    this.#send()
  }

  #take(tag: FeedTag): void {
    if (this.#isUnfit) return
    const role = roleOf(tag)
    switch (role.role) {
      case 'unfit':
        return this.#reject(role.problem, `its ${tag.kind} is ${role.codec}`)
      case 'metadata':
        this.#script = Buffer.from(tag.body)
        return
      case 'config':
        return this.#configure(tag)
      case 'key':
      case 'inter':
        return this.#takePicture(tag, role.role === 'key')
      case 'sound':
        return this.#takeSound(tag)
      case 'extra':
        this.#extraTags += 1
        return
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
    this.#send()
    this.#tracks = null
    this.#segments?.end()
    this.#segments = null
    this.#picture = null
    this.#sound = null
    this.#settledGap = null
    this.#isFilling = false
    this.#waiting = []
    this.#waitingBytes = 0
    this.#group = []
    this.#groupBytes = 0
    this.endViewers('close')
  }

  /** `close` sends pending data first, `destroy` does not. */
  endViewers(how: 'close' | 'destroy'): void {
    this.#viewers.endAll(how)
  }

  #reject(problem: IngestProblem, detail: string): void {
    if (this.#isUnfit) return
    this.#isUnfit = true
    this.#events.onUnfit(problem, detail)
  }

  #configure({ kind, body }: FeedTag): void {
    const config = Buffer.from(body.subarray(kind === 'video' ? 5 : 2))
    if (kind === 'video' && !isPlayableConfig(config)) {
      return this.#reject('profile', `its H.264 configuration is ${config.toString('hex', 0, 6)}`)
    }
    if (config.length < 2) return
    if (kind === 'audio' && readAudioConfig(config).sampleRate === 0) {
      return this.#reject('sampleRate', 'its sound has an unusual sample rate')
    }
    const before = kind === 'video' ? this.#videoConfig : this.#audioConfig
    if (kind === 'video') this.#videoConfig = config
    else this.#audioConfig = config
    if (before?.equals(config) !== true && this.#tracks) this.pause()
  }

  /** Shows the pictures that have waited. */
  #settleSound(): void {
    if (this.#knowsSound) return
    this.#knowsSound = true
    const waiting = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    for (const tag of waiting) this.#take(tag)
  }

  /** True if the picture waits until it is known whether the stream has sound. */
  #waits(tag: FeedTag, isKey: boolean): boolean {
    if (this.#knowsSound || !this.#videoConfig) return false
    if (this.#waiting.length === 0 && !isKey) return false
    this.#waiting.push({ ...tag, body: Buffer.from(tag.body) })
    this.#waitingBytes += tag.body.length
    const waitedMs = Math.abs(tag.time - (this.#waiting[0]?.time ?? 0))
    const isOver = waitedMs >= SOUND_WAIT_MS && this.#soundsApart === 0
    const isFull = this.#waiting.length >= MAX_WAITING_TAGS || this.#waitingBytes >= GROUP_LIMIT_BYTES
    if (isOver || isFull) this.#settleSound()
    return true
  }

  /**
   * A sound while pictures wait. A publisher whose tracks are too far apart must not replace what the room shows, so it is
   * ended before it is on the air.
   */
  #compareSound(time: number): void {
    const picture = this.#waiting.at(-1)
    if (!picture || !this.#audioConfig) return
    const apartMs = time - picture.time
    if (Math.abs(apartMs) <= MAX_OFFSET_MS) return this.#settleSound()
    this.#soundsApart += 1
    if (this.#soundsApart >= MAX_STRAYS) this.#rejectOffset(apartMs)
  }

  #rejectOffset(offsetMs: number): void {
    this.#reject('offset', `its sound and its picture are ${Math.round(offsetMs / 1000)} s apart`)
  }

  #begin(time: number): void {
    const videoConfig = this.#videoConfig
    if (!videoConfig) return
    const audioConfig = this.#announcesSound ? this.#audioConfig : null
    this.#tracks = feedTracks(this.#script, videoConfig, audioConfig)
    this.#picture = startPicture(time, this.#tracks.frameMs)
    this.#sound = null
    this.#settledGap = null
    this.#soundsSincePicture = 0
    this.#soundOut = 0
    this.#segments = new FeedSegments(this.#tracks, this.#now)
    this.#events.onReady()
  }

  #takePicture(tag: FeedTag, isKey: boolean): void {
    if (isKey && !this.#videoConfig) {
      this.#keysWithoutConfig += 1
      if (this.#keysWithoutConfig >= MAX_KEYS_WITHOUT_CONFIG) {
        return this.#reject('profile', 'it sends H.264 without a configuration')
      }
    }
    if (this.#waits(tag, isKey)) return
    if (this.#picture && leaps(this.#picture, tag.time)) this.pause()
    const now = this.#now()
    if (this.#picture) this.#picture = nextPicture(this.#picture, tag.time, now - this.#pictureArrivedAt)
    else if (isKey) this.#begin(tag.time)
    this.#pictureArrivedAt = now
    if (!this.#picture) return
    this.#soundsSincePicture = 0
    this.#media(tag.kind, this.#picture.out, tag.body, isKey)
    this.#fill()
  }

  #takeSound({ time, body }: FeedTag): void {
    if (!this.#announcesSound) return this.#resumeSound()
    if (!this.#knowsSound) this.#compareSound(time)
    if (!this.#tracks?.audioConfig || !this.#picture) return
    const { out, offset } = this.#picture
    const reference = { out, offset, soundsSince: this.#soundsSincePicture }
    const step = nextSound(this.#sound, time, reference, this.#soundFrameMs())
    this.#soundsSincePicture += 1
    this.#sound = step.clock
    if (step.clock.normalLead !== null) this.#settledGap ??= clockGap(step.clock, this.#picture)
    if (step.kind === 'apart') return this.#rejectOffset(step.offsetMs)
    const isReplaced = this.#isFilling && step.clock.out <= this.#soundOut
    if (step.kind === 'drop' || isReplaced) return
    this.#isFilling = false
    this.#soundOut = step.clock.out
    this.#media('audio', step.clock.out, body, false)
  }

  /** The sound is back: viewers reconnect for a stream with sound. */
  #resumeSound(): void {
    this.#announcesSound = true
    this.pause()
  }

  #soundFrameMs(): number {
    return (AAC_FRAME_SAMPLES * 1000) / (this.#tracks?.sampleRate || 48_000)
  }

  /** Replaces missing sound by silence, because players wait for announced sound. */
  #fill(): void {
    const audioConfig = this.#tracks?.audioConfig
    if (!audioConfig || !this.#picture) return
    const normalLead = this.#sound?.normalLead ?? this.#sound?.lead ?? 0
    const state = { frameMs: this.#soundFrameMs(), normalLead, isFilling: this.#isFilling }
    const times = silenceDue(this.#soundOut, this.#picture.out, state)
    if (times.length === 0) return
    const silence = silentFrame(audioConfig)
    if (silence === null) {
      this.#announcesSound = false
      return this.pause()
    }
    this.#isFilling = true
    for (const time of times) this.#media('audio', time, silence, false)
    this.#soundOut = times.at(-1) ?? this.#soundOut
  }

  /** Sends a frame with its time on the timeline, together with those that arrive with it. */
  #media(kind: FeedTag['kind'], at: number, body: Buffer, isKey: boolean): void {
    if (!this.#tracks) return
    if (at > LONGEST_MS) return this.#reject('tooLong', 'it has run for 24 days')
    this.#unsent.push({ kind, at, body, isKey })
  }

  /** Writes the frames into one buffer, which the viewers, the current group and the open HLS part share. */
  #send(): void {
    if (this.#unsent.length === 0) return
    const frames = this.#unsent
    this.#unsent = []
    const bytes = Buffer.allocUnsafe(frames.reduce((sum, { body }) => sum + FLV_TAG_BYTES + body.length, 0))
    let [end, keyAt, groupAt] = [0, -1, 0]
    for (const { kind, at, body, isKey } of frames) {
      if (isKey) {
        this.#group = []
        this.#groupTime = at
        this.#groupBytes = 0
        groupAt = end
        if (keyAt < 0) keyAt = end
      }
      const start = end
      end = writeFlvTag(bytes, start, { type: kind === 'video' ? VIDEO : AUDIO, time: at, body })
      this.#addToSegments(kind, at, bodyOf(bytes, start, end), isKey)
    }
    this.#group.push(bytes.subarray(groupAt))
    this.#groupBytes += end - groupAt
    if (this.#groupBytes > GROUP_LIMIT_BYTES) return this.#reject('keyFrames', 'its key frames are too far apart')
    if ((this.#segments?.openBytes ?? 0) > SEGMENT_LIMIT_BYTES) {
      return this.#reject('clock', 'the clock of its picture stands still')
    }
    this.#viewers.send({ bytes, keyAt })
  }

  #addToSegments(kind: FeedTag['kind'], time: number, body: Buffer, isKey: boolean): void {
    if (kind === 'audio') this.#segments?.addSound(time, body.subarray(2))
    else this.#segments?.addPicture({ time, delayMs: body.readIntBE(2, 3), isKey, data: body.subarray(5) })
  }
}

/** Header data of a publisher's stream. Its metadata may be absent or wrong, so the size is that of the configuration. */
function feedTracks(script: Buffer | undefined, videoConfig: Buffer, audioConfig: Buffer | null): Tracks {
  const metadata = (key: string, low: number, high: number, otherwise: number): number => {
    const value = Math.round(metadataNumber(script, key) ?? otherwise)
    return value >= low && value <= high ? value : otherwise
  }
  return {
    width: metadata('width', 16, 16_384, 1280),
    height: metadata('height', 16, 16_384, 720),
    ...pictureSize(videoConfig),
    frameMs: 1000 / metadata('framerate', 1, 240, 25),
    ...(audioConfig ? readAudioConfig(audioConfig) : { sampleRate: 0, channels: 0 }),
    videoConfig,
    audioConfig,
  }
}

/** Silent raw AAC-LC frames by number of channels, as FLV bodies. They are valid at every sample rate. */
const SILENT_FRAMES: Readonly<Record<number, Buffer>> = {
  1: Buffer.from([0xaf, 1, 0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]),
  2: Buffer.from([0xaf, 1, 0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80]),
}
/** Object types of an AudioSpecificConfig whose frames may be plain LC: LC and SBR. */
const PLAIN_OBJECT_TYPES = [2, 5]

/** A silent frame for an AudioSpecificConfig; null if there is none. */
function silentFrame(config: Buffer): Buffer | null {
  const objectType = config.readUInt8(0) >> 3
  return PLAIN_OBJECT_TYPES.includes(objectType) ? (SILENT_FRAMES[readAudioConfig(config).channels] ?? null) : null
}
