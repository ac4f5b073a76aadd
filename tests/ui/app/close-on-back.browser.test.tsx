import { useState } from 'react'
import { createBrowserRouter, Link, RouterProvider, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { closeOnBack } from '#app/route/close-on-back.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import { mount, type Mounted } from '../support/mount.tsx'

const ownAddress = window.location.href
let mounted: Mounted
let router: ReturnType<typeof createBrowserRouter>
let stop: () => void

/** Registered before the product's listener, which hides some events from later ones. */
let onTraversed: () => void = () => undefined
const traversed = (): void => onTraversed()

/** Goes through the history and resolves when the browser has arrived. */
function go(delta: number): Promise<void> {
  return new Promise((resolve) => {
    onTraversed = resolve
    window.history.go(delta)
  })
}

/** A screen with a sheet, which opens a dialog and contains a link. */
function Screen() {
  const { pathname } = useLocation()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [isDialogOpen, setDialogOpen] = useState(false)
  return (
    <main key={pathname} data-path={pathname}>
      <button onClick={() => setSheetOpen(true)}>打开面板</button>
      <Link to="/two">去二</Link>
      <Sheet isOpen={isSheetOpen} onOpenChange={setSheetOpen} title="面板">
        <button onClick={() => setDialogOpen(true)}>打开对话框</button>
        <Link to="/two" onClick={() => setSheetOpen(false)}>
          面板里去二
        </Link>
      </Sheet>
      <Dialog isOpen={isDialogOpen} onOpenChange={setDialogOpen} title="对话框" />
    </main>
  )
}

const path = () => document.querySelector('main')?.dataset['path']
const sheet = page.getByRole('dialog', { name: '面板' })
const dialog = page.getByRole('dialog', { name: '对话框' })
const windowsInState = () => (window.history.state as { windows?: number } | null)?.windows ?? 0
const entriesAre = (count: number) => vi.waitFor(() => expect(windowsInState()).toBe(count))
const isAt = (pathname: string) => vi.waitFor(() => expect(path()).toBe(pathname))

async function openSheet(): Promise<void> {
  await page.getByRole('button', { name: '打开面板' }).click()
  await expect.element(sheet).toBeVisible()
  await entriesAre(1)
}

beforeEach(async () => {
  window.addEventListener('popstate', traversed, { capture: true })
  window.history.pushState(null, '', '/zero')
  router = createBrowserRouter([{ path: '*', Component: Screen }])
  stop = closeOnBack(router)
  mounted = mount(<RouterProvider router={router} />)
  await isAt('/zero')
  await router.navigate('/one')
  await isAt('/one')
})
afterEach(() => {
  mounted.unmount()
  stop()
  router.dispose()
  window.removeEventListener('popstate', traversed, { capture: true })
  window.history.pushState(null, '', ownAddress)
})

describe('Back', () => {
  it('closes the newest window first, then the one below, then leaves the screen', async () => {
    await openSheet()
    await page.getByRole('button', { name: '打开对话框' }).click()
    await expect.element(dialog).toBeVisible()
    await entriesAre(2)

    await go(-1)
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(sheet).toBeVisible()
    expect(path()).toBe('/one')

    await go(-1)
    await expect.element(sheet).not.toBeInTheDocument()
    expect(path()).toBe('/one')

    await go(-1)
    await isAt('/zero')
  })

  it('closes a window although the address has a parameter that the router does not know', async () => {
    window.history.replaceState(window.history.state, '', '/one?siteId=5001')
    await openSheet()
    await go(-1)
    await expect.element(sheet).not.toBeInTheDocument()
    expect(path()).toBe('/one')
    await go(-1)
    await isAt('/zero')
  })

  it('leaves the screen at once after a window was closed by its button', async () => {
    await openSheet()
    await sheet.getByRole('button', { name: '关闭' }).click()
    await entriesAre(0)
    await go(-1)
    await isAt('/zero')
  })

  it('returns in one step from a screen that a link in a window has opened', async () => {
    await openSheet()
    await page.getByRole('link', { name: '面板里去二' }).click()
    await isAt('/two')
    await go(-1)
    await isAt('/one')
    await entriesAre(0)
    expect(sheet.elements()).toEqual([])
    await go(-1)
    await isAt('/zero')
  })

  it('opens no window again by Forward', async () => {
    await openSheet()
    await go(-1)
    await expect.element(sheet).not.toBeInTheDocument()
    await go(1)
    await entriesAre(0)
    expect(sheet.elements()).toEqual([])
    expect(path()).toBe('/one')
  })
})
