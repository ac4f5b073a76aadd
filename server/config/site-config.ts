import * as z from 'zod'
import type { SettleCurrency } from '#protocol/currency.ts'
import { CONFIG_DEFAULTS, readStoredConfig, SITE_CONFIG_KEYS, type SiteConfig } from '#protocol/site-config.ts'
import { deploymentOf } from '#protocol/sites.ts'

/** Origins of this site (S7.39) in order of preference. Empty: only the origin of the page. */
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

/** Values of SITE_CONFIG: of all sites, and of the sites of one currency, which win. */
export type SiteConfigOverrides = Partial<SiteConfig> & OfCurrency
type OfCurrency = { readonly [Currency in SettleCurrency]?: Partial<SiteConfig> }

/** Valid values of SITE_CONFIG: known keys with values that pages accept (S9.14), also below CNY and USDT. */
export const SiteConfigOverrides = z
  .record(z.string(), z.unknown())
  .transform(({ CNY, USDT, ...given }, context): SiteConfigOverrides => {
    const read = (values: unknown): Partial<SiteConfig> => {
      const { values: valid, problems } = readStoredConfig(values, KEYS)
      const isObject = typeof values === 'object' && values !== null && !Array.isArray(values)
      const messages = problems.map(({ key, reason }) => `${key} ${reason}`)
      for (const message of isObject ? messages : ['expects an object of keys below a currency']) {
        context.issues.push({ code: 'custom', message, input: values })
      }
      return valid
    }
    return {
      ...read(given),
      ...(CNY !== undefined && { CNY: read(CNY) }),
      ...(USDT !== undefined && { USDT: read(USDT) }),
    }
  })

export type SiteConfigs = Readonly<Record<SettleCurrency, SiteConfig>>

/** The configuration of a site: that of its settlement currency. */
export function configOfSite(configs: SiteConfigs, siteId: number): SiteConfig {
  return configs[deploymentOf(siteId).settleCurrency]
}

/** Sites in USDT: coins cost the same, and there are no bank transfers to match (fast withdrawal, speed deposit). */
const OF_CURRENCY: Readonly<Record<SettleCurrency, Partial<SiteConfig>>> = {
  CNY: {},
  USDT: { goldCoinRate: 70, fastWithdrawSwitch: 0, speedDepositSwitch: 0 },
}

/** What the environment says about the configuration of the site. */
export interface SiteConfigSource {
  /** Values of SITE_CONFIG. */
  readonly overrides: SiteConfigOverrides
  readonly domains: SiteDomains
  /** A vendor's slider (S4.19) is available. The built-in one accepts any drag that looks human and is for demo mode. */
  readonly hasAfs: boolean
}

/**
 * The configurations for sites of each currency. Values of the environment win over those that operators have stored;
 * both win over the defaults.
 */
export function siteConfigsOf(source: SiteConfigSource, stored: Partial<SiteConfig> = {}): SiteConfigs {
  return { CNY: configOf('CNY', source, stored), USDT: configOf('USDT', source, stored) }
}

function configOf(
  currency: SettleCurrency,
  { overrides: { CNY, USDT, ...overrides }, domains, hasAfs }: SiteConfigSource,
  stored: Partial<SiteConfig>,
): SiteConfig {
  const set = { ...stored, ...overrides, ...{ CNY, USDT }[currency] }
  const given = { ...CONFIG_DEFAULTS, ...OF_CURRENCY[currency], ...set }
  return {
    ...given,
    safeVerifyTypes: hasAfs ? given.safeVerifyTypes : { ...given.safeVerifyTypes, afs: 0 },
    // A strict site does not let members cancel withdrawals, unless the key is set (S4.9).
    withdrawCancelSwitch: set.withdrawCancelSwitch ?? (given.responsibleStrict === 1 ? 0 : given.withdrawCancelSwitch),
    apiDomains: domains.api,
    newsDomains: domains.news,
    videoDomainDefault: domains.video[0] ?? '',
  }
}
