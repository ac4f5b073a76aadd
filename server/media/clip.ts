import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentKind } from '#protocol/endpoints/live.ts'

/** One coded frame: an H.264 access unit in AVC format, or a raw AAC frame. `time` in milliseconds, fractional. */
export interface ClipSample {
  readonly kind: 'video' | 'audio'
  readonly time: number
  readonly isKey: boolean
  readonly data: Buffer
}

/** The header data of a stream. */
export interface Tracks {
  readonly frameMs: number
  readonly width: number
  readonly height: number
  /** Width to height of a pixel; square by default. */
  readonly pixelAspect?: readonly [width: number, height: number]
  readonly sampleRate: number
  readonly channels: number
  /** AVCDecoderConfigurationRecord and AudioSpecificConfig as in FLV and MP4; null without sound. */
  readonly videoConfig: Buffer
  readonly audioConfig: Buffer | null
}

/** A clip that loops: samples in order of time, key frames at whole seconds. */
export interface Clip extends Tracks {
  readonly durationMs: number
  readonly samples: readonly ClipSample[]
}

export const AAC_FRAME_SAMPLES = 1024
export const GROUP_MS = 1000

const AVC_KEY = 0x17
const AVC_INTER = 0x27
const AAC = 10
const SAMPLE_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]

/** A number of the stream's metadata (AMF0: key, marker 0, double), or null. */
export function metadataNumber(script: Buffer | undefined, key: string): number | null {
  const at = script?.indexOf(`\0${String.fromCodePoint(key.length)}${key}\0`, 0, 'latin1') ?? -1
  const valueAt = at + 2 + key.length + 1
  return !script || at < 0 || valueAt + 8 > script.length ? null : script.readDoubleBE(valueAt)
}

function readNumber(script: Buffer | undefined, key: string): number {
  const value = metadataNumber(script, key)
  if (value === null) throw new RangeError(`names no ${key}`)
  return value
}

/** Sample rate (Hz; 0 for an unusual one) and channels of an AudioSpecificConfig of at least two bytes. */
export function readAudioConfig(config: Buffer): { sampleRate: number; channels: number } {
  const bits = config.readUInt16BE(0)
  return { sampleRate: SAMPLE_RATES[(bits >> 7) & 15] ?? 0, channels: (bits >> 3) & 15 }
}

function configOf(tags: readonly FlvTag[], type: FlvTag['type'], headerBytes: number): Buffer {
  const tag = tags.find((tag) => tag.type === type && tag.body[1] === 0 && tag.body.length > headerBytes)
  if (!tag) throw new RangeError(`has no ${type} configuration`)
  return tag.body.subarray(headerBytes)
}

function videoSamples(tags: readonly FlvTag[], frameMs: number): ClipSample[] {
  const frames = tags.filter((tag) => tag.type === 'video' && tag.body[1] === 1)
  return frames.map(({ body }, index) => {
    if (body[0] !== AVC_KEY && body[0] !== AVC_INTER) throw new RangeError('is not H.264')
    if (body.readIntBE(2, 3) !== 0) throw new RangeError('has reordered frames; encode it without B-frames')
    return { kind: 'video', time: index * frameMs, isKey: body[0] === AVC_KEY, data: body.subarray(5) }
  })
}

function audioSamples(tags: readonly FlvTag[], sampleRate: number): ClipSample[] {
  const frames = tags.filter((tag) => tag.type === 'audio' && tag.body[1] === 1)
  const frameMs = (AAC_FRAME_SAMPLES * 1000) / sampleRate
  return frames.map(({ body }, index) => {
    if ((body[0] ?? 0) >> 4 !== AAC) throw new RangeError('has sound that is not AAC')
    return { kind: 'audio', time: index * frameMs, isKey: true, data: body.subarray(2) }
  })
}

/** A loop requires that picture and sound end together and key frames come every second. */
function checkLoop(video: readonly ClipSample[], videoMs: number, audioMs: number): void {
  if (Math.abs(videoMs - audioMs) > 0.001)
    throw new RangeError(`has ${videoMs} ms of picture but ${audioMs} ms of sound`)
  if (videoMs % GROUP_MS !== 0) throw new RangeError(`lasts ${videoMs} ms, not whole seconds`)
  const isSteady = video.every((sample) => sample.isKey === (sample.time % GROUP_MS === 0))
  if (!isSteady) throw new RangeError('has no key frame at every second and only there')
}

function parseClip(file: Buffer): Clip {
  const tags = readFlvTags(file)
  const script = tags.find((tag) => tag.type === 'script')?.body
  const frameMs = 1000 / readNumber(script, 'framerate')
  const videoConfig = configOf(tags, 'video', 5)
  const audioConfig = configOf(tags, 'audio', 2)
  const { sampleRate, channels } = readAudioConfig(audioConfig)
  const video = videoSamples(tags, frameMs)
  const audio = audioSamples(tags, sampleRate)
  const durationMs = video.length * frameMs
  checkLoop(video, durationMs, (audio.length * AAC_FRAME_SAMPLES * 1000) / sampleRate)
  return {
    durationMs,
    frameMs,
    width: readNumber(script, 'width'),
    height: readNumber(script, 'height'),
    sampleRate,
    channels,
    videoConfig,
    audioConfig,
    samples: [...video, ...audio].sort((a, b) => a.time - b.time),
  }
}

/**
 * Reads and checks the clip.
 *
 * @throws an error whose one-line message names the file
 */
export function readClip(path: string): Clip {
  try {
    return parseClip(readFileSync(path))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const reason = isMissing ? 'is missing' : error instanceof Error ? error.message : String(error)
    throw new Error(`The live clip ${path} cannot be used: it ${reason}`, { cause: error })
  }
}

/** The clips of the demo, by kind of room, and the test picture of rooms of operators. */
export type ClipName = ContentKind | 'test'

/** Heights of the encoded qualities in pixels, smallest first. `scripts/clip/stage.mjs` has their bit rates. */
export const CLIP_HEIGHTS = [360, 720] as const

/** One clip in all qualities, smallest first. They show the same frame at the same time. */
export type Qualities = readonly [Clip, ...Clip[]]

/** Kinds without a clip share the football clip. */
type Clips = Readonly<Record<ClipName, Qualities>>

/** The clip in this height, in the largest one for null; null for an unknown height. */
export function qualityOf(qualities: Qualities, height: number | null): Clip | null {
  if (height === null) return qualities.at(-1) ?? null
  return qualities.find((clip) => clip.height === height) ?? null
}

/** Reads all qualities of a clip, which must be interchangeable at every second. */
function readQualities(directory: string, name: ClipName): Qualities {
  const paths = CLIP_HEIGHTS.map((height) => join(directory, `${name}-${height}.flv`))
  const [smallest, ...others] = paths.map(readClip)
  if (!smallest) throw new RangeError('A clip needs a quality')
  for (const [index, { height, durationMs, frameMs, sampleRate }] of [smallest, ...others].entries()) {
    const isSame = durationMs === smallest.durationMs && frameMs === smallest.frameMs
    if (!isSame || sampleRate !== smallest.sampleRate || height !== CLIP_HEIGHTS[index]) {
      throw new Error(`The live clip ${paths[index]} cannot be used: it does not match the other qualities`)
    }
  }
  return [smallest, ...others]
}

/**
 * Reads `football`, `basketball`, `esports`, `anchor` and `test` of a folder, each as `NAME-HEIGHT.flv`; only the first
 * must exist. The others are read when they are used first, because all of them take a tenth of a start.
 *
 * @throws an error whose one-line message names the unusable file
 */
export function readClips(directory: string): Clips {
  const known = new Map<ClipName, Qualities>([['football', readQualities(directory, 'football')]])
  const clipOf = (name: ClipName): Qualities => {
    const read = known.get(name)
    if (read !== undefined) return read
    const isPresent = CLIP_HEIGHTS.some((height) => existsSync(join(directory, `${name}-${height}.flv`)))
    const qualities = isPresent ? readQualities(directory, name) : clipOf('football')
    known.set(name, qualities)
    return qualities
  }
  return {
    get football() {
      return clipOf('football')
    },
    get basketball() {
      return clipOf('basketball')
    },
    get esports() {
      return clipOf('esports')
    },
    get anchor() {
      return clipOf('anchor')
    },
    get test() {
      return clipOf('test')
    },
  }
}

/** One tag of an FLV file. `time` is in milliseconds. */
interface FlvTag {
  readonly type: 'audio' | 'video' | 'script'
  readonly time: number
  readonly body: Buffer
}

const HEADER_BYTES = 9
const SIZE_FIELD_BYTES = 4
const TAG_HEADER_BYTES = 11
const TAG_TYPES = new Map<number, FlvTag['type']>([
  [8, 'audio'],
  [9, 'video'],
  [18, 'script'],
])

/**
 * Splits an FLV file into its tags.
 *
 * @throws RangeError if the file is truncated or not FLV
 */
export function readFlvTags(file: Buffer): FlvTag[] {
  if (file.length < HEADER_BYTES || file.toString('latin1', 0, 3) !== 'FLV') throw new RangeError('is no FLV file')
  const tags: FlvTag[] = []
  let at = file.readUInt32BE(5) + SIZE_FIELD_BYTES
  while (at < file.length) {
    const end = at + TAG_HEADER_BYTES + (at + TAG_HEADER_BYTES <= file.length ? file.readUIntBE(at + 1, 3) : 0)
    if (end + SIZE_FIELD_BYTES > file.length) throw new RangeError(`is cut short in the tag at byte ${at}`)
    const type = TAG_TYPES.get(file.readUInt8(at))
    const time = file.readUIntBE(at + 4, 3) + file.readUInt8(at + 7) * 0x1000000
    if (type) tags.push({ type, time, body: file.subarray(at + TAG_HEADER_BYTES, end) })
    at = end + SIZE_FIELD_BYTES
  }
  return tags
}
