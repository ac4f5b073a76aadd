import axe from './support/axe.ts'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AccountCare } from '#app/shell/AccountCare.tsx'
import { LoginPage } from '#app/pages/LoginPage.tsx'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import type { Session } from '#state/session/session.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { AXE_SKINS } from './support/axe-skins.ts'
import { transport } from './support/fake-transport.ts'
import { NOON } from './support/feed-fixtures.ts'
import type { Mounted } from './support/mount.tsx'
import { frames, mount } from './support/mount.tsx'
import { MEMBER } from './support/room-fixtures.ts'

const SESSION: Session = { member: MEMBER, expireAt: NOON + 3_600_000 }
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 56"><text x="20" y="40">ACDE</text></svg>'
const sleeping = (dormant: boolean) => () =>
  success({ dormant, since: dormant ? NOON - 3_600_000 : null, days: 90, by: 'image' as const })
const advice = (need: boolean) => () => success({ need, reason: need ? ('weak' as const) : null })
const named = (name: string) => transport.calls.filter((call) => call.name === name)
const accountCalls = () => transport.calls.map(({ name }) => name).filter((name) => name.startsWith('account.'))

let mounted: Mounted
let router: ReturnType<typeof createMemoryRouter>
beforeEach(() => {
  transport.calls.length = 0
  transport.responses = {
    'account.sleepCheck': sleeping(true),
    'account.checkChangePassword': advice(false),
    'captcha.image': () => success({ type: 'image/svg+xml', bytes: new TextEncoder().encode(PICTURE) }),
    'account.sleepActivate': ({ code }) =>
      code === 'ACDE' ? success({}) : failure(CODES.VERIFY_CODE_ERROR, '验证码错误'),
  }
  store.set(sessionAtom, undefined)
  router = createMemoryRouter([{ path: '*', element: <AccountCare /> }], { initialEntries: ['/app/live'] })
})
afterEach(() => {
  mounted.unmount()
  store.set(sessionAtom, undefined)
})

function open(skin?: Parameters<typeof mount>[1]): void {
  mounted = mount(<RouterProvider router={router} />, skin)
}
const window = (name: string) => page.getByRole('dialog', { name })

describe('an inactive account', () => {
  it('S7.37 is reactivated with an image code; a wrong code shows an error and a new picture', async () => {
    open()
    store.set(sessionAtom, SESSION)
    await expect.element(window('账号已休眠')).toBeVisible()
    await expect.element(page.getByText(/超过 90 天未登录/)).toBeVisible()
    await expect.element(page.getByRole('img', { name: /验证码图片/ })).toBeVisible()
    const field = page.getByLabelText('图形验证码')
    await field.fill('XXXX')
    await page.getByRole('button', { name: '确认' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('验证码错误，已换新图')
    await expect.poll(() => named('captcha.image').length).toBe(2)
    await field.fill('ACDE')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('账号已恢复，欢迎回来')).toBeVisible()
    await expect.element(window('账号已休眠')).not.toBeInTheDocument()
    const codeId: unknown = expect.stringMatching(/^[A-Za-z0-9_-]{16,64}$/)
    expect(named('account.sleepActivate').at(-1)?.params).toEqual({ codeId, code: 'ACDE' })
  })

  it('S7.37 shows an error when the picture fails, and can reload it', async () => {
    const picture = transport.responses['captcha.image']!
    transport.responses['captcha.image'] = () => failure(CODES.NETWORK_FAILURE, '网络异常')
    open()
    store.set(sessionAtom, SESSION)
    await expect.element(page.getByText('验证码图片加载失败')).toBeVisible()
    transport.responses['captcha.image'] = picture
    await page.getByRole('button', { name: '重试' }).click()
    await expect.element(page.getByRole('img', { name: /验证码图片/ })).toBeVisible()
  })

  it('S7.37 can be postponed: Escape closes the dialog until the next page load', async () => {
    open()
    store.set(sessionAtom, SESSION)
    await expect.element(window('账号已休眠')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(window('账号已休眠')).not.toBeInTheDocument()
    expect(named('account.sleepCheck')).toHaveLength(1)
  })
})

describe('an outdated password', () => {
  beforeEach(() => {
    transport.responses['account.checkChangePassword'] = advice(true)
  })

  it('S7.38 is shown after a sign-in, after reactivation, with a link to change it', async () => {
    open()
    store.set(sessionAtom, null)
    await frames(1)
    store.set(sessionAtom, SESSION)
    await expect.element(window('账号已休眠')).toBeVisible()
    expect(window('请更换密码').elements()).toEqual([])
    await page.getByLabelText('图形验证码').fill('ACDE')
    await page.getByRole('button', { name: '确认' }).click()
    await expect.element(window('请更换密码')).toBeVisible()
    await page.getByRole('link', { name: '联系客服修改密码' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/cs')
    await expect.element(window('请更换密码')).not.toBeInTheDocument()
  })

  it('S7.38 is shown after a sign-in with a password that violates the current rules', async () => {
    transport.responses['account.sleepCheck'] = sleeping(false)
    transport.signIns.length = 0
    transport.onSignIn = async () => {
      store.set(sessionAtom, SESSION)
      return success({ ...SESSION, lastSession: null })
    }
    const screens = (
      <>
        <Outlet />
        <AccountCare />
      </>
    )
    const children = [
      { path: '/login', element: <LoginPage /> },
      { path: '*', element: <main /> },
    ]
    router = createMemoryRouter([{ element: screens, children }], { initialEntries: ['/login'] })
    open()
    store.set(sessionAtom, null)
    await page.getByLabelText('账号').fill('fan001')
    await page.getByLabelText('密码').fill('old')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect.element(window('请更换密码')).toBeVisible()
    expect(transport.signIns).toMatchObject([{ name: 'fan001', password: 'old' }])
  })

  it('S7.38 is not shown when a session is restored, and requests nothing for visitors', async () => {
    transport.responses['account.sleepCheck'] = sleeping(false)
    open()
    store.set(sessionAtom, SESSION)
    await expect.poll(() => named('account.sleepCheck').length).toBe(1)
    await frames(2)
    expect(named('account.checkChangePassword')).toEqual([])
    store.set(sessionAtom, null)
    await frames(2)
    expect(page.getByRole('dialog').elements()).toEqual([])
    expect(accountCalls()).toEqual(['account.sleepCheck'])
  })

  it('shows nothing when the requests fail', async () => {
    transport.responses = {}
    open()
    store.set(sessionAtom, null)
    await frames(1)
    store.set(sessionAtom, SESSION)
    await expect.poll(() => accountCalls().length).toBe(2)
    await frames(2)
    expect(page.getByRole('dialog').elements()).toEqual([])
  })
})

describe.each(AXE_SKINS)('axe in %s', (skin) => {
  it('has no findings in either dialog', async () => {
    transport.responses['account.checkChangePassword'] = advice(true)
    open(skin)
    store.set(sessionAtom, null)
    await frames(1)
    store.set(sessionAtom, SESSION)
    await expect.element(page.getByRole('img', { name: /验证码图片/ })).toBeVisible()
    await Promise.all(document.getAnimations().map(({ finished }) => finished))
    const first = await axe.run(document.body)
    expect(first.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(window('请更换密码')).toBeVisible()
    await Promise.all(document.getAnimations().map(({ finished }) => finished))
    const second = await axe.run(document.body)
    expect(second.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
  })
})
