import type { Tracks } from '../clip.ts'
import type { LiveSample } from '../timeline.ts'

export const AUDIO = 8
export const VIDEO = 9
const SCRIPT = 18

/** Tags ready to send. `keyAt` is the offset of the first key frame, or -1. */
export interface FlvChunk {
  readonly bytes: Buffer
  readonly keyAt: number
}

const TAG_HEADER_BYTES = 11
const TAG_SIZE_BYTES = 4
/** Bytes of a tag besides its body. */
export const FLV_TAG_BYTES = TAG_HEADER_BYTES + TAG_SIZE_BYTES

/** Writes the header and the trailing size field of a tag with a body of `size` bytes. Returns where the body starts. */
function writeTagFrame(bytes: Buffer, at: number, type: number, time: number, size: number): number {
  bytes.writeUInt8(type, at)
  bytes.writeUIntBE(size, at + 1, 3)
  bytes.writeUIntBE(time & 0xffffff, at + 4, 3)
  bytes.writeUInt8((time >>> 24) & 0xff, at + 7)
  bytes.writeUIntBE(0, at + 8, 3)
  bytes.writeUInt32BE(TAG_HEADER_BYTES + size, at + TAG_HEADER_BYTES + size)
  return at + TAG_HEADER_BYTES
}

/** Writes one tag at `at`; `time` in milliseconds. Returns where it ends. */
export function writeFlvTag(
  bytes: Buffer,
  at: number,
  { type, time, body }: { readonly type: number; readonly time: number; readonly body: Buffer },
): number {
  bytes.set(body, writeTagFrame(bytes, at, type, time, body.length))
  return at + FLV_TAG_BYTES + body.length
}

/** The body of a tag from `start` to `end`. */
export function bodyOf(bytes: Buffer, start: number, end: number): Buffer {
  return bytes.subarray(start + TAG_HEADER_BYTES, end - TAG_SIZE_BYTES)
}

/** One tag. Its body is `head` and `body`. */
function flvTag(type: number, time: number, head: readonly number[], body: Buffer): Buffer {
  const size = head.length + body.length
  const bytes = Buffer.allocUnsafe(FLV_TAG_BYTES + size)
  const start = writeTagFrame(bytes, 0, type, time, size)
  bytes.set(head, start)
  bytes.set(body, start + head.length)
  return bytes
}

function amfNumber(key: string, value: number): Buffer {
  const bytes = Buffer.alloc(2 + key.length + 9)
  bytes.writeUInt16BE(key.length, 0)
  bytes.write(key, 2, 'latin1')
  bytes.writeDoubleBE(value, 2 + key.length + 1)
  return bytes
}

/** The `onMetaData` script of a live stream: an AMF0 ECMA array without a duration. */
function metadata(tracks: Tracks): Buffer {
  const numbers = {
    width: tracks.width,
    height: tracks.height,
    framerate: 1000 / tracks.frameMs,
    videocodecid: 7,
    ...(tracks.audioConfig && { audiocodecid: 10, audiosamplerate: tracks.sampleRate }),
  }
  const entries = Object.entries(numbers).map(([key, value]) => amfNumber(key, value))
  const name = Buffer.from([2, 0, 10, ...Buffer.from('onMetaData', 'latin1')])
  const array = Buffer.from([8, 0, 0, 0, entries.length])
  return Buffer.concat([name, array, ...entries, Buffer.from([0, 0, 9])])
}

/**
 * The start of each viewer's stream: file header, metadata, sequence headers. `time` is that of the first following
 * tag.
 */
export function flvOpening(tracks: Tracks, time: number): Buffer {
  const { videoConfig, audioConfig } = tracks
  const content = audioConfig ? 5 : 1 // Audio and video, or video only.
  const header = Buffer.from([0x46, 0x4c, 0x56, 1, content, 0, 0, 0, 9, 0, 0, 0, 0])
  return Buffer.concat([
    header,
    flvTag(SCRIPT, time, [], metadata(tracks)),
    flvTag(VIDEO, time, [0x17, 0, 0, 0, 0], videoConfig),
    ...(audioConfig ? [flvTag(AUDIO, time, [0xaf, 0], audioConfig)] : []),
  ])
}

/** Tags of the samples, relative to `base` (ms). */
export function flvChunk(samples: Iterable<LiveSample>, base: number): FlvChunk {
  const tags: Buffer[] = []
  let length = 0
  let keyAt = -1
  for (const { sample, time } of samples) {
    const isVideo = sample.kind === 'video'
    if (isVideo && sample.isKey && keyAt < 0) keyAt = length
    const head = isVideo ? [sample.isKey ? 0x17 : 0x27, 1, 0, 0, 0] : [0xaf, 1]
    const bytes = flvTag(isVideo ? VIDEO : AUDIO, Math.floor(time - base), head, sample.data)
    tags.push(bytes)
    length += bytes.length
  }
  return { bytes: Buffer.concat(tags, length), keyAt }
}
