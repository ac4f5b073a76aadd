import * as z from 'zod/mini'
import { SERVER_CACHE_MS } from '../constants.ts'
import { HELP_CATEGORIES } from '../rules/articles.ts'
import { CONTACT_KINDS } from '../rules/member/contact.ts'
import { SKINS } from '../sites.ts'
import { endpoint } from './endpoint.ts'
import { count, CurrencyCode, nothing, publicId, text } from './shapes.ts'

const keyCodes = z.array(text(64)).check(z.minLength(1), z.maxLength(64))
const window = { start: z.int(), end: z.int() }
/** The longest value is `ty` with 64 venues: about 7,000 characters of JSON. */
const CONFIG_TEXT_MAX = 16_384
const serverCached = (cacheKey: string) => ({ serverCache: { cacheKey, ttlMs: SERVER_CACHE_MS } })

/** 0 = no link, 1 = a path of this site, 2 = another site. */
const jump = { jumpType: z.int().check(z.minimum(0), z.maximum(2)), jumpUrl: text(512) }

export const Banner = z.object({ id: publicId, title: text(64), img: text(256), imgH5: text(256), ...jump, ...window })
export type Banner = z.infer<typeof Banner>

/** Whether the site is open: 1 = open, 0 = under maintenance. */
const maintenance = { maintainStatus: z.int(), maintainEnd: z.nullable(z.int()) }

const NavigationLeaf = z.object({ id: publicId, name: text(32), icon: text(64), path: text(128) })

/** Public data of a site (Annex D.1). */
export const siteEndpoints = {
  'site.perInfo': endpoint({
    path: '/api/site/group/site/perInfo/v5/get',
    readOnly: true,
    summary: 'Identity and state of the site (S7.25).',
    request: nothing,
    data: z.object({
      siteId: z.int(),
      deployId: z.int(),
      skin: z.enum(SKINS),
      currency: CurrencyCode,
      ...maintenance,
      demo: z.boolean(),
      domains: z.array(text(256)),
      serverTime: z.int(),
    }),
  }),
  'site.perInfoBefore': endpoint({
    path: '/api/site/group/site/perInfo/v1/get',
    credentials: false,
    readOnly: true,
    summary: 'The same before sign-in, without a token (S7.13).',
    request: nothing,
    data: z.object({ siteId: z.int(), skin: z.enum(SKINS), ...maintenance, serverTime: z.int() }),
  }),
  'site.domains': endpoint({
    path: '/api/site/group/site/domain/v1/list',
    credentials: false,
    ...serverCached('domains'),
    readOnly: true,
    summary:
      'API, news, video and chat origins, in the order in which they are tried (S7.39, S8.17). Empty = this origin only.',
    request: nothing,
    data: z.object({
      api: z.array(text(256)),
      news: z.array(text(256)),
      video: z.array(text(256)),
      chat: z.array(text(256)),
    }),
  }),
  'site.configInfo': endpoint({
    path: '/api/site/group/site/configInfo/v1/get',
    ...serverCached('configInfo-v1'),
    readOnly: true,
    summary: 'Configuration by key, values as text (S7.24). Unknown keys are omitted.',
    request: z.strictObject({ keyCodes }),
    data: z.record(text(64), text(CONFIG_TEXT_MAX)),
  }),
  'site.configs': endpoint({
    path: '/api/site/group/site/configInfo/v2/gets',
    ...serverCached('configInfo-v2'),
    readOnly: true,
    summary: 'Configuration by key, values as JSON (S7.24, S9.14). Unknown keys are omitted.',
    request: z.strictObject({ keyCodes }),
    data: z.record(text(64), z.unknown()),
  }),
  'site.baseConfig': endpoint({
    path: '/api/site/group/site/baseConfig/v1/get',
    ...serverCached('baseConfig'),
    readOnly: true,
    summary: 'Name and logo of the site (S7.26).',
    request: nothing,
    data: z.object({
      logo: text(256),
      title: text(64),
      currencies: z.array(CurrencyCode),
      appUrl: text(256),
      copyright: text(128),
    }),
  }),
  'site.bannerList': endpoint({
    method: 'GET',
    path: '/api/site/group/site/banner-list',
    localCache: { paramKeys: ['position'], ttlMs: 60_000 },
    ...serverCached('banner-list'),
    readOnly: true,
    summary: 'Banners of a position, for all users (S7.12, S7.18).',
    request: z.strictObject({ position: text(32) }),
    data: z.object({ list: z.array(Banner) }),
  }),
  'site.queryBanners': endpoint({
    path: '/api/site/group/site/banner/v1/queryBannerList',
    readOnly: true,
    summary: 'Current banners of a position (S7.27).',
    request: z.strictObject({ position: text(32) }),
    data: z.object({ list: z.array(Banner) }),
  }),
  'site.queryBannersNew': endpoint({
    path: '/api/site/group/site/banner/v2/queryBannerList',
    readOnly: true,
    summary: 'Current banners of several positions (S7.27).',
    request: z.strictObject({ positions: z.array(text(32)).check(z.minLength(1), z.maxLength(8)) }),
    data: z.record(text(32), z.array(Banner)),
  }),
  'site.announcements': endpoint({
    path: '/api/site/group/site/announcement/v1/list',
    ...serverCached('announcements'),
    readOnly: true,
    summary: 'Current announcements of a type (S7.28).',
    request: z.strictObject({ type: z.enum(['all', 'marquee', 'popup']) }),
    data: z.object({
      list: z.array(z.object({ id: publicId, title: text(80), content: text(2000), popup: z.int(), ...window })),
    }),
  }),
  'site.sportConfigs': endpoint({
    path: '/api/site/group/site/sportConfig/v1/list',
    ...serverCached('sportConfigs'),
    readOnly: true,
    summary: 'Sport venues and whether they are open (S7.29).',
    request: z.strictObject({ venueEnName: z.optional(text(32)) }),
    data: z.object({
      list: z.array(
        z.object({
          enName: text(32),
          chName: text(32),
          channelCode: text(32),
          status: z.int(),
          isDisplay: z.int(),
          isDisplayMaintainVenue: z.int(),
        }),
      ),
    }),
  }),
  'site.floatWindows': endpoint({
    path: '/api/site/group/site/floatWindow/v1/list',
    ...serverCached('floatWindows'),
    readOnly: true,
    summary: 'Floating windows (S7.30).',
    request: nothing,
    data: z.object({
      list: z.array(z.object({ id: publicId, img: text(256), position: z.enum(['left', 'right']), ...jump })),
    }),
  }),
  'site.navigation': endpoint({
    path: '/api/site/group/site/navigation/v1/list',
    ...serverCached('navigation'),
    readOnly: true,
    summary: 'The navigation tree, two levels (S7.31).',
    request: nothing,
    data: z.object({ list: z.array(z.extend(NavigationLeaf, { children: z.array(NavigationLeaf) })) }),
  }),
  'site.customerService': endpoint({
    path: '/api/site/group/site/customerService/v1/getConfig',
    ...serverCached('customerService'),
    readOnly: true,
    summary: 'Channels and hours of customer service (S7.32).',
    request: nothing,
    data: z.object({
      hours: text(64),
      channels: z.array(z.object({ kind: z.enum(CONTACT_KINDS), name: text(32), value: text(128) })),
      questions: z.array(z.object({ question: text(128), answer: text(1000) })),
    }),
  }),
  'site.helpArticles': endpoint({
    path: '/api/site/group/site/helpArticle/v1/list',
    ...serverCached('helpArticles'),
    readOnly: true,
    summary: 'Articles of the help centre that operators have written (S1.26), in their order.',
    request: nothing,
    data: z.object({
      list: z.array(
        z.object({
          id: publicId,
          category: z.enum(HELP_CATEGORIES),
          title: text(60),
          summary: text(120),
          keywords: z.array(text(200)),
          /** Paragraphs of plain text. */
          body: z.array(text(1000)),
          /** A screen of this site where the action can be done. */
          link: z.nullable(z.object({ to: text(128), label: text(24) })),
        }),
      ),
    }),
  }),
  'site.customerServiceUrl': endpoint({
    path: '/api/site/group/site/customerService/v1/getUrl',
    ...serverCached('customerServiceUrl'),
    readOnly: true,
    summary: 'Address of the customer service page (S7.32).',
    request: nothing,
    data: z.object({ url: text(256) }),
  }),
  'site.countries': endpoint({
    path: '/api/site/group/site/country/v1/list',
    ...serverCached('countries'),
    readOnly: true,
    summary: 'Area codes with phone number lengths (S7.33, S9.15).',
    request: nothing,
    data: z.object({
      list: z.array(z.object({ areaCode: text(8), name: text(32), min: count, max: count })),
    }),
  }),
  'site.languageCode': endpoint({
    path: '/api/site/group/site/languageCode/v1/get',
    ...serverCached('languageCode'),
    readOnly: true,
    summary: 'Languages of the site (S7.34, S9.25).',
    request: nothing,
    data: z.object({ code: text(16), list: z.array(z.object({ code: text(16), name: text(32) })) }),
  }),
  'site.shortUrl': endpoint({
    path: '/api/site/group/site/shortUrl/v1/get',
    summary: 'A short URL for a path of this site (S7.35).',
    request: z.strictObject({ url: text(512) }),
    data: z.object({ shortUrl: text(128) }),
  }),
} as const
