import { latin1, type PictureType } from './media-type.ts'
import { frameSegments } from './strip-jpeg.ts'

/** Pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

const SIZES: Readonly<Record<PictureType, (bytes: Uint8Array) => PictureSize | null>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
}

/**
 * The size that the head of a complete picture declares, read without decoding it. Null if there is none, or if the parts
 * of the file disagree.
 */
export function pictureSize(bytes: Uint8Array, type: PictureType): PictureSize | null {
  const size = SIZES[type](bytes)
  return size && size.width > 0 && size.height > 0 ? size : null
}

const PNG_SIZE = 16

function pngSize(bytes: Uint8Array): PictureSize {
  const view = viewOf(bytes)
  return { width: view.getUint32(PNG_SIZE), height: view.getUint32(PNG_SIZE + 4) }
}

function jpegSize(bytes: Uint8Array): PictureSize | null {
  return sameSize(
    frameSegments(bytes).map(({ data }) => {
      const view = viewOf(data)
      return { width: view.getUint16(3), height: view.getUint16(1) }
    }),
  )
}

const HEAD_LENGTH = 12
const CHUNK_HEAD = 8

function webpSize(bytes: Uint8Array): PictureSize | null {
  const sizes: PictureSize[] = []
  const whole = viewOf(bytes)
  for (let at = HEAD_LENGTH; at + CHUNK_HEAD <= bytes.length;) {
    const length = whole.getUint32(at + 4, true)
    const size = webpChunkSize(latin1(bytes, at, at + 4), bytes.subarray(at + CHUNK_HEAD, at + CHUNK_HEAD + length))
    if (size) sizes.push(size)
    at += CHUNK_HEAD + length + (length % 2)
  }
  return sameSize(sizes)
}

function webpChunkSize(name: string, chunk: Uint8Array): PictureSize | null {
  if (chunk.length < 10) return null
  const view = viewOf(chunk)
  if (name === 'VP8X') return { width: uint24(view, 4) + 1, height: uint24(view, 7) + 1 }
  if (name === 'VP8 ') return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
  if (name !== 'VP8L') return null
  const bits = view.getUint32(1, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function sameSize([first, ...others]: readonly PictureSize[]): PictureSize | null {
  const isSame = others.every(({ width, height }) => width === first?.width && height === first.height)
  return first && isSame ? first : null
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
