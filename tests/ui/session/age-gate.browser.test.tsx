import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ShellLayout } from '#app/shell/ShellLayout.tsx'
import '#features/auth/AgeGate.tsx'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { sessionAtom } from '#state/session/session.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import axe from '../support/axe.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { frames, mount, type Mounted } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'
import type { Skin } from '#protocol/sites.ts'

let mounted: Mounted

afterEach(() => {
  mounted.unmount()
  store.set(sessionAtom, undefined)
  store.set(siteConfigAtom, CONFIG_DEFAULTS)
  store.set(uiPreferencesAtom, { isOfAge: false })
  localStorage.removeItem('ui')
})

const gate = page.getByRole('dialog', { name: '仅限成年人' })
const confirm = page.getByRole('button', { name: '我已年满 18 周岁' })

interface Options {
  readonly isMember?: boolean
  readonly width?: number
  readonly skin?: Skin
}

async function open(address: string, { isMember = false, width = 390, skin = 'glow' }: Options = {}): Promise<void> {
  await page.viewport(width, 844)
  store.set(sessionAtom, isMember ? { member: MEMBER, expireAt: NOON + 3_600_000 } : null)
  const children = [{ path: '*', element: <h1>画面</h1> }]
  const router = createMemoryRouter([{ element: <ShellLayout />, children }], { initialEntries: [address] })
  mounted = mount(<RouterProvider router={router} />, skin)
  await expect.element(page.getByRole('heading', { name: '画面' })).toBeVisible()
}

it.each(['/app/live', '/app/live/2001', '/app/sports'])(
  'Annex I asks a visitor of %s for the age, by keyboard, once per browser',
  async (address) => {
    await open(address)
    await expect.element(gate).toBeVisible()
    await expect.element(page.getByRole('button', { name: '离开' })).toBeVisible()
    confirm.element().focus()
    await expect.element(confirm).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(gate).not.toBeInTheDocument()
    expect(localStorage.getItem('ui')).toContain('"isOfAge":true')
    mounted.unmount()
    await open(address)
    await frames(10)
    expect(gate.elements()).toEqual([])
  },
)

it('Annex I age gate: does not ask members, nor on other pages', async () => {
  await open('/app/live', { isMember: true })
  await frames(10)
  expect(gate.elements()).toEqual([])
  mounted.unmount()
  await open('/app/news')
  await frames(10)
  expect(gate.elements()).toEqual([])
})

it('moves nothing and leaves the page usable', async () => {
  await open('/app/live')
  const heading = page.getByRole('heading', { name: '画面' }).element()
  const before = heading.getBoundingClientRect().top
  await expect.element(gate).toBeVisible()
  expect(heading.getBoundingClientRect().top).toBe(before)
  const box = gate.element().getBoundingClientRect()
  const below = document.elementFromPoint(box.left + 10, box.top + 10)
  expect(gate.element().contains(below)).toBe(false)
})

it('names the age of the site', async () => {
  store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, ageGateYears: 21 })
  await open('/app/live')
  await expect.element(page.getByRole('button', { name: '我已年满 21 周岁' })).toBeVisible()
})

for (const skin of AXE_SKINS) {
  it.each([390, 1280])(`${skin}: has no axe finding at %i px and fits`, async (width) => {
    await open('/app/live', { width, skin })
    await expect.element(gate).toBeVisible()
    const { violations } = await axe.run(gate.element())
    expect(violations.map(({ id }) => id)).toEqual([])
    const box = gate.element().getBoundingClientRect()
    expect(box.left >= 0 && box.right <= width && box.bottom <= 844).toBe(true)
  })
}
