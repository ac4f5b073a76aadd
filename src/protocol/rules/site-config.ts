import { CONFIG_DEFAULTS, type SiteConfig, type SiteConfigKey } from '../site-config.ts'
import {
  flag,
  listOf,
  oneOf,
  origin,
  originOrNothing,
  recordOf,
  type Rule,
  text,
  wholeNumber,
} from './config-values.ts'

/** An invalid key and the reason. The value is not included, because it may be anything. */
export interface ConfigProblem {
  readonly key: SiteConfigKey
  readonly reason: string
}

const venue = recordOf({
  enName: { rule: text(/^\w{1,32}$/, 'a name of a venue') },
  status: { rule: wholeNumber(0, 9), missing: 0 },
  isDisplay: { rule: flag, missing: 0 },
  isDisplayMaintainVenue: { rule: flag, missing: 0 },
})
const channel = recordOf({
  channelName: { rule: text(/^[^\p{C}\p{Zl}\p{Zp}]{1,32}$/u, 'a name of 1 to 32 characters') },
})
const origins = listOf(origin, 16)

/** Validation rules of all keys (Annex C.4), for server and page. */
export const SITE_CONFIG_RULES: { readonly [Key in SiteConfigKey]: Rule<SiteConfig[Key]> } = {
  Service_sponsor_Discoveryv2: text(/^[\x20-\x7e]{0,64}$/, 'numbers separated by commas'),
  siteAnchorGameEntranceV4: flag,
  zbyx: listOf(channel, 32),
  ty: listOf(venue, 64),
  multiLanguageEntrance: flag,
  withdrawPasswordSwitch: flag,
  overseasMobileSwitch: flag,
  loginVerifyFailCount: wholeNumber(0, 100),
  safeVerifyTypes: recordOf({ imageCode: { rule: flag }, afs: { rule: flag }, anji: { rule: flag } }),
  geetestSwitch: flag,
  registerPhoneRequired: flag,
  registerRealNameRequired: flag,
  registerInviteCodeVisible: flag,
  realNameRule: oneOf(1, 2),
  smsIntervalSeconds: wholeNumber(1, 3600),
  newsDomains: origins,
  apiDomains: origins,
  videoDomainDefault: originOrNothing,
  chatSwitch: flag,
  chatMinVipLevel: wholeNumber(0, 100),
  giftSwitch: flag,
  goldCoinRate: wholeNumber(1, 1_000_000),
  usdtWalletSwitch: flag,
  usdtChains: listOf(text(/^[A-Z0-9]{2,16}$/, 'a name of a chain'), 8),
  interestWalletSwitch: flag,
  fastWithdrawSwitch: flag,
  speedDepositSwitch: flag,
  withdrawCancelSwitch: flag,
  walletTypeDefault: oneOf(1, 2),
  vipRebateSwitch: flag,
  activityEntrances: listOf(text(/^[A-Za-z][A-Za-z0-9]{0,31}$/, 'a name of an activity'), 32),
  inviteFriendSwitch: flag,
  agentJoinSwitch: flag,
  expertTipsSwitch: flag,
  // Sign-ins are remembered for 180 days.
  memberSleepDays: wholeNumber(0, 180),
  playMoney: oneOf(1),
  // Configuration may make the protection of members stricter only (Annex I).
  ageGateYears: wholeNumber(18, 99),
  responsibleStrict: flag,
  realityCheckDefaultMinutes: wholeNumber(5, 60),
}

/** Every key of the configuration, in the order of Annex C.4. */
export const SITE_CONFIG_KEYS = Object.keys(CONFIG_DEFAULTS) as readonly SiteConfigKey[]

/**
 * Reads a configuration (S9.14). A missing or invalid value is replaced by the default of its key and reported. Never
 * throws.
 */
export function readSiteConfig(given: unknown): { config: SiteConfig; problems: readonly ConfigProblem[] } {
  const problems: ConfigProblem[] = []
  const values: ReadonlyMap<string, unknown> = new Map(
    typeof given === 'object' && given !== null ? Object.entries(given) : [],
  )
  const read = <Key extends SiteConfigKey>(key: Key): SiteConfig[Key] => {
    const reading = values.has(key) ? SITE_CONFIG_RULES[key](values.get(key)) : { problem: 'missing' }
    if ('value' in reading) return reading.value
    problems.push({ key, reason: reading.problem })
    return CONFIG_DEFAULTS[key]
  }
  const entries = SITE_CONFIG_KEYS.map((key) => [key, read(key)] as const)
  return { config: { ...CONFIG_DEFAULTS, ...Object.fromEntries(entries) }, problems }
}
