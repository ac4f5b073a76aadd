import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTokenBlanked } from '#protocol/headers.ts'
import { nextSessionExpiry } from '#protocol/rules/member/session-expiry.ts'
import { DEPLOYMENTS, deploymentOf, siteSeries, SKIN_LAYOUT, SKINS } from '#protocol/sites.ts'

describe('S7.11-S7.13 blank token', () => {
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

describe('sites and sessions', () => {
  it('S9.18 each id from 5001 to 5028 has a deployment with two sites, a skin and a currency', () => {
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

  it.each([5000, 5029, 0, -1, Number.NaN])('S9.18 %d has deployment 0, fresh, CNY', (siteId) => {
    expect(deploymentOf(siteId)).toMatchObject({ deployId: 0, skin: 'fresh', settleCurrency: 'CNY' })
  })

  it('S9.19 there are seven skins, each with a layout', () => {
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
  ])('S9.20 a session opened at %s expires at %s (21:00 in Shanghai)', (now, end) => {
    expect(new Date(nextSessionExpiry(Date.parse(now))).toISOString()).toBe(end)
  })

  it('S9.20 the expiry is 21:00 in Shanghai, at most a day ahead', () => {
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
