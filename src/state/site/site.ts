import { atom } from 'jotai/vanilla'
import { CURRENCIES, type Currency, type SettleCurrency } from '#protocol/currency.ts'
import { DEFAULT_SITE_ID } from '#protocol/constants.ts'
import { deploymentOf, type Layout, type Skin, SKIN_LAYOUT, SKINS } from '#protocol/sites.ts'

/** The site of this page. The server writes it into `<html data-…>`, so that the first paint is right (settled 29). */
interface Site {
  readonly siteId: number
  readonly skin: Skin
  readonly layout: Layout
  readonly currency: SettleCurrency
  /** Demo mode: shows the skin switcher and the demo accounts. */
  readonly isDemo: boolean
}

/**
 * Reads `data-site`, `data-skin`, `data-currency` and `data-demo` ("true"). Missing values are derived from the site id,
 * which defaults to DEFAULT_SITE_ID.
 */
export function readSite(dataset: Readonly<Record<string, string | undefined>>): Site {
  const number = Number(dataset['site'])
  const siteId = Number.isSafeInteger(number) && number > 0 ? number : DEFAULT_SITE_ID
  const deployment = deploymentOf(siteId)
  const skin = SKINS.find((name) => name === dataset['skin']) ?? deployment.skin
  const currency = (['CNY', 'USDT'] as const).find((code) => code === dataset['currency'])
  return {
    siteId,
    skin,
    layout: SKIN_LAYOUT[skin],
    currency: currency ?? deployment.settleCurrency,
    isDemo: dataset['demo'] === 'true',
  }
}

export const siteAtom = atom<Site>(readSite(typeof document === 'undefined' ? {} : document.documentElement.dataset))

/** The currency of this site, for `formatMoney(amount, currency)` (S1.4, S3.25). */
export const currencyAtom = atom<Currency>((get) => CURRENCIES[get(siteAtom).currency])
