import { pictureTypeOf, latin1 } from './media-type.ts'
import { exifOrientation, stripJpeg } from './strip-jpeg.ts'
import { stripWebp } from './strip-webp.ts'

const STRIP = { 'image/jpeg': stripJpeg, 'image/png': stripPng, 'image/webp': stripWebp } as const

/**
 * Removes metadata: place, time, device, texts, trailing data. Null if the bytes are not a complete picture of a known
 * type.
 */
export function stripMetadata(bytes: Uint8Array): Uint8Array | null {
  const type = pictureTypeOf(bytes)
  return type === null ? null : STRIP[type](bytes)
}

const SIGNATURE_LENGTH = 8
/** Length, name and checksum of a chunk. */
const CHUNK_OVERHEAD = 12
/** Chunks that affect the picture. Texts, times, EXIF and private chunks are removed. */
const RETAINED = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT'.split(' '))

/** The chunks of a still picture that its pixels follow from. */
export const PIXEL_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/**
 * Removes texts, times, EXIF, private chunks, and data after the end of a PNG.
 *
 * @param retained names of the chunks that remain
 * @returns null if the bytes are not a complete PNG
 */
export function stripPng(bytes: Uint8Array, retained: ReadonlySet<string> = RETAINED): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Uint8Array[] = [bytes.subarray(0, SIGNATURE_LENGTH)]
  let hasPicture = false
  for (let at = SIGNATURE_LENGTH; at + CHUNK_OVERHEAD <= bytes.length;) {
    const end = at + CHUNK_OVERHEAD + view.getUint32(at)
    const name = latin1(bytes, at + 4, at + 8)
    if (end > bytes.length || (at === SIGNATURE_LENGTH) !== (name === 'IHDR')) return null
    if (retained.has(name)) parts.push(bytes.subarray(at, end))
    hasPicture ||= name === 'IDAT'
    if (name === 'IEND') return hasPicture ? Buffer.concat(parts) : null
    at = end
  }
  return null
}

/** The orientation (1 to 8) of the EXIF data of a complete PNG; null without a valid one. Browsers apply it. */
export function pngOrientation(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = SIGNATURE_LENGTH; at + CHUNK_OVERHEAD <= bytes.length;) {
    const end = at + CHUNK_OVERHEAD + view.getUint32(at)
    if (latin1(bytes, at + 4, at + 8) === 'eXIf') return exifOrientation(bytes.subarray(at + 8, end - 4))
    at = end
  }
  return null
}
