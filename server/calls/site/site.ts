import { isRealEntrance } from '#protocol/activities/definitions.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import { type Jump, jumpTarget } from '#protocol/rules/jump.ts'
import { deploymentOf } from '#protocol/sites.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import type { Activities } from '../../activities/activities.ts'
import type { CallContext, Handlers } from '../../http/context.ts'
import { COUNTRIES, SPORT_VENUES } from '../../site/content.ts'
import type { ShortUrls } from '../../site/short-urls.ts'
import type { SiteDomains } from '../../config/site-config.ts'
import {
  announcementsAt,
  bannersAt,
  customerServiceAt,
  floatWindowsAt,
  helpArticlesAt,
  navigationAt,
  type ShownContentSource,
} from '../../site/shown-content.ts'
import type { SiteContent } from '../../site/site-content.ts'

/** Under maintenance these calls are refused earlier (S4.26), so a response means that the site is open. */
const OPEN = { maintainStatus: 1, maintainEnd: null }

const CHINESE = { code: 'zh-CN', name: '简体中文' }
/** The catalogue exists; a site must enable it (S1.5). */
const ENGLISH = { code: 'en-US', name: 'English' }

export interface SiteServices {
  /** Pages offer the skin switcher and mark the content as fictional. */
  readonly hasDemoTools: boolean
  readonly domains: SiteDomains
  readonly shortUrls: Pick<ShortUrls, 'make'>
  readonly content: Pick<SiteContent, 'current'>
  readonly activities: Pick<Activities, 'running'>
}

type SiteHandlers = Pick<Handlers, Extract<keyof Handlers, `site.${string}`>>

/** Content that is the same for all sites. */
function siteContentCalls(shown: ShownContentSource, activities: Pick<Activities, 'running'>) {
  /** S1.17: without the items that lead to an activity which is over or unknown. */
  async function withRealEntrances<Item extends Jump>(items: readonly Item[], now: number): Promise<Item[]> {
    const isReal = (found: Parameters<typeof isRealEntrance>[1]) => (item: Item) => {
      const target = jumpTarget(item)
      return target.kind !== 'path' || isRealEntrance(target.path, found)
    }
    const plain = items.filter(isReal([]))
    if (plain.length === items.length) return plain
    return items.filter(isReal((await activities.running(null, now)).list))
  }
  const banners = (position: string, now: number) => withRealEntrances(bannersAt(shown, position, now), now)
  return {
    'site.bannerList': async ({ position }, { now }) => success({ list: await banners(position, now) }),
    'site.queryBanners': async ({ position }, { now }) => success({ list: await banners(position, now) }),
    'site.queryBannersNew': async ({ positions }, { now }) => {
      const lists = await Promise.all(positions.map((position) => banners(position, now)))
      return success(Object.fromEntries(positions.map((position, index) => [position, lists[index] ?? []])))
    },
    'site.announcements': async ({ type }, { now }) => {
      const list = announcementsAt(shown, now)
      return success({ list: type === 'all' ? list : list.filter(({ popup }) => (popup === 1) === (type === 'popup')) })
    },
    'site.sportConfigs': async ({ venueEnName }) =>
      success({ list: SPORT_VENUES.filter(({ enName }) => venueEnName === undefined || enName === venueEnName) }),
    'site.floatWindows': async (_params, { now }) =>
      success({ list: await withRealEntrances(floatWindowsAt(shown, now), now) }),
    'site.navigation': async (_params, { now }) => success({ list: navigationAt(shown, now) }),
    'site.helpArticles': async (_params, { now }) => success({ list: helpArticlesAt(shown, now) }),
    'site.customerService': async (_params, { now }) => success(customerServiceAt(shown, now)),
    'site.customerServiceUrl': async () => success({ url: '/cs' }),
    'site.countries': async () => success({ list: COUNTRIES }),
  } satisfies Partial<SiteHandlers>
}

/** Properties of a site, available without signing in (Annex D.1). */
export function siteCalls(services: SiteServices): SiteHandlers {
  const { domains } = services
  const skinOf = ({ site, siteId }: Pick<CallContext, 'site' | 'siteId'>) => site.siteSkin || deploymentOf(siteId).skin

  return {
    ...siteContentCalls({ content: services.content, hasDemoContent: services.hasDemoTools }, services.activities),
    'site.perInfo': async (_params, { siteId, site, now }) => {
      const { deployId, settleCurrency } = deploymentOf(siteId)
      return success({
        siteId,
        deployId,
        skin: skinOf({ site, siteId }),
        currency: settleCurrency,
        ...OPEN,
        demo: services.hasDemoTools,
        domains: [...domains.api],
        serverTime: now,
      })
    },
    'site.perInfoBefore': async (_params, { siteId, site, now }) =>
      success({ siteId, skin: skinOf({ site, siteId }), ...OPEN, serverTime: now }),

    'site.domains': async () =>
      success({
        api: [...domains.api],
        news: [...domains.news],
        video: [...domains.video],
        chat: [...domains.chat],
      }),
    'site.configInfo': async ({ keyCodes }, { site }) => success(configAsText(site, keyCodes)),
    'site.configs': async ({ keyCodes }, { site }) => success(configAsJson(site, keyCodes)),
    'site.baseConfig': async (_params, { siteId, site }) =>
      success({
        logo: '/art/logo.svg',
        title: site.siteName,
        currencies: [deploymentOf(siteId).settleCurrency, 'COIN' as const],
        appUrl: '',
        copyright: `© 2026 ${site.siteName} · 仅使用演示资金，不涉及真实货币`,
      }),
    'site.languageCode': async (_params, { site }) =>
      success({ code: 'zh-CN', list: site.multiLanguageEntrance === 1 ? [CHINESE, ENGLISH] : [CHINESE] }),

    'site.shortUrl': async ({ url }) => {
      const shortUrl = await services.shortUrls.make(url)
      if (shortUrl !== null) return success({ shortUrl })
      return failureOf(CODES.PARAM_ERROR, {
        details: { fields: { url: '只能是本站的路径' } },
      })
    },
  }
}

/** The requested keys that exist, as JSON (S7.24, v2). */
function configAsJson(config: SiteConfig, keyCodes: readonly string[]): Record<string, unknown> {
  const known = new Map<string, unknown>(Object.entries(config))
  return Object.fromEntries([...new Set(keyCodes)].filter((key) => known.has(key)).map((key) => [key, known.get(key)]))
}

/** The same as text (v1): strings unchanged, other values as JSON. */
function configAsText(config: SiteConfig, keyCodes: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(configAsJson(config, keyCodes)).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}
