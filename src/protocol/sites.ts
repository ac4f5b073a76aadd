import type { SettleCurrency } from './currency.ts'

export const SKINS = ['fresh', 'elegant', 'triadTheme', 'classy', 'glow', 'simple', 'colorful'] as const
export type Skin = (typeof SKINS)[number]

/** Layout styles of the skins: floating cards, cut edges, ruled lines. */
export type Layout = 'card' | 'edge' | 'rule'

export const SKIN_LAYOUT: Readonly<Record<Skin, Layout>> = {
  fresh: 'card',
  elegant: 'rule',
  triadTheme: 'card',
  classy: 'edge',
  glow: 'edge',
  simple: 'rule',
  colorful: 'card',
}

interface Deployment {
  readonly deployId: number
  /** Web id and mobile id. */
  readonly siteIds: readonly [number, number]
  readonly skin: Skin
  readonly settleCurrency: SettleCurrency
}

/** Annex B: 14 deployments, seven skins in two currencies. */
export const DEPLOYMENTS: readonly Deployment[] = (['CNY', 'USDT'] as const).flatMap((settleCurrency, half) =>
  SKINS.map((skin, position): Deployment => {
    const deployId = half * SKINS.length + position + 1
    return { deployId, siteIds: [5000 + deployId * 2 - 1, 5000 + deployId * 2], skin, settleCurrency }
  }),
)

/** S9.18: the deployment of a site id; ids outside 5001-5028 get deploy 0, skin fresh, CNY. */
export function deploymentOf(siteId: number): Deployment {
  return (
    DEPLOYMENTS.find((deployment) => deployment.siteIds.includes(siteId)) ?? {
      deployId: 0,
      siteIds: [siteId, siteId],
      skin: 'fresh',
      settleCurrency: 'CNY',
    }
  )
}

/** S9.17: a site id above 5005 belongs to series 5000. */
export function siteSeries(siteId: number): number {
  return siteId > 5005 ? 5000 : siteId
}

/** Background of each skin (`--surface` of its tokens), painted by browsers before styles are loaded. */
export const SKIN_BACKGROUND: Readonly<Record<Skin, string>> = {
  fresh: '#f3faf6',
  elegant: '#f5efe1',
  triadTheme: '#f2f4f8',
  classy: '#0b1526',
  glow: '#090c0a',
  simple: '#ffffff',
  colorful: '#fff6ec',
}
