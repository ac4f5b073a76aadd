import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { LoginPage } from '#app/pages/account/LoginPage.tsx'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { mount, type Mounted } from '../support/mount.tsx'
import { BareFrame } from '../support/open-auth.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

let mounted: Mounted
let router: ReturnType<typeof createMemoryRouter>

function Place() {
  const { pathname, search } = useLocation()
  return <main data-address={pathname + search} />
}

beforeEach(async () => {
  store.set(sessionAtom, null)
  const children = [
    { path: '/login', element: <LoginPage /> },
    { path: '*', element: <Place /> },
  ]
  router = createMemoryRouter([{ element: <BareFrame />, children }], { initialEntries: ['/app/home'] })
  mounted = mount(<RouterProvider router={router} />)
  await isAt('/app/home')
})
afterEach(() => {
  mounted.unmount()
  store.set(sessionAtom, null)
})

const isAt = (address: string) =>
  vi.waitFor(() => expect(document.querySelector('main')?.dataset['address']).toBe(address))

/** Opens a screen and waits until it is shown. */
async function goTo(address: string): Promise<void> {
  await router.navigate(address)
  await isAt(address)
}

const SESSION = { member: MEMBER, expireAt: NOON + 3_600_000 }
const LOGIN = '/login?fromPage=%2Fapp%2Flive%2F2001'

it('S6.12 a sign-in from a room returns to it without a second entry in the history', async () => {
  await goTo('/app/live/2001?stats')
  await router.navigate(LOGIN)
  await expect.element(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  store.set(sessionAtom, SESSION)
  await isAt('/app/live/2001?stats')
  await router.navigate(-1)
  await isAt('/app/home')
})

it('S6.12 a sign-in page that was opened elsewhere is replaced by the screen to return to', async () => {
  await router.navigate(LOGIN)
  await expect.element(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  store.set(sessionAtom, SESSION)
  await isAt('/app/live/2001')
  await router.navigate(-1)
  await isAt('/app/home')
})

it('a visitor who does not sign in returns the same way', async () => {
  await goTo('/app/live/2001')
  await router.navigate(LOGIN)
  await page.getByRole('link', { name: '暂不登录，先逛逛' }).click()
  await isAt('/app/live/2001')
  await router.navigate(-1)
  await isAt('/app/home')
})
