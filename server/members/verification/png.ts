import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

/** Pixels by row, 8 bits per channel: RGB or RGBA. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
  readonly data: Uint8ClampedArray
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const COLOUR_TYPE = { 3: 2, 4: 6 } as const
const SUB = 1
const UP = 2
/** Runs in the thread pool, so that sockets do not wait. */
const compress = promisify(deflate)

/** Encodes a PNG file. */
export async function encodePng(pixels: Pixels): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pixels.width, 0)
  header.writeUInt32BE(pixels.height, 4)
  header[8] = 8
  header[9] = COLOUR_TYPE[pixels.channels]
  const body = await compress(filtered(pixels), { level: 5 })
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length, 0)
  head.write(type, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(content, crc32(head.subarray(4))), 0)
  return Buffer.concat([head, content, sum])
}

/** Filters each row with the one of two filters that gives smaller differences. */
function filtered(pixels: Pixels): Buffer {
  const { width, height, channels, data } = pixels
  const stride = width * channels
  const out = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y += 1) {
    const filter = costOf(pixels, y, SUB) < costOf(pixels, y, UP) ? SUB : UP
    const start = y * (stride + 1)
    out[start] = filter
    for (let x = 0; x < stride; x += 1) {
      out[start + 1 + x] = (data[y * stride + x] ?? 0) - predicted(pixels, y, x, filter)
    }
  }
  return out
}

/** Sum of the absolute differences of a row, as signed bytes. */
function costOf(pixels: Pixels, y: number, filter: number): number {
  const stride = pixels.width * pixels.channels
  let sum = 0
  for (let x = 0; x < stride; x += 1) {
    const difference = (pixels.data[y * stride + x] ?? 0) - predicted(pixels, y, x, filter)
    sum += Math.abs((difference << 24) >> 24)
  }
  return sum
}

/** The byte that a filter subtracts: that of the pixel to the left, or of the pixel above. */
function predicted({ width, channels, data }: Pixels, y: number, x: number, filter: number): number {
  const stride = width * channels
  const at = y * stride + x
  if (filter === SUB) return x < channels ? 0 : (data[at - channels] ?? 0)
  return y === 0 ? 0 : (data[at - stride] ?? 0)
}
