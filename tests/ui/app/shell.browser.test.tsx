import { DAY_MS } from '#protocol/time.ts'
import axe from '../support/axe.ts'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NotFoundPage } from '#app/pages/access/NotFoundPage.tsx'
import { PageLoading } from '#app/route/PageLoading.tsx'
import { startPrefetch } from '#app/route/prefetch.ts'
import { RouteError } from '#app/route/RouteError.tsx'
import { ShellLayout } from '#app/shell/ShellLayout.tsx'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { success } from '#protocol/result.ts'
import { announcementsAtom, loadAnnouncements } from '#state/site/announcements.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { noticeVersion } from '#state/site/notice-versions.ts'
import { sessionAtom } from '#state/session/session.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { store } from '#state/store.ts'
import { DEFAULT_UI_PREFERENCES, uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { RegionBoundary } from '#ui/state/RegionBoundary.tsx'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import type { Mounted } from '../support/mount.tsx'
import { frames, mount } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

const notice = (id: string, title: string, popup = 0) => ({
  id,
  title,
  content: `${title}的内容 <b>原样</b>`,
  popup,
  start: NOON - DAY_MS,
  end: NOON + DAY_MS,
})
const NOTICES = [notice('n1', '海岸德比今晚开球'), notice('n2', '演示说明', 1)]
const FLOATS: DataOf<'site.floatWindows'>['list'] = [
  { id: 'bad', img: '/art/coin.svg', position: 'right', jumpType: 1, jumpUrl: 'javascript:alert(1)' },
  { id: 'service', img: '/art/float-service.svg', position: 'right', jumpType: 1, jumpUrl: '/cs' },
]

function LongPage() {
  return (
    <>
      <h1>长页</h1>
      <div style={{ height: 3000 }} />
      <Link to="/app/news">去资讯</Link>
    </>
  )
}

function Broken(): never {
  throw new Error('这块坏了')
}

const errorElement = <RouteError />
const ROUTES = [
  {
    element: <ShellLayout />,
    children: [
      { path: '/app/home', Component: LongPage, errorElement },
      { path: '/app/news', element: <h1>资讯页</h1>, errorElement },
      { path: '/app/live/:eid', handle: { isRoom: true }, element: <h1>房间</h1>, errorElement },
      { path: '/app/broken', Component: Broken, errorElement },
      {
        path: '/app/gone',
        lazy: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/Gone-1.js')),
        errorElement,
        // Without it the router renders neither screen nor error of a route that is still loading.
        hydrateFallbackElement: <PageLoading />,
      },
      {
        path: '/app/part',
        element: (
          <>
            <h1>一半</h1>
            <RegionBoundary name="赛程">
              <Broken />
            </RegionBoundary>
            <p>另一半照常</p>
          </>
        ),
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
  { path: '/cs', element: <h1>客服页</h1> },
]

let mounted: Mounted
let router: ReturnType<typeof createMemoryRouter>
const here = () => router.state.location.pathname

function open(path: string): void {
  router = createMemoryRouter(ROUTES, { initialEntries: [path] })
  mounted = mount(<RouterProvider router={router} />)
}

beforeEach(async () => {
  await page.viewport(390, 844)
  localStorage.clear()
  sessionStorage.clear()
  transport.now = NOON
  transport.responses = {
    'site.announcements': () => success({ list: NOTICES }),
    'site.floatWindows': () => success({ list: FLOATS }),
  }
  store.set(sessionAtom, null)
  store.set(connectionAtom, 'online')
  store.set(cachedResponsesAtom, new Map())
  store.set(uiPreferencesAtom, { readNotices: [], seenPopups: [] })
  store.set(announcementsAtom, { list: null, failure: null, isLoading: true })
})
afterEach(() => {
  mounted.unmount()
  vi.restoreAllMocks()
})

describe('the shell', () => {
  it('S2.22 has five tabs on a phone, marks the current one, and has touch targets of sufficient size', async () => {
    open('/app/home')
    const tabs = page.getByRole('navigation', { name: '主导航' }).getByRole('link')
    await vi.waitFor(() => expect(tabs.elements()).toHaveLength(5))
    expect(tabs.elements().map((tab) => tab.textContent?.replace(/\d/g, ''))).toEqual([
      '首页',
      '赛程',
      '直播',
      '资讯',
      '我的',
    ])
    expect(tabs.elements().map((tab) => tab.getAttribute('aria-current'))).toEqual(['page', null, null, null, null])
    for (const tab of tabs.elements()) {
      const { width, height } = tab.getBoundingClientRect()
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
    // Visitors see 我的 too.
    expect(tabs.elements().at(-1)?.getAttribute('href')).toBe('/app/mine')
  })

  it('S7.31 has a rail on a desktop, from the server or built in, and none in a room', async () => {
    await page.viewport(1280, 800)
    open('/app/home')
    const rail = page.getByRole('navigation', { name: '分类导航' })
    await expect.element(rail.getByRole('link', { name: '看台' })).toHaveAttribute('aria-current', 'page')
    expect(Math.round(rail.element().getBoundingClientRect().width)).toBe(72)
    await router.navigate('/app/live/1')
    await expect.element(page.getByRole('heading', { name: '房间' })).toBeVisible()
    expect(rail.elements()).toEqual([])
    expect(page.getByRole('complementary').elements()).toEqual([])
  })

  it('S7.28 shows the unread count at the bell until it is opened', async () => {
    await page.viewport(1280, 800)
    open('/app/home')
    await page.getByRole('button', { name: '消息，2 条未读' }).click()
    const row = page.getByRole('button', { name: /海岸德比今晚开球/ })
    await row.click()
    await expect.element(row).toHaveAttribute('aria-expanded', 'true')
    // Markup of the server is shown as text.
    await expect.element(page.getByText('海岸德比今晚开球的内容 <b>原样</b>')).toBeVisible()
    await expect.element(page.getByRole('button', { name: '消息，1 条未读' })).toBeInTheDocument()
    await page.getByRole('button', { name: '全部已读' }).click()
    await expect.element(page.getByRole('button', { name: '消息', exact: true })).toBeInTheDocument()
    expect(JSON.parse(localStorage.getItem('ui') ?? '{}').readNotices).toHaveLength(2)
  })

  it('S7.28 applies read marks of another tab', async () => {
    open('/app/home')
    await expect.element(page.getByRole('button', { name: '消息，2 条未读' })).toBeInTheDocument()
    const readNotices = store.get(announcementsAtom).list?.map(noticeVersion) ?? []
    const newValue = JSON.stringify({ readNotices, isMuted: true })
    window.dispatchEvent(new StorageEvent('storage', { key: 'ui', newValue }))
    await expect.element(page.getByRole('button', { name: '消息', exact: true })).toBeInTheDocument()
    store.set(uiPreferencesAtom, { volume: 0.5 })
    const { readNotices: stored, isMuted } = JSON.parse(localStorage.getItem('ui') ?? '{}')
    expect([stored, isMuted]).toEqual([readNotices, false])
  })

  it('S7.28 applies read marks that another tab stored while this one was loading', async () => {
    const readNotices = NOTICES.map(noticeVersion)
    localStorage.setItem('ui', JSON.stringify({ readNotices }))
    open('/app/home')
    await vi.waitFor(() => expect(store.get(announcementsAtom).list).toHaveLength(2))
    await expect.element(page.getByRole('button', { name: '消息', exact: true })).toBeInTheDocument()
  })

  it('applies display settings of another tab, but not its sound', async () => {
    open('/app/home')
    await expect.element(page.getByRole('button', { name: '消息，2 条未读' })).toBeInTheDocument()
    const off = { showsDanmaku: false, shows: { giftEffects: false, siteBanners: false }, chatSize: 18 }
    const newValue = JSON.stringify({ ...off, volume: 0.1, isMuted: true, hasShortcuts: 'yes', pausesOnHover: 'yes' })
    window.dispatchEvent(new StorageEvent('storage', { key: 'ui', newValue }))
    store.set(uiPreferencesAtom, { volume: 0.5 })
    const stored = JSON.parse(localStorage.getItem('ui') ?? '{}')
    store.set(uiPreferencesAtom, DEFAULT_UI_PREFERENCES)
    expect(stored).toMatchObject({ ...off, volume: 0.5, isMuted: false })
    // Values stored by another tab are validated.
    expect(stored).toMatchObject({ hasShortcuts: true, pausesOnHover: false, shows: { entryNotes: true } })
  })

  it('S7.28 shows 9+, and the error when announcements could not be loaded', async () => {
    const many = Array.from({ length: 12 }, (_, index) => notice(`m${index}`, `第 ${index} 条`))
    transport.responses['site.announcements'] = () => success({ list: many })
    open('/app/home')
    await expect.element(page.getByRole('button', { name: '消息，12 条未读' })).toHaveTextContent('9+')
    delete transport.responses['site.announcements']
    store.set(announcementsAtom, { list: null, failure: null, isLoading: true })
    await loadAnnouncements()
    await page.getByRole('button', { name: '消息', exact: true }).click()
    await expect.element(page.getByText('消息加载失败，比赛和聊天不受影响')).toBeVisible()
    transport.responses['site.announcements'] = () => success({ list: [] })
    await page.getByRole('button', { name: '重试' }).click()
    await expect.element(page.getByText('暂无消息')).toBeVisible()
  })

  it('S7.28 shares one request among concurrent consumers', async () => {
    let respond: (list: readonly ReturnType<typeof notice>[]) => void = () => undefined
    transport.responses['site.announcements'] = () =>
      new Promise((resolve) => (respond = (list) => resolve(success({ list: [...list] }))))
    transport.calls.length = 0
    const both = Promise.all([loadAnnouncements(), loadAnnouncements()])
    await vi.waitFor(() => expect(transport.calls).toHaveLength(1))
    respond([notice('one', '一条')])
    await both
    expect(transport.calls).toHaveLength(1)
    expect(store.get(announcementsAtom).list).toHaveLength(1)
  })

  it('S7.28 opens an announcement by itself for a member, once, and not in a room', async () => {
    const window = page.getByRole('dialog', { name: '演示说明' })
    store.set(sessionAtom, { member: MEMBER, expireAt: NOON + DAY_MS })
    // Loaded late; after that only a room hides it.
    open('/app/home')
    await expect.element(window).toBeVisible()
    mounted.unmount()
    open('/app/live/1')
    await vi.waitFor(() => expect(store.get(announcementsAtom).list).toHaveLength(2))
    await frames(3)
    expect(window.elements()).toEqual([])
    await router.navigate('/app/home')
    await expect.element(window).toBeVisible()
    await page.getByRole('button', { name: '知道了' }).click()
    await expect.element(window).not.toBeInTheDocument()
    expect(store.get(uiPreferencesAtom).seenPopups).toHaveLength(1)
    await router.navigate('/app/news')
    await frames(3)
    expect(window.elements()).toEqual([])
  })

  it('S7.28 hides an open announcement in a room, and shows it again outside', async () => {
    open('/app/home')
    store.set(sessionAtom, { member: MEMBER, expireAt: NOON + DAY_MS })
    const window = page.getByRole('dialog', { name: '演示说明' })
    await expect.element(window).toBeVisible()
    await router.navigate('/app/live/1')
    await expect.element(page.getByRole('heading', { name: '房间' })).toBeVisible()
    expect(window.elements()).toEqual([])
    expect(store.get(uiPreferencesAtom).seenPopups).toEqual([])
    await router.navigate('/app/news')
    await expect.element(window).toBeVisible()
  })

  it('S7.34 the top bar with the language switch fits into 320 px', async () => {
    const list = ['zh-CN', 'en-US'].map((code) => ({ code, name: code }))
    transport.responses = { ...transport.responses, 'site.languageCode': () => success({ code: 'zh-CN', list }) }
    store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, multiLanguageEntrance: 1 })
    await page.viewport(320, 640)
    open('/app/home')
    await expect.element(page.getByRole('button', { name: '语言 / Language' })).toBeVisible()
    const signIn = page.getByRole('link', { name: '登录' }).first().element()
    expect(signIn.getBoundingClientRect().right).toBeLessThanOrEqual(308)
    store.set(siteConfigAtom, CONFIG_DEFAULTS)
  })

  it('S7.30 shows one safe floating window on a desktop, none on a phone, and closes it for the session', async () => {
    open('/app/home')
    await expect.poll(() => document.querySelector('[data-floats] a')).not.toBeNull()
    expect(getComputedStyle(document.querySelector('[data-floats] > *') ?? document.body).display).toBe('none')
    await page.viewport(1280, 800)
    const link = page.getByRole('link', { name: '客服' })
    await expect.element(link).toHaveAttribute('href', '/cs')
    const close = page.getByRole('button', { name: '收起客服' })
    // In the margin beside the page.
    const margin = 24
    expect(link.element().getBoundingClientRect().left).toBeGreaterThan(1280 - margin)
    expect(mounted.root.querySelector('[href^="javascript"]')).toBeNull()
    await close.click()
    expect(link.elements()).toEqual([])
    // After the last one is closed, the focus is in the page.
    expect(document.activeElement?.tagName).toBe('MAIN')
    expect(JSON.parse(sessionStorage.getItem('closedFloats') ?? '[]')).toEqual(['service'])
  })

  it.each([
    [800, 'BUTTON'],
    [700, 'MAIN'],
  ])('S7.30 a window closed by keyboard at %i px moves the focus to a visible target: %s', async (height, tag) => {
    const list = (['left', 'right'] as const).map((position) => ({
      id: `${position}-${height}`,
      img: '/art/float-service.svg',
      position,
      jumpType: 1 as const,
      jumpUrl: '/cs',
    }))
    transport.responses['site.floatWindows'] = () => success({ list })
    await page.viewport(1280, height)
    open('/app/home')
    const close = page.getByRole('button', { name: '收起客服' }).last()
    await expect.element(close).toBeVisible()
    ;(close.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement?.tagName).toBe(tag)
  })

  it('focuses the heading of the next screen, and restores the scroll position on return', async () => {
    open('/app/home')
    await expect.element(page.getByRole('heading', { name: '长页' })).toBeVisible()
    window.scrollTo(0, 1200)
    await vi.waitFor(() => expect(window.scrollY).toBe(1200))
    await frames(2)
    await router.navigate('/app/news')
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('资讯页'))
    expect(window.scrollY).toBe(0)
    await router.navigate(-1)
    await vi.waitFor(() => expect(window.scrollY).toBe(1200))
    expect(document.activeElement?.textContent).toBe('长页')
  })

  it('scrolls to the element of the URL hash when it is loaded, until the viewer scrolls', async () => {
    open('/app/news')
    await router.navigate('/app/home#late')
    await expect.element(page.getByRole('heading', { name: '长页' })).toBeVisible()
    const late = document.createElement('p')
    late.id = 'late'
    document.getElementById('content')?.append(late)
    await vi.waitFor(() => expect(late.getBoundingClientRect().top).toBeLessThan(window.innerHeight))
    window.dispatchEvent(new Event('wheel'))
    window.scrollTo(0, 0)
    late.before(document.createElement('hr'))
    await frames(3)
    expect(window.scrollY).toBe(0)
  })

  it('starts with a skip link', async () => {
    open('/app/news')
    await expect.element(page.getByRole('heading', { name: '资讯页' })).toBeVisible()
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('跳到正文')
    expect(document.activeElement?.getAttribute('href')).toBe('#content')
    expect(document.getElementById('content')?.tagName).toBe('MAIN')
  })

  it('shows as text that the connection is lost', async () => {
    open('/app/news')
    store.set(connectionAtom, 'offline')
    await expect.element(page.getByText('网络不通，显示已有内容，恢复后自动重连')).toBeVisible()
  })

  it('Annex G states: shows at once that the device is offline, until it is online', async () => {
    const line = vi.spyOn(navigator, 'onLine', 'get')
    open('/app/news')
    await expect.element(page.getByRole('heading', { name: '资讯页' })).toBeVisible()
    line.mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    const bar = page.getByText('网络不通，显示已有内容，恢复后自动重连')
    await expect.element(bar).toBeVisible()
    line.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await expect.element(bar).not.toBeInTheDocument()
  })

  it('does not apply the scroll position of one screen to another after a reload', async () => {
    sessionStorage.setItem('scroll', JSON.stringify([['default /app/news', 700]]))
    open('/app/home')
    await expect.element(page.getByRole('heading', { name: '长页' })).toBeVisible()
    await frames(3)
    expect(window.scrollY).toBe(0)
    mounted.unmount()
    sessionStorage.setItem('scroll', JSON.stringify([['default /app/home', 700]]))
    open('/app/home')
    await vi.waitFor(() => expect(window.scrollY).toBe(700))
  })

  it('S2.22 shows that a screen does not exist, with a search and a link home', async () => {
    open('/app/nowhere')
    await expect.element(page.getByRole('heading', { level: 1, name: '页面不存在' })).toBeVisible()
    expect(page.getByRole('main').getByRole('combobox').elements()).toHaveLength(1)
    await page.getByRole('link', { name: '返回首页' }).click()
    await vi.waitFor(() => expect(here()).toBe('/app/home'))
  })

  it('limits a crash to its region, with an incident id and 重试', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    open('/app/part')
    await expect.element(page.getByText('赛程显示失败')).toBeVisible()
    await expect.element(page.getByText(/追踪号 [0-9a-f]{8}/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: '重试' })).toBeVisible()
    await expect.element(page.getByText('另一半照常')).toBeVisible()
    await expect.element(page.getByRole('navigation', { name: '主导航' })).toBeVisible()
  })

  it('keeps the shell when a screen crashes', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    open('/app/broken')
    await expect.element(page.getByRole('heading', { name: '页面加载失败' })).toBeVisible()
    await expect.element(page.getByText(/追踪号 [0-9a-f]{8}/)).toBeVisible()
    expect(document.querySelectorAll('main')).toHaveLength(1)
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '首页' }).click()
    await expect.element(page.getByRole('heading', { name: '长页' })).toBeVisible()
  })

  it.each(['forbidden', 'full'] as const)('explains missing code with storage %s', async (storage) => {
    const refuse = () => {
      throw new DOMException('no', storage === 'full' ? 'QuotaExceededError' : 'SecurityError')
    }
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    open('/app/home')
    if (storage === 'forbidden') vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(refuse)
    else vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    await router.navigate('/app/gone')
    await expect.element(page.getByRole('alert')).toHaveTextContent(/追踪号/)
    await expect.element(page.getByRole('button', { name: '重试' })).toBeVisible()
  })

  it('offers the new version when reloading did not restore missing code', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    sessionStorage.setItem('reloadedAt', String(Date.now()))
    open('/app/news')
    await router.navigate('/app/gone')
    const main = page.getByRole('main')
    await vi.waitFor(() => expect(main.element().textContent).toContain('页面有新版本，请刷新'))
    await expect.element(page.getByRole('button', { name: '重试' })).toBeVisible()
  })

  it('prefetches a screen once on hover, focus or touch of a link', async () => {
    open('/app/home')
    const asked: string[] = []
    const lazy = (name: string) => async () => {
      asked.push(name)
      return {}
    }
    const stop = startPrefetch([
      { path: '/app/sports', handle: { prefetch: () => asked.push('data') }, lazy: lazy('sports') },
      { path: '/app/live', lazy: lazy('live') },
    ])
    const tabs = page.getByRole('navigation', { name: '主导航' })
    await tabs.getByRole('link', { name: '赛程' }).hover()
    await vi.waitFor(() => expect(asked).toEqual(['data', 'sports']))
    tabs
      .getByRole('link', { name: '直播' })
      .element()
      .dispatchEvent(new Event('touchstart', { bubbles: true }))
    await vi.waitFor(() => expect(asked).toEqual(['data', 'sports', 'live']))
    tabs
      .getByRole('link', { name: '赛程' })
      .element()
      .dispatchEvent(new Event('focusin', { bubbles: true }))
    tabs
      .getByRole('link', { name: '直播' })
      .element()
      .dispatchEvent(new Event('pointerover', { bubbles: true }))
    await frames(2)
    expect(asked).toEqual(['data', 'sports', 'live'])
    stop()
  })

  it.each([390, 1280])('has no accessibility findings at %i px with the notices open', async (width) => {
    await page.viewport(width, 844)
    open('/app/home')
    await page.getByRole('button', { name: '消息，2 条未读' }).click()
    await expect.element(page.getByRole('button', { name: /海岸德比今晚开球/ })).toBeVisible()
    await frames(30)
    const { violations } = await axe.run(document.body)
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  })
})
