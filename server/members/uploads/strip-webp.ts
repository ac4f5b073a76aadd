import { latin1 } from './media-type.ts'

const HEAD_LENGTH = 12
const CHUNK_HEAD = 8
const RETAINED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
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
  const whole = CHUNK_HEAD + view.getUint32(4, true)
  if (whole > bytes.length) return null
  const parts: Uint8Array[] = []
  let hasPicture = false
  for (let at = HEAD_LENGTH; at + CHUNK_HEAD <= whole;) {
    const size = view.getUint32(at + 4, true)
    const end = at + CHUNK_HEAD + size + (size % 2)
    if (end > whole) return null
    const name = latin1(bytes, at, at + 4)
    if (RETAINED.has(name))
      parts.push(name === 'VP8X' ? withoutMetadataFlags(bytes.subarray(at, end)) : bytes.subarray(at, end))
    hasPicture ||= name === 'VP8 ' || name === 'VP8L' || name === 'ANMF'
    at = end
  }
  if (!hasPicture) return null
  const body = Buffer.concat(parts)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

function withoutMetadataFlags(chunk: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(chunk)
  copy[CHUNK_HEAD] = (copy[CHUNK_HEAD] ?? 0) & ~METADATA_FLAGS
  return copy
}
