import type { ConfigurationView } from '#protocol/console/content.ts'
import { SITE_CONFIG, type SiteConfigKey } from '#protocol/site-config.ts'

/** How a key is edited. Values of `json` are edited as JSON. */
type ConfigEditor = 'switch' | 'number' | 'text' | 'json'

/** Keys in groups, in the order of the screen. */
export const CONFIG_GROUPS = {
  site: ['siteName', 'siteSkin', 'multiLanguageEntrance', 'ageGateYears', 'memberSleepDays'],
  accounts: [
    'registerPhoneRequired',
    'registerRealNameRequired',
    'registerInviteCodeVisible',
    'realNameRule',
    'overseasMobileSwitch',
    'withdrawPasswordSwitch',
    'loginApi',
    'loginVerifyFailCount',
    'smsIntervalSeconds',
    'safeVerifyTypes',
    'geetestSwitch',
  ],
  rooms: ['chatSwitch', 'chatMinVipLevel', 'giftSwitch', 'siteAnchorGameEntranceV4', 'zbyx', 'ty'],
  money: [
    'playMoney',
    'goldCoinRate',
    'usdtWalletSwitch',
    'usdtChains',
    'interestWalletSwitch',
    'fastWithdrawSwitch',
    'speedDepositSwitch',
    'withdrawCancelSwitch',
    'walletTypeDefault',
    'vipRebateSwitch',
    'responsibleStrict',
    'realityCheckDefaultMinutes',
  ],
  promotion: [
    'Service_sponsor_Discoveryv2',
    'activityEntrances',
    'inviteFriendSwitch',
    'agentJoinSwitch',
    'expertTipsSwitch',
  ],
  origins: ['apiDomains', 'newsDomains', 'videoDomainDefault'],
} as const satisfies Readonly<Record<string, readonly SiteConfigKey[]>>

/** The editor of a key, from its rule and its default. */
export function editorOf(key: SiteConfigKey): ConfigEditor {
  const { rule, fallback } = SITE_CONFIG[key]
  if (typeof fallback === 'object') return 'json'
  if (typeof fallback === 'string') return 'text'
  const isFlag = 'value' in rule(0) && 'value' in rule(1) && !('value' in rule(2))
  return isFlag ? 'switch' : 'number'
}

/** A value as it is typed. */
export function textOfValue(key: SiteConfigKey, value: unknown): string {
  return editorOf(key) === 'json' ? JSON.stringify(value) : String(value)
}

export function valueOfText(key: SiteConfigKey, typed: string): { value: unknown } | { problem: string } {
  const editor = editorOf(key)
  if (editor === 'text') return SITE_CONFIG[key].rule(typed)
  try {
    return SITE_CONFIG[key].rule(JSON.parse(typed))
  } catch {
    return { problem: editor === 'json' ? 'expects JSON' : 'expects a whole number' }
  }
}

interface ConfigDifference {
  readonly key: string
  readonly before: unknown
  /** Undefined: the default. */
  readonly after: unknown
}

/** The keys whose value would change if `stored` were saved. */
export function differencesOf(view: ConfigurationView, stored: Readonly<Record<string, unknown>>): ConfigDifference[] {
  const fixed: ReadonlySet<string> = new Set(view.fixed)
  return Object.entries(view.values).flatMap(([key, before]) => {
    const after = Object.hasOwn(stored, key) ? stored[key] : view.defaults[key]
    const isSame = fixed.has(key) || JSON.stringify(before) === JSON.stringify(after)
    return isSame ? [] : [{ key, before, after }]
  })
}
