import { type FirstScreen, HEAD_SCREENS } from '#protocol/page-paths.ts'
import { SKIN_COOKIE } from '#protocol/constants.ts'
import { deploymentOf, type Skin, SKIN_BACKGROUND, SKIN_LAYOUT, SKINS } from '#protocol/sites.ts'
import { manifestAddress, touchIconAddress } from './web-manifest.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { PROJECT_ROOT } from '../../config/project-root.ts'

/** Values that the server writes into a page, so that no script is inline and nothing flashes (settled 6, 29). */
export interface PageMetadata {
  readonly siteId: number
  /** Hosts of other sites: `host` or `host:port` in lower case to site id. */
  readonly siteHosts?: ReadonlyMap<string, number>
  /** True if pages offer the skin switcher and demo accounts, and mark the content as fictional. */
  readonly hasDemoTools: boolean
  /** True if the viewer can choose the site (`?siteId=`) and the skin (cookie). */
  readonly allowsSiteChoice: boolean
  /** Ed25519 public key, base64url. */
  readonly identity: string
  /** Program version. */
  readonly version: string
  /** Other API origins of this server, usable if this one is down. */
  readonly lines?: readonly string[]
  /** Further video origins. play.html opens streams of these only. */
  readonly video?: readonly string[]
  /** Id of the build, so that a page can detect a new one. */
  readonly build?: string
  /** True if a service worker caches the shell (SERVICE_WORKER); needs a build. */
  readonly hasServiceWorker?: boolean
  /** Chosen by the viewer or an operator; that of the site's number by default. */
  readonly skin?: Skin | undefined
  /** Name of the site; that of the template by default. */
  readonly siteName?: string
}

/** Differences between paths of the single page: the static first screen and its resources. */
interface FirstView {
  readonly screen: FirstScreen
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** Picture shown by the static first screen. */
const FIRST_PICTURES: Readonly<Partial<Record<FirstScreen, string>>> = { room: '/art/room-poster.svg' }

/** Title and purpose in the static first screen, as on the screen itself; those of an activity are data. */
const FIRST_TEXTS: Readonly<Partial<Record<FirstScreen, readonly [title: string, lead: string]>>> = {
  login: ['登录看台', '登录后保存关注和金币，并可发言和送礼物'],
  register: ['注册看台', '注册后可以发言、送礼物、关注主播和球队'],
  forgot: ['找回密码', '用绑定的手机或邮箱接收验证码，然后设置新密码'],
  security: ['安全中心', '管理登录方式、联系方式和登录设备，查看最近的登录记录'],
  profile: ['个人资料', '头像和昵称其他人可以看到，其余只有你自己可见'],
  wallet: ['钱包', '每一笔钱在哪里，一眼看清'],
  vip: ['VIP 等级', '等级按已结算注单的有效流水计算，每天 00:05 更新。'],
  rebate: ['返水', '按每天、每类场馆的已结算有效流水返还，次日 00:05 生成，7 天内领取。'],
  welfare: ['福利中心', '所有可领取的返水、礼金和活动奖励都在这里。'],
  points: ['积分', '用积分兑换金币和红利，或试一次足球抽奖。'],
  messages: ['消息', '通知、私信和公共消息，各设备同步'],
  feedback: ['意见反馈', '问题和建议都可以写在这里，客服回复后会发私信通知您'],
  agent: ['代理加盟', '邀请好友加入看台，查看邀请结果'],
  promos: ['优惠', '参加条件和流水要求在活动页说明'],
  activity: ['正在加载活动', '规则、进度和剩余时间即将显示。时间以服务器为准，可以领取的奖励也在福利中心。'],
}

const PLAIN_VIEW: FirstView = { screen: 'page', scripts: [], styles: [] }

const HTML_TAG = /<html\b([^>]*)>/i
const FIRST_SCREEN = /(<div id="first-paint" data-screen=)"[^"]*"/
const FIRST_TEXT = /(class="first-(?:form|head)">[\s\S]*?<b>)[^<]*(<\/b>\s*<p>)[^<]*/g
/** The name in the title and the description of the template. */
const TEMPLATE_NAME = /(<title>|<meta name="description" content=")看台/g
const THEME_COLOR = /(<meta name="theme-color" content=)"[^"]*"/

/**
 * Sets site, skin, layout and currency on `<html>`, and selects the static first screen. Adds to `<head>` the server's
 * identity, version and origins, colour, manifest and icon of the skin (S1.4), and resources of the first screen.
 *
 * @throws if the template has no `<html>` or `</head>`
 */
export function fillPage(template: string, metadata: PageMetadata, view: FirstView = PLAIN_VIEW): string {
  const { skin: ownSkin, settleCurrency } = deploymentOf(metadata.siteId)
  const skin = metadata.skin ?? ownSkin
  const data = {
    'data-site': String(metadata.siteId),
    'data-skin': skin,
    'data-layout': SKIN_LAYOUT[skin],
    'data-currency': settleCurrency,
    ...(metadata.siteName === undefined ? {} : { 'data-name': metadata.siteName }),
    ...(metadata.hasDemoTools ? { 'data-demo': 'true' } : {}),
  }
  const tag = HTML_TAG.exec(template)
  if (!tag || !template.includes('</head>')) throw new Error('the page has no <html> or no </head>')
  const cached = (tag[1] ?? '').replaceAll(/\s+data-(?:site|skin|layout|currency|name|demo)(?:="[^"]*")?/g, '')
  const written = Object.entries(data).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  const [title, lead] = FIRST_TEXTS[view.screen] ?? ['', '']
  return template
    .replace(tag[0], () => `<html${cached}${written.join('')}>`)
    .replace(FIRST_SCREEN, (_whole, before: string) => `${before}"${placeholderOf(view.screen)}"`)
    .replaceAll(FIRST_TEXT, (_whole, before: string, between: string) => before + title + between + lead)
    .replaceAll(TEMPLATE_NAME, (whole, before: string) =>
      metadata.siteName === undefined ? whole : before + escapeAttribute(metadata.siteName),
    )
    .replace(THEME_COLOR, (_whole, before: string) => `${before}"${SKIN_BACKGROUND[skin]}"`)
    .replace(
      '</head>',
      () =>
        `${headOf(metadata, view, skin)
          .map((line) => `  ${line}\n  `)
          .join('')}</head>`,
    )
}

/** The layout of the placeholder, as in first-paint.css. */
export function placeholderOf(screen: FirstScreen): string {
  return screen === 'activity' || HEAD_SCREENS.some((name) => name === screen) ? 'head' : screen
}

/** Elements that are added to `<head>`. */
function headOf(metadata: PageMetadata, view: FirstView, skin: Skin): string[] {
  const metas = [meta('grandstand-identity', metadata.identity), meta('grandstand-version', metadata.version)]
  if (metadata.lines && metadata.lines.length > 0) metas.push(meta('grandstand-lines', metadata.lines.join(' ')))
  if (metadata.video && metadata.video.length > 0) metas.push(meta('grandstand-video', metadata.video.join(' ')))
  if (metadata.build) metas.push(meta('grandstand-build', metadata.build))
  if (metadata.build && metadata.hasServiceWorker) metas.push(meta('grandstand-service-worker', 'on'))
  const picture = FIRST_PICTURES[view.screen]
  metas.push(
    link('manifest', manifestAddress(metadata)),
    link('apple-touch-icon', touchIconAddress(skin)),
    ...(picture === undefined ? [] : [link('preload', picture, ' as="image" fetchpriority="high"')]),
    // After the resources of the static first screen.
    ...view.styles.map((address) => link('preload', address, ' as="style" crossorigin fetchpriority="low"')),
    ...view.scripts.map((address) => link('modulepreload', address, ' crossorigin fetchpriority="low"')),
  )
  return metas
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeAttribute(content)}" />`
}

function link(relation: string, address: string, attributes = ''): string {
  return `<link rel="${relation}" href="${escapeAttribute(address)}"${attributes} />`
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * The site of a page (S1.3): that of `?siteId=` if the viewer can choose it, else that of the requested host, else the configured one
 * (settled 29). Unknown values are ignored.
 */
export function siteOfPage(metadata: PageMetadata, host: string, query: unknown): number {
  const requestedSite = metadata.allowsSiteChoice ? siteOfQuery(query) : null
  return requestedSite ?? siteOfHost(metadata.siteHosts, host.toLowerCase()) ?? metadata.siteId
}

/** The skin chosen by the viewer, from the cookie. A site named by the URL keeps its own. */
export function skinOfPage(metadata: PageMetadata, query: unknown, cookies: string | undefined): Skin | undefined {
  if (!metadata.allowsSiteChoice || siteOfQuery(query) !== null) return undefined
  const chosen = (cookies ?? '').split(/;\s*/).find((pair) => pair.startsWith(`${SKIN_COOKIE}=`))
  return SKINS.find((skin) => chosen === `${SKIN_COOKIE}=${skin}`)
}

function siteOfHost(hosts: PageMetadata['siteHosts'], host: string): number | undefined {
  return hosts?.get(host) ?? hosts?.get(host.replace(/:\d*$/, ''))
}

function siteOfQuery(query: unknown): number | null {
  const text = typeof query === 'object' && query !== null && 'siteId' in query ? query.siteId : undefined
  if (typeof text !== 'string' || !/^\d{4}$/.test(text)) return null
  const siteId = Number(text)
  return deploymentOf(siteId).deployId === 0 ? null : siteId
}

const LOOPBACK = /^(?:127\.|::1$|localhost$)/

/** True if browsers treat the pages as secure context: this machine, or https everywhere. */
export function isTrustworthy({ host, allowedOrigins }: Config): boolean {
  if (allowedOrigins.length > 0) return allowedOrigins.every((origin) => origin.startsWith('https:'))
  return LOOPBACK.test(host)
}

export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }
  return version
}
