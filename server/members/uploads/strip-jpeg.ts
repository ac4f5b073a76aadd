import { latin1 } from './media-type.ts'

const MARKER = 0xff
const RESTART_FIRST = 0xd0
const RESTART_LAST = 0xd7
const END = 0xd9
const SCAN = 0xda
const COMMENT = 0xfe
const APP_FIRST = 0xe0
const APP_LAST = 0xef
const EXIF_SEGMENT = 0xe1
/** Application segments that affect the picture, by marker and prefix. */
const RETAINED: ReadonlyMap<number, string> = new Map([
  [0xe0, 'JFIF'],
  [0xe2, 'ICC_PROFILE'],
  [0xee, 'Adobe'],
])

/**
 * Removes metadata from a JPEG: EXIF, XMP, IPTC, maker notes, thumbnails, comments, and data after its end. Size,
 * colour (JFIF, ICC profile, Adobe) and orientation remain.
 *
 * @returns null if the bytes are not a complete JPEG
 */
export function stripJpeg(bytes: Uint8Array): Uint8Array | null {
  const parts: Uint8Array[] = [bytes.subarray(0, 2)]
  let orientation = 1
  let hasPicture = false
  for (let at = 2; at + 2 <= bytes.length;) {
    const segment = segmentAt(bytes, at)
    if (segment === null) return null
    const { kind, data, next } = segment
    if (kind === END) return hasPicture ? Buffer.concat([...parts, bytes.subarray(at, next)]) : null
    if (kind === EXIF_SEGMENT) orientation = orientationOf(data) ?? orientation
    if (kind === SCAN && !hasPicture && orientation !== 1) parts.push(orientationSegment(orientation))
    hasPicture ||= kind === SCAN
    if (isRetained(kind, data)) parts.push(bytes.subarray(at, next))
    at = next
  }
  return null
}

interface Segment {
  readonly kind: number
  readonly data: Uint8Array
  /** Position of the next segment, after the coded data of a scan. */
  readonly next: number
}

/** The segment at a position, or null if it is malformed. */
function segmentAt(bytes: Uint8Array, at: number): Segment | null {
  const kind = bytes[at + 1] ?? 0
  if (bytes[at] !== MARKER) return null
  if (kind === END) return { kind, data: bytes.subarray(0, 0), next: at + 2 }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // A marker byte before a marker is padding.
  const end = kind === MARKER ? at + 1 : endOfSegment(view, at)
  if (end === null) return null
  return { kind, data: bytes.subarray(at + 4, end), next: kind === SCAN ? nextMarker(bytes, end) : end }
}

const FRAME_FIRST = 0xc0
const FRAME_LAST = 0xcf
/** Huffman tables, an extension and arithmetic conditioning have numbers between those of frames. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])
/** Precision, height, width, number of components. */
const FRAME_HEAD = 6

/** The segments of a JPEG that describe a frame: one in a valid file. */
export function frameSegments(bytes: Uint8Array): Segment[] {
  const frames: Segment[] = []
  for (let at = 2, segment = segmentAt(bytes, at); segment && at < bytes.length; segment = segmentAt(bytes, at)) {
    const { kind, data, next } = segment
    const isFrame = kind >= FRAME_FIRST && kind <= FRAME_LAST && !NO_FRAMES.has(kind)
    if (isFrame && data.length >= FRAME_HEAD) frames.push(segment)
    at = next
  }
  return frames
}

function endOfSegment(view: DataView, at: number): number | null {
  if (at + 4 > view.byteLength) return null
  const end = at + 2 + view.getUint16(at + 2)
  return end > view.byteLength || end < at + 4 ? null : end
}

function isRetained(kind: number, data: Uint8Array): boolean {
  if (kind === MARKER || kind === COMMENT) return false
  if (kind < APP_FIRST || kind > APP_LAST) return true
  const beginning = RETAINED.get(kind)
  return beginning !== undefined && latin1(data, 0, beginning.length) === beginning
}

/** Finds the end of coded data, in which a marker byte is followed by zero or a restart. */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== MARKER) continue
    const kind = bytes[at + 1] ?? 0
    if (kind !== 0 && kind !== MARKER && (kind < RESTART_FIRST || kind > RESTART_LAST)) return at
  }
  return bytes.length
}

const EXIF = 'Exif\0\0'

/** The orientation (1 to 8) of an EXIF segment, or null. */
function orientationOf(segment: Uint8Array): number | null {
  return latin1(segment, 0, EXIF.length) === EXIF ? exifOrientation(segment.subarray(EXIF.length)) : null
}

const ORIENTATION_TAG = 0x0112

/** The orientation (1 to 8) of EXIF data, which begin with a TIFF header; null without a valid one. */
export function exifOrientation(bytes: Uint8Array): number | null {
  const tiff = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (tiff.byteLength < 8) return null
  const isLittle = tiff.getUint16(0) === 0x4949
  const directory = tiff.getUint32(4, isLittle)
  if (directory + 2 > tiff.byteLength) return null
  for (let entry = 0; entry < tiff.getUint16(directory, isLittle); entry += 1) {
    const at = directory + 2 + entry * 12
    if (at + 12 > tiff.byteLength) return null
    if (tiff.getUint16(at, isLittle) !== ORIENTATION_TAG) continue
    const value = tiff.getUint16(at + 8, isLittle)
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}

/** Marker, length, name; TIFF header, little-endian; one entry: the orientation; no further directory. */
const SMALLEST_EXIF = 'ffe10022 457869660000 49492a0008000000 0100 120103000100000001000000 00000000'
const PLACE_OF_ORIENTATION = 28

function orientationSegment(orientation: number): Uint8Array {
  const segment = Buffer.from(SMALLEST_EXIF.replaceAll(' ', ''), 'hex')
  segment.writeUInt8(orientation, PLACE_OF_ORIENTATION)
  return segment
}
