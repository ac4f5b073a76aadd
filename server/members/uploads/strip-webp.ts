import { latin1 } from './media-type.ts'

const HEAD_LENGTH = 12
const CHUNK_HEAD = 8
const RETAINED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const PICTURES = new Set(['VP8 ', 'VP8L', 'ANMF'])
/** Flags in VP8X that announce EXIF and XMP. */
const METADATA_FLAGS = 0x0c

/**
 * Removes EXIF, XMP, unknown chunks, and data after the end of a WebP.
 *
 * @returns null if the bytes are not a complete WebP
 */
export function stripWebp(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length < HEAD_LENGTH) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = CHUNK_HEAD + view.getUint32(4, true)
  if (end > bytes.length) return null
  const chunks = chunksOf(bytes.subarray(HEAD_LENGTH, end))
  const read = chunks.reduce((length, { whole }) => length + whole.length, HEAD_LENGTH)
  // Fewer bytes than the head of a chunk may follow.
  if (end - read >= CHUNK_HEAD || !chunks.some(({ name }) => PICTURES.has(name))) return null
  const retained = chunks.filter(({ name }) => RETAINED.has(name))
  return riffOf(retained.map(({ name, whole }) => (name === 'VP8X' ? withoutMetadataFlags(whole) : whole)))
}

function withoutMetadataFlags(chunk: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(chunk)
  copy[CHUNK_HEAD] = (copy[CHUNK_HEAD] ?? 0) & ~METADATA_FLAGS
  return copy
}

/** A still WebP with the first frame of an animation, and where it is drawn. */
interface FirstFrame {
  readonly bytes: Uint8Array
  /** Pixels from the left and the upper edge of the canvas. */
  readonly x: number
  readonly y: number
}

/** Position, size, duration and flags of a frame. */
const FRAME_HEAD = 16
const ALPHA_FLAG = 0x10

/** The first frame of an animated WebP whose chunks are complete; null if it has none. */
export function firstFrameOf(bytes: Uint8Array): FirstFrame | null {
  const frame = chunksOf(bytes.subarray(HEAD_LENGTH)).find(({ name }) => name === 'ANMF')?.data
  if (!frame || frame.length < FRAME_HEAD) return null
  const parts = chunksOf(frame.subarray(FRAME_HEAD))
  const pixels = parts.find(({ name }) => name === 'VP8 ' || name === 'VP8L')
  if (!pixels) return null
  const alpha = parts.find(({ name }) => name === 'ALPH')
  const head = Buffer.from(`VP8X\x0a${'\0'.repeat(13)}`, 'latin1')
  head.writeUInt8(ALPHA_FLAG, CHUNK_HEAD)
  // Width and height of the frame, both less one.
  head.set(frame.subarray(6, 12), CHUNK_HEAD + 4)
  const still = riffOf(pixels.name === 'VP8 ' && alpha ? [head, alpha.whole, pixels.whole] : [pixels.whole])
  // Positions are stored in units of two pixels.
  return { bytes: still, x: uint24(frame, 0) * 2, y: uint24(frame, 3) * 2 }
}

interface Chunk {
  readonly name: string
  readonly data: Uint8Array
  /** With name, length and padding. */
  readonly whole: Uint8Array
}

/** Complete chunks, up to one that is cut off. */
function chunksOf(bytes: Uint8Array): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Chunk[] = []
  for (let at = 0; at + CHUNK_HEAD <= bytes.length;) {
    const size = view.getUint32(at + 4, true)
    const end = at + CHUNK_HEAD + size + (size % 2)
    if (end > bytes.length) break
    const data = bytes.subarray(at + CHUNK_HEAD, at + CHUNK_HEAD + size)
    chunks.push({ name: latin1(bytes, at, at + 4), data, whole: bytes.subarray(at, end) })
    at = end
  }
  return chunks
}

const uint24 = (bytes: Uint8Array, at: number): number => Buffer.from(bytes).readUIntLE(at, 3)

function riffOf(chunks: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(chunks)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}
