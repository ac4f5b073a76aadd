import axe from '../support/axe.ts'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AccessAlertPage } from '#app/pages/access/AccessAlertPage.tsx'
import { AccessRestrictionPage } from '#app/pages/access/AccessRestrictionPage.tsx'
import { ServicePage } from '#app/pages/ServicePage.tsx'
import { MaintenancePage } from '#app/pages/access/MaintenancePage.tsx'
import { RehearsalPage } from '#gallery/rehearsal/RehearsalPage.tsx'
import { ResponsiblePage } from '#app/pages/account/ResponsiblePage.tsx'
import { RobotCheckPage } from '#app/pages/access/RobotCheckPage.tsx'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { failure, success } from '#protocol/result.ts'
import { SKIN_LAYOUT, type Skin } from '#protocol/sites.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { isSiteConfigLoadedAtom, siteConfigAtom } from '#state/site/site-config.ts'
import { siteAtom } from '#state/site/site.ts'
import { store } from '#state/store.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import type { Mounted } from '../support/mount.tsx'
import { frames, mount } from '../support/mount.tsx'
import { serveChecks } from '../support/verification-forms.tsx'

const ROUTES = [
  { path: '/maintenance', Component: MaintenancePage },
  { path: '/access-alert', Component: AccessAlertPage },
  { path: '/access-restriction', Component: AccessRestrictionPage },
  { path: '/robot-check', Component: RobotCheckPage },
  { path: '/cs', Component: ServicePage },
  { path: '/app/responsible', Component: ResponsiblePage },
  { path: '/gallery/outcomes', Component: RehearsalPage },
  { path: '*', element: <p>别的页面</p> },
]
const SITE: DataOf<'site.perInfo'> = {
  siteId: 5009,
  deployId: 5,
  skin: 'glow',
  currency: 'CNY',
  maintainStatus: 1,
  maintainEnd: null,
  demo: true,
  domains: [],
  serverTime: NOON,
}
const SERVICE: DataOf<'site.customerService'> = {
  hours: '每天 10:00 至次日 02:00',
  channels: [
    { kind: 'chat', name: '在线客服', value: '/cs' },
    { kind: 'email', name: '邮件', value: 'service@example.test' },
    { kind: 'phone', name: '电话', value: '400 000 0000' },
    { kind: 'chat', name: '坏地址', value: 'javascript:alert(1)' },
  ],
  questions: [{ question: '金币是真钱吗？', answer: '不是。' }],
}

let mounted: Mounted
let router: ReturnType<typeof createMemoryRouter>
const here = () => router.state.location.pathname
const asked = () => transport.calls.filter(({ name }) => name === 'site.perInfo').length

function open(pathname: string, state: unknown = null, skin: Skin = 'glow'): void {
  store.set(siteAtom, { siteId: 5009, skin, layout: SKIN_LAYOUT[skin], currency: 'CNY', isDemo: true })
  router = createMemoryRouter(ROUTES, { initialEntries: [{ pathname, state }] })
  mounted = mount(<RouterProvider router={router} />, skin)
}

beforeEach(() => {
  transport.now = NOON
  transport.calls.length = 0
  transport.responses = {
    'site.perInfo': () => failure(CODES.SYSTEM_MAINTENANCE, '系统维护中', { details: { maintainEnd: NOON + 600_000 } }),
    'site.customerService': () => success(SERVICE),
  }
})
afterEach(() => {
  vi.useRealTimers()
  mounted.unmount()
  store.set(siteConfigAtom, CONFIG_DEFAULTS)
  store.set(isSiteConfigLoadedAtom, false)
})

describe('/maintenance', () => {
  it('S2.9 S9.16 shows the end in Shanghai time and a countdown on the server clock', async () => {
    open('/maintenance', { maintainEnd: NOON + 5_400_000, from: '/app/live/1' })
    await expect.element(page.getByRole('heading', { level: 1, name: '系统维护中' })).toBeVisible()
    await expect.element(page.getByText('今晚 21:30')).toBeVisible()
    await expect.element(page.getByRole('timer')).toHaveTextContent('1:30:00')
    await expect.element(page.getByRole('link', { name: '联系客服' })).toHaveAttribute('href', '/cs')
  })

  it('S2.9 polls every 30 s and returns to the previous page when the site is open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    open('/maintenance', { from: '/app/live/1' })
    await vi.advanceTimersByTimeAsync(29_999)
    expect(asked()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toBe(1)
    transport.responses['site.perInfo'] = () => success(SITE)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(asked()).toBe(2)
    vi.useRealTimers()
    await vi.waitFor(() => expect(here()).toBe('/app/live/1'))
    expect(router.state.historyAction).toBe('REPLACE')
  })

  it('S2.9 does not poll while hidden, and polls at once when visible', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    open('/maintenance', { from: '/app/live/1' })
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(300_000)
    expect(asked()).toBe(0)
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(asked()).toBe(1)
    hidden.mockRestore()
  })

  it('S2.9 shows the end from the latest response, and that it was updated', async () => {
    open('/maintenance', { from: '/' })
    await expect.element(page.getByText('时间待定')).toBeVisible()
    await page.getByRole('button', { name: '立即检查' }).click()
    await expect.element(page.getByText('20:00:00 已检查，尚未恢复')).toBeVisible()
    await expect.element(page.getByRole('timer')).toHaveTextContent('10:00')
    transport.responses['site.perInfo'] = () => failure(CODES.NETWORK_FAILURE, '网络异常')
    await page.getByRole('button', { name: '立即检查' }).click()
    await expect.element(page.getByText('20:00:00 检查失败，稍后再试')).toBeVisible()
  })

  it('S2.12 does not navigate if the viewer has left the page during the request', async () => {
    let respond: (result: ReturnType<typeof success<typeof SITE>>) => void = () => undefined
    transport.responses['site.perInfo'] = () => new Promise((resolve) => (respond = resolve))
    open('/maintenance', { from: '/app/live/1' })
    await page.getByRole('button', { name: '立即检查' }).click()
    await page.getByRole('link', { name: '联系客服' }).click()
    await expect.element(page.getByText('每天 10:00 至次日 02:00').first()).toBeVisible()
    respond(success(SITE))
    await frames(3)
    expect(here()).toBe('/cs')
  })

  it('S2.9 refetches the configuration that failed during maintenance', async () => {
    transport.responses['site.perInfo'] = () => success(SITE)
    transport.responses['site.configs'] = () => success({ ...CONFIG_DEFAULTS, geetestSwitch: 1 })
    open('/maintenance', { from: '/login' })
    await page.getByRole('button', { name: '立即检查' }).click()
    await vi.waitFor(() => expect(store.get(siteConfigAtom).geetestSwitch).toBe(1))
  })

  it('S2.9 navigates home when opened without maintenance', async () => {
    transport.responses['site.perInfo'] = () => success(SITE)
    open('/maintenance')
    await vi.waitFor(() => expect(here()).toBe('/app/home'))
  })
})

describe('/robot-check', () => {
  beforeEach(() => serveChecks())

  const configs = () => transport.calls.filter(({ name }) => name === 'site.configs').length
  const withTypes = (imageCode: number, afs: number, anji: number) => () =>
    success({ ...CONFIG_DEFAULTS, safeVerifyTypes: { imageCode, afs, anji } })
  const offered = () =>
    page
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent)

  it('S4.17 S4.19 offers exactly the checks that the site enables', async () => {
    transport.responses['site.configs'] = withTypes(1, 0, 1)
    open('/robot-check')
    await vi.waitFor(() => expect(offered()).toEqual(['拼图验证', '图形验证码']))
    mounted.unmount()
    store.set(isSiteConfigLoadedAtom, false)
    transport.responses['site.configs'] = withTypes(0, 0, 1)
    open('/robot-check')
    await vi.waitFor(() => expect(transport.calls.some(({ name }) => name === 'captcha.get')).toBe(true))
    await expect.element(page.getByText('看不清或不方便拖动')).not.toBeInTheDocument()
  })

  it('S4.19 offers all checks without a configuration, except a disabled slider', async () => {
    transport.responses['site.configs'] = () => failure(CODES.TIMEOUT, '请求超时')
    transport.responses['captcha.get'] = () => failure(CODES.NETWORK_FAILURE, '网络异常')
    transport.responses['afs.config'] = () => failure(CODES.NOT_FOUND, '内容不存在')
    open('/robot-check')
    await vi.waitFor(() => expect(offered()).toEqual(['拼图验证', '滑块', '图形验证码']))
    await expect.element(page.getByRole('tab', { name: '图形验证码' })).toHaveAttribute('aria-selected', 'true')
  })

  it('S4.17 refetches the failed configuration before it returns', async () => {
    transport.responses['site.configs'] = () => failure(CODES.NEED_ROBOT_CHECK, '请稍后刷新重试')
    open('/robot-check')
    await page.getByRole('tab', { name: '图形验证码' }).click()
    transport.responses['site.configs'] = withTypes(1, 0, 1)
    await page.getByRole('textbox', { name: '图形验证码' }).fill('A3C4')
    await page.getByRole('button', { name: '确认', exact: true }).click()
    await vi.waitFor(() => expect(here()).toBe('/app/home'))
    expect(configs()).toBe(2)
    await vi.waitFor(() => expect(store.get(siteConfigAtom).safeVerifyTypes.afs).toBe(0))
  })
})

describe('/access-alert and /access-restriction', () => {
  it('S2.10 shows the message of the response as text', async () => {
    open('/access-alert', { reason: '<b>线路</b>调整中', from: '/app/live/1' })
    await expect.element(page.getByText('<b>线路</b>调整中')).toBeVisible()
    await expect.element(page.getByText('请稍后再来。如果一直这样，请联系客服。', { exact: true })).toBeVisible()
  })

  it.each([null, 7, 'text', [], { reason: 5 }, { reason: ' ' }, { from: '//evil.example' }])(
    'S2.10 shows the general text for the state %j, with a link home',
    async (state) => {
      open('/access-alert', state)
      await expect.element(page.getByRole('heading', { level: 1, name: '暂时无法访问' })).toBeVisible()
      expect(page.getByText('原因').elements()).toHaveLength(0)
      transport.responses['site.perInfo'] = () => success(SITE)
      await page.getByRole('button', { name: '重试' }).click()
      await vi.waitFor(() => expect(here()).toBe('/app/home'))
    },
  )

  it('S2.11 shows whom to contact, and returns when access is granted', async () => {
    open('/access-restriction', { from: '/app/live/1' })
    await expect.element(page.getByRole('heading', { level: 1, name: '无法访问看台' })).toBeVisible()
    transport.responses['site.perInfo'] = () => success(SITE)
    await page.getByRole('button', { name: '重试' }).click()
    await vi.waitFor(() => expect(here()).toBe('/app/live/1'))
  })
})

describe('/cs', () => {
  it('S2.12 S7.32 shows hours, channels and questions, and links only safe addresses', async () => {
    open('/cs')
    await expect.element(page.getByText('服务时间 每天 10:00 至次日 02:00')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: '写邮件：邮件' }))
      .toHaveAttribute('href', 'mailto:service@example.test')
    await expect.element(page.getByRole('link', { name: '拨打：电话' })).toHaveAttribute('href', 'tel:4000000000')
    expect(page.getByText('在线客服').elements()).toHaveLength(0)
    await expect.element(page.getByText('坏地址')).toBeVisible()
    expect(page.getByRole('link', { name: '打开：坏地址' }).elements()).toHaveLength(0)
    await page.getByText('金币是真钱吗？').click()
    await expect.element(page.getByText('不是。')).toBeVisible()
  })

  it('S2.12 shows built-in answers when the request fails', async () => {
    transport.responses['site.customerService'] = () => failure(CODES.SYSTEM_MAINTENANCE, '系统维护中')
    open('/cs')
    await expect.element(page.getByText('联系方式加载失败，请先查看常见问题')).toBeVisible()
    await page.getByText('为什么会被要求重新登录？').click()
    await expect.element(page.getByText(/登录每天 21:00 到期。/)).toBeVisible()
    transport.responses['site.customerService'] = () => success(SERVICE)
    await page.getByRole('button', { name: '重试' }).click()
    await expect.element(page.getByText('service@example.test')).toBeVisible()
  })
})

describe('appearance of the pages', () => {
  const findings = async () => {
    await frames(3)
    const { violations, passes } = await axe.run(document.body, { resultTypes: ['violations', 'passes'] })
    expect(passes.map(({ id }) => id)).toContain('color-contrast')
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
  }
  const SCREENS: readonly (readonly [path: string, state: unknown])[] = [
    ['/maintenance', { maintainEnd: NOON + 5_400_000, from: '/' }],
    ['/access-alert', { reason: '线路调整中', from: '/' }],
    ['/access-restriction', { from: '/' }],
    ['/cs', null],
    ['/app/responsible', null],
    ['/gallery/outcomes', null],
  ]
  for (const skin of AXE_SKINS) {
    it(`S2.9 S2.10 S2.11 S2.12 ${skin}: no axe finding and nothing wider than a phone`, async () => {
      for (const [path, state] of SCREENS) {
        await page.viewport(390, 844)
        open(path, state, skin)
        await vi.waitFor(() => expect(document.querySelector('h1')).not.toBeNull())
        expect(await findings(), path).toEqual([])
        expect(document.documentElement.scrollWidth, path).toBeLessThanOrEqual(390)
        mounted.unmount()
      }
    })
  }
})
