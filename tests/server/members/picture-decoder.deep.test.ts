import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, it, vi } from 'vitest'
import { concatBytes, utf8 } from '#protocol/bytes.ts'
import { CODES } from '#protocol/codes.ts'
import { pictureTypeOf } from '#server/members/uploads/media-type.ts'
import { pictureSize } from '#server/members/uploads/picture-size.ts'
import { type EncodedPicture, MAX_CALLS, PictureDecoder } from '#server/members/uploads/picture-decoder.ts'
import { MAX_PIXELS, PICTURE_PROBLEMS } from '#server/members/uploads/read-picture.ts'
import { deflateBomb } from '../../support/bomb.ts'
import {
  exifOf,
  jpegSegment,
  type PictureName,
  pngChunk,
  pngOf,
  readPicture,
  riff,
  withSegments,
} from '../../support/pictures.ts'

const NAMES = ['photo.jpg', 'screen.png', 'lossy.webp', 'lossless.webp'] as const satisfies readonly PictureName[]
const SECRET = 'PK\u0003\u0004<script>SECRET</script>GPS 31.2304'
const SECRETS = /SECRET|GPS|<script>|Exif|Lavc/

const decoder = new PictureDecoder()
const receive = (files: readonly Uint8Array[], owner = 'member', signal?: AbortSignal) =>
  decoder.receive({ owner, signal }, async () => ({ ok: true, data: files }))

async function encoded(...files: Uint8Array[]): Promise<readonly EncodedPicture[]> {
  const result = await receive(files)
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`)
  return result.data
}

function sizeOf({ bytes }: EncodedPicture): string {
  const type = pictureTypeOf(bytes)
  const size = type && pictureSize(bytes, type)
  return size ? `${size.width}x${size.height}` : 'none'
}

describe('a stored picture', () => {
  it('S7.72 is another file of the same type and size', async () => {
    const files = NAMES.map(readPicture)
    const pictures = await encoded(...files)
    expect(pictures.map(({ type }) => type)).toEqual(['image/jpeg', 'image/png', 'image/webp', 'image/webp'])
    for (const [index, picture] of pictures.entries()) {
      expect(pictureTypeOf(picture.bytes)).toBe(picture.type)
      expect(sizeOf(picture)).toBe('64x48')
      expect(Buffer.from(picture.bytes).equals(files[index]!)).toBe(false)
    }
    // The pixels of a PNG are exact.
    const [before, after] = [files[1]!, pictures[1]!.bytes].map((bytes) => PNG.sync.read(Buffer.from(bytes)).data)
    expect(after!.equals(before!)).toBe(true)
    // What was encoded once is accepted again.
    expect((await encoded(...pictures.map(({ bytes }) => bytes))).map(sizeOf)).toEqual(pictures.map(sizeOf))
  })

  it('S7.72 has nothing of a file that is two files in one, and no metadata', async () => {
    const [jpeg, png, lossy] = NAMES.map(readPicture)
    const zip = utf8(SECRET)
    const vp8 = lossy!.subarray(20)
    const head = Uint8Array.of(0x2c, 0, 0, 0, 63, 0, 0, 47, 0, 0)
    const polyglots = [
      ...[jpeg!, png!, lossy!].map((picture) => concatBytes(picture, zip)),
      withSegments(
        jpeg!,
        jpegSegment(0xe1, exifOf(1)),
        jpegSegment(0xfe, zip),
        jpegSegment(0xe0, utf8(`JFIF${SECRET}`)),
      ),
      pngOf({ width: 4, height: 4, extra: [pngChunk('tEXt', zip), pngChunk('iCCP', zip)] }),
      // Behind the end of the compressed pixels.
      pngOf({ width: 1, height: 1, pixels: concatBytes(deflateSync(new Uint8Array(2)), zip) }),
      riff(['VP8X', head], ['VP8 ', vp8], ['EXIF', exifOf(1)], ['ICCP', zip]),
    ]
    for (const file of polyglots) {
      // oxlint-disable-next-line no-await-in-loop -- calls run one after the other in any case
      const [picture] = await encoded(file)
      expect(Buffer.from(file).toString('latin1')).toMatch(SECRETS)
      expect(Buffer.from(picture!.bytes).toString('latin1')).not.toMatch(SECRETS)
    }
  })

  it.each([
    [1, '64x48'],
    [3, '64x48'],
    [6, '48x64'],
    [8, '48x64'],
  ])('S7.72 is turned by the orientation %i of its metadata', async (orientation, size) => {
    const file = withSegments(readPicture('photo.jpg'), jpegSegment(0xe1, exifOf(orientation)))
    expect((await encoded(file)).map(sizeOf)).toEqual([size])
  })
})

/** Red, green, blue and white: the colours of the quarters of the pictures below, from the upper left. */
const QUARTERS = ['r', 'g', 'b', 'w'] as const

/** The colours of the quarters of a picture. */
function quartersOf({ data, width, height }: { data: Uint8Array; width: number; height: number }): string {
  const colourAt = (x: number, y: number): string => {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4)
    const isHigh = [red, green, blue].map((value) => value > 127)
    return isHigh.every(Boolean) ? 'w' : (QUARTERS[isHigh.indexOf(true)] ?? '?')
  }
  const [left, right] = [Math.floor(width / 4), Math.floor((width * 3) / 4)]
  return [height / 4, (height * 3) / 4]
    .map(Math.floor)
    .flatMap((y) => [colourAt(left, y), colourAt(right, y)])
    .join('')
}

async function webpPixels(bytes: Uint8Array): Promise<{ data: Uint8Array; width: number; height: number }> {
  const { default: decode, init } = await import('@jsquash/webp/decode.js')
  const wasm = await readFile(createRequire(import.meta.url).resolve('@jsquash/webp/codec/dec/webp_dec.wasm'))
  vi.stubGlobal('ImageData', function (this: object, data: unknown, width: number, height: number) {
    Object.assign(this, { data, width, height })
  })
  await init(await WebAssembly.compile(wasm))
  const { data, width, height } = await decode(Uint8Array.from(bytes).buffer)
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.length), width, height }
}

describe('a valid picture of a rarer kind', () => {
  it.each(['progressive.jpg', 'moving.png', 'grey-alpha.png', 'grey16.png', 'colour16.png', 'alpha.webp'] as const)(
    'S7.72 %s is stored',
    async (name) => expect((await encoded(readPicture(name))).map(sizeOf)).toEqual(['64x48']),
  )

  it.each(['moving.webp', 'moving-lossless.webp'] as const)('S7.72 %s is stored with its first frame', async (name) => {
    const [picture] = await encoded(readPicture(name))
    const pixels = await webpPixels(picture!.bytes)
    expect([pixels.width, pixels.height, quartersOf(pixels)]).toEqual([64, 48, 'rgbw'])
  })

  it('S7.72 the first frame of an animation is drawn where it belongs', async () => {
    const frame = Buffer.from(readPicture('moving.webp')).subarray(68, 210)
    const head = Uint8Array.of(2, 0, 0, 0, 127, 0, 0, 95, 0, 0)
    const place = Uint8Array.of(32, 0, 0, 24, 0, 0, 63, 0, 0, 47, 0, 0, 100, 0, 0, 0)
    const [picture] = await encoded(
      riff(['VP8X', head], ['ANIM', new Uint8Array(6)], ['ANMF', concatBytes(place, frame)]),
    )
    const { data, width, height } = await webpPixels(picture!.bytes)
    expect([width, height]).toEqual([128, 96])
    const alphaAt = (x: number, y: number) => data[(y * width + x) * 4 + 3]
    expect([alphaAt(63, 47), alphaAt(64, 48), alphaAt(127, 95)]).toEqual([0, 255, 255])
    const outside = riff(['VP8X', Uint8Array.of(2, 0, 0, 0, 63, 0, 0, 47, 0, 0)], ['ANMF', concatBytes(place, frame)])
    expect(await receive([outside])).toMatchObject({ details: { fields: { 'files.0': PICTURE_PROBLEMS.damaged } } })
  })

  it.each([
    [1, 'rgbw', '64x48'],
    [2, 'grwb', '64x48'],
    [3, 'wbgr', '64x48'],
    [4, 'bwrg', '64x48'],
    [5, 'rbgw', '48x64'],
    [6, 'brwg', '48x64'],
    [7, 'wgbr', '48x64'],
    [8, 'gwrb', '48x64'],
  ])(
    'S7.72 a PNG is turned by the orientation %i of its EXIF data, as browsers do',
    async (orientation, quarters, size) => {
      const png = readPicture('moving.png')
      const exif = pngChunk('eXIf', exifOf(orientation).subarray(6))
      const [picture] = await encoded(concatBytes(png.subarray(0, 33), exif, png.subarray(33)))
      expect(sizeOf(picture!)).toBe(size)
      expect(quartersOf(PNG.sync.read(Buffer.from(picture!.bytes)))).toBe(quarters)
    },
  )

  it.each([
    ['cmyk.jpg', PICTURE_PROBLEMS.cmyk],
    ['arithmetic.jpg', PICTURE_PROBLEMS.coding],
  ] as const)(
    'S7.72 %s is not supported, and called neither damaged nor a wrong parameter only',
    async (name, reason) => {
      const result = await receive([readPicture(name)])
      expect(result).toMatchObject({ code: CODES.PARAM_ERROR, details: { fields: { 'files.0': reason } } })
      expect(reason).not.toContain('损坏')
    },
  )
})

describe('a file that cannot be stored', () => {
  const { damaged: DAMAGED, type: TYPE } = PICTURE_PROBLEMS
  const png = readPicture('screen.png')
  const lossy = readPicture('lossy.webp')

  it.each<[string, Uint8Array, string]>([
    ['a page', utf8('<html><script>alert(1)</script>'), TYPE],
    ['an empty file', new Uint8Array(), TYPE],
    ['a page with the head of a JPEG', concatBytes(Uint8Array.of(0xff, 0xd8, 0xff), utf8('<html>')), DAMAGED],
    ['a picture that is cut off', png.subarray(0, png.length - 20), DAMAGED],
    [
      'a PNG with too few pixels',
      pngOf({ width: 64, height: 48, pixels: Uint8Array.of(0x78, 0x9c, 3, 0, 0, 0, 0, 1) }),
      DAMAGED,
    ],
    ['a PNG without pixels that inflate', pngOf({ width: 8, height: 8, pixels: utf8('no zlib') }), DAMAGED],
    ['a PNG of no size', pngOf({ width: 0, height: 8 }), DAMAGED],
    ['a WebP whose canvas is another size', riff(['VP8X', new Uint8Array(10)], ['VP8 ', lossy.subarray(20)]), DAMAGED],
    ['a WebP without pixels', riff(['VP8 ', lossy.subarray(20, 32)]), DAMAGED],
    [
      'a small file of 900 million pixels',
      pngOf({ width: 30_000, height: 30_000, pixels: utf8('') }),
      '图片超过 1600 万像素，请缩小后再上传',
    ],
  ])('S7.72: %s is PARAM_ERROR', async (_name, file, reason) => {
    const result = await receive([png, file])
    expect(result).toMatchObject({ code: CODES.PARAM_ERROR, details: { fields: { 'files.1': reason } } })
  })

  it('S7.72: pixels that inflate to 200 MB are not inflated beyond the declared size', async () => {
    const bomb = concatBytes(Uint8Array.of(0x78, 0x9c), deflateBomb(200), new Uint8Array(4))
    const result = await receive([pngOf({ width: 64, height: 48, pixels: bomb })])
    if (result.ok) expect(result.data[0]!.bytes.length).toBeLessThan(4_096)
    else expect(result.code).toBe(CODES.PARAM_ERROR)
  })

  it('reads the size of any bytes without throwing', () => {
    const anyFile = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .tuple(fc.constantFrom(...NAMES), fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 20 }))
        .map(([name, changes]) => {
          const bytes = readPicture(name)
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
          return bytes
        }),
    )
    fc.assert(
      fc.property(anyFile, (bytes) => {
        const type = pictureTypeOf(bytes)
        const size = type && bytes.length >= 30 ? pictureSize(bytes, type) : null
        if (size) expect(size.width * size.height).toBeGreaterThan(0)
      }),
    )
    expect(MAX_PIXELS).toBeGreaterThan(4_000 * 3_000)
  })
})

describe('uploads at the same time', () => {
  const small = pngOf({ width: 1, height: 1 })
  const large = pngOf({ width: 4_000, height: 4_000, pixels: deflateSync(Buffer.alloc(4_001 * 4_000)) })

  it('S7.72 two of a member run; a third is refused with the time to wait', async () => {
    const results = await Promise.all([receive([small]), receive([small]), receive([small]), receive([small], 'other')])
    expect(results.map(({ ok }) => ok)).toEqual([true, true, false, true])
    expect(results[2]).toMatchObject({
      code: CODES.CURRENT_LIMITING_B,
      message: expect.stringMatching(/^您上传的图片还在处理，请 \d+ 秒后再试$/),
      details: { retryAfterMs: expect.any(Number) },
    })
    expect((await receive([small])).ok).toBe(true)
  })

  it('S7.72 a full queue is refused with the time to wait, without reading files', async () => {
    const results = Promise.all(Array.from({ length: MAX_CALLS }, (_, index) => receive([small], `member ${index}`)))
    const read = vi.fn(async () => ({ ok: true as const, data: [small] }))
    expect(await decoder.receive({ owner: 'one more' }, read)).toMatchObject({
      code: CODES.CURRENT_LIMITING_C,
      message: expect.stringMatching(/^正在上传图片的人较多，请 \d+ 秒后再试$/),
      details: { retryAfterMs: expect.any(Number) },
    })
    expect(read).not.toHaveBeenCalled()
    expect((await results).every(({ ok }) => ok)).toBe(true)
    expect((await receive([small], 'one more')).ok).toBe(true)
  })

  it('S7.72 members take turns by picture', async () => {
    const ended: string[] = []
    const send = async (name: string, count: number) => {
      const result = await receive(
        Array.from({ length: count }, () => small),
        name,
      )
      ended.push(name)
      return result
    }
    await Promise.all([send('many', 3), send('many', 3), send('few', 1)])
    expect(ended[0]).toBe('few')
  })

  it('S7.72 a caller who disconnects frees the place, and the running picture ends', async () => {
    const caller = new AbortController()
    const results = [receive([large, large, large], 'gone', caller.signal), receive([large], 'gone', caller.signal)]
    const next = receive([small], 'other')
    caller.abort()
    const ended = await Promise.all(results)
    expect(ended.map(({ ok }) => ok)).toEqual([false, false])
    expect((await next).ok).toBe(true)
    expect((await receive([small], 'gone')).ok).toBe(true)
  })
})
