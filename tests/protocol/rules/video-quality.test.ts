import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterStall,
  automaticHeight,
  limitAt,
  nextHeight,
  NO_STALLS,
  offeredHeight,
  parseHeights,
  permittedHeight,
  type QualityConditions,
  qualityUrl,
} from '#protocol/rules/video-quality.ts'

const FREE: QualityConditions = {
  shownHeight: null,
  savesData: false,
  effectiveType: '4g',
  downlink: 10,
  maxHeight: null,
}
const BOTH = [360, 720]
const heights = fc
  .uniqueArray(fc.constantFrom(240, 360, 480, 540, 720, 1080, 1440, 2160), { minLength: 1 })
  .map((list) => list.sort((a, b) => a - b))
const conditions: fc.Arbitrary<QualityConditions> = fc.record({
  shownHeight: fc.option(fc.integer({ min: 1, max: 4000 })),
  savesData: fc.boolean(),
  effectiveType: fc.constantFrom(null, 'slow-2g', '2g', '3g', '4g'),
  downlink: fc.option(fc.double({ min: 0, max: 20, noNaN: true })),
  maxHeight: fc.option(fc.constantFrom(240, 360, 720, 1080)),
})

describe('the automatic quality', () => {
  it.each([
    ['a desktop room', 467, 720],
    ['full screen', 800, 720],
    ['a phone with two pixels per point', 438, 360],
    ['a phone with three pixels per point', 657, 720],
    ['the small window', 180, 360],
    ['an unknown size', null, 720],
  ])('of %s with a picture of %s pixels is %ip', (_name, shownHeight, height) => {
    expect(automaticHeight(BOTH, { ...FREE, shownHeight })).toBe(height)
  })

  it.each([
    ['the data saver', { savesData: true }],
    ['3g', { effectiveType: '3g' }],
    ['2g', { effectiveType: '2g' }],
    ['a narrow line', { downlink: 1.5 }],
    ['stalls', { maxHeight: 360 }],
  ])('is the small one with %s', (_name, change) => {
    expect(automaticHeight(BOTH, { ...FREE, shownHeight: 800, ...change })).toBe(360)
  })

  it('is always an offered one, never above what the network permits, and grows with picture and network', () => {
    fc.assert(
      fc.property(heights, conditions, fc.nat(2000), (offered, given, more) => {
        const height = automaticHeight(offered, given)
        expect(offered).toContain(height)
        expect(height).toBeLessThanOrEqual(permittedHeight(offered, given))
        const shownHeight = given.shownHeight === null ? null : given.shownHeight + more
        const downlink = given.downlink === null ? null : given.downlink + more
        expect(automaticHeight(offered, { ...given, shownHeight, downlink })).toBeGreaterThanOrEqual(height)
      }),
    )
  })

  it('of an open connection is only reduced by the network', () => {
    fc.assert(
      fc.property(heights, conditions, fc.nat(7), (offered, given, index) => {
        const current = offered[index % offered.length] ?? 0
        const next = nextHeight(offered, current, given)
        expect(offered).toContain(next)
        if (next < current) expect(next).toBe(permittedHeight(offered, given))
        else expect(next).toBeGreaterThanOrEqual(automaticHeight(offered, given))
      }),
    )
  })
})

describe('stalls', () => {
  it('limit the quality from the second within 30 s, for two minutes and then longer', () => {
    const first = afterStall(NO_STALLS, BOTH, 720, 1_000)
    expect(first.maxHeight).toBeNull()
    expect(afterStall(first, BOTH, 720, 31_001).maxHeight).toBeNull()
    const limited = afterStall(first, BOTH, 720, 20_000)
    expect(limited).toMatchObject({ maxHeight: 360, until: 140_000 })
    expect(limitAt(limited, 139_999)).toBe(limited)
    const ended = limitAt(limited, 140_000)
    expect(ended.maxHeight).toBeNull()
    const again = afterStall(afterStall(ended, BOTH, 720, 150_000), BOTH, 720, 151_000)
    expect(again).toMatchObject({ maxHeight: 360, until: 151_000 + 240_000 })
  })

  it('never limit below the smallest quality, and always end', () => {
    const times = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(heights, times, (offered, gaps) => {
        let now = 0
        let limit = NO_STALLS
        for (const gap of gaps) {
          now += gap
          limit = limitAt(limit, now)
          limit = afterStall(limit, offered, permittedHeight(offered, { ...FREE, maxHeight: limit.maxHeight }), now)
          if (limit.maxHeight !== null) expect(offered).toContain(limit.maxHeight)
          expect(limit.until - now).toBeLessThanOrEqual(120_000 * 16)
        }
        expect(limitAt(limit, now + 120_000 * 16).maxHeight).toBeNull()
      }),
    )
  })
})

describe('the choice of the viewer', () => {
  it('is the same height, the next smaller one, or the smallest', () => {
    expect(offeredHeight(BOTH, 720)).toBe(720)
    expect(offeredHeight(BOTH, 540)).toBe(360)
    expect(offeredHeight([480, 1080], 720)).toBe(480)
    expect(offeredHeight([480, 1080], 360)).toBe(480)
  })
})

describe('URLs of qualities', () => {
  it('have the height before the extension and keep the signature', () => {
    expect(qualityUrl('/media/a2001.flv?e=1&s=x.flv', 720)).toBe('/media/a2001.720.flv?e=1&s=x.flv')
    expect(qualityUrl('https://v.test/media/a.FLV', 360)).toBe('https://v.test/media/a.360.flv')
    expect(qualityUrl('/media/a/index.m3u8', 360)).toBe('/media/a/index.m3u8')
  })

  it('S2.14 read the heights of a play link, and none of an invalid list', () => {
    expect(parseHeights('720,360,720')).toEqual([360, 720])
    for (const text of [null, '', '360,', 'x', '360;720', '-360', '9', '99999', '9999', Array(13).fill('360').join()]) {
      expect(parseHeights(text), String(text)).toEqual([])
    }
    fc.assert(
      fc.property(heights, (offered) => {
        expect(parseHeights(offered.join())).toEqual(offered)
      }),
    )
  })
})
