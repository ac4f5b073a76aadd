import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { FIRST_SCREENS, firstScreenOf, isPagePath, PAGE_PATHS } from '#protocol/page-paths.ts'
import { DEPLOYMENTS, deploymentOf, SKIN_BACKGROUND, SKINS } from '#protocol/sites.ts'
import { builtFiles, readBuiltFiles } from '#server/site/pages/built-files.ts'
import { fillPage, placeholderOf } from '#server/site/pages/html.ts'
import { webManifest } from '#server/site/pages/web-manifest.ts'
import { agentMessages } from '#messages/zh/agent.ts'
import { authMessages } from '#messages/zh/auth.ts'
import { clubMessages } from '#messages/zh/club.ts'
import { entriesMessages } from '#messages/zh/entries.ts'
import { feedbackMessages } from '#messages/zh/feedback.ts'
import { inboxMessages } from '#messages/zh/inbox.ts'
import { pointsMessages } from '#messages/zh/points.ts'
import { profileMessages } from '#messages/zh/profile.ts'
import { registrationMessages } from '#messages/zh/registration.ts'
import { securityMessages } from '#messages/zh/security.ts'
import { walletMessages } from '#messages/zh/wallet.ts'
import { PAGE_METADATA } from '../../support/page-files.ts'
import { projectFiles, PROJECT_ROOT, readProjectFile } from '../../support/project.ts'

interface Manifest {
  name: string
  lang: string
  display: string
  start_url: string
  scope: string
  theme_color: string
  background_color: string
  icons: { src: string; sizes: string; purpose: string }[]
  shortcuts: { name: string; url: string; icons: { src: string }[] }[]
}

/** Width and height in a PNG's header. */
function pngSize(file: string): string {
  const bytes = readFileSync(path.join(PROJECT_ROOT, 'public', file))
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

/** A site that operators have not changed. */
const LOOK = { siteName: '看台', skin: undefined }

describe('S1.3: the web manifest of every skin', () => {
  it.each(DEPLOYMENTS.flatMap(({ siteIds }) => siteIds))('site %i has the colours and icons of its skin', (siteId) => {
    const { skin } = deploymentOf(siteId)
    const manifest = webManifest({ ...LOOK, siteId, allowsSiteChoice: true }) as Manifest
    expect(manifest).toMatchObject({
      name: '看台',
      lang: 'zh-CN',
      display: 'standalone',
      start_url: `/app/home?siteId=${siteId}`,
      scope: '/',
      theme_color: SKIN_BACKGROUND[skin],
      background_color: SKIN_BACKGROUND[skin],
    })
    expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 192x192',
      'maskable 512x512',
    ])
    for (const { src, sizes } of manifest.icons) expect(pngSize(src)).toBe(sizes)
    for (const { url, icons } of manifest.shortcuts) {
      expect(url).toContain(`siteId=${siteId}`)
      expect(isPagePath(new URL(url, 'http://a').pathname)).toBe(true)
      for (const { src } of icons) expect(pngSize(src)).toBe('192x192')
    }
  })

  it('names no site in URLs outside of demo mode', () => {
    expect(JSON.stringify(webManifest({ ...LOOK, siteId: 5009, allowsSiteChoice: false }))).not.toContain('siteId')
  })

  it.each(SKINS)('the background of %s is that of its tokens', (skin) => {
    const styles = projectFiles('src/ui', ['.css']).map(readProjectFile).join('\n')
    const [, block] = new RegExp(`\\[data-skin='${skin}'\\] \\{([^}]*)\\}`).exec(styles) ?? []
    const [, name] = /--surface: var\((--[\w-]+)\)/.exec(block ?? '') ?? []
    expect(new RegExp(`${name}: (#[0-9a-f]{6});`).exec(styles)?.[1]).toBe(SKIN_BACKGROUND[skin])
  })

  it.each(SKINS)('a page in %s has its colour, manifest and icon', (skin) => {
    const siteId = DEPLOYMENTS.find((row) => row.skin === skin)!.siteIds[0]
    const html = fillPage(readProjectFile('index.html'), { ...PAGE_METADATA, siteId })
    expect(html.match(/name="theme-color" content="([^"]*)"/)?.[1]).toBe(SKIN_BACKGROUND[skin])
    expect(html).toContain(`<link rel="manifest" href="/manifest.webmanifest?siteId=${siteId}" />`)
    const [, icon] = /<link rel="apple-touch-icon" href="([^"]*)" \/>/.exec(html) ?? []
    expect(pngSize(icon ?? '')).toBe('180x180')
  })
})

describe('the build id of a page', () => {
  const page = readProjectFile('index.html')

  it('is written with the service worker switch', () => {
    const both = fillPage(page, { ...PAGE_METADATA, build: '0123456789abcdef', hasServiceWorker: true })
    expect(both).toContain('<meta name="grandstand-build" content="0123456789abcdef" />')
    expect(both).toContain('<meta name="grandstand-service-worker" content="on" />')
    const off = fillPage(page, { ...PAGE_METADATA, build: '0123456789abcdef', hasServiceWorker: false })
    expect(off).not.toContain('grandstand-service-worker')
    // There is no build in development, so nothing is cached.
    expect(fillPage(page, { ...PAGE_METADATA, build: '', hasServiceWorker: true })).not.toMatch(
      /grandstand-(build|service)/,
    )
  })

  it('is missing without a build', () => {
    expect(readBuiltFiles(path.join(PROJECT_ROOT, 'docs')).build).toBe('')
  })
})

describe('the static first screen of the HTML', () => {
  it.each([
    ['/', 'home'],
    ['/app/home', 'home'],
    ['/app/live', 'list'],
    ['/app/live/2001', 'room'],
    ['/login', 'login'],
    ['/entry/login', 'login'],
    ['/register', 'register'],
    ['/forgot', 'forgot'],
    ['/app/security', 'security'],
    ['/app/profile', 'profile'],
    ['/app/wallet', 'wallet'],
    ['/app/wallet/deposit', 'page'],
    ['/app/vip', 'vip'],
    ['/app/messages', 'messages'],
    ['/app/messages/1', 'page'],
    ['/app/activity/wheel', 'activity'],
    ['/app/activity/invite', 'page'],
    ['/app/news', 'page'],
    ['/app/live/2001/more', 'page'],
    ['/maintenance', 'page'],
  ] as const)('%s has the placeholder of %s', (address, screen) => {
    expect(firstScreenOf(address)).toBe(screen)
    const html = fillPage(readProjectFile('index.html'), PAGE_METADATA, { screen, scripts: [], styles: [] })
    expect(html).toContain(`<div id="first-paint" data-screen="${placeholderOf(screen)}" aria-hidden="true" hidden>`)
  })

  it('has a style for every placeholder, and the text of the real screen', () => {
    const styles = readProjectFile('src/app/first-paint.css')
    for (const screen of FIRST_SCREENS.filter((one) => one !== 'page')) {
      expect(styles).toContain(`[data-screen='${placeholderOf(screen)}']`)
    }
  })

  it.each([
    ['login', authMessages['auth.title'], authMessages['auth.lead']],
    ['register', registrationMessages['register.title'], registrationMessages['register.lead']],
    ['forgot', registrationMessages['forgot.title'], registrationMessages['forgot.lead']],
    ['security', securityMessages['page.title'], securityMessages['page.lead']],
    ['profile', profileMessages['page.title'], profileMessages['page.lead']],
    ['wallet', walletMessages['home.title'], walletMessages['home.lead']],
    ['vip', clubMessages['vip.page'], clubMessages['vip.lead']],
    ['rebate', clubMessages['rebate.page'], clubMessages['rebate.lead']],
    ['welfare', clubMessages['welfare.page'], clubMessages['welfare.lead']],
    ['points', pointsMessages.page, pointsMessages.lead],
    ['messages', inboxMessages.title, inboxMessages.lead],
    ['feedback', feedbackMessages.title, feedbackMessages.lead],
    ['agent', agentMessages.title, agentMessages.lead],
    ['promos', entriesMessages['promos.page'], entriesMessages['promos.lead']],
  ] as const)('%s shows the title and the purpose of the screen', (screen, title, lead) => {
    const html = fillPage(readProjectFile('index.html'), PAGE_METADATA, { screen, scripts: [], styles: [] })
    expect(html).toContain(`<b>${title}</b>`)
    expect(html).toContain(`<p>${lead}</p>`)
  })

  it('S1.13 says on the wallet that all money is play money', () => {
    const { 'page.demo': name, 'page.demoText': text } = walletMessages
    expect(readProjectFile('index.html')).toContain(`<p class="first-note"><b>${name}</b>${text}</p>`)
  })

  it('describes what is loading', () => {
    const [, list = ''] =
      /class="first-screen first-list">([\s\S]*?)class="first-screen first-room"/.exec(readProjectFile('index.html')) ??
      []
    expect(list).toMatch(/<b>正在加载<\/b>\s*<p>[^<]+<\/p>/)
  })

  it('uses installed fonts by name, which does not delay the first layout', () => {
    expect(readProjectFile('src/ui/tokens/scales.css')).not.toMatch(/Noto/)
    const faces = readProjectFile('src/ui/fonts/installed.css').match(/@font-face \{[^}]*\}/g) ?? []
    expect(faces).toHaveLength(5)
    for (const face of faces) expect(face).toMatch(/font-display: optional;\s+src: local\(/)
  })

  it('preloads what a screen needs beyond the common files', () => {
    const files = builtFiles('b', {
      'index.html': { file: 'assets/index-1.js', imports: ['_base.js'], css: ['assets/index-1.css'] },
      '_base.js': { file: 'assets/base-1.js' },
      '_parts.js': { file: 'assets/parts-1.js', imports: ['_base.js'], css: ['assets/parts-1.css'] },
      'src/app/pages/live/LivePage.tsx': {
        file: 'assets/LivePage-1.js',
        imports: ['index.html', '_base.js', '_parts.js'],
        css: ['assets/LivePage-1.css', 'assets/parts-1.css'],
      },
    })
    expect(files.needsOf('list')).toEqual({
      scripts: ['/assets/LivePage-1.js', '/assets/parts-1.js'],
      styles: ['/assets/LivePage-1.css', '/assets/parts-1.css'],
    })
    expect(files.needsOf('room')).toEqual({ scripts: [], styles: [] })
    const html = fillPage(readProjectFile('index.html'), PAGE_METADATA, { screen: 'list', ...files.needsOf('list') })
    expect(html).toContain('<link rel="modulepreload" href="/assets/parts-1.js" crossorigin fetchpriority="low" />')
    expect(html).not.toContain('as="image"')
    expect(html).toContain(
      '<link rel="preload" href="/assets/LivePage-1.css" as="style" crossorigin fetchpriority="low" />',
    )
    const room = fillPage(readProjectFile('index.html'), PAGE_METADATA, { screen: 'room', scripts: [], styles: [] })
    expect(room).toContain('<link rel="preload" href="/art/room-poster.svg" as="image"')
  })

  it('is sent for every path of the application only', () => {
    for (const known of PAGE_PATHS) expect(isPagePath(known.replace('*', 'x'))).toBe(true)
    for (const other of ['/api/x', '/media/a.flv', '/assets/a.js', '/play.html', '/application', '/s/abc', '/sw.js']) {
      expect(isPagePath(other)).toBe(false)
    }
  })
})
