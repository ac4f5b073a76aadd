import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { concatBytes, utf8 } from '#protocol/bytes.ts'
import { CODES } from '#protocol/codes.ts'
import { pictureTypeOf } from '#server/members/uploads/media-type.ts'
import { pictureSize } from '#server/members/uploads/picture-size.ts'
import { MAX_PIXELS, reencodePictures } from '#server/members/uploads/reencode.ts'
import type { NewPicture } from '#server/members/uploads/uploads.ts'
import { deflateBomb } from '../support/bomb.ts'
import {
  exifOf,
  jpegSegment,
  type PictureName,
  pngChunk,
  pngOf,
  readPicture,
  riff,
  withSegments,
} from '../support/pictures.ts'

const NAMES = ['photo.jpg', 'screen.png', 'lossy.webp', 'lossless.webp'] as const satisfies readonly PictureName[]
const SECRET = 'PK\u0003\u0004<script>SECRET</script>GPS 31.2304'
const SECRETS = /SECRET|GPS|<script>|Exif|Lavc/

async function encoded(...files: Uint8Array[]): Promise<readonly NewPicture[]> {
  const result = await reencodePictures(files)
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`)
  return result.data
}

function sizeOf({ bytes }: NewPicture): string {
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

describe('a file that cannot be stored', () => {
  const DAMAGED = '图片已损坏'
  const png = readPicture('screen.png')
  const lossy = readPicture('lossy.webp')

  it.each<[string, Uint8Array, string]>([
    ['a page', utf8('<html><script>alert(1)</script>'), DAMAGED],
    ['an empty file', new Uint8Array(), DAMAGED],
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
    const result = await reencodePictures([png, file])
    expect(result).toMatchObject({ code: CODES.PARAM_ERROR, details: { fields: { 'files.1': reason } } })
  })

  it('S7.72: pixels that inflate to 200 MB are not inflated beyond the declared size', async () => {
    const bomb = concatBytes(Uint8Array.of(0x78, 0x9c), deflateBomb(200), new Uint8Array(4))
    const result = await reencodePictures([pngOf({ width: 64, height: 48, pixels: bomb })])
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

  it('is refused while too many calls wait', async () => {
    const small = pngOf({ width: 1, height: 1 })
    const results = await Promise.all(Array.from({ length: 18 }, () => reencodePictures([small])))
    expect(results.filter(({ ok }) => ok)).toHaveLength(16)
    for (const result of results) if (!result.ok) expect(result.code).toBe(CODES.CURRENT_LIMITING_C)
    expect((await reencodePictures([small])).ok).toBe(true)
  })
})
