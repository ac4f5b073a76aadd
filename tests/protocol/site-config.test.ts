import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  readSiteConfig,
  SITE_CONFIG_KEYS,
  CONFIG_DEFAULTS,
  SITE_CONFIG_DEFAULTS,
  type SiteConfigKey,
} from '#protocol/site-config.ts'

/** Valid values that differ from the defaults. */
const OTHERS: Readonly<Record<SiteConfigKey, unknown>> = {
  Service_sponsor_Discoveryv2: '2,0',
  siteAnchorGameEntranceV4: 0,
  zbyx: [{ channelName: '主播游戏厅' }],
  ty: [{ enName: 'ZBYX', status: 1, isDisplay: 0, isDisplayMaintainVenue: 1 }],
  multiLanguageEntrance: 1,
  withdrawPasswordSwitch: 0,
  overseasMobileSwitch: 1,
  loginVerifyFailCount: 5,
  safeVerifyTypes: { imageCode: 1, afs: 0, anji: 0 },
  geetestSwitch: 1,
  registerPhoneRequired: 1,
  registerRealNameRequired: 1,
  registerInviteCodeVisible: 0,
  realNameRule: 2,
  smsIntervalSeconds: 90,
  newsDomains: ['https://news.example.com'],
  apiDomains: ['https://a.example.com', 'http://[::1]:8080'],
  videoDomainDefault: 'https://video.example.com',
  chatSwitch: 0,
  chatMinVipLevel: 2,
  giftSwitch: 0,
  goldCoinRate: 70,
  usdtWalletSwitch: 0,
  usdtChains: ['TRC20'],
  interestWalletSwitch: 0,
  fastWithdrawSwitch: 0,
  speedDepositSwitch: 0,
  withdrawCancelSwitch: 0,
  siteName: '绿茵直播',
  siteSkin: 'classy',
  walletTypeDefault: 2,
  vipRebateSwitch: 0,
  activityEntrances: ['invite'],
  inviteFriendSwitch: 0,
  agentJoinSwitch: 0,
  expertTipsSwitch: 0,
  memberSleepDays: 30,
  // This key has one valid value.
  playMoney: 1,
  loginApi: 've4',
  ageGateYears: 21,
  responsibleStrict: 1,
  realityCheckDefaultMinutes: 30,
}

const WRONG: readonly (readonly [SiteConfigKey, unknown])[] = [
  ['chatSwitch', '1'],
  ['chatSwitch', true],
  ['chatSwitch', 2],
  ['chatSwitch', null],
  ['chatSwitch', Number.NaN],
  ['chatMinVipLevel', -1],
  ['chatMinVipLevel', 0.5],
  ['smsIntervalSeconds', 0],
  ['smsIntervalSeconds', 1e9],
  ['memberSleepDays', 181],
  ['realNameRule', 3],
  ['walletTypeDefault', 0],
  ['playMoney', 0],
  ['loginApi', 'v6'],
  ['ageGateYears', 17],
  ['realityCheckDefaultMinutes', 600],
  ['Service_sponsor_Discoveryv2', 12],
  ['Service_sponsor_Discoveryv2', '一,二'],
  ['Service_sponsor_Discoveryv2', '1,'.repeat(40)],
  ['safeVerifyTypes', { imageCode: 1, afs: 1 }],
  ['safeVerifyTypes', [1, 1, 1]],
  ['zbyx', { channelName: 'x' }],
  ['zbyx', [{ channelName: '' }]],
  ['zbyx', [{ channelName: '看\u202e台' }]],
  ['zbyx', Array.from({ length: 33 }, () => ({ channelName: 'x' }))],
  ['ty', [{ isDisplay: 1 }]],
  ['ty', [{ enName: 'ZBYX', isDisplay: 'yes' }]],
  ['ty', [{ enName: '<img src=x onerror=alert(1)>', isDisplay: 1 }]],
  ['newsDomains', ['javascript:alert(1)']],
  ['newsDomains', ['//evil.example']],
  ['apiDomains', ['https://user:password@evil.example']],
  ['apiDomains', ['https://a.example/path']],
  ['apiDomains', 'https://a.example'],
  ['videoDomainDefault', 'data:text/html,x'],
  ['usdtChains', ['trc 20']],
  ['activityEntrances', ['../admin']],
  ['activityEntrances', ['signIn', 5]],
]

describe('S9.14 Annex C.4: configuration keys', () => {
  it('are 35 and 7 own ones, each with a rule that accepts its default', () => {
    expect(Object.keys(SITE_CONFIG_DEFAULTS)).toHaveLength(35)
    expect(SITE_CONFIG_KEYS).toHaveLength(42)
    expect(readSiteConfig(CONFIG_DEFAULTS)).toEqual({ config: CONFIG_DEFAULTS, problems: [] })
  })

  it('accept valid values', () => {
    expect(readSiteConfig(OTHERS)).toEqual({ config: OTHERS, problems: [] })
  })

  it.each(WRONG)('%s uses its default for %j and reports the reason', (key, value) => {
    const { config, problems } = readSiteConfig({ ...OTHERS, [key]: value })
    expect(config).toEqual({ ...OTHERS, [key]: CONFIG_DEFAULTS[key] })
    expect(problems).toEqual([{ key, reason: expect.stringMatching(/expects /) as string }])
  })

  it.each([null, undefined, 'text', 7, [], {}, new Map()])('all use their defaults for %j', (given) => {
    const { config, problems } = readSiteConfig(given)
    expect(config).toEqual(CONFIG_DEFAULTS)
    expect(problems).toEqual(SITE_CONFIG_KEYS.map((key) => ({ key, reason: 'missing' })))
  })

  it('S3.30 a list entry with missing fields is disabled and open', () => {
    const { config } = readSiteConfig({ ...OTHERS, ty: [{ enName: 'ZBYX', isDisplay: 1, more: '<b>' }] })
    expect(config.ty).toEqual([{ enName: 'ZBYX', status: 0, isDisplay: 1, isDisplayMaintainVenue: 0 }])
  })

  it('are valid for any JSON value of a key', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SITE_CONFIG_KEYS), fc.jsonValue(), (key, value) => {
        const { config, problems } = readSiteConfig({ ...OTHERS, [key]: value })
        // Valid = its own rules accept it unchanged.
        expect(readSiteConfig(config)).toEqual({ config, problems: [] })
        expect(problems.every((problem) => problem.key === key)).toBe(true)
        expect(Object.getPrototypeOf(config)).toBe(Object.prototype)
      }),
      { numRuns: 2_000 },
    )
  })

  it('are read from any JSON without throwing', () => {
    const named = fc.dictionary(
      fc.oneof(fc.constantFrom<string>(...SITE_CONFIG_KEYS, '__proto__'), fc.string()),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(fc.oneof(named, fc.jsonValue()), (given) => {
        const { config } = readSiteConfig(JSON.parse(JSON.stringify(given)))
        expect(Object.keys(config)).toEqual(SITE_CONFIG_KEYS)
        expect(readSiteConfig(config).problems).toEqual([])
      }),
    )
  })
})
