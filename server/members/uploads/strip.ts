import { pictureTypeOf } from './media-type.ts'
import { stripJpeg } from './strip-jpeg.ts'
import { stripPng } from './strip-png.ts'
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
