import { atom, useAtomValue } from 'jotai'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useScrollMemory } from '#app/route/use-scroll-memory.ts'
import { store } from '#state/store.ts'
import type { Mounted } from '../support/mount.tsx'
import { frames, mount } from '../support/mount.tsx'

/** Height of the loaded rows, pixels. */
const heightAtom = atom(0)

function Shell() {
  useScrollMemory()
  return <Outlet />
}

function List() {
  return <div style={{ height: useAtomValue(heightAtom) }}>列表</div>
}

let mounted: Mounted
let router: ReturnType<typeof createMemoryRouter>
beforeEach(async () => {
  await page.viewport(390, 844)
  store.set(heightAtom, 1_000)
  sessionStorage.setItem('scroll', JSON.stringify([['default /list', 900]]))
  router = createMemoryRouter(
    [
      {
        element: <Shell />,
        children: [
          { path: '/list', Component: List },
          { path: '*', element: <p style={{ height: 3_000 }}>别处</p> },
        ],
      },
    ],
    { initialEntries: ['/list'] },
  )
  mounted = mount(<RouterProvider router={router} />)
})
afterEach(() => {
  mounted.unmount()
  sessionStorage.clear()
  window.scrollTo({ top: 0, behavior: 'instant' })
})

async function leaveAndReturn(): Promise<void> {
  await router.navigate('/other')
  await expect.poll(() => window.scrollY).toBe(0)
  await router.navigate(-1)
  await expect.element(page.getByText('列表')).toBeInTheDocument()
}

it('restores the scroll position of a list, also when it was left before its rows were loaded', async () => {
  await expect.poll(() => window.scrollY).toBeGreaterThan(100)
  // Scroll events have been dispatched by then.
  await frames(2)
  expect(window.scrollY).toBeLessThan(900)
  await leaveAndReturn()
  store.set(heightAtom, 3_000)
  await expect.poll(() => window.scrollY).toBe(900)
})

it('restores the position to which the viewer scrolled meanwhile', async () => {
  await frames(2)
  await userEvent.keyboard('{Shift}')
  window.scrollTo({ top: 40, behavior: 'instant' })
  await expect.poll(() => window.scrollY).toBe(40)
  await frames(2)
  await leaveAndReturn()
  store.set(heightAtom, 3_000)
  await frames(2)
  expect(window.scrollY).toBe(40)
})
