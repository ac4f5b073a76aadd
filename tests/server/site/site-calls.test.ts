import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { toBase64Url } from '#protocol/bytes.ts'
import { CODES } from '#protocol/codes.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import {
  readSiteConfig,
  SITE_CONFIG_KEYS,
  CONFIG_DEFAULTS,
  SITE_CONFIG_DEFAULTS,
  type SiteConfig,
} from '#protocol/site-config.ts'
import { ALL_VENUES_PATH } from '#protocol/rules/e-game-halls.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { gatewayCalls } from '#server/calls/auth/gateway.ts'
import { siteCalls, type SiteServices } from '#server/calls/site/site.ts'
import type { CallContext } from '#server/http/context.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { identityOf } from '#server/http/envelope/identity.ts'
import { roomText } from '#messages/zh/room.ts'
import { KeySessions } from '#server/http/envelope/key-sessions.ts'
import { ShortUrls } from '#server/site/short-urls.ts'
import { VENUES } from '#server/site/content.ts'
import { navigationAt } from '#server/site/shown-content.ts'
import { configOfSite, siteConfigsOf } from '#server/config/site-config.ts'
import type { Database } from '#server/database/database.ts'
import { PROJECT_ROOT } from '../../support/project.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'
import { START } from '../http/router-support.ts'

const DOMAINS = {
  api: ['https://line-1.example.com', 'https://line-2.example.com'],
  news: ['https://news.example.com'],
  video: ['https://video.example.com'],
  chat: [],
}
/** The configuration of a site on which these values are set. */
function siteOf(siteId: number, overrides: Partial<SiteConfig> = { chatMinVipLevel: 2 }): SiteConfig {
  return configOfSite(siteConfigsOf({ overrides, domains: DOMAINS, hasAfs: true }), siteId)
}
const CALL: CallContext = {
  traceId: 'trace',
  now: START,
  siteId: 5009,
  site: siteOf(5009),
  clientType: 1,
  deviceId: 'device',
  address: '127.0.0.1',
  session: null,
  idempotencyKey: null,
  wdKey: null,
  safety: null,
}

function site(more: Partial<SiteServices> = {}) {
  return siteCalls({
    hasDemoTools: true,
    domains: DOMAINS,
    shortUrls: { make: async () => null },
    content: { current: () => null },
    activities: { running: async () => ({ list: [] }) },
    ...more,
  })
}

type SiteName = Extract<EndpointName, `site.${string}`>

/** The validated data of a call. */
async function ask<Name extends SiteName>(name: Name, params: RequestOf<Name>, call = CALL): Promise<DataOf<Name>> {
  const handler = site()[name] as (
    params: RequestOf<Name>,
    call: CallContext,
  ) => Promise<{ ok: boolean; data?: unknown }>
  const result = await handler(params, call)
  expect(result.ok).toBe(true)
  return ENDPOINTS[name].data.parse(result.data) as DataOf<Name>
}

const isDrawn = (address: string): boolean => existsSync(path.join(PROJECT_ROOT, 'public', address))

describe('site information', () => {
  it('S7.25 S7.39 perInfo v5 returns site, skin, currency and API origins', async () => {
    expect(await ask('site.perInfo', {}, { ...CALL, siteId: 5027 })).toMatchObject({
      siteId: 5027,
      deployId: 14,
      skin: 'colorful',
      currency: 'USDT',
      maintainStatus: 1,
      domains: DOMAINS.api,
      serverTime: START,
    })
  })

  it('S7.13 perInfo v1 returns the same before sign-in', async () => {
    expect(await ask('site.perInfoBefore', {})).toEqual({
      siteId: 5009,
      skin: 'glow',
      maintainStatus: 1,
      maintainEnd: null,
      serverTime: START,
    })
  })

  it('S7.39 S8.17 lists the API origins in order of use', async () => {
    expect(await ask('site.domains', {})).toEqual(DOMAINS)
  })

  it('S7.26 base config', async () => {
    const { logo, currencies, title } = await ask('site.baseConfig', {}, { ...CALL, siteId: 5015, site: siteOf(5015) })
    expect([title, currencies, isDrawn(logo)]).toEqual(['看台', ['USDT', 'COIN'], true])
  })
})

describe('S7.24 S9.14 site configuration', () => {
  it("v2 returns all 35 keys in one call, as JSON, with the operator's values", async () => {
    const keyCodes = Object.keys(SITE_CONFIG_DEFAULTS)
    expect(keyCodes).toHaveLength(35)
    const data = await ask('site.configs', { keyCodes })
    expect(data).toEqual({
      ...SITE_CONFIG_DEFAULTS,
      chatMinVipLevel: 2,
      apiDomains: DOMAINS.api,
      newsDomains: DOMAINS.news,
      videoDomainDefault: 'https://video.example.com',
    })
  })

  it('S1.4 USDT sites have their own coin rate and no bank orders; configured values apply to both', async () => {
    const keyCodes = [...SITE_CONFIG_KEYS]
    const of = (siteId: number) => ask('site.configs', { keyCodes }, { ...CALL, siteId, site: siteOf(siteId) })
    const [cny, usdt] = [await of(5009), await of(5023)]
    expect(Object.keys(cny)).toEqual(keyCodes)
    expect(usdt).toEqual({ ...cny, goldCoinRate: 70, fastWithdrawSwitch: 0, speedDepositSwitch: 0 })
    expect([cny['goldCoinRate'], cny['chatMinVipLevel']]).toEqual([10, 2])
    expect([readSiteConfig(cny).problems, readSiteConfig(usdt).problems]).toEqual([[], []])
    expect(siteConfigsOf({ overrides: { goldCoinRate: 7 }, domains: DOMAINS, hasAfs: true }).USDT.goldCoinRate).toBe(7)
  })

  it('S4.9: a strict site lets nobody cancel a withdrawal, unless it is configured', () => {
    const cancels = (overrides: Partial<SiteConfig>) =>
      siteConfigsOf({ overrides, domains: DOMAINS, hasAfs: true }).CNY.withdrawCancelSwitch
    expect(cancels({})).toBe(1)
    expect(cancels({ responsibleStrict: 1 })).toBe(0)
    expect(cancels({ responsibleStrict: 1, withdrawCancelSwitch: 1 })).toBe(1)
  })

  it('v1 returns texts', async () => {
    const keyCodes = ['chatSwitch', 'usdtChains', 'safeVerifyTypes', 'Service_sponsor_Discoveryv2', 'playMoney']
    expect(await ask('site.configInfo', { keyCodes })).toEqual({
      chatSwitch: '1',
      usdtChains: '["TRC20","ERC20"]',
      safeVerifyTypes: '{"imageCode":1,"afs":1,"anji":1}',
      Service_sponsor_Discoveryv2: '0,1,2',
      playMoney: '1',
    })
  })

  it('v1 returns the longest value of each key', async () => {
    const ty = Array.from({ length: 64 }, (_, index) => ({
      enName: `v${index}`.padEnd(32, '_'),
      status: 9,
      isDisplay: 1,
      isDisplayMaintainVenue: 1,
    }))
    const zbyx = Array.from({ length: 32 }, (_, index) => ({ channelName: `台${index}`.padEnd(32, '\\') }))
    const activityEntrances = Array.from({ length: 32 }, (_, index) => `a${index}`.padEnd(32, 'a'))
    const longest = { ...CONFIG_DEFAULTS, ty, zbyx, activityEntrances }
    expect(readSiteConfig(longest)).toEqual({ config: longest, problems: [] })
    const keyCodes = ['ty', 'zbyx', 'activityEntrances']
    const result = await site()['site.configInfo']({ keyCodes }, { ...CALL, site: longest })
    const data = ENDPOINTS['site.configInfo'].data.parse(result.ok ? result.data : result)
    expect(JSON.parse(data['ty']!)).toEqual(ty)
    expect(JSON.parse(data['zbyx']!)).toEqual(zbyx)
  })

  it('omits unknown and inherited names', async () => {
    const keyCodes = ['__proto__', 'constructor', 'toString', 'nothing', 'giftSwitch', 'giftSwitch']
    expect(await ask('site.configs', { keyCodes })).toEqual({ giftSwitch: CONFIG_DEFAULTS.giftSwitch })
  })
})

it('S4.19 S7.10 the handshake names the checks of the site', async () => {
  const keySessions = new KeySessions({
    backend: nodeCrypto,
    identity: identityOf('a secret of the tests, long enough'),
    now: () => START,
  })
  const safeVerifyTypes = { imageCode: 1, afs: 0, anji: 1 } as const
  const overrides = { USDT: { safeVerifyTypes } }
  const siteConfigs = siteConfigsOf({ overrides, domains: DOMAINS, hasAfs: true })
  const { publicKey } = await nodeCrypto.createShare()
  const request = { version: PROTOCOL_VERSION, siteId: 5015, share: toBase64Url(publicKey) }
  const result = await gatewayCalls({ keySessions, siteConfigs })['gateway.vvm'](request, CALL)
  expect(result).toMatchObject({ ok: true, data: { safeTypes: { imageCode: 1, afs: 0, anji: 1 } } })
})

describe('public content', () => {
  it('S7.12 S7.27 current banners of one position or several', async () => {
    const { list } = await ask('site.queryBanners', { position: 'home' })
    expect(list.length).toBeGreaterThanOrEqual(3)
    for (const { img, imgH5, start, end, jumpType, jumpUrl } of list) {
      expect([isDrawn(img), isDrawn(imgH5)]).toEqual([true, true])
      expect(start <= START && START < end).toBe(true)
      expect(jumpType === 0 ? jumpUrl === '' : jumpUrl.startsWith('/')).toBe(true)
    }
    expect(list.map(({ id }) => id)).not.toContain('b-derby-last')
    expect(await ask('site.bannerList', { position: 'home' })).toEqual({ list })
    const several = await ask('site.queryBannersNew', { positions: ['home', 'live', 'nowhere', '__proto__'] })
    expect(several['home']).toEqual(list)
    expect(several['nowhere']).toEqual([])
  })

  it('S7.28 current announcements: popups, marquee, and all', async () => {
    const of = async (type: 'all' | 'marquee' | 'popup') => (await ask('site.announcements', { type })).list
    const starts = (await of('marquee')).map(({ start }) => start)
    expect(starts).toEqual(starts.toSorted((one, other) => other - one))
    const [all, marquee, popup] = await Promise.all([of('all'), of('marquee'), of('popup')])
    expect(popup.every((item) => item.popup === 1)).toBe(true)
    expect(popup.length).toBeGreaterThan(0)
    expect(all).toHaveLength(marquee.length + popup.length)
  })

  it('S3.15 S7.29 S4.7 sport venues, one by its exact name', async () => {
    const { list } = await ask('site.sportConfigs', {})
    expect(list.map(({ status }) => status)).toContain(0)
    expect((await ask('site.sportConfigs', { venueEnName: 'IMTY' })).list).toMatchObject([
      { enName: 'IMTY', channelCode: 'IMTY', status: 1, isDisplay: 1 },
    ])
    expect((await ask('site.sportConfigs', { venueEnName: 'imty' })).list).toEqual([])
  })

  it('S7.30 floating windows of both sides', async () => {
    const { list } = await ask('site.floatWindows', {})
    expect(new Set(list.map(({ position }) => position))).toEqual(new Set(['left', 'right']))
    expect(list.every(({ img }) => isDrawn(img))).toBe(true)
  })

  it('S1.17 banners and floating windows lead to an activity that runs or will, or are not shown', async () => {
    const activity = {
      activityId: 'sign-in-0a1b2c3d',
      name: 'signIn',
      title: '签到',
      summary: '每天',
      start: 0,
      end: 1,
    }
    const activities = { running: async () => ({ list: [{ ...activity, category: 'daily' } as const] }) } as const
    const paths = {
      '/app/live': true,
      '/app/promos': true,
      '/app/activity/invite': true,
      '/app/activity/sign-in': true,
      '/app/activity/sign-in?from=home&id=sign-in-0a1b2c3d': true,
      '/app/activity/sign-in?id=sign-in-ffffffff': false,
      '/app/activity/deposit': false,
      '/app/activity/nothing': false,
      '/app/promos/sign-in-0a1b2c3d': true,
      '/app/promos/sign-in-ffffffff#rules': false,
    }
    const items = Object.keys(paths).map((jumpUrl) => ({
      id: jumpUrl,
      body: { position: 'home', title: '', img: '/a.png', imgH5: '/a.png', jumpType: 1, jumpUrl },
    }))
    const content = { current: () => items } as unknown as SiteServices['content']
    const calls = site({ content, activities: activities as SiteServices['activities'] })
    const shown = Object.entries(paths).flatMap(([path, isShown]) => (isShown ? [path] : []))
    const idsOf = (result: Awaited<ReturnType<(typeof calls)['site.bannerList']>>) =>
      result.ok ? result.data.list.map(({ id }) => id) : []
    expect(idsOf(await calls['site.bannerList']({ position: 'home' }, CALL))).toEqual(shown)
    const floats = await calls['site.floatWindows']({}, CALL)
    expect(floats.ok && floats.data.list.map(({ id }) => id)).toEqual(shown)
  })

  it('S7.31 a navigation of two levels with unique ids', async () => {
    const { list } = await ask('site.navigation', {})
    const all = list.flatMap((entry) => [entry, ...entry.children])
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(list.some(({ children }) => children.length > 0)).toBe(true)
    expect(all.every((entry) => entry.path.startsWith('/') && !entry.path.startsWith('//'))).toBe(true)
    expect(all.map(({ name }) => name)).toEqual('看台 足球 篮球 电竞 主播 电子 数据 关注 客服'.split(' '))
  })

  it('S7.31 S7.61 the navigation leads to games only while one is open', () => {
    const content = { current: () => null }
    const paths = () => navigationAt({ content }, START).map(({ path }) => path)
    const venue = VENUES.find(({ enName }) => enName === 'YBDZ') as { status: number } | undefined
    if (!venue) throw new Error('there is no venue of e-games')
    const { status } = venue
    onTestFinished(() => {
      venue.status = status
    })
    venue.status = 2
    expect(paths()).not.toContain(ALL_VENUES_PATH)
    venue.status = 0
    expect(paths()).toContain(ALL_VENUES_PATH)
  })

  it('S7.32 customer service answers on play money, security and responsible play', async () => {
    const { questions, channels } = await ask('site.customerService', {})
    const text = JSON.stringify(questions)
    for (const word of ['不涉及真实货币', '密码', '其他设备', '禁言', '12356', '18 岁']) expect(text).toContain(word)
    expect(channels.length).toBeGreaterThan(0)
    // There is no such control: coins are offered when they are missing.
    expect(text).not.toContain('领金币')
    expect(text).toContain(`“${roomText('gift.buyTitle')}”`)
    expect(await ask('site.customerServiceUrl', {})).toEqual({ url: '/cs' })
  })

  it('S7.33 S9.15 area codes with the lengths of their numbers', async () => {
    const { list } = await ask('site.countries', {})
    expect(list[0]).toEqual({ areaCode: '86', name: '中国大陆', min: 11, max: 11 })
    expect(list.slice(1).every(({ min, max }) => min === 4 && max === 13)).toBe(true)
    expect(new Set(list.map(({ areaCode }) => areaCode)).size).toBe(list.length)
  })

  it('S7.34 S9.25 S1.5 one language, and English if the site enables it', async () => {
    const open = { ...CALL, site: siteOf(5009, { multiLanguageEntrance: 1 }) }
    expect(await site()['site.languageCode']({}, open)).toMatchObject({
      data: { code: 'zh-CN', list: [{ code: 'zh-CN' }, { code: 'en-US', name: 'English' }] },
    })
    expect(await ask('site.languageCode', {})).toEqual({ code: 'zh-CN', list: [{ code: 'zh-CN', name: '简体中文' }] })
  })
})

describe.each(STORE_KINDS)('short URLs on %s', (kind) => {
  let store: Database
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  it('S7.35 are the same for repeated requests of a path', async () => {
    const shortUrls = new ShortUrls(store, { now: () => START })
    const calls = site({ shortUrls })
    const made = await Promise.all(
      Array.from({ length: 5 }, () => calls['site.shortUrl']({ url: '/app/live/2001?tab=聊天' }, CALL)),
    )
    const addresses = new Set(made.map((result) => (result.ok ? result.data.shortUrl : '')))
    expect(addresses.size).toBe(1)
    const [address = ''] = addresses
    expect(address).toMatch(/^\/s\/[A-Za-z0-9_-]{10}$/)
    expect(await shortUrls.find(address.slice(3))).toBe('/app/live/2001?tab=%E8%81%8A%E5%A4%A9')
    expect(await shortUrls.find('nothing-00')).toBeNull()
    expect(await shortUrls.find("' or 1=1 --")).toBeNull()
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'app/live',
    '',
    '/a\nb',
    '/s/abcdefghij',
    '/\ud800',
  ])('S7.35 are refused for %j', async (url) => {
    const calls = site({ shortUrls: new ShortUrls(store, { now: () => START }) })
    expect(await calls['site.shortUrl']({ url }, CALL)).toMatchObject({ ok: false, code: CODES.PARAM_ERROR })
  })
})
