/** Size of the pictures of an H.264 stream, and the shape of its pixels (width to height). */
export interface PictureSize {
  readonly width: number
  readonly height: number
  readonly pixelAspect: readonly [width: number, height: number]
}

const MACROBLOCK = 16
/** Sample aspect ratios by number (H.264, table E-1). */
const ASPECTS: readonly (readonly [number, number])[] = [
  [1, 1],
  [1, 1],
  [12, 11],
  [10, 11],
  [16, 11],
  [40, 33],
  [24, 11],
  [20, 11],
  [32, 11],
  [80, 33],
  [18, 11],
  [15, 11],
  [64, 33],
  [160, 99],
  [4, 3],
  [3, 2],
  [2, 1],
]
const OWN_ASPECT = 255
/** Profiles that state a chroma format. */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128])
const MAX_SIZE = 16_384

/** Reads bits and Exp-Golomb numbers. Reads zeros after the end. */
class Bits {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  read(count: number): number {
    let value = 0
    for (let index = 0; index < count; index += 1, this.#at += 1) {
      const byte = this.#bytes[this.#at >> 3] ?? 0
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1)
    }
    return value
  }

  flag(): boolean {
    return this.read(1) === 1
  }

  number(): number {
    let zeros = 0
    while (zeros < 32 && !this.flag()) zeros += 1
    return 2 ** zeros - 1 + this.read(zeros)
  }

  signed(): number {
    const value = this.number()
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2
  }
}

/** Removes the bytes that prevent start codes. */
function withoutPrevention(bytes: Buffer): Buffer {
  return Buffer.from(bytes.filter((byte, at) => byte !== 3 || at < 2 || bytes[at - 1] !== 0 || bytes[at - 2] !== 0))
}

function skipScalingLists(bits: Bits, count: number): void {
  for (let list = 0; list < count; list += 1) {
    if (!bits.flag()) continue
    let [last, next] = [8, 8]
    for (let index = 0; index < (list < 6 ? 16 : 64); index += 1) {
      if (next !== 0) next = (last + bits.signed() + 256) % 256
      last = next === 0 ? last : next
    }
  }
}

/** The chroma format: 1 is 4:2:0. */
function readChroma(bits: Bits, profile: number): number {
  if (!HIGH_PROFILES.has(profile)) return 1
  const chroma = bits.number()
  if (chroma === 3) bits.read(1)
  bits.number()
  bits.number()
  bits.read(1)
  if (bits.flag()) skipScalingLists(bits, chroma === 3 ? 12 : 8)
  return chroma
}

function skipOrder(bits: Bits): void {
  const order = bits.number()
  if (order === 0) bits.number()
  if (order !== 1) return
  bits.read(1)
  bits.signed()
  bits.signed()
  for (let left = Math.min(255, bits.number()); left > 0; left -= 1) bits.signed()
}

function readAspect(bits: Bits): readonly [number, number] {
  if (!bits.flag() || !bits.flag()) return [1, 1]
  const number = bits.read(8)
  const aspect = number === OWN_ASPECT ? ([bits.read(16), bits.read(16)] as const) : ASPECTS[number]
  return aspect && aspect[0] > 0 && aspect[1] > 0 ? aspect : [1, 1]
}

/** The size by the first sequence parameter set of an AVCDecoderConfigurationRecord; null if it cannot be read. */
export function pictureSize(config: Buffer): PictureSize | null {
  if (config.length < 12) return null
  const end = 8 + config.readUInt16BE(6)
  const set = withoutPrevention(config.subarray(9, end))
  const bits = new Bits(set.subarray(3))
  bits.number()
  const chroma = readChroma(bits, set[0] ?? 0)
  bits.number()
  skipOrder(bits)
  bits.number()
  bits.read(1)
  const [columns, rows] = [bits.number() + 1, bits.number() + 1]
  const fields = bits.flag() ? 1 : 2
  if (fields === 2) bits.read(1)
  bits.read(1)
  const [left, right, top, bottom] = bits.flag()
    ? [bits.number(), bits.number(), bits.number(), bits.number()]
    : [0, 0, 0, 0]
  const [unitX, unitY] = [chroma === 1 || chroma === 2 ? 2 : 1, (chroma === 1 ? 2 : 1) * fields]
  const width = columns * MACROBLOCK - unitX * (left + right)
  const height = rows * MACROBLOCK * fields - unitY * (top + bottom)
  const isPossible = width >= MACROBLOCK && height >= MACROBLOCK && Math.max(width, height) <= MAX_SIZE
  return isPossible ? { width, height, pixelAspect: readAspect(bits) } : null
}
