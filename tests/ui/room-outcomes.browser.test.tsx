import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { OutcomeEffects } from '#app/OutcomeEffects.tsx'
import { CODES } from '#protocol/codes.ts'
import { sessionAtom } from '#state/session.ts'
import { store } from '#state/store.ts'
import { transport } from './support/fake-transport.ts'
import { NOON } from './support/feed-fixtures.ts'
import type { Mounted } from './support/mount.tsx'
import { mount } from './support/mount.tsx'
import { MEMBER } from './support/room-fixtures.ts'

vi.mock('#transport/client.ts', async () => (await import('./support/fake-transport.ts')).transport.client)

let mounted: Mounted
let router: ReturnType<typeof createMemoryRouter>
const here = () => router.state.location.pathname + router.state.location.search

beforeEach(() => {
  store.set(sessionAtom, { member: MEMBER, expireAt: NOON + 1 })
  router = createMemoryRouter([{ path: '*', element: <OutcomeEffects /> }], { initialEntries: ['/app/live/1'] })
  mounted = mount(<RouterProvider router={router} />)
})
afterEach(() => mounted.unmount())

const announce = (code: number, message: string) => transport.notify({ type: 'outcome', code, message, path: '/api/x' })

describe('performing outcomes', () => {
  it('S4.15 settled 31 clears the session, shows one alert for a burst, and goes to sign in', async () => {
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

  it('S4.15 goes on by itself after five seconds', async () => {
    announce(CODES.PASSWORD_CHANGED, '密码已修改，请重新登录')
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    await vi.waitFor(() => expect(here()).toBe('/login?fromPage=%2Fapp%2Flive%2F1'), 7_000)
  })

  it('S6.12 says that signing in is needed and keeps who is signed in', async () => {
    announce(CODES.NEED_LOGIN, '该操作需要登录')
    await expect.element(page.getByText('请先登录')).toBeVisible()
    expect(here()).toBe('/login?fromPage=%2Fapp%2Flive%2F1')
    expect(store.get(sessionAtom)).not.toBeNull()
  })

  it('shows the same words once', async () => {
    for (let index = 0; index < 4; index += 1) announce(CODES.INTERFACE_DEGRADE, '服务繁忙，请稍后再试')
    await expect.element(page.getByText('服务繁忙，请稍后再试').first()).toBeVisible()
    expect(here()).toBe('/app/live/1')
  })
})
