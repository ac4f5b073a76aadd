/** An entry of `ty`: a venue, and whether it is shown while open and under maintenance (S3.30). */
export interface VenueDisplay {
  readonly enName: string
  /** 0 = open, others = under maintenance. */
  readonly status: number
  readonly isDisplay: number
  readonly isDisplayMaintainVenue: number
}

/** An entry of `zbyx`: a channel that offers anchor games (S3.30). */
export interface AnchorGameChannel {
  readonly channelName: string
}

/** Annex C.4: the configuration of a site. Switches are 1 = on, 0 = off. */
export interface SiteConfig {
  /** Numbers of the sponsor pages, separated by commas (S3.28). */
  readonly Service_sponsor_Discoveryv2: string
  readonly siteAnchorGameEntranceV4: number
  readonly zbyx: readonly AnchorGameChannel[]
  readonly ty: readonly VenueDisplay[]
  readonly multiLanguageEntrance: number
  readonly withdrawPasswordSwitch: number
  readonly overseasMobileSwitch: number
  readonly loginVerifyFailCount: number
  readonly safeVerifyTypes: { readonly imageCode: number; readonly afs: number; readonly anji: number }
  readonly geetestSwitch: number
  readonly registerPhoneRequired: number
  readonly registerRealNameRequired: number
  readonly registerInviteCodeVisible: number
  /** Which rule of S5 real names follow, 1 or 2. */
  readonly realNameRule: number
  readonly smsIntervalSeconds: number
  /** Origins. */
  readonly newsDomains: readonly string[]
  readonly apiDomains: readonly string[]
  /** An origin, or empty for the server's own. */
  readonly videoDomainDefault: string
  readonly chatSwitch: number
  readonly chatMinVipLevel: number
  readonly giftSwitch: number
  /** Coins for one unit of the site's currency. */
  readonly goldCoinRate: number
  readonly usdtWalletSwitch: number
  readonly usdtChains: readonly string[]
  readonly interestWalletSwitch: number
  readonly fastWithdrawSwitch: number
  readonly speedDepositSwitch: number
  readonly withdrawCancelSwitch: number
  /** 1 automatic transfer, 2 manual. */
  readonly walletTypeDefault: number
  readonly vipRebateSwitch: number
  readonly activityEntrances: readonly string[]
  readonly inviteFriendSwitch: number
  readonly agentJoinSwitch: number
  readonly expertTipsSwitch: number
  /** Days without a sign-in after which an account becomes dormant (S7.37). 0 = never. */
  readonly memberSleepDays: number
  /** Always 1: no real money is used. */
  readonly playMoney: number
  readonly ageGateYears: number
  readonly responsibleStrict: number
  readonly realityCheckDefaultMinutes: number
}

export type SiteConfigKey = keyof SiteConfig

/** The specification's 35 keys with their defaults. A value travels as JSON in v2, as text in v1. */
export const SITE_CONFIG_DEFAULTS = {
  Service_sponsor_Discoveryv2: '0,1,2',
  siteAnchorGameEntranceV4: 1,
  zbyx: [],
  ty: [],
  multiLanguageEntrance: 0,
  withdrawPasswordSwitch: 1,
  overseasMobileSwitch: 0,
  loginVerifyFailCount: 3,
  safeVerifyTypes: { imageCode: 1, afs: 1, anji: 1 },
  geetestSwitch: 0,
  registerPhoneRequired: 0,
  registerRealNameRequired: 0,
  registerInviteCodeVisible: 1,
  realNameRule: 1,
  smsIntervalSeconds: 60,
  newsDomains: [],
  apiDomains: [],
  videoDomainDefault: '',
  chatSwitch: 1,
  chatMinVipLevel: 0,
  giftSwitch: 1,
  goldCoinRate: 10,
  usdtWalletSwitch: 1,
  usdtChains: ['TRC20', 'ERC20'],
  interestWalletSwitch: 1,
  fastWithdrawSwitch: 1,
  speedDepositSwitch: 1,
  withdrawCancelSwitch: 1,
  walletTypeDefault: 1,
  vipRebateSwitch: 1,
  activityEntrances: ['signIn', 'wheel', 'redRain', 'invite'],
  inviteFriendSwitch: 1,
  agentJoinSwitch: 1,
  expertTipsSwitch: 1,
  memberSleepDays: 90,
} as const satisfies Partial<SiteConfig>

/** Our own keys. */
export const OWN_CONFIG_DEFAULTS = {
  playMoney: 1,
  ageGateYears: 18,
  responsibleStrict: 0,
  realityCheckDefaultMinutes: 60,
} as const satisfies Partial<SiteConfig>

export const CONFIG_DEFAULTS: SiteConfig = { ...SITE_CONFIG_DEFAULTS, ...OWN_CONFIG_DEFAULTS }
