import { deflateRawSync, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utf8 } from '#protocol/bytes.ts'
import { compressor } from '#workers/compress.ts'
import { deflateBomb } from '../support/bomb.ts'
import { peakInflatedBytes } from '../support/inflating.ts'

describe('compressor', () => {
  it('is compatible with zlib in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 20_000 }), async (bytes) => {
        expect(new Uint8Array(inflateRawSync(await compressor.deflate(bytes)))).toEqual(new Uint8Array(bytes))
        const zlib = new Uint8Array(deflateRawSync(bytes))
        expect(await compressor.inflate(zlib, bytes.length)).toEqual(new Uint8Array(bytes))
      }),
      { numRuns: 40 },
    )
  })

  it('stops inflating at the limit', async () => {
    const inflating = async () => compressor.inflate(deflateBomb(200), 1_000_000)
    const peak = await peakInflatedBytes(() => expect(inflating).rejects.toThrow('beyond 1000000'))
    expect(peak).toBeLessThan(30_000_000)
  })

  it('rejects invalid and truncated data', async () => {
    const whole = new Uint8Array(deflateRawSync(utf8('看台'.repeat(500))))
    await expect(compressor.inflate(whole.subarray(0, whole.length - 3), 10_000)).rejects.toThrow()
    await expect(compressor.inflate(new Uint8Array(300).fill(0xff), 10_000)).rejects.toThrow()
  })
})
