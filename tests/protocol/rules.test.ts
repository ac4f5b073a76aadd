import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import { CURRENCIES, payoutAccountTerm } from '#protocol/currency.ts'
import { isTokenBlanked } from '#protocol/headers.ts'
import type { MarqueeItem } from '#protocol/room/feed.ts'
import { anchorNotice, readAnchorStatus, showsAnchorIcon } from '#protocol/rules/anchor-status.ts'
import { chatTextLength, chatTextProblem, cleanChatText } from '#protocol/rules/chat-text.ts'
import { DEFAULT_AFTER_SIGN_IN, safeFromPage } from '#protocol/rules/from-page.ts'
import { isMarqueeItemShown, marqueeRun, repeatMarqueeItems } from '#protocol/rules/marquee.ts'
import { normalUserName, passwordProblem, userNameProblem } from '#protocol/rules/password.ts'
import { ANCHOR_AVATAR_CAP, horizontalAnchors, isHorizontal } from '#protocol/rules/screen-mode.ts'
import { nextSessionExpiry } from '#protocol/rules/session-expiry.ts'
import { venueNameOf, videoChannel } from '#protocol/rules/venue.ts'
import { DEPLOYMENTS, deploymentOf, siteSeries, SKIN_LAYOUT, SKINS } from '#protocol/sites.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'
const charactersOf = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(alphabet)), minLength, maxLength })

describe('S2.2 the way back after signing in', () => {
  it.each(['/app/live/e-1', '/app/home?tab=1#x', '/', '/app/%2Flogin', '/loginx'])('%s is kept', (fromPage) => {
    expect(safeFromPage(fromPage)).toBe(fromPage)
  })

  it.each([
    undefined,
    null,
    '',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'app/home',
    '/app\\..\\x',
    '/app\n/x',
    '/\u0000',
    '/login',
    '/login?fromPage=/login',
    '/entry/login',
    '/login/',
    `/${'a'.repeat(3000)}`,
  ])('red team 23: %j goes home', (fromPage) => {
    expect(safeFromPage(fromPage)).toBe(DEFAULT_AFTER_SIGN_IN)
  })

  it('never leaves the origin, whatever it is given', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      'evil.example',
      'http:',
      '//',
      '\t',
      '%2f',
      '@',
      'javascript:',
      'app',
      '?',
      '#',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((parts) => parts.join('')),
        ),
        (fromPage) => {
          const target = new URL(safeFromPage(fromPage), 'https://live.example.com/login')
          expect(target.origin).toBe('https://live.example.com')
        },
      ),
    )
  })
})

describe('S3.19-S3.37 names of others', () => {
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

  it('S4.33 S4.34 keeps horizontal rooms, shows three, counts the rest', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<unknown>(1, '1', 'horizontal', 2, 'vertical', null)), (modes) => {
        const { all, shown, more } = horizontalAnchors(modes.map((screen_mode) => ({ screen_mode })))
        expect(all).toHaveLength(modes.filter(isHorizontal).length)
        expect(shown).toEqual(all.slice(0, ANCHOR_AVATAR_CAP))
        expect(shown.length + more).toBe(all.length)
      }),
    )
  })

  it('S3.26 S3.27 USDT has the sign ₮ and an address in place of a card', () => {
    expect(CURRENCIES.USDT.symbols).toBe('₮')
    expect([payoutAccountTerm('USDT'), payoutAccountTerm('CNY')]).toEqual(['USDT地址', '银行卡'])
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
    const notices: Record<number, string> = { 0: '赛事未开始', 2: '主播暂时中断，请稍后' }
    expect(anchorNotice(given)).toBe(notices[status] ?? null)
  })

  it('reads anything without throwing', () => {
    fc.assert(fc.property(fc.anything(), (given) => [0, 1, 2, 3].includes(readAnchorStatus(given))))
  })
})

describe('S4.27-S4.29 marquee', () => {
  const item = (category: number, start: number | null, end: number | null): MarqueeItem => ({
    id: `${category}-${start}-${end}`,
    category,
    pmdTimerStart: start,
    pmdTimerEnd: end,
    content: 'x',
  })

  it.each([
    [99, false],
    [100, true],
    [199, true],
    [200, false],
  ])('S4.27 category 1 between 100 and 200, at %i: %s', (now, shown) => {
    expect(isMarqueeItemShown(item(1, 100, 200), now)).toBe(shown)
    expect(isMarqueeItemShown(item(2, 100, 200), now)).toBe(true)
  })

  it('S4.27 an open side has no bound', () => {
    expect(isMarqueeItemShown(item(1, null, 10), 5)).toBe(true)
    expect(isMarqueeItemShown(item(1, null, 10), 10)).toBe(false)
    expect(isMarqueeItemShown(item(1, 10, null), 9)).toBe(false)
    expect(isMarqueeItemShown(item(1, null, null), 0)).toBe(true)
  })

  it.each([
    [0, 0],
    [1, 5],
    [2, 6],
    [3, 9],
    [4, 4],
    [9, 9],
  ])('S4.28 S4.29 %i items are shown as %i', (given, shown) => {
    const items = Array.from({ length: given }, (_, index) => index)
    const run = repeatMarqueeItems(items)
    expect(run).toHaveLength(shown)
    expect(run.slice(0, given)).toEqual(items)
  })

  it('settled 25: first the window, then the repetition, with a key for every copy', () => {
    const run = marqueeRun([item(1, 0, 10), item(2, null, null), item(3, null, null)], 50)
    expect(run.map((row) => row.item.category)).toEqual([2, 3, 2, 3, 2, 3])
    expect(new Set(run.map((row) => `${row.item.id} ${row.copy}`)).size).toBe(run.length)
  })
})

describe('S5.1-S5.6 S5.27 names and passwords', () => {
  it('S5.1-S5.3 a password has 8 to 12 letters and digits, one of each at least', () => {
    fc.assert(
      fc.property(charactersOf(LETTERS + DIGITS, 0, 16), (password) => {
        const isGood = password.length >= 8 && password.length <= 12 && /[A-Za-z]/.test(password) && /\d/.test(password)
        expect(passwordProblem(password, 'another')).toBe(isGood ? null : '密码须为8-12位字母和数字组合')
      }),
    )
  })

  it('S5.2 S5.4 anything else in it is refused', () => {
    fc.assert(
      fc.property(
        charactersOf(LETTERS + DIGITS, 7, 11),
        fc.constantFrom(' ', '_', '中', '\n', '１', 'é', '\0'),
        (rest, odd) => {
          expect(passwordProblem(`a1${rest}${odd}`.slice(-12), 'x')).not.toBeNull()
        },
      ),
    )
  })

  it.each(['Abcdef12', ' abcdef12 ', 'ABCDEF12'])('S5.5 S5.6 it is not the name %j', (name) => {
    expect(passwordProblem('Abcdef12', name)).toBe('密码与用户名不能相同')
  })

  it('S5.27 a name has 4 to 11 letters and digits, a letter first', () => {
    fc.assert(
      fc.property(charactersOf(LETTERS + DIGITS, 0, 14), (name) => {
        const isGood = name.length >= 4 && name.length <= 11 && /^[A-Za-z]/.test(name)
        expect(userNameProblem(name) === null).toBe(isGood)
      }),
    )
    expect(userNameProblem(' fan001 ')).toBeNull()
    expect(userNameProblem('fan_001')).not.toBeNull()
  })

  it('S3.1 names are trimmed and in lower case, once and for all', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(normalUserName(normalUserName(name))).toBe(normalUserName(name))
      }),
    )
    expect(normalUserName('  Fan001 ')).toBe('fan001')
  })

  it('red team 26: rules take 50 KB in a moment', () => {
    const started = performance.now()
    for (const text of ['a'.repeat(50_000), '1'.repeat(50_000), ' '.repeat(50_000), 'a1'.repeat(25_000)]) {
      passwordProblem(text, text)
      userNameProblem(text)
      cleanChatText(text)
      safeFromPage(`/${text}`)
    }
    expect(performance.now() - started).toBeLessThan(200)
  })
})

describe('chat text', () => {
  it.each([
    ['  进球 了  ', '进球 了'],
    ['a\nb\tc', 'a b c'],
    ['a\u200bb\u202ec\ufeff', 'abc'],
    ['a\u0000b\u001bc', 'abc'],
    ['e\u0301', 'é'],
    ['\u2028\u2029', ''],
    ['好\u3000球', '好 球'],
  ])('%j is said as %j', (text, clean) => {
    expect(cleanChatText(text)).toBe(clean)
  })

  it('is clean after one cleaning, and has neither controls nor direction marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanChatText(text)
        expect(cleanChatText(clean)).toBe(clean)
        // oxlint-disable-next-line no-control-regex -- these are what must not be left
        expect(clean).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/)
        expect(clean).toBe(clean.trim())
      }),
    )
  })

  it('counts what a person counts, and holds at 100', () => {
    expect(chatTextLength('😀😀')).toBe(2)
    expect(chatTextProblem('😀'.repeat(CHAT_TEXT_MAX_CHARACTERS))).toBeNull()
    expect(chatTextProblem('😀'.repeat(CHAT_TEXT_MAX_CHARACTERS + 1))).toBe('too-long')
    expect(chatTextProblem('')).toBe('empty')
  })
})

describe('S7.11-S7.13 the blank token', () => {
  it.each([
    ['/api/lg/v5/login', true],
    ['/api/site/group/account/memberLogin/v3/login', true],
    ['/api/site/group/site/banner-list', true],
    ['/api/site/group/site/perInfo/v1/get', true],
    ['/api/site/group/site/perInfo/v5/get', false],
    ['/api/site/group/account/member/v1/logout', false],
    ['/api/memberLogin/x', false],
  ])('%s: %s', (path, isBlank) => {
    expect(isTokenBlanked(path)).toBe(isBlank)
  })
})

describe('S9.17-S9.20 sites and sessions', () => {
  it('S9.18 every id from 5001 to 5028 has a deploy of a pair, a skin and a currency', () => {
    for (let siteId = 5001; siteId <= 5028; siteId += 1) {
      const { deployId, siteIds, skin, settleCurrency } = deploymentOf(siteId)
      expect(deployId).toBe(Math.ceil((siteId - 5000) / 2))
      expect(siteIds).toContain(siteId)
      expect(skin).toBe(SKINS[(deployId - 1) % 7])
      expect(settleCurrency).toBe(deployId <= 7 ? 'CNY' : 'USDT')
    }
    expect(DEPLOYMENTS).toHaveLength(14)
    expect(deploymentOf(5009)).toMatchObject({ deployId: 5, skin: 'glow', settleCurrency: 'CNY' })
  })

  it.each([5000, 5029, 0, -1, Number.NaN])('S9.18 %d gets deploy 0, fresh, CNY', (siteId) => {
    expect(deploymentOf(siteId)).toMatchObject({ deployId: 0, skin: 'fresh', settleCurrency: 'CNY' })
  })

  it('S9.19 seven skins, each with a layout', () => {
    expect(SKINS).toEqual(['fresh', 'elegant', 'triadTheme', 'classy', 'glow', 'simple', 'colorful'])
    for (const skin of SKINS) expect(['card', 'edge', 'rule']).toContain(SKIN_LAYOUT[skin])
  })

  it.each([
    [5005, 5005],
    [5006, 5000],
    [5001, 5001],
    [9999, 5000],
  ])('S9.17 the series of %i is %i', (siteId, series) => {
    expect(siteSeries(siteId)).toBe(series)
  })

  it.each([
    ['2026-11-21T12:59:59.999Z', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T13:00:00.000Z', '2026-11-22T13:00:00.000Z'],
    ['2026-11-21T16:00:00.000Z', '2026-11-22T13:00:00.000Z'],
    ['2026-12-31T20:00:00.000Z', '2027-01-01T13:00:00.000Z'],
  ])('S9.20 a session opened at %s ends at %s (21:00 in Shanghai)', (now, end) => {
    expect(new Date(nextSessionExpiry(Date.parse(now))).toISOString()).toBe(end)
  })

  it('S9.20 is always 21:00 in Shanghai, ahead by a day at most', () => {
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', timeStyle: 'medium' })
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1992, 0), max: Date.UTC(2100, 0) }), (now) => {
        const end = nextSessionExpiry(now)
        expect(hour.format(end)).toBe('21:00:00')
        expect(end - now).toBeGreaterThan(0)
        expect(end - now).toBeLessThanOrEqual(86_400_000)
      }),
    )
  })
})
