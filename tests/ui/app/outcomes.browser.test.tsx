import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { OutcomeEffects } from '#app/outcomes/OutcomeEffects.tsx'
import { CODES } from '#protocol/codes.ts'
import { isCheckWantedAtom, isRobotCheckOpenAtom, sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { closeToast } from '#ui/overlay/toast-manager.ts'
import { transport } from '#tests/ui/support/fake-transport.ts'
import { NOON } from '#tests/ui/support/feed-fixtures.ts'
import type { Mounted } from '#tests/ui/support/mount.tsx'
import { frames, mount } from '#tests/ui/support/mount.tsx'
import { MEMBER } from '#tests/ui/support/room-fixtures.ts'

let mounted: Mounted
let router: ReturnType<typeof createMemoryRouter>
const here = () => router.state.location.pathname + router.state.location.search

beforeEach(() => {
  transport.now = NOON
  store.set(isRobotCheckOpenAtom, false)
  store.set(sessionAtom, { member: MEMBER, expireAt: NOON + 1 })
  router = createMemoryRouter([{ path: '*', element: <OutcomeEffects /> }], { initialEntries: ['/app/live/1'] })
  mounted = mount(<RouterProvider router={router} />)
})
afterEach(() => mounted.unmount())

const announce = (code: number, message: string, details?: unknown) =>
  transport.notify({ type: 'outcome', code, message, path: '/api/x', ...(details === undefined ? {} : { details }) })

describe('effects of outcomes', () => {
  it('S4.15 settled 31 clear the session, show one alert for a burst, and open the sign-in page', async () => {
    for (let index = 0; index < 5; index += 1) announce(CODES.LOGIN_ELSEWHERE_ERROR, '您的账号已在其他设备登录')
    const alert = page.getByRole('alertdialog', { name: '请重新登录' })
    await expect.element(alert).toBeVisible()
    expect(page.getByRole('alertdialog').elements()).toHaveLength(1)
    await expect.element(alert.getByText('您的账号已在其他设备登录')).toBeVisible()
    expect(store.get(sessionAtom)).toBeNull()
    await alert.getByRole('button', { name: '去登录' }).click()
    await vi.waitFor(() => expect(here()).toBe('/login?fromPage=%2Fapp%2Flive%2F1'))
    await expect.element(alert).not.toBeInTheDocument()
  })

  it('S4.15 continue after five seconds', async () => {
    announce(CODES.PASSWORD_CHANGED, '密码已修改，请重新登录')
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    await vi.waitFor(() => expect(here()).toBe('/login?fromPage=%2Fapp%2Flive%2F1'), 7_000)
  })

  it('S4.16 alert again for a blockade only after 700 ms', async () => {
    const alert = page.getByRole('alertdialog', { name: '暂时不能登录' })
    announce(CODES.IP_BLOCKADE, '当前IP已被限制访问')
    await expect.element(alert).toBeVisible()
    await alert.getByRole('button', { name: '去登录' }).click()
    await expect.element(alert).not.toBeInTheDocument()
    transport.now += 699
    announce(CODES.DEVICE_BLOCKADE, '当前设备已被限制访问')
    expect(page.getByRole('alertdialog').elements()).toHaveLength(0)
    transport.now += 1
    announce(CODES.DEVICE_BLOCKADE, '当前设备已被限制访问')
    await expect.element(alert.getByText('当前设备已被限制访问')).toBeVisible()
    await alert.getByRole('button', { name: '联系客服' }).click()
    await vi.waitFor(() => expect(here()).toBe('/cs'))
  })

  it('S6.12 S8.8 show that signing in is required and keep the session', async () => {
    announce(CODES.NEED_LOGIN, '该操作需要登录')
    await expect.element(page.getByText('该操作需要登录，请先登录').first()).toBeVisible()
    await expect.poll(here).toBe('/login?fromPage=%2Fapp%2Flive%2F1')
    expect(store.get(sessionAtom)).not.toBeNull()
  })

  it('S4.17 open the robot check once, and again after it succeeded', async () => {
    announce(CODES.NEED_ROBOT_CHECK, '')
    await vi.waitFor(() => expect(here()).toBe('/robot-check?fromPage=%2Fapp%2Flive%2F1'))
    await router.navigate('/app/live/2')
    await frames(2)
    announce(CODES.NEED_ROBOT_CHECK, '')
    await expect.poll(here).toBe('/app/live/2')
    store.set(isRobotCheckOpenAtom, false)
    announce(CODES.NEED_ROBOT_CHECK, '')
    await vi.waitFor(() => expect(here()).toBe('/robot-check?fromPage=%2Fapp%2Flive%2F2'))
  })

  it('S4.22 S2.9 keep the page to return to through several access pages', async () => {
    announce(CODES.ACCESS_CAVEAT_CODE, '', { maintainStatus: 1, reason: '调整线路' })
    await vi.waitFor(() => expect(here()).toBe('/access-alert'))
    expect(router.state.location.state).toEqual({ maintainStatus: 1, reason: '调整线路', from: '/app/live/1' })
    announce(CODES.ACCESS_CAVEAT_CODE, '', { maintainStatus: 0 })
    await vi.waitFor(() => expect(here()).toBe('/maintenance'))
    expect(router.state.location.state).toMatchObject({ from: '/app/live/1' })
    expect(router.state.historyAction).toBe('REPLACE')
  })

  it('S4.22 leave one page in the history after a burst of refusals', async () => {
    for (let index = 0; index < 20; index += 1) announce(CODES.ACCESS_CAVEAT_CODE, '', { maintainStatus: 1 })
    await vi.waitFor(() => expect(here()).toBe('/access-alert'))
    await router.navigate(-1)
    await expect.poll(here).toBe('/app/live/1')
  })

  it('S8.22 navigate home after the warm tip was closed', async () => {
    announce(CODES.ACTIVITY_BLACKLIST, '')
    const tip = page.getByRole('alertdialog', { name: '温馨提示' })
    await expect.element(tip).toBeVisible()
    await expect.poll(here).toBe('/app/live/1')
    await tip.getByRole('button', { name: '知道了' }).click()
    await vi.waitFor(() => expect(here()).toBe('/app/home'))
  })

  it('Annex I limit messages explain a limit without navigation', async () => {
    announce(CODES.RG_TIME_OUT, '')
    const limit = page.getByRole('alertdialog', { name: '处于休息期' })
    await expect.element(limit).toBeVisible()
    await limit.getByRole('button', { name: '知道了' }).click()
    await expect.element(limit).not.toBeInTheDocument()
    await expect.poll(here).toBe('/app/live/1')
    announce(CODES.RG_TIME_OUT, '')
    await limit.getByRole('button', { name: '了解理性娱乐' }).click()
    await vi.waitFor(() => expect(here()).toBe('/app/responsible'))
  })

  it('Annex I 60006 asks the reality check to open, without a message', async () => {
    announce(CODES.RG_CHECK_DUE, '')
    await expect.poll(() => store.get(isCheckWantedAtom)).toBe(true)
    expect(page.getByRole('alertdialog').elements()).toEqual([])
    store.set(isCheckWantedAtom, false)
  })

  it('S8.5 show the same text once', async () => {
    for (let index = 0; index < 4; index += 1) announce(CODES.INTERFACE_DEGRADE, '服务繁忙，请稍后再试')
    await expect.element(page.getByText('服务繁忙，请稍后再试').first()).toBeVisible()
    await expect.poll(here).toBe('/app/live/1')
  })
})

describe('notices of the transport', () => {
  it('S8.15 S8.17 show a change of the origin and its return in one toast', async () => {
    announce(CODES.LINE_SWITCHING, '线路异常，正在为您切换')
    await expect.element(page.getByText('线路异常，正在为您切换').first()).toBeVisible()
    transport.notify({ type: 'origin', origin: 'https://two.example', isFirst: false })
    await expect.element(page.getByText('已切换到备用线路，无需刷新').first()).toBeVisible()
    await expect.element(page.getByText('线路异常，正在为您切换')).not.toBeInTheDocument()
    transport.notify({ type: 'origin', origin: 'https://one.example', isFirst: true })
    await expect.element(page.getByText('主线路已恢复，已切换回来').first()).toBeVisible()
  })

  it('show once that storage is not available', async () => {
    transport.notify({ type: 'storage-failed' })
    const prompt = page.getByText('浏览器不允许保存登录状态，关闭页面后需要重新登录')
    await expect.element(prompt.first()).toBeVisible()
    closeToast('storage')
    await expect.element(prompt).not.toBeInTheDocument()
    transport.notify({ type: 'storage-failed' })
    await frames(3)
    expect(prompt.elements()).toHaveLength(0)
  })
})
