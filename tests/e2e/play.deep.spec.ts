import type { TestServer } from '../support/server.ts'
import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { test } from './support/shared-server.ts'
import { scrambleUrl } from '../../src/protocol/rules/xhlkx.ts'
import { RoomPage } from './support/room-page.ts'

const ROOM = '2001'
const STREAM = '/media/a2001.flv'

const playPage = (server: TestServer, parameters: Record<string, string>) =>
  `${server.url}/play.html?${new URLSearchParams(parameters).toString()}`
const picture = (page: Page) => page.locator('[data-video]')

/**
 * Opens a menu of the player and presses an item of it. On a busy machine the controls hide before they are pressed, or a
 * press takes longer than its limit, so a menu that is open already is not pressed again: that would close it.
 */
async function pressInMenu(page: Page, isMobile: boolean, menu: string | RegExp, item: Locator): Promise<void> {
  await expect(async () => {
    if (!(await item.isVisible())) {
      if (isMobile) await picture(page).tap({ position: { x: 150, y: 120 } })
      else await picture(page).hover()
      await page.getByRole('button', { name: menu }).click({ timeout: 5_000 })
    }
    await item.click({ timeout: 5_000 })
  }).toPass()
}

/** The URLs of all later requests and sockets. */
function watchNetwork(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('websocket', (socket) => asked.push(socket.url()))
  return asked
}

test('S2.14 S2.15 S2.16 a room opens its source in a separate window, as xhlkx', async ({
  page,
  context,
  isMobile,
  server,
}) => {
  await new RoomPage(page).open(server.url, ROOM)
  await expect(picture(page)).toHaveAttribute('data-video', 'playing', { timeout: 40_000 })
  const opened = context.waitForEvent('page')
  await pressInMenu(page, isMobile, '画面设置', page.getByRole('link', { name: '在新窗口打开' }))
  const player = await opened
  const address = new URL(player.url())
  expect([...address.searchParams.keys()]).toEqual(['xhlkx', 'title', 'heights', 'siteId'])
  expect(address.search).not.toContain('media')
  await expect(picture(player)).toHaveAttribute('data-video', 'playing', { timeout: 40_000 })
  await expect(player.getByRole('heading', { level: 1 })).toHaveText(address.searchParams.get('title') ?? '')
  // Both qualities are offered there, too.
  const shownHeight = () => player.evaluate(() => document.querySelector('video')?.videoHeight)
  for (const height of [360, 720]) {
    await pressInMenu(player, isMobile, /^线路和清晰度/, player.getByRole('radio', { name: `${height}p` }))
    await player.keyboard.press('Escape')
    await expect.poll(shownHeight).toBe(height)
  }
})

/** URLs that must be refused; `HOST` is this server's. */
const REFUSED: readonly (readonly [what: string, url: string])[] = [
  ['foreign host', 'https://evil.example/live.flv'],
  ['foreign host over plain http', 'http://evil.example/live.m3u8'],
  ['foreign socket', 'wss://evil.example/live.flv'],
  ['file', 'file:///etc/passwd.flv'],
  ['javascript', 'javascript:alert(1)//x.flv'],
  ['data', 'data:video/x-flv;base64,RkxW.flv'],
  ['blob', 'blob:http://HOST/1.flv'],
  ['private host', 'http://192.168.1.1/admin.flv'],
  ['another port of this machine', 'http://127.0.0.1:9/x.flv'],
  ['name of this machine', 'http://localhost/x.flv'],
  ['IPv6', 'http://[::1]/x.flv'],
  ['number as host', 'http://2130706433/x.flv'],
  ['protocol of the page', '//evil.example/x.flv'],
  ['user', 'http://HOST@evil.example/x.flv'],
  ['user and password', 'http://a:b@HOST/x.flv'],
  ['backslash', 'http://HOST\\@evil.example/x.flv'],
  ['backslashes for slashes', '\\\\evil.example\\x.flv'],
  ['own host as a prefix', 'http://HOST.evil.example/x.flv'],
  ['hidden slash', '/media%2f..%2fadmin.flv'],
  ['hidden backslash', '/media%5cadmin.flv'],
  ['hidden dots', '/media/%2e%2e/admin.flv'],
  ['dots', '/media/../admin.flv'],
  ['null', '/media/a%00.flv'],
  ['line break', '/media/a\n.flv'],
  ['blank', ' /media/a2001.flv'],
  ['tab in the scheme', 'java\tscript:alert(1)//x.flv'],
  ['other kind', '/api/site/x.json'],
  ['page as a stream', '/play.html?x=.flv'],
  ['playlist over a socket', 'ws://HOST/media/a2001/index.m3u8'],
  ['endless', `/media/${'a'.repeat(3_000)}.flv`],
]

test('S2.14 play.html shows an error for other URLs, without a request @full', async ({ page, server }) => {
  const { host } = new URL(server.url)
  const asked = watchNetwork(page)
  for (const [what, url] of REFUSED) {
    asked.length = 0
    await page.goto(playPage(server, { xhlkx: scrambleUrl(url.replaceAll('HOST', host)), title: what }))
    await expect(page.getByRole('heading', { level: 1 }), what).toHaveText('播放链接无效')
    await expect(picture(page), what).toHaveCount(0)
    const odd = asked.filter(
      (one) => !one.startsWith(`${server.url}/`) || /\.(?:flv|m3u8)(?:$|\?)|\/media\//.test(new URL(one).pathname),
    )
    expect(odd, what).toEqual([])
  }
})

test('S2.16 a plain url, an invalid xhlkx and a missing one are refused @full', async ({ page, server }) => {
  const asked = watchNetwork(page)
  const good = scrambleUrl(STREAM)
  const damaged = good.slice(0, 5) + (good[5] === 'A' ? 'B' : 'A') + good.slice(6)
  for (const parameters of [{ url: STREAM }, { xhlkx: damaged }, { xhlkx: STREAM }, { xhlkx: '' }, {}] as Record<
    string,
    string
  >[]) {
    await page.goto(playPage(server, parameters))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('播放链接无效')
  }
  expect(asked.filter((one) => one.includes('/media/'))).toEqual([])
})

test('S2.14 other parameters are text, and the CSP blocks other origins of a playlist @full', async ({
  page,
  server,
}) => {
  const title = '<img src=x onerror="document.title=1"> 北港联 对 南屿'
  const response = await page.goto(playPage(server, { xhlkx: scrambleUrl(STREAM), title }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.locator('main img')).toHaveCount(0)
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).toMatch(/connect-src 'self' ws:\/\/127\.0\.0\.1:\d+ wss:\/\/127\.0\.0\.1:\d+(?:;|$)/)
  expect(policy).toContain("worker-src 'self' blob:")
  const violated = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
        void fetch('http://127.0.0.1:9/segment.ts').catch(() => undefined)
      }),
  )
  expect(violated).toBe('connect-src')
})
