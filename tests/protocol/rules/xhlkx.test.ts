import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkMediaUrl } from '#protocol/rules/media-url.ts'
import { playQuery, scrambleUrl, unscrambleUrl } from '#protocol/rules/xhlkx.ts'

describe('play links', () => {
  it('S2.16 scramble and unscramble any URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (url) => unscrambleUrl(scrambleUrl(url)) === url),
    )
  })

  it('S2.16 need no escaping in a query and hide the URL', () => {
    const scrambled = scrambleUrl('https://video.example/看台/live.m3u8')
    expect(scrambled).toMatch(/^1[A-Za-z0-9_-]+$/)
    expect(scrambled).not.toContain('video')
  })

  it('S2.16 refuse texts that were not scrambled', () => {
    const scrambled = scrambleUrl('/media/a2001.flv')
    for (let place = 0; place < scrambled.length; place += 1) {
      const other = scrambled[place] === 'A' ? 'B' : 'A'
      expect(unscrambleUrl(scrambled.slice(0, place) + other + scrambled.slice(place + 1))).toBeNull()
    }
    for (const text of ['', '1', '2abc', '/media/a2001.flv', '1'.repeat(5000)]) expect(unscrambleUrl(text)).toBeNull()
  })

  it('settled 24 S2.15 S2.16 replace url at its position and keep the order of the others', () => {
    const query = playQuery([
      ['a', '1'],
      ['url', '/media/x.flv'],
      ['xhlkx', 'forged'],
      ['title', '德比'],
    ])
    expect(query).toEqual([
      ['a', '1'],
      ['xhlkx', scrambleUrl('/media/x.flv')],
      ['title', '德比'],
    ])
  })
})

describe('allowed media URLs', () => {
  const rules = {
    pageProtocol: 'https:',
    siteHost: 'kantai.example',
    allowedHosts: ['cdn.example:8443', '*.video.example'],
  }

  it.each([
    ['/media/a2001.flv', 'flv'],
    ['/media/a2001/index.m3u8', 'hls'],
    ['wss://kantai.example/media/a2001.flv', 'flv'],
    ['https://cdn.example:8443/live.m3u8?sign=1', 'hls'],
    ['https://a.video.example/live.flv', 'flv'],
    ['javascript:alert(1)//.flv', null],
    ['data:video/x-flv,.flv', null],
    ['blob:https://kantai.example/1.flv', null],
    ['//evil.example/live.flv', null],
    ['https://evil.example/live.flv', null],
    ['https://user@kantai.example/live.flv', null],
    ['https://kantai.example@evil.example/live.flv', null],
    ['https://evilvideo.example/live.flv', null],
    ['https://video.example.evil.example/live.flv', null],
    ['https://kantai.example:9/live.flv', null],
    ['http://kantai.example/live.flv', null],
    ['wss://kantai.example/live.m3u8', null],
    ['https://kantai.example/../live.flv', null],
    ['https://kantai.example/%2e%2e/live.flv', null],
    ['https://kantai.example\\evil.example/live.flv', null],
    ['/media/a 2001.flv', null],
    ['/media/a2001.mp4', null],
    ['/' + 'a'.repeat(3000) + '.flv', null],
  ])('S2.14 %s → %s', (url, kind) => {
    expect(checkMediaUrl(url, rules)).toBe(kind)
  })
})
