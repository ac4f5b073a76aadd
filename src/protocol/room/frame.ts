import type { Bytes, Codec } from '../bytes.ts'
import { concatBytes, fromUtf8, lengthPrefixed, portableCodec, toBase64Url, utf8 } from '../bytes.ts'
import { type Compressor, deflateIfSmaller } from '../compress.ts'
import { FRAME_MAX_ENTRIES, FRAME_MAX_INFLATED_BYTES } from '../constants.ts'
import type { CryptoBackend } from '../crypto.ts'

/**
 * A room frame (settled 11): consecutive entries of a room's log, sealed once with the room key for all viewers, as a
 * base64url string.
 *
 * bytes = version 1 | flags 1 | epoch 6 | firstSeq 6 | room length 1 | room | iv 12 | AES-256-GCM(content) | tag 16
 * content = JSON `[version, epoch, firstSeq, serverMs, entries[]]`, deflate-raw when flag bit 7 is set.
 */
export const FRAME_VERSION = 1
const FLAG_DEFLATED = 0x80
const IV_LENGTH = 12
const FIXED_LENGTH = 15
const TAG_LENGTH = 16
const UINT48 = 2 ** 48

interface FrameHeader {
  readonly chatRoomNo: string
  /** Changes only if the continuity of the log is lost. */
  readonly epoch: number
  /** Sequence number of the first entry. The next frame starts at `firstSeq + entries.length`. */
  readonly firstSeq: number
}

function writeUint48(bytes: Uint8Array, offset: number, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0 || value >= UINT48) throw new RangeError('not a 48-bit number')
  for (let index = 5, rest = value; index >= 0; index -= 1) {
    bytes[offset + index] = rest % 256
    rest = Math.floor(rest / 256)
  }
}

function readUint48(bytes: Uint8Array, offset: number): number {
  let value = 0
  for (let index = 0; index < 6; index += 1) value = value * 256 + (bytes[offset + index] ?? 0)
  return value
}

function associatedData(header: FrameHeader, flags: number): Bytes {
  return lengthPrefixed(
    'LT1R',
    header.chatRoomNo,
    String(header.epoch),
    String(header.firstSeq),
    new Uint8Array([flags]),
  )
}

/** Seals one frame. `entries` are JSON texts, because the server serializes each entry once. */
export async function sealFrame<Key>(
  backend: CryptoBackend<Key>,
  key: Key,
  compressor: Compressor,
  frame: FrameHeader & { readonly serverMs: number; readonly entries: readonly string[] },
): Promise<string> {
  if (frame.entries.length > FRAME_MAX_ENTRIES) throw new RangeError('too many entries for one frame')
  const content = utf8(
    `[${FRAME_VERSION},${frame.epoch},${frame.firstSeq},${frame.serverMs},[${frame.entries.join(',')}]]`,
  )
  if (content.length > FRAME_MAX_INFLATED_BYTES) throw new RangeError('frame too large')
  const smaller = await deflateIfSmaller(compressor, content)
  const flags = smaller ? FLAG_DEFLATED : 0
  const room = utf8(frame.chatRoomNo)
  if (room.length > 64) throw new RangeError('room name too long')
  const head = new Uint8Array(FIXED_LENGTH)
  head[0] = FRAME_VERSION
  head[1] = flags
  writeUint48(head, 2, frame.epoch)
  writeUint48(head, 8, frame.firstSeq)
  head[14] = room.length
  const iv = backend.random(IV_LENGTH)
  const cipher = await backend.encrypt(key, iv, smaller ?? content, associatedData(frame, flags))
  return toBase64Url(concatBytes(head, room, iv, cipher))
}

export interface SealedFrame extends FrameHeader {
  readonly flags: number
  readonly iv: Uint8Array
  readonly cipher: Uint8Array
}

/** Parses the clear header of a sealed frame. Throws if it is malformed. `codec` may be a faster one of the platform. */
export function parseFrame(text: string, codec: Pick<Codec, 'fromBase64Url'> = portableCodec): SealedFrame {
  const bytes = codec.fromBase64Url(text)
  if (bytes[0] !== FRAME_VERSION) throw new Error('unknown frame version')
  const flags = bytes[1] ?? 0
  if ((flags & ~FLAG_DEFLATED) !== 0) throw new Error('unknown frame flags')
  const roomLength = bytes[14] ?? 0
  const ivAt = FIXED_LENGTH + roomLength
  if (bytes.length < ivAt + IV_LENGTH + TAG_LENGTH) throw new Error('frame too short')
  return {
    chatRoomNo: fromUtf8(bytes.subarray(FIXED_LENGTH, ivAt)),
    epoch: readUint48(bytes, 2),
    firstSeq: readUint48(bytes, 8),
    flags,
    iv: bytes.subarray(ivAt, ivAt + IV_LENGTH),
    cipher: bytes.subarray(ivAt + IV_LENGTH),
  }
}

/** Parses the JSON of a list of entries. Throws if it is invalid. */
export type EntriesReader = (json: string) => unknown

/** `[version, epoch, firstSeq, serverMs, ` at the start of a frame's content. */
const CONTENT_HEAD = /^\[(\d+),(\d+),(\d+),(\d+),/

/**
 * Opens a parsed frame. Returns unchecked entries: the feed checks each one, so that one malformed entry does not lose the
 * frame. Throws if the seal, the size or the header of the content is invalid.
 */
export async function openFrame<Key>(
  backend: CryptoBackend<Key>,
  key: Key,
  compressor: Compressor,
  sealed: SealedFrame,
  readEntries: EntriesReader = JSON.parse,
): Promise<{ serverMs: number; entries: readonly unknown[] }> {
  const plain = await backend.decrypt(key, sealed.iv, sealed.cipher, associatedData(sealed, sealed.flags))
  const content = sealed.flags & FLAG_DEFLATED ? await compressor.inflate(plain, FRAME_MAX_INFLATED_BYTES) : plain
  const text = fromUtf8(content)
  const [head = '', ...numbers] = CONTENT_HEAD.exec(text) ?? []
  const [version, epoch, firstSeq, serverMs = Number.NaN] = numbers.map(Number)
  if (!Number.isSafeInteger(serverMs) || !text.endsWith(']')) throw new Error('frame content is malformed')
  if (version !== FRAME_VERSION || epoch !== sealed.epoch || firstSeq !== sealed.firstSeq) {
    throw new Error('frame content contradicts its head')
  }
  const entries = readEntries(text.slice(head.length, -1))
  if (!Array.isArray(entries) || entries.length > FRAME_MAX_ENTRIES) throw new Error('frame content is malformed')
  return { serverMs, entries }
}
