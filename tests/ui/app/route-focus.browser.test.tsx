import { useRef } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { BareLayout } from '#app/router.tsx'
import { ShownPath } from '#app/route/use-route-change.ts'
import { ShellLayout } from '#app/shell/ShellLayout.tsx'
import { NotFoundPage } from '#app/pages/access/NotFoundPage.tsx'
import { ResponsiblePage } from '#app/pages/account/ResponsiblePage.tsx'
import { ServicePage } from '#app/pages/ServicePage.tsx'
import { mount, type Mounted } from '../support/mount.tsx'

function Root() {
  return (
    <ShownPath value={useRef(null)}>
      <Outlet />
    </ShownPath>
  )
}

let router: ReturnType<typeof createMemoryRouter>
let mounted: Mounted | null = null

function open(address: string): void {
  const bare = [
    { path: '/cs', Component: ServicePage },
    { path: '/app/responsible', Component: ResponsiblePage },
  ]
  const children = [
    { element: <ShellLayout />, children: [{ path: '*', Component: NotFoundPage }] },
    { element: <BareLayout />, children: bare },
  ]
  router = createMemoryRouter([{ element: <Root />, children }], { initialEntries: [address] })
  mounted = mount(<RouterProvider router={router} />)
}

beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  mounted?.unmount()
  mounted = null
})

const title = () => page.getByRole('heading', { level: 1 })

it.each(['/cs', '/app/nowhere'])('the first screen of a page does not take the focus (%s)', async (address) => {
  open(address)
  await expect.element(title()).toBeVisible()
  expect(document.activeElement).toBe(document.body)
})

it('the heading takes the focus when the shell is left and entered', async () => {
  open('/app/nowhere')
  await expect.element(title()).toBeVisible()
  const way = [
    ['/cs', '客服'],
    ['/app/responsible', '理性娱乐'],
    ['/app/nowhere', '页面不存在'],
  ] as const
  for (const [address, name] of way) {
    await router.navigate(address)
    await expect.element(page.getByRole('heading', { level: 1, name })).toHaveFocus()
  }
})
