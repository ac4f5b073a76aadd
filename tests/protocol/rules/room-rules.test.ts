import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CURRENCIES } from '#protocol/currency.ts'
import {
  anchorNotice,
  readAnchorStatus,
  showsAnchorIcon,
  ANCHOR_AVATAR_CAP,
  horizontalAnchors,
  isHorizontal,
} from '#protocol/rules/anchor.ts'
import { venueNameOf, videoChannel } from '#protocol/rules/venue.ts'

describe('names of other systems', () => {
  it.each([
    ['YB', 'OBTY'],
    ['YBTY', 'OBTY'],
    ['IM', 'IMTY'],
    ['FB', 'FBTY'],
    ['YBDJ', 'OBDJ'],
    ['DB', 'DBTY'],
    ['AG', 'AG'],
    ['', ''],
    ['toString', 'toString'],
    ['__proto__', '__proto__'],
  ])('S3.36 the video channel of %s is %s', (venue, channel) => {
    expect(videoChannel(venue)).toBe(channel)
  })

  it.each([
    ['OBTY', 'YB'],
    ['IMTY', 'IM'],
    ['FBTY', 'FBTY'],
    ['constructor', 'constructor'],
  ])('S3.37 the venue of %s is %s', (code, name) => {
    expect(venueNameOf(code)).toBe(name)
  })

  it.each([
    [1, true],
    ['1', true],
    ['horizontal', true],
    [2, false],
    ['vertical', false],
    [undefined, false],
    [true, false],
    [[1], false],
  ])('S3.20 screen mode %j is horizontal: %s', (mode, expected) => {
    expect(isHorizontal(mode)).toBe(expected)
  })

  it('S4.33 S4.34 lists horizontal rooms, shows three, counts the others', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<unknown>(1, '1', 'horizontal', 2, 'vertical', null)), (modes) => {
        const { all, shown, more } = horizontalAnchors(modes.map((screen_mode) => ({ screen_mode })))
        expect(all).toHaveLength(modes.filter(isHorizontal).length)
        expect(shown).toEqual(all.slice(0, ANCHOR_AVATAR_CAP))
        expect(shown.length + more).toBe(all.length)
      }),
    )
  })

  it('S3.25 S3.26 a currency has a name, a Chinese name, a code and a symbol', () => {
    expect(CURRENCIES.CNY).toEqual({ name: 'CNY', chName: '人民币', code: 'CNY', symbols: '¥', decimals: 2 })
    expect(CURRENCIES.USDT).toEqual({ name: 'USDT', chName: '泰达币', code: 'USDT', symbols: '₮', decimals: 6 })
  })
})

describe('S4.1-S4.4 anchor status', () => {
  it.each([
    [0, 0],
    ['0', 0],
    [1, 1],
    ['1', 1],
    [2, 2],
    [' 2 ', 2],
    [3, 3],
    ['', 3],
    ['  ', 3],
    [null, 3],
    [undefined, 3],
    [false, 3],
    [[], 3],
    [Number.NaN, 3],
    [0.5, 3],
    [-1, 3],
  ])('%j reads as %i', (given, status) => {
    expect(readAnchorStatus(given)).toBe(status)
    expect(showsAnchorIcon(given)).toBe(status !== 3)
    const notices: Record<number, string> = { 0: 'not-started', 2: 'interrupted' }
    expect(anchorNotice(given)).toBe(notices[status] ?? null)
  })

  it('reads any input without throwing', () => {
    fc.assert(fc.property(fc.anything(), (given) => [0, 1, 2, 3].includes(readAnchorStatus(given))))
  })
})
