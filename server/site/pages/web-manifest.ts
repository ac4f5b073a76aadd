import { deploymentOf, SKIN_BACKGROUND, type Skin } from '#protocol/sites.ts'

export const WEB_MANIFEST_PATH = '/manifest.webmanifest'

/** Sizes in pixels of the icons (scripts/draw-icons.mjs). */
const EDGES = [192, 512] as const

interface ManifestOptions {
  readonly siteId: number
  /** True if the URL selects the site, so that the URLs of the manifest contain it (settled 29). */
  readonly allowsSiteChoice: boolean
}

/** URL of the manifest of a site. */
export function manifestAddress(metadata: ManifestOptions): string {
  return inSite(WEB_MANIFEST_PATH, metadata)
}

/** Icon of a skin for iOS, which rounds the corners itself. */
export function touchIconAddress(skin: Skin): string {
  return `/icons/${skin}-touch-180.png`
}

/** The web app manifest of a site in the colours of its skin. */
export function webManifest(
  metadata: ManifestOptions & { readonly siteName: string; readonly skin: Skin | undefined },
): object {
  const { siteName, skin = deploymentOf(metadata.siteId).skin } = metadata
  const ground = SKIN_BACKGROUND[skin]
  return {
    id: inSite('/', metadata),
    name: siteName,
    short_name: siteName,
    description: '实时直播间，仅使用演示资金',
    lang: 'zh-CN',
    dir: 'ltr',
    start_url: inSite('/app/home', metadata),
    scope: '/',
    display: 'standalone',
    theme_color: ground,
    background_color: ground,
    categories: ['sports', 'entertainment'],
    icons: [...EDGES.map((edge) => icon(skin, 'any', edge)), ...EDGES.map((edge) => icon(skin, 'maskable', edge))],
    shortcuts: [
      shortcut('直播', '/app/live', skin, metadata),
      shortcut('资讯', '/app/news', skin, metadata),
      shortcut('我的', '/app/mine', skin, metadata),
    ],
  }
}

function icon(skin: Skin, purpose: 'any' | 'maskable', edge: number): object {
  return { src: `/icons/${skin}-${purpose}-${edge}.png`, type: 'image/png', sizes: `${edge}x${edge}`, purpose }
}

function shortcut(name: string, path: string, skin: Skin, metadata: ManifestOptions): object {
  return { name, url: inSite(path, metadata), icons: [icon(skin, 'any', 192)] }
}

function inSite(path: string, { siteId, allowsSiteChoice }: ManifestOptions): string {
  return allowsSiteChoice ? `${path}?siteId=${siteId}` : path
}
