import * as z from 'zod'
import type { SettleCurrency } from '#protocol/currency.ts'
import { CONFIG_DEFAULTS, readStoredConfig, SITE_CONFIG_KEYS, type SiteConfig } from '#protocol/site-config.ts'

/** Origins of this site (S7.39) in order of preference. Empty: only the own origin. */
export interface SiteDomains {
  readonly api: readonly string[]
  readonly news: readonly string[]
  readonly video: readonly string[]
  readonly chat: readonly string[]
}

/** Origins are set by separate environment variables, because the page policy uses them too. */
export const SITE_CONFIG_FIXED = ['newsDomains', 'apiDomains', 'videoDomainDefault'] as const
const SET_ELSEWHERE: ReadonlySet<string> = new Set(SITE_CONFIG_FIXED)
const KEYS = SITE_CONFIG_KEYS.filter((key) => !SET_ELSEWHERE.has(key))

/** Valid values of SITE_CONFIG: known keys with values that pages accept (S9.14). */
export const SiteConfigOverrides = z
  .record(z.string(), z.unknown())
  .transform((given, context): Partial<SiteConfig> => {
    const { values, problems } = readStoredConfig(given, KEYS)
    for (const { key, reason } of problems) {
      context.issues.push({ code: 'custom', message: `${key} ${reason}`, input: given })
    }
    return values
  })

/** Configuration by settlement currency. */
export type SiteConfigs = Readonly<Record<SettleCurrency, SiteConfig>>

/** Sites in USDT: coins cost the same, and there are no bank transfers to match (fast withdrawal, speed deposit). */
const OF_CURRENCY: Readonly<Record<SettleCurrency, Partial<SiteConfig>>> = {
  CNY: {},
  USDT: { goldCoinRate: 70, fastWithdrawSwitch: 0, speedDepositSwitch: 0 },
}

/** What the environment says about the configuration of the site. */
export interface SiteConfigSource {
  /** Values of SITE_CONFIG. */
  readonly overrides: Partial<SiteConfig>
  readonly domains: SiteDomains
  /** A vendor's slider (S4.19) is available. The built-in one accepts any drag that looks human and is for demo mode. */
  readonly hasAfs: boolean
}

/** The configurations for sites of each currency. Values that are set apply to all. */
export function siteConfigsOf({ overrides, domains, hasAfs }: SiteConfigSource): SiteConfigs {
  const given = { ...CONFIG_DEFAULTS, ...overrides }
  const safeVerifyTypes = hasAfs ? given.safeVerifyTypes : { ...given.safeVerifyTypes, afs: 0 }
  // A strict site does not let members cancel withdrawals, unless the key is set (S4.9).
  const strict = given.responsibleStrict === 1 ? { withdrawCancelSwitch: 0 as const } : {}
  const all = { ...strict, ...overrides, safeVerifyTypes }
  return { CNY: configOf('CNY', all, domains), USDT: configOf('USDT', all, domains) }
}

function configOf(currency: SettleCurrency, overrides: Partial<SiteConfig>, domains: SiteDomains): SiteConfig {
  return {
    ...CONFIG_DEFAULTS,
    ...OF_CURRENCY[currency],
    ...overrides,
    apiDomains: domains.api,
    newsDomains: domains.news,
    videoDomainDefault: domains.video[0] ?? '',
  }
}
