import { SKINS } from './sites.ts'
import {
  flag,
  listOf,
  oneOf,
  oneOfNames,
  origin,
  originOrNothing,
  recordOf,
  type Rule,
  text,
  wholeNumber,
} from './rules/config-values.ts'

/** An entry of `ty`: a venue, and whether it is shown while open and under maintenance (S3.30). */
export interface VenueDisplay {
  readonly enName: string
  /** 0 = open, others = under maintenance. */
  readonly status: number
  readonly isDisplay: number
  readonly isDisplayMaintainVenue: number
}

const venue = recordOf<VenueDisplay>({
  enName: { rule: text(/^\w{1,32}$/, 'a name of a venue') },
  status: { rule: wholeNumber(0, 9), missing: 0 },
  isDisplay: { rule: flag, missing: 0 },
  isDisplayMaintainVenue: { rule: flag, missing: 0 },
})
/** A channel that offers anchor games (S3.30). */
const channel = recordOf({
  channelName: { rule: text(/^[^\p{C}\p{Zl}\p{Zp}]{1,32}$/u, 'a name of 1 to 32 characters') },
})
const origins = listOf(origin, 16)

interface ConfigKey<Value> {
  /** Accepts the valid values. */
  readonly rule: Rule<Value>
  readonly fallback: Value
}

function key<Value>(rule: Rule<Value>, fallback: Value): ConfigKey<Value> {
  return { rule, fallback }
}

/**
 * The specification's 35 keys (Annex C.4), in its order. Switches are 1 = on, 0 = off. A value travels as JSON in v2, as
 * text in v1.
 */
const SPECIFIED_KEYS = {
  /** Numbers of the sponsor pages, separated by commas (S3.28). */
  Service_sponsor_Discoveryv2: key(text(/^[\x20-\x7e]{0,64}$/, 'numbers separated by commas'), '0,1,2'),
  siteAnchorGameEntranceV4: key(flag, 1),
  zbyx: key(listOf(channel, 32), []),
  ty: key(listOf(venue, 64), []),
  multiLanguageEntrance: key(flag, 0),
  withdrawPasswordSwitch: key(flag, 1),
  overseasMobileSwitch: key(flag, 0),
  loginVerifyFailCount: key(wholeNumber(0, 100), 3),
  safeVerifyTypes: key(recordOf({ imageCode: { rule: flag }, afs: { rule: flag }, anji: { rule: flag } }), {
    imageCode: 1,
    afs: 1,
    anji: 1,
  }),
  geetestSwitch: key(flag, 0),
  registerPhoneRequired: key(flag, 0),
  registerRealNameRequired: key(flag, 0),
  registerInviteCodeVisible: key(flag, 1),
  /** Which rule of S5 real names follow, 1 or 2. */
  realNameRule: key<1 | 2>(oneOf(1, 2), 1),
  smsIntervalSeconds: key(wholeNumber(1, 3600), 60),
  /** Origins. */
  newsDomains: key(origins, []),
  apiDomains: key(origins, []),
  /** An origin, or empty for the server's own. */
  videoDomainDefault: key(originOrNothing, ''),
  chatSwitch: key(flag, 1),
  chatMinVipLevel: key(wholeNumber(0, 100), 0),
  giftSwitch: key(flag, 1),
  /** Coins for one unit of the site's currency. */
  goldCoinRate: key(wholeNumber(1, 1_000_000), 10),
  usdtWalletSwitch: key(flag, 1),
  usdtChains: key(listOf(text(/^[A-Z0-9]{2,16}$/, 'a name of a chain'), 8), ['TRC20', 'ERC20']),
  interestWalletSwitch: key(flag, 1),
  fastWithdrawSwitch: key(flag, 1),
  speedDepositSwitch: key(flag, 1),
  withdrawCancelSwitch: key(flag, 1),
  /** Transfers of members who have not chosen: 1 automatic, 2 manual. */
  walletTypeDefault: key<1 | 2>(oneOf(1, 2), 1),
  /** Rebates of VIP grades. */
  vipRebateSwitch: key(flag, 1),
  activityEntrances: key(listOf(text(/^[A-Za-z][A-Za-z0-9]{0,31}$/, 'a name of an activity'), 32), [
    'signIn',
    'wheel',
    'redRain',
    'invite',
  ]),
  inviteFriendSwitch: key(flag, 1),
  agentJoinSwitch: key(flag, 1),
  expertTipsSwitch: key(flag, 1),
  /** Days without a sign-in after which an account becomes dormant (S7.37). 0 = never. Sign-ins are remembered for 180 days. */
  memberSleepDays: key(wholeNumber(0, 180), 90),
}

/** Our own keys. */
const OWN_KEYS = {
  /** Name of the site in titles, the app manifest and messages. */
  siteName: key(text(/^[^\p{C}\p{Zl}\p{Zp}]{1,20}$/u, 'a name of 1 to 20 characters'), '看台'),
  /** Skin of all pages; empty: the skin of the site's number (S1.3). */
  siteSkin: key(oneOfNames('', ...SKINS), ''),
  /** Always 1: no real money is used, and the wallet says so. */
  playMoney: key(oneOf(1), 1),
  /** Which call signs in: v5, or a fallback for a site behind an older gateway (S7.42-S7.44). */
  loginApi: key(oneOfNames('v5', 'v3', 've4'), 'v5'),
  // Configuration may make the protection of members stricter only (Annex I).
  ageGateYears: key(wholeNumber(18, 99), 18),
  responsibleStrict: key(flag, 0),
  realityCheckDefaultMinutes: key(wholeNumber(5, 60), 60),
}

const KEYS = { ...SPECIFIED_KEYS, ...OWN_KEYS }

export type SiteConfigKey = keyof typeof KEYS
/** Annex C.4: the configuration of a site. */
export type SiteConfig = { readonly [Key in SiteConfigKey]: (typeof KEYS)[Key]['fallback'] }

/** Every key of the configuration of a site with its rule and its default, for server and page. */
export const SITE_CONFIG: { readonly [Key in SiteConfigKey]: ConfigKey<SiteConfig[Key]> } = KEYS
export const SITE_CONFIG_KEYS = Object.keys(SITE_CONFIG) as readonly SiteConfigKey[]

type Defaults<Table extends Readonly<Record<string, ConfigKey<unknown>>>> = {
  readonly [Key in keyof Table]: Table[Key]['fallback']
}

function defaultsOf<Table extends Readonly<Record<string, ConfigKey<unknown>>>>(table: Table): Defaults<Table> {
  return Object.fromEntries(Object.entries(table).map(([name, { fallback }]) => [name, fallback])) as Defaults<Table>
}

export const SITE_CONFIG_DEFAULTS = defaultsOf(SPECIFIED_KEYS)
export const CONFIG_DEFAULTS: SiteConfig = defaultsOf(KEYS)

/** An invalid key and the reason. The value is not included, because it may be anything. */
export interface ConfigProblem {
  readonly key: SiteConfigKey
  readonly reason: string
}

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
    const reading = values.has(key) ? SITE_CONFIG[key].rule(values.get(key)) : { problem: 'missing' }
    if ('value' in reading) return reading.value
    problems.push({ key, reason: reading.problem })
    return CONFIG_DEFAULTS[key]
  }
  const entries = SITE_CONFIG_KEYS.map((key) => [key, read(key)] as const)
  return { config: { ...CONFIG_DEFAULTS, ...Object.fromEntries(entries) }, problems }
}

/**
 * Reads values of some keys. Unknown keys and invalid values are omitted and reported. Never throws.
 *
 * @param editable keys that may be present
 */
export function readStoredConfig(
  given: unknown,
  editable: readonly SiteConfigKey[] = SITE_CONFIG_KEYS,
): { values: Partial<SiteConfig>; problems: readonly { readonly key: string; readonly reason: string }[] } {
  const problems: { key: string; reason: string }[] = []
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : []
  const values = entries.flatMap(([name, value]): [string, unknown][] => {
    const key = editable.find((known) => known === name)
    const reading = key === undefined ? { problem: 'is no key' } : SITE_CONFIG[key].rule(value)
    if ('value' in reading) return [[name, reading.value]]
    problems.push({ key: name, reason: reading.problem })
    return []
  })
  return { values: Object.fromEntries(values), problems }
}
