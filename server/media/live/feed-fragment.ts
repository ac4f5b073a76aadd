import { box, BOX_HEADER_BYTES, boxHeader, fullBox, u32, u64 } from '../hls/boxes.ts'
import { AAC_FRAME_SAMPLES } from '../clip.ts'
import { AUDIO_TRACK, VIDEO_TIMESCALE, VIDEO_TRACK } from '../hls/mp4-init.ts'

/** One coded picture of a publisher. `time` and `durationMs` use its clock; it is shown `delayMs` later. */
export interface FeedPicture {
  readonly time: number
  readonly durationMs: number
  readonly delayMs: number
  readonly isKey: boolean
  readonly data: Buffer
}

/** One raw AAC frame; `start` counts samples. */
export interface FeedSound {
  readonly start: number
  readonly data: Buffer
}

/** The content of one fragment. */
interface FeedFragment {
  readonly sequence: number
  readonly pictures: readonly FeedPicture[]
  readonly sounds: readonly FeedSound[]
}

interface Track {
  readonly id: number
  readonly start: number
  readonly bytes: number
  readonly count: number
  /** Rows of duration, size, flags and composition offset. */
  readonly table: readonly number[]
}

const BASE_IS_FRAGMENT = 0x020000
const RUN_FIELDS = 0x000001 + 0x000100 + 0x000200 + 0x000400 + 0x000800
const KEY_SAMPLE = 0x02000000
const INTER_SAMPLE = 0x01010000
const TICKS_PER_MS = VIDEO_TIMESCALE / 1000

function trackFragment(track: Track, dataOffset: number): Buffer {
  const offsetsAreSigned = 1
  return box(
    'traf',
    fullBox('tfhd', 0, BASE_IS_FRAGMENT, u32(track.id)),
    fullBox('tfdt', 1, 0, u64(track.start)),
    fullBox('trun', offsetsAreSigned, RUN_FIELDS, u32(track.count, dataOffset, ...track.table)),
  )
}

function bytesOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

/** Lasts until the next one, so that a gap in the sound stays in place; the next fragment has its own start time. */
function soundDuration({ start }: FeedSound, next: FeedSound | undefined): number {
  return next ? Math.max(0, next.start - start) : AAC_FRAME_SAMPLES
}

function tracksOf({ pictures, sounds }: FeedFragment): Track[] {
  const video: Track = {
    id: VIDEO_TRACK,
    start: (pictures[0]?.time ?? 0) * TICKS_PER_MS,
    bytes: bytesOf(pictures.map(({ data }) => data)),
    count: pictures.length,
    table: pictures.flatMap(({ durationMs, delayMs, isKey, data }) => [
      durationMs * TICKS_PER_MS,
      data.length,
      isKey ? KEY_SAMPLE : INTER_SAMPLE,
      delayMs * TICKS_PER_MS,
    ]),
  }
  const audio: Track = {
    id: AUDIO_TRACK,
    start: sounds[0]?.start ?? 0,
    bytes: bytesOf(sounds.map(({ data }) => data)),
    count: sounds.length,
    table: sounds.flatMap((sound, index) => [
      soundDuration(sound, sounds[index + 1]),
      sound.data.length,
      KEY_SAMPLE,
      0,
    ]),
  }
  return sounds.length > 0 ? [video, audio] : [video]
}

/** One fragment (moof + mdat) of the frames between two key frames. */
export function feedFragment(content: FeedFragment): Buffer {
  const tracks = tracksOf(content)
  const head = (headBytes: number): Buffer => {
    let offset = headBytes + BOX_HEADER_BYTES
    const parts = tracks.map((track) => {
      const part = trackFragment(track, offset)
      offset += track.bytes
      return part
    })
    return box('moof', fullBox('mfhd', 0, 0, u32(content.sequence)), ...parts)
  }
  const data = [...content.pictures, ...content.sounds].map((frame) => frame.data)
  return Buffer.concat([head(head(0).length), boxHeader('mdat', bytesOf(data)), ...data])
}
