import axe from '../support/axe.ts'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AccountCare } from '#app/shell/AccountCare.tsx'
import { LoginPage } from '#app/pages/account/LoginPage.tsx'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import type { Session } from '#state/session/session.ts'
import { securityAtom } from '#state/session/security.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import type { Mounted } from '../support/mount.tsx'
import { animationsEnded, frames, mount } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'
import { SAFE_MEMBER } from '../support/security-fixtures.ts'

const SESSION: Session = { member: MEMBER, expireAt: NOON + 3_600_000 }
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 56"><text x="20" y="40">ACDE</text></svg>'
const sleeping = (dormant: boolean) => () =>
  success({ dormant, since: dormant ? NOON - 3_600_000 : null, days: 90, by: 'image' as const })
const advice = (need: boolean) => () => success({ need, reason: need ? ('weak' as const) : null })
const dormantBy = (by: 'phone' | 'withdrawPassword') => () =>
  success({ dormant: true, since: NOON - 3_600_000, days: 90, by })
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

describe('an inactive account with a stronger proof', () => {
  it('S4.6 is reactivated with a code of the bound phone', async () => {
    transport.responses['account.sleepCheck'] = dormantBy('phone')
    transport.responses['registration.sendCode'] = () => success({ sentAt: NOON, interval: 60 })
    transport.responses['account.sleepActivate'] = ({ phoneCode }) =>
      phoneCode === '123456' ? success({}) : failure(CODES.VERIFY_CODE_ERROR, '验证码错误')
    open()
    store.set(sessionAtom, SESSION)
    await userEvent.click(page.getByRole('button', { name: '获取验证码' }))
    expect(named('registration.sendCode').map(({ params }) => params)).toEqual([{ scene: 'wake' }])
    const field = page.getByLabelText('短信验证码')
    await field.fill('000000')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('验证码错误')).toBeVisible()
    await expect.element(field).toHaveFocus()
    await field.fill('123456')
    await userEvent.keyboard('{Enter}')
    await expect.element(window('账号已休眠')).not.toBeInTheDocument()
    expect(named('account.sleepActivate').at(-1)?.params).toEqual({ phoneCode: '123456' })
  })

  it('S4.6 is reactivated with the withdrawal password', async () => {
    transport.responses['account.sleepCheck'] = dormantBy('withdrawPassword')
    transport.responses['account.sleepActivate'] = () => success({})
    open()
    store.set(sessionAtom, SESSION)
    await page.getByLabelText('提款密码').fill('290518')
    await userEvent.keyboard('{Enter}')
    await expect.element(window('账号已休眠')).not.toBeInTheDocument()
    expect(named('account.sleepActivate').at(-1)?.params).toEqual({ withdrawPassword: '290518' })
  })
})

describe('a security notice', () => {
  beforeEach(() => {
    transport.responses['account.sleepCheck'] = sleeping(false)
    const notices = [
      { id: 'n-1', kind: 'password-changed', address: '203.0.113.7', at: NOON - 3_600_000 },
      { id: 'n-2', kind: 'passkey-added', address: '203.0.113.7', at: NOON - 60_000 },
    ]
    transport.responses['security.notice'] = () => success({ notice: notices[0] ?? null })
    transport.responses['security.acknowledge'] = ({ id }) => {
      if (notices[0]?.id === id) notices.shift()
      return success({})
    }
  })
  const signIn = async () => {
    open()
    store.set(sessionAtom, null)
    await frames(1)
    store.set(sessionAtom, SESSION)
  }

  it('S7.51 is shown after a sign-in until it is acknowledged, then the next one', async () => {
    await signIn()
    await expect.element(window('账号安全提醒')).toHaveTextContent(/登录密码已于 今晚 19:00 修改。.*203\.0\.113\.7/)
    await userEvent.click(page.getByRole('button', { name: '是我操作的' }))
    await expect.element(page.getByText(/添加了通行密钥/)).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: '是我操作的' }))
    await expect.element(window('账号安全提醒')).not.toBeInTheDocument()
    expect(named('security.acknowledge').map(({ params }) => params)).toEqual([{ id: 'n-1' }, { id: 'n-2' }])
  })

  it('S7.51 of somebody else leads to the password form', async () => {
    await signIn()
    await userEvent.click(page.getByRole('link', { name: '不是我，去修改密码' }))
    await expect.poll(() => router.state.location.pathname).toBe('/app/security/password')
  })

  it('S7.51 that is closed is not acknowledged', async () => {
    await signIn()
    await expect.element(window('账号安全提醒')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(window('账号安全提醒')).not.toBeInTheDocument()
    expect(named('security.acknowledge')).toEqual([])
  })
})

describe('the idle sign-out', () => {
  const warning = page.getByRole('alertdialog', { name: '还在看吗？' })
  /** Time passes, and the page notices it as after a sleep of the computer. */
  const wait = async (minutes: number) => {
    transport.now += minutes * 60_000
    document.dispatchEvent(new Event('visibilitychange'))
    await frames(2)
  }
  beforeEach(async () => {
    transport.now = NOON
    transport.signOuts = 0
    transport.responses['account.sleepCheck'] = sleeping(false)
    transport.responses['security.overview'] = () => success({ ...SAFE_MEMBER, idleMinutes: 15 })
    store.set(securityAtom, { userId: null, data: null, failure: null, isLoading: false })
    open()
    store.set(sessionAtom, { ...SESSION, expireAt: NOON + 36_000_000 })
    await expect.poll(() => store.get(securityAtom).data?.idleMinutes).toBe(15)
    await frames(2)
  })

  it('S7.50 warns one minute before, and any input continues the session', async () => {
    await wait(13)
    expect(warning.elements()).toEqual([])
    await wait(1.5)
    await expect.element(warning).toHaveTextContent(/14 分钟没有操作了，0:30 后会自动退出登录/)
    await userEvent.keyboard('x')
    await expect.element(warning).not.toBeInTheDocument()
    await wait(13)
    expect(warning.elements()).toEqual([])
    expect(transport.signOuts).toBe(0)
  })

  it('S7.50 signs out at the end, also if the computer slept over it', async () => {
    await wait(40)
    await expect.poll(() => transport.signOuts).toBe(1)
    await userEvent.keyboard('x')
    expect(transport.signOuts).toBe(1)
    await expect.element(page.getByText('15 分钟没有操作，已自动退出登录')).toBeVisible()
  })

  it('S7.50 counts input in another tab', async () => {
    await wait(14.5)
    await expect.element(warning).toBeVisible()
    const otherTab = new BroadcastChannel('grandstand-input')
    otherTab.postMessage('input')
    await expect.element(warning).not.toBeInTheDocument()
    otherTab.close()
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
    await page.getByRole('link', { name: '去修改密码' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/app/security/password')
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
    await animationsEnded()
    const first = await axe.run(document.body)
    expect(first.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(window('请更换密码')).toBeVisible()
    await animationsEnded()
    const second = await axe.run(document.body)
    expect(second.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
  })
})
