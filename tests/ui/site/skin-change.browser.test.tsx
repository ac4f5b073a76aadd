import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { ShellLayout } from '#app/shell/ShellLayout.tsx'
import { MineSettings } from '#features/mine/MineSettings.tsx'
import { siteAtom } from '#state/site/site.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import { currentSkin, wearSkin } from '#ui/skin.ts'
import { frame, mount } from '../support/mount.tsx'

const worn = currentSkin()
afterEach(async () => {
  wearSkin(worn)
  document.body.replaceChildren()
  await framesOfAChange()
})

/** An element with a long colour transition. */
function fadingPart(): HTMLElement {
  const part = document.createElement('p')
  part.style.cssText = 'background: var(--accent); transition: background-color 60s'
  document.body.append(part)
  return part
}
const colourOf = (part: Element) => getComputedStyle(part).backgroundColor

describe('a change of the skin', () => {
  it('S9.19 is complete in the next frame, without transitions', async () => {
    wearSkin('glow')
    await framesOfAChange()
    const part = fadingPart()
    const before = colourOf(part)

    wearSkin('elegant')
    const after = colourOf(part)
    expect(after).not.toBe(before)
    expect(part.getAnimations()).toEqual([])

    await framesOfAChange()
    expect(colourOf(part)).toBe(after)
    expect(part.getAnimations()).toEqual([])
  })

  it('S9.19 restores transitions after rendering, also after several changes', async () => {
    wearSkin('glow')
    await frame()
    wearSkin('elegant')
    await frame()
    expect(document.documentElement.dataset['skinChange']).toBe('')
    await frame()
    expect(document.documentElement.dataset['skinChange']).toBeUndefined()

    const part = fadingPart()
    colourOf(part)
    part.style.backgroundColor = 'rgb(1, 2, 3)'
    expect(colourOf(part)).not.toBe('rgb(1, 2, 3)')
    expect(part.getAnimations()).toHaveLength(1)
  })

  it('S9.19 does nothing if the skin is already active', () => {
    wearSkin(currentSkin())
    expect(document.documentElement.dataset['skinChange']).toBeUndefined()
  })
})

describe('light and dark of the system', () => {
  const setScheme = (value: 'light' | 'dark') =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
  const shown = () => document.documentElement.dataset['skin']

  async function openSettings(isDemo: boolean): Promise<() => void> {
    store.set(siteAtom, { siteId: 5009, skin: 'glow', layout: 'edge', currency: 'CNY', isDemo })
    store.set(uiPreferencesAtom, { followsSystem: false })
    await setScheme('dark')
    const routes = [{ element: <ShellLayout />, children: [{ path: '*', element: <MineSettings /> }] }]
    const mounted = mount(<RouterProvider router={createMemoryRouter(routes)} />, 'glow')
    return () => {
      mounted.unmount()
      store.set(uiPreferencesAtom, { followsSystem: false })
    }
  }

  it('changes the skin only if the viewer wants it, until he chooses one', async () => {
    const close = await openSettings(true)
    await setScheme('light')
    await frame()
    expect(shown()).toBe('glow')
    await userEvent.click(page.getByRole('switch', { name: '跟随系统的浅色和深色' }))
    await expect.poll(shown).toBe('fresh')
    await setScheme('dark')
    await expect.poll(shown).toBe('glow')

    await userEvent.click(page.getByText('雅集'))
    await expect.poll(shown).toBe('elegant')
    await frame()
    expect(shown()).toBe('elegant')
    close()
    await setScheme('light')
  })

  it('is not offered where the site has one skin', async () => {
    const close = await openSettings(false)
    store.set(uiPreferencesAtom, { followsSystem: true })
    await setScheme('light')
    await frame()
    expect(shown()).toBe('glow')
    expect(page.getByRole('switch', { name: '跟随系统的浅色和深色' }).elements()).toEqual([])
    close()
  })
})

async function framesOfAChange(): Promise<void> {
  await frame()
  await frame()
}
