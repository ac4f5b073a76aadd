import { crc32, deflateSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { concatBytes, utf8 } from '#protocol/bytes.ts'
import { PROJECT_ROOT } from './project.ts'

/**
 * Real pictures of 64 x 48 pixels, encoded by ffmpeg, Pillow and cjpeg. `screen.png` and `lossless.webp` have transparent
 * pixels. Those that move begin with quarters in red, green, blue and white.
 */
export type PictureName =
  | 'photo.jpg'
  | 'progressive.jpg'
  | 'cmyk.jpg'
  | 'arithmetic.jpg'
  | 'screen.png'
  | 'moving.png'
  | 'grey-alpha.png'
  | 'grey16.png'
  | 'colour16.png'
  | 'lossy.webp'
  | 'lossless.webp'
  | 'alpha.webp'
  | 'moving.webp'
  | 'moving-lossless.webp'

export function readPicture(name: PictureName): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(path.join(PROJECT_ROOT, 'tests/fixtures/pictures', name)))
}

function uint32(value: number, isLittle = false): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, isLittle)
  return bytes
}

export function pngChunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const named = concatBytes(utf8(name), data)
  return concatBytes(uint32(data.length), named, uint32(crc32(named)))
}

export interface PngOptions {
  readonly width: number
  readonly height: number
  /** Chunks between head and pixels. */
  readonly extra?: readonly Uint8Array[]
  /** Compressed pixels. */
  readonly pixels?: Uint8Array
}

/** A PNG without colour. */
export function pngOf({ width, height, extra = [], pixels }: PngOptions): Uint8Array<ArrayBuffer> {
  const data = pixels ?? deflateSync(Buffer.alloc((width + 1) * height))
  return concatBytes(
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', concatBytes(uint32(width), uint32(height), Uint8Array.of(8, 0, 0, 0, 0))),
    ...extra,
    pngChunk('IDAT', data),
    pngChunk('IEND', new Uint8Array()),
  )
}

export function jpegSegment(kind: number, data: Uint8Array): Uint8Array<ArrayBuffer> {
  return concatBytes(Uint8Array.of(0xff, kind, (data.length + 2) >> 8, (data.length + 2) & 0xff), data)
}

/** EXIF, big-endian, with an orientation and a place. */
export function exifOf(orientation: number): Uint8Array<ArrayBuffer> {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  const tiff = Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0)
  return concatBytes(utf8('Exif\0\0'), tiff, utf8('GPS 31.2304 121.4737'))
}

/** Puts segments behind the start of a JPEG. */
export function withSegments(jpeg: Uint8Array, ...segments: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concatBytes(jpeg.subarray(0, 2), ...segments, jpeg.subarray(2))
}

export function riff(...chunks: [string, Uint8Array][]): Uint8Array<ArrayBuffer> {
  const body = chunks.flatMap(([name, data]) => [
    utf8(name),
    uint32(data.length, true),
    data,
    new Uint8Array(data.length % 2),
  ])
  const joined = concatBytes(utf8('WEBP'), ...body)
  return concatBytes(utf8('RIFF'), uint32(joined.length, true), joined)
}
