import { useRef } from 'react'
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router-dom'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ForgotPage } from '#app/pages/account/ForgotPage.tsx'
import { EntryLoginPage, LoginPage } from '#app/pages/account/LoginPage.tsx'
import { OutboxPage } from '#app/pages/account/OutboxPage.tsx'
import { RegisterPage } from '#app/pages/account/RegisterPage.tsx'
import { ShownPath, useBareRoute } from '#app/route/use-route-change.ts'
import { CONFIG_DEFAULTS, type SiteConfig } from '#protocol/site-config.ts'
import type { Skin } from '#protocol/sites.ts'
import { SKIN_LAYOUT } from '#protocol/sites.ts'
import type { SignInReport } from '#protocol/worker/api.ts'
import { registerDraftAtom } from '#features/auth/use-register-form.ts'
import { accountNameAtom, sessionAtom } from '#state/session/session.ts'
import { isSiteConfigLoadedAtom, siteConfigAtom } from '#state/site/site-config.ts'
import { nextCodeAtom } from '#state/session/one-time-code.ts'
import { siteAtom } from '#state/site/site.ts'
import { store } from '#state/store.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { transport } from './fake-transport.ts'
import { NOON } from './feed-fixtures.ts'
import type { Mounted } from './mount.tsx'
import { mount } from './mount.tsx'
import { MEMBER } from './room-fixtures.ts'
import '#ui/overlay/ToastBoard.tsx'

export interface AuthOptions {
  readonly skin?: Skin
  readonly width?: number
  readonly height?: number
  readonly isDemo?: boolean
  readonly config?: Partial<SiteConfig>
}

let mounted: Mounted | null = null
let router: ReturnType<typeof createMemoryRouter>

/** The frame of screens without the shell. */
export function BareFrame() {
  return (
    <ShownPath value={useRef(null)}>
      <Screens />
    </ShownPath>
  )
}

function Screens() {
  useBareRoute()
  return <Outlet />
}

function Place() {
  const { pathname, search } = useLocation()
  return (
    <main data-address={pathname + search}>
      <h1>别的页面</h1>
    </main>
  )
}

export const SIGNED_IN: SignInReport = { member: MEMBER, expireAt: NOON + 3_600_000, lastSession: null }

/** Signs in like the transport: the session changes before the response arrives. */
export async function signedIn(report: SignInReport = SIGNED_IN) {
  store.set(sessionAtom, { member: report.member, expireAt: report.expireAt })
  return { ok: true as const, data: report }
}

/** Opens a page of sign-in, registration or recovery as a visitor. */
export async function openAuth(address: string, options: AuthOptions = {}): Promise<void> {
  const { skin = 'glow', width = 390, height = 844, isDemo = false, config = {} } = options
  await page.viewport(width, height)
  store.set(sessionAtom, null)
  store.set(siteAtom, { siteId: 5009, skin, layout: SKIN_LAYOUT[skin], currency: 'CNY', isDemo })
  store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, ...config })
  store.set(isSiteConfigLoadedAtom, true)
  transport.now = NOON
  // Other test files of this page may have left some.
  transport.signIns.length = 0
  const children = [
    { path: '/login', element: <LoginPage /> },
    { path: '/entry/login', element: <EntryLoginPage /> },
    { path: '/register', element: <RegisterPage /> },
    { path: '/forgot', element: <ForgotPage /> },
    { path: '/dev/outbox', element: <OutboxPage /> },
    { path: '*', element: <Place /> },
  ]
  router = createMemoryRouter([{ element: <BareFrame />, children }], { initialEntries: [address] })
  mounted = mount(<RouterProvider router={router} />, skin)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
}

export const goTo = (address: string | -1) => (address === -1 ? router.navigate(-1) : router.navigate(address))

/** The current path with its search. */
export const here = () => router.state.location.pathname + router.state.location.search

export const isAt = (address: string) => vi.waitFor(() => expect(here()).toBe(address))

/** Parameters of the calls of an endpoint so far. */
export const sent = (name: string) => transport.calls.filter((call) => call.name === name).map(({ params }) => params)

export function closeAuth(): void {
  mounted?.unmount()
  mounted = null
  transport.calls.length = 0
  transport.responses = {}
  transport.signIns.length = 0
  transport.registrations.length = 0
  transport.passkeySignIns.length = 0
  transport.inviteCode = null
  transport.now = NOON
  store.set(sessionAtom, null)
  store.set(accountNameAtom, '')
  store.set(nextCodeAtom, {})
  store.set(registerDraftAtom, registerDraftAtom.init)
  store.set(uiPreferencesAtom, { accountName: '', isOfAge: false })
  store.set(siteConfigAtom, CONFIG_DEFAULTS)
  store.set(isSiteConfigLoadedAtom, false)
  localStorage.removeItem('ui')
}
