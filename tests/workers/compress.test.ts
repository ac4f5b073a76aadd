import { buffer } from 'node:stream/consumers'
import { createDeflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utf8 } from '#protocol/bytes.ts'
import { compressor } from '#workers/compress.ts'

describe('compressor', () => {
  it('gives what zlib reads, and reads what zlib gives', async () => {
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
    // 200 MB of zeros, made piece by piece so that making it does not itself fill the memory that is looked at.
    const maker = createDeflateRaw()
    for (let piece = 0; piece < 1000; piece += 1) maker.write(new Uint8Array(200_000))
    maker.end()
    const bomb = new Uint8Array(await buffer(maker))
    const before = process.memoryUsage.rss()
    await expect(compressor.inflate(bomb, 1_000_000)).rejects.toThrow('beyond 1000000')
    expect(process.memoryUsage.rss() - before).toBeLessThan(60_000_000)
  })

  it('rejects broken and cut data', async () => {
    const whole = new Uint8Array(deflateRawSync(utf8('看台'.repeat(500))))
    await expect(compressor.inflate(whole.subarray(0, whole.length - 3), 10_000)).rejects.toThrow()
    await expect(compressor.inflate(new Uint8Array(300).fill(0xff), 10_000)).rejects.toThrow()
  })
})
