import { useRef } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ForgotPage } from '#app/pages/account/ForgotPage.tsx'
import { LoginPage } from '#app/pages/account/LoginPage.tsx'
import { RegisterPage } from '#app/pages/account/RegisterPage.tsx'
import { BareLayout } from '#app/router.tsx'
import { ShownPath, useRouteChange } from '#app/route/use-route-change.ts'
import { useScrollMemory } from '#app/route/use-scroll-memory.ts'
import { success } from '#protocol/result.ts'
import { readDraft, saveDraft } from '#state/room/room-draft.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { frames, mount, type Mounted } from '../support/mount.tsx'
import { closeAuth, SIGNED_IN, signedIn } from '../support/open-auth.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

/** A long list in a frame that stores scroll positions, like the shell. */
function List() {
  const main = useRef<HTMLElement>(null)
  useScrollMemory()
  useRouteChange(main, '/app/news', false)
  return (
    <main ref={main} tabIndex={-1}>
      <h1>列表</h1>
      <div style={{ height: 3_000 }} />
    </main>
  )
}

function Root() {
  return (
    <ShownPath value={useRef(null)}>
      <Outlet />
    </ShownPath>
  )
}

let mounted: Mounted
let router: ReturnType<typeof createMemoryRouter>

beforeEach(async () => {
  await page.viewport(390, 844)
  store.set(sessionAtom, null)
  const bare = [
    { path: '/login', Component: LoginPage },
    { path: '/register', Component: RegisterPage },
    { path: '/forgot', Component: ForgotPage },
  ]
  const children = [
    { path: '/app/news', Component: List },
    { element: <BareLayout />, children: bare },
  ]
  router = createMemoryRouter([{ element: <Root />, children }], { initialEntries: ['/app/news?page=2'] })
  mounted = mount(<RouterProvider router={router} />)
  await expect.element(page.getByRole('heading', { name: '列表' })).toBeVisible()
  window.scrollTo({ top: 900, behavior: 'instant' })
  await frames(2)
  await router.navigate('/login?fromPage=%2Fapp%2Fnews%3Fpage%3D2')
})
afterEach(() => {
  mounted.unmount()
  closeAuth()
  sessionStorage.clear()
  window.scrollTo({ top: 0, behavior: 'instant' })
})

async function isBack(): Promise<void> {
  await vi.waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe('/app/news?page=2'))
  await expect.poll(() => window.scrollY).toBe(900)
}

async function register(): Promise<void> {
  await page.getByLabelText('账号', { exact: true }).fill('newfan1')
  await page.getByLabelText('密码', { exact: true }).fill('Kan4tai2x')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('textbox', { name: '年' }).fill('1990')
  await page.getByRole('textbox', { name: '月' }).fill('5')
  await page.getByRole('textbox', { name: '日' }).fill('6')
  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: '注册', exact: true }).click()
}

it('S6.12 a sign-in returns to the scroll position', async () => {
  transport.onSignIn = () => signedIn()
  await page.getByLabelText('账号').fill('fan001')
  await page.getByLabelText('密码').fill('Play2026x')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await isBack()
})

it('S6.12 a registration that was opened from sign-in returns to the scroll position', async () => {
  transport.onRegister = () => signedIn()
  await page.getByRole('link', { name: '注册账号' }).click()
  await register()
  await page.getByRole('button', { name: '以后再说' }).click()
  await isBack()
})

it('S7.53 a recovery and the sign-in after it return to the scroll position', async () => {
  const ticket = 'ticket-0123456789abcdefgh'
  transport.responses['recovery.phoneStepOne'] = () => success({ ticket, sentAt: transport.now, interval: 60 })
  transport.responses['recovery.phoneStepTwo'] = () => success({ ticket })
  transport.responses['recovery.phoneStepThree'] = () => success({})
  transport.onSignIn = () => signedIn()
  await page.getByRole('link', { name: '忘记密码？' }).click()
  await page.getByLabelText('账号', { exact: true }).fill('fan001')
  await page.getByLabelText('手机号').fill('13800138000')
  await page.getByRole('button', { name: '发送验证码' }).click()
  await page.getByLabelText('验证码', { exact: true }).fill('123456')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabelText('新密码', { exact: true }).fill('Zuo5wei3k')
  await page.getByRole('button', { name: '保存新密码' }).click()
  await page.getByLabelText('密码', { exact: true }).fill('Zuo5wei3k')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await isBack()
})

it('S6.12 a new member takes over the text and the open gift panel of the visitor', async () => {
  saveDraft('room-1', { text: '写到一半', gift: { giftId: 3, count: 10 } })
  transport.onRegister = () => signedIn({ ...SIGNED_IN, member: { ...MEMBER, userId: 'u-new' } })
  await page.getByRole('link', { name: '注册账号' }).click()
  await register()
  await expect.element(page.getByRole('heading', { name: /欢迎来到看台/ })).toBeVisible()
  expect(readDraft('room-1')).toMatchObject({ text: '写到一半', gift: { giftId: 3, count: 10 } })
})
