import { type PictureType, pictureTypeOf } from './media-type.ts'
import { pictureSize, type PictureSize } from './picture-size.ts'
import { frameSegments } from './strip-jpeg.ts'
import { firstFrameOf } from './strip-webp.ts'
import { PIXEL_CHUNKS, pngOrientation, stripMetadata, stripPng } from './strip.ts'

/** 16 million pixels: photos of 12 million fit. A JPEG needs about 30 bytes per pixel while it is encoded. */
export const MAX_PIXELS = 16_000_000

/** Why a picture is refused. */
export const PICTURE_PROBLEMS = {
  type: '不是 JPEG、PNG 或 WebP 图片',
  damaged: '图片已损坏',
  pixels: '图片超过 1600 万像素，请缩小后再上传',
  cmyk: '这张 JPEG 是印刷用的 CMYK 颜色，暂不支持，请截图或另存为 RGB 图片后再上传',
  coding: '暂不支持这种 JPEG 编码，请截图或另存为普通 JPEG 后再上传',
} as const

/** A picture without metadata, as the decoder takes it. */
export interface ReadablePicture extends PictureSize {
  readonly type: PictureType
  readonly bytes: Uint8Array
  /** EXIF orientation (1 to 8) that the decoder does not apply itself. */
  readonly orientation: number
  /** Where the decoded picture is drawn, if it is a part only: the first frame of an animation. */
  readonly canvas: (PictureSize & { readonly x: number; readonly y: number }) | null
}

/** Reads the container and the head of a picture, without decoding it. Returns a text why it is refused. */
export function readPicture(bytes: Uint8Array): ReadablePicture | string {
  const type = pictureTypeOf(bytes)
  if (type === null) return PICTURE_PROBLEMS.type
  // A colour profile is not stored, and a wrong one must not spoil the picture.
  const stripped = type === 'image/png' ? stripPng(bytes, PIXEL_CHUNKS) : stripMetadata(bytes)
  if (!stripped) return PICTURE_PROBLEMS.damaged
  if (type === 'image/jpeg') {
    const problem = jpegProblem(stripped)
    if (problem !== null) return problem
  }
  const size = pictureSize(stripped, type)
  if (!size) return PICTURE_PROBLEMS.damaged
  if (size.width * size.height > MAX_PIXELS) return PICTURE_PROBLEMS.pixels
  const frame = type === 'image/webp' ? firstFrameOf(stripped) : null
  if (!frame) {
    const orientation = (type === 'image/png' && pngOrientation(bytes)) || 1
    return { type, bytes: stripped, ...size, orientation, canvas: null }
  }
  const { bytes: still, x, y } = frame
  const own = pictureSize(still, type)
  const isInside = own && x + own.width <= size.width && y + own.height <= size.height
  return isInside ? { type, bytes: still, ...own, orientation: 1, canvas: { ...size, x, y } } : PICTURE_PROBLEMS.damaged
}

/** Baseline, extended and progressive frames with Huffman codes. */
const HUFFMAN_FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])
const CMYK_COMPONENTS = 4
/** Positions in the head of a frame. Its height is zero if it follows the first scan. */
const [PRECISION, HEIGHT, COMPONENTS] = [0, 1, 5]

/** Why the decoder does not take a valid JPEG; null if it does. */
function jpegProblem(bytes: Uint8Array): string | null {
  for (const { kind, data } of frameSegments(bytes)) {
    const hasHeight = (data[HEIGHT] ?? 0) + (data[HEIGHT + 1] ?? 0) > 0
    if (!HUFFMAN_FRAMES.has(kind) || data[PRECISION] !== 8 || !hasHeight) return PICTURE_PROBLEMS.coding
    if (data[COMPONENTS] === CMYK_COMPONENTS) return PICTURE_PROBLEMS.cmyk
  }
  return null
}
