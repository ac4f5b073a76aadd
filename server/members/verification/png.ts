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
function filtered({ width, height, channels, data }: Pixels): Buffer {
  const stride = width * channels
  const out = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y += 1) {
    const at = y * stride
    let sub = 0
    let up = 0
    for (let x = 0; x < stride; x += 1) {
      const value = data[at + x] ?? 0
      const left = x < channels ? 0 : (data[at + x - channels] ?? 0)
      const above = y === 0 ? 0 : (data[at + x - stride] ?? 0)
      sub += Math.abs(((value - left) << 24) >> 24)
      up += Math.abs(((value - above) << 24) >> 24)
    }
    const isSub = sub < up
    out[y * (stride + 1)] = isSub ? SUB : UP
    for (let x = 0; x < stride; x += 1) {
      const left = x < channels ? 0 : (data[at + x - channels] ?? 0)
      const above = y === 0 ? 0 : (data[at + x - stride] ?? 0)
      out[y * (stride + 1) + 1 + x] = (data[at + x] ?? 0) - (isSub ? left : above)
    }
  }
  return out
}
