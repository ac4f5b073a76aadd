import * as z from 'zod'
import type { SettleCurrency } from '#protocol/currency.ts'
import { SITE_CONFIG_KEYS, SITE_CONFIG_RULES } from '#protocol/rules/site-config.ts'
import { CONFIG_DEFAULTS, type SiteConfig } from '#protocol/site-config.ts'

/** The lines of this site (S7.39): origins, in the order in which they are tried. Empty = only the own origin. */
export interface SiteDomains {
  readonly api: readonly string[]
  readonly news: readonly string[]
  readonly video: readonly string[]
  readonly chat: readonly string[]
}

/** Lines have keys of their own in the environment, because the page's policy follows from them too. */
const SET_ELSEWHERE: ReadonlySet<string> = new Set(['newsDomains', 'apiDomains', 'videoDomainDefault'])
const KEYS = SITE_CONFIG_KEYS.filter((key) => !SET_ELSEWHERE.has(key))

/** What an operator may set in SITE_CONFIG: known keys with values that pages will take (S9.14). */
export const SiteConfigOverrides = z
  .record(z.string(), z.unknown())
  .transform((given, context): Partial<SiteConfig> => {
    const values = Object.entries(given).map(([name, value]) => {
      const key = KEYS.find((known) => known === name)
      const reading = key === undefined ? { problem: 'is no key' } : SITE_CONFIG_RULES[key](value)
      if ('value' in reading) return [name, reading.value] as const
      context.issues.push({ code: 'custom', message: `${name} ${reading.problem}`, input: given })
      return [name, undefined] as const
    })
    return Object.fromEntries(values)
  })

/** By the currency that a site settles in. */
export type SiteConfigs = Readonly<Record<SettleCurrency, SiteConfig>>

/**
 * Where money is USDT, a coin costs what it costs elsewhere, and there are no orders between two bank accounts to match
 * (fast withdrawal, speed deposit).
 */
const OF_CURRENCY: Readonly<Record<SettleCurrency, Partial<SiteConfig>>> = {
  CNY: {},
  USDT: { goldCoinRate: 70, fastWithdrawSwitch: 0, speedDepositSwitch: 0 },
}

/**
 * The configurations in force, for sites of each currency. What an operator sets holds for all.
 *
 * @param hasAfs whether the slider of a vendor (S4.19) is there to be offered. The one of this server takes its place in demo
 *   mode: it believes any drag that looks like a hand's, so elsewhere it is off, whatever is set.
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
