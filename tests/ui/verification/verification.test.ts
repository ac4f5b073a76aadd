import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SafeType } from '#protocol/verification.ts'
import { AJ, REP_CODES, SAFE_TYPES } from '#protocol/verification.ts'
import {
  clickAnswer,
  slideAnswer,
  SLIDE_MAX,
  toPicturePixels,
  toPicturePoint,
  captchaVerificationOf,
} from '#lib/aj-captcha.ts'
import { verificationMessages } from '#messages/zh/verification.ts'
import { repText } from '#features/verification/puzzle.ts'
import { firstChoice, fromStart, withoutType, withType } from '#features/verification/type-choice.ts'
import { NOON } from '../support/feed-fixtures.ts'

/** Rendered widths, also fractional ones. */
const shownWidth = fc.double({ min: 120, max: 1_240, noNaN: true })

describe('coordinates of AJ-Captcha answers', () => {
  it('S4.19 map every pixel of the picture at any width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: AJ.width }), shownWidth, (x, width) => {
        const shown = (x * width) / AJ.width
        expect(toPicturePixels(shown, width)).toBe(x)
      }),
    )
  })

  it('S4.19 map a click within half a pixel, never outside of the picture', () => {
    const part = fc.double({ min: -0.1, max: 1.1, noNaN: true })
    fc.assert(
      fc.property(part, part, shownWidth, (across, down, width) => {
        const shown = { x: across * width, y: (down * width) / 2 }
        const { x, y } = toPicturePoint(shown, width)
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(AJ.width)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(AJ.height)
        if (across >= 0 && across <= 1 && down >= 0 && down <= 1) {
          expect(Math.abs(x - across * AJ.width)).toBeLessThanOrEqual(0.5)
          expect(Math.abs(y - down * AJ.height)).toBeLessThanOrEqual(0.5)
        }
      }),
    )
  })

  it('S4.19 are serialized in the format of AJ-Captcha', () => {
    expect(slideAnswer(123.4)).toBe('{"x":123,"y":5}')
    expect(slideAnswer(-3)).toBe('{"x":0,"y":5}')
    expect(slideAnswer(999)).toBe(`{"x":${SLIDE_MAX},"y":5}`)
    expect(
      clickAnswer([
        { x: 10, y: 20 },
        { x: 400, y: -1 },
      ]),
    ).toBe('[{"x":10,"y":20},{"x":310,"y":0}]')
    expect(captchaVerificationOf('t-1', '{"x":9,"y":5}')).toBe('t-1---{"x":9,"y":5}')
  })

  it('S4.19 every repCode has a Chinese message, with the end of a lock', () => {
    const shown = Object.values(REP_CODES).map((code) => repText(code, NOON))
    for (const text of shown) expect(text).toMatch(/\p{Script=Han}/u)
    expect(repText(REP_CODES.LOCKED, NOON)).toBe('错误次数过多，请 20:05 后再试')
    expect(repText('8888', NOON)).toBe(repText(REP_CODES.SERVER, NOON))
  })
})

describe('selection of checks', () => {
  it('S4.19 starts with the first offered check and falls back to the next, then to earlier ones', () => {
    const first = firstChoice(SAFE_TYPES)
    expect(first).toMatchObject({ current: 'anji', note: null })
    const second = withoutType(first, 'anji')
    expect(second).toMatchObject({ current: 'afs', note: '拼图验证加载失败，已改用滑块' })
    const chosen = withType(second, 'imageCode')
    expect(chosen).toMatchObject({ current: 'imageCode', note: null })
    expect(withoutType(chosen, 'imageCode')).toMatchObject({ current: 'afs' })
  })

  it('S4.19 ends when each has failed once, in any order, and can restart', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...SAFE_TYPES], { minLength: 1 }), (offered: SafeType[]) => {
        let choice = firstChoice(offered)
        const met: (SafeType | null)[] = []
        while (choice.current !== null) {
          met.push(choice.current)
          choice = withoutType(choice, choice.current)
        }
        expect(met).toEqual(offered)
        expect(fromStart(choice)).toMatchObject({ current: offered[0], failed: [], note: null })
      }),
    )
  })

  it('ignores a failure of a check that was left', () => {
    const chosen = withType(firstChoice(SAFE_TYPES), 'imageCode')
    expect(withoutType(chosen, 'anji')).toBe(chosen)
  })

  it('passes on the reason, and keeps it when no check is left', () => {
    const reason = repText(REP_CODES.LOCKED, NOON)
    expect(withoutType(firstChoice(['anji', 'afs']), 'anji', reason).note).toBe(`${reason}，已改用滑块`)
    expect(withoutType(firstChoice(['anji']), 'anji', reason)).toMatchObject({ current: null, note: reason })
  })

  it('follows the tone of the product', () => {
    for (const [key, text] of Object.entries(verificationMessages)) {
      expect(text, key).toMatch(/\p{Script=Han}/u)
      expect(text, key).not.toMatch(/亲，|系统错误|[!！]/)
    }
  })
})
