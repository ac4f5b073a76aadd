import { describe, expect, it } from 'vitest'
import { loginPath } from '#state/session/login-path.ts'
import { readSite } from '#state/site/site.ts'
import { DEFAULT_UI_PREFERENCES, readUiPreferences } from '#state/site/ui-preferences.ts'

describe('the site of the page (settled 29)', () => {
  it('is read from the attributes of the page', () => {
    expect(readSite({ site: '5001', skin: 'fresh', currency: 'CNY', demo: 'true' })).toEqual({
      siteId: 5001,
      skin: 'fresh',
      layout: 'card',
      currency: 'CNY',
      isDemo: true,
    })
  })

  it('defaults to the default site, and to the values of the site id', () => {
    expect(readSite({})).toMatchObject({ siteId: 5009, skin: 'glow', layout: 'edge', currency: 'CNY', isDemo: false })
    expect(readSite({ site: '5015', skin: 'nonsense' })).toMatchObject({ skin: 'fresh', currency: 'USDT' })
  })
})

describe('the sign-in path', () => {
  it('S2.1-S2.4 is the page of the skin with the page to return to', () => {
    expect(loginPath('glow', '/app/live/1?tab=a')).toBe('/login?fromPage=%2Fapp%2Flive%2F1%3Ftab%3Da')
    expect(loginPath('fresh', '/app/live/1')).toBe('/entry/login?fromPage=%2Fapp%2Flive%2F1')
  })

  it('S2.3 does not return to a sign-in page or to another origin', () => {
    expect(loginPath('glow', '/login?fromPage=%2Fapp')).toBe('/login')
    expect(loginPath('glow', '//evil.example')).toBe('/login')
  })
})

describe('Annex F ui: stored preferences', () => {
  it('are parsed field by field', () => {
    expect(readUiPreferences('{"giftPauseCoins":10000}').giftPauseCoins).toBe(10_000)
    expect(readUiPreferences('{"giftPauseCoins":0}').giftPauseCoins).toBe(5_000)
    expect(readUiPreferences('{"chatSize":16,"volume":2,"isMuted":true}')).toEqual({
      ...DEFAULT_UI_PREFERENCES,
      chatSize: 16,
      isMuted: true,
    })
  })

  it.each([null, '', '[]', 'null', '{"chatSize":"16"}', '{'])('are the defaults for %j', (text) => {
    expect(readUiPreferences(text)).toEqual(DEFAULT_UI_PREFERENCES)
  })
})
