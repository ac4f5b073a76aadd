import * as z from 'zod'
import type { SettleCurrency } from '#protocol/currency.ts'
import { SITE_CONFIG_KEYS, SITE_CONFIG, CONFIG_DEFAULTS, type SiteConfig } from '#protocol/site-config.ts'

/** Origins of this site (S7.39) in order of preference. Empty: only the own origin. */
export interface SiteDomains {
  readonly api: readonly string[]
  readonly news: readonly string[]
  readonly video: readonly string[]
  readonly chat: readonly string[]
}

/** Origins are set by separate environment variables, because the page policy uses them too. */
const SET_ELSEWHERE: ReadonlySet<string> = new Set(['newsDomains', 'apiDomains', 'videoDomainDefault'])
const KEYS = SITE_CONFIG_KEYS.filter((key) => !SET_ELSEWHERE.has(key))

/** Valid values of SITE_CONFIG: known keys with values that pages accept (S9.14). */
export const SiteConfigOverrides = z
  .record(z.string(), z.unknown())
  .transform((given, context): Partial<SiteConfig> => {
    const values = Object.entries(given).map(([name, value]) => {
      const key = KEYS.find((known) => known === name)
      const reading = key === undefined ? { problem: 'is no key' } : SITE_CONFIG[key].rule(value)
      if ('value' in reading) return [name, reading.value] as const
      context.issues.push({ code: 'custom', message: `${name} ${reading.problem}`, input: given })
      return [name, undefined] as const
    })
    return Object.fromEntries(values)
  })

/** Configuration by settlement currency. */
export type SiteConfigs = Readonly<Record<SettleCurrency, SiteConfig>>

/** Sites in USDT: coins cost the same, and there are no bank transfers to match (fast withdrawal, speed deposit). */
const OF_CURRENCY: Readonly<Record<SettleCurrency, Partial<SiteConfig>>> = {
  CNY: {},
  USDT: { goldCoinRate: 70, fastWithdrawSwitch: 0, speedDepositSwitch: 0 },
}

/**
 * The configurations for sites of each currency. Values set by the operator apply to all.
 *
 * @param hasAfs whether a vendor's slider (S4.19) is available; the built-in one accepts any drag that looks human and
 * is for demo mode only
 */
export function siteConfigsOf(overrides: Partial<SiteConfig>, domains: SiteDomains, hasAfs: boolean): SiteConfigs {
  const given = { ...CONFIG_DEFAULTS, ...overrides }
  const safeVerifyTypes = hasAfs ? given.safeVerifyTypes : { ...given.safeVerifyTypes, afs: 0 }
  const all = { ...overrides, safeVerifyTypes }
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
