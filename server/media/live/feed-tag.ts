import type { IngestProblem } from '#protocol/console/rooms.ts'

/** One message of a publisher as in FLV. `time` in milliseconds of the publisher's clock. */
export interface FeedTag {
  readonly kind: 'audio' | 'video' | 'script'
  readonly time: number
  readonly body: Buffer
}

/**
 * Role of a message. `unfit`: browsers cannot play it, with the reason. `extra`: it belongs to a further track, which
 * nobody receives.
 */
type FeedRole =
  | { readonly role: 'config' | 'key' | 'inter' | 'sound' | 'metadata' | 'nothing' | 'extra' }
  | { readonly role: 'unfit'; readonly problem: IngestProblem; readonly codec: string }

const AVC = 7
const HEVC = 12
const AAC = 10
const MP3 = 2
const MP3_8K = 14
/** Enhanced RTMP: the first byte of a picture, and the format of a sound. */
const ENHANCED_PICTURE = 0x80
const ENHANCED_SOUND = 9
/** Packet types of enhanced RTMP. */
const SEQUENCE_START = 0
const CODED_FRAMES = 1
const CODED_FRAMES_X = 3
const SOUND_TRACKS = 5
const PICTURE_TRACKS = 6
const FOUR_CC_BYTES = 5

const NOTHING: FeedRole = { role: 'nothing' }
const EXTRA: FeedRole = { role: 'extra' }
const CONFIG: FeedRole = { role: 'config' }
const KEY: FeedRole = { role: 'key' }
const INTER: FeedRole = { role: 'inter' }
const SOUND: FeedRole = { role: 'sound' }
const METADATA: FeedRole = { role: 'metadata' }

const FOUR_CC_PROBLEMS: Readonly<Record<string, IngestProblem>> = {
  hvc1: 'hevc',
  av01: 'av1',
  Opus: 'opus',
  '.mp3': 'mp3',
}

/** Codec of an enhanced message. */
function fourCcOf(body: Buffer): string {
  return body.toString('latin1', 1, FOUR_CC_BYTES).replaceAll(/[^\x20-\x7E]/g, '?')
}

function videoRole(body: Buffer): FeedRole {
  const first = body[0] ?? 0
  if (first >= ENHANCED_PICTURE) {
    if ((first & 15) === PICTURE_TRACKS) return EXTRA
    const codec = fourCcOf(body)
    // H.264 in enhanced messages is rewritten by `plainTag`; what it left carries no picture.
    return codec === 'avc1' || body.length < FOUR_CC_BYTES
      ? NOTHING
      : { role: 'unfit', problem: FOUR_CC_PROBLEMS[codec] ?? 'picture', codec }
  }
  const codec = first & 15
  if (codec === HEVC) return { role: 'unfit', problem: 'hevc', codec: 'HEVC' }
  if (codec !== AVC) return { role: 'unfit', problem: 'picture', codec: `video ${codec}` }
  if (body[1] === 0) return CONFIG
  if (body[1] !== 1 || body.length <= 5) return NOTHING
  return first >> 4 === 1 ? KEY : INTER
}

function audioRole(body: Buffer): FeedRole {
  const format = (body[0] ?? 0) >> 4
  if (format === ENHANCED_SOUND) {
    if (((body[0] ?? 0) & 15) === SOUND_TRACKS) return EXTRA
    const codec = fourCcOf(body)
    return codec === 'mp4a' || body.length < FOUR_CC_BYTES
      ? NOTHING
      : { role: 'unfit', problem: FOUR_CC_PROBLEMS[codec] ?? 'sound', codec }
  }
  if (format === MP3 || format === MP3_8K) return { role: 'unfit', problem: 'mp3', codec: 'MP3' }
  if (format !== AAC) return { role: 'unfit', problem: 'sound', codec: `audio ${format}` }
  if (body.length <= 2) return NOTHING
  return body[1] === 0 ? CONFIG : SOUND
}

/** Profiles with 8 bits and 4:2:0, which all browsers decode: baseline, main, extended, high. */
const PROFILES = new Set([66, 77, 88, 100])

/**
 * True for an AVCDecoderConfigurationRecord that browsers can play: version 1, a profile with 8 bits and 4:2:0, lengths of
 * three or four bytes (flv.js needs them), and complete parameter sets of sequence and picture.
 */
export function isPlayableConfig(config: Buffer): boolean {
  const lengthBytes = ((config[4] ?? 0) & 3) + 1
  if (config[0] !== 1 || !PROFILES.has(config[1] ?? 0) || lengthBytes < 3) return false
  const end = endOfSets(config, 5, (config[5] ?? 0) & 31)
  return end !== null && endOfSets(config, end, config[end] ?? 0) !== null
}

/** End of `count` parameter sets after their number at `at`; null if there is none, or one is cut off. */
function endOfSets(config: Buffer, at: number, count: number): number | null {
  let end = at + 1
  for (let index = 0; index < count; index += 1) {
    if (end + 2 > config.length) return null
    const length = config.readUInt16BE(end)
    if (length === 0) return null
    end += 2 + length
  }
  return count > 0 && end <= config.length ? end : null
}

/** Classifies a message. Never throws. */
export function roleOf({ kind, body }: FeedTag): FeedRole {
  if (body.length < 2) return NOTHING
  if (kind === 'video') return videoRole(body)
  return kind === 'audio' ? audioRole(body) : METADATA
}

function plainPicture(body: Buffer): Buffer | null {
  const type = (body[0] ?? 0) & 15
  const first = (((body[0] ?? 0) >> 4) & 7) === 1 ? 0x17 : 0x27
  if (type === SEQUENCE_START) return Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), body.subarray(FOUR_CC_BYTES)])
  if (type === CODED_FRAMES) return Buffer.concat([Buffer.from([first, 1]), body.subarray(FOUR_CC_BYTES)])
  if (type === CODED_FRAMES_X) return Buffer.concat([Buffer.from([first, 1, 0, 0, 0]), body.subarray(FOUR_CC_BYTES)])
  return null
}

function plainSound(body: Buffer): Buffer | null {
  const type = (body[0] ?? 0) & 15
  if (type !== SEQUENCE_START && type !== CODED_FRAMES) return null
  return Buffer.concat([Buffer.from([0xaf, type]), body.subarray(FOUR_CC_BYTES)])
}

/** Rewrites H.264 and AAC in enhanced RTMP (`avc1`, `mp4a`) as plain FLV, which all players read. */
export function plainTag(tag: FeedTag): FeedTag {
  const { kind, body } = tag
  const first = body[0] ?? 0
  if (body.length <= FOUR_CC_BYTES) return tag
  const isPicture = kind === 'video' && first >= ENHANCED_PICTURE && fourCcOf(body) === 'avc1'
  const isSound = kind === 'audio' && first >> 4 === ENHANCED_SOUND && fourCcOf(body) === 'mp4a'
  const plain = isPicture ? plainPicture(body) : isSound ? plainSound(body) : null
  return plain ? { ...tag, body: plain } : tag
}
