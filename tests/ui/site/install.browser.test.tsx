import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { installedAtom, installOfferAtom, watchInstallOffer } from '#features/install/install-offer.ts'
import { installMethod, InstallEntry } from '#features/install/InstallEntry.tsx'
import { store } from '#state/store.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

describe('the installation of the site', () => {
  const input = { isInstalled: false, canPrompt: false, userAgent: CHROME, touchPoints: 0 }

  it('prompts where the browser offers it, explains it on iOS, and is hidden elsewhere', () => {
    expect(installMethod(input)).toBe('none')
    expect(installMethod({ ...input, canPrompt: true })).toBe('ask')
    expect(installMethod({ ...input, userAgent: IPHONE, touchPoints: 5 })).toBe('share')
    expect(installMethod({ ...input, userAgent: MAC, touchPoints: 5 })).toBe('share')
    expect(installMethod({ ...input, userAgent: MAC })).toBe('none')
    expect(installMethod({ ...input, userAgent: `${IPHONE} MicroMessenger/8.0.50`, touchPoints: 5 })).toBe('none')
  })

  it('is hidden when the site is installed', () => {
    expect(installMethod({ ...input, isInstalled: true, canPrompt: true })).toBe('none')
    expect(installMethod({ ...input, isInstalled: true, userAgent: IPHONE, touchPoints: 5 })).toBe('none')
  })
})

describe('the entry of 我的', () => {
  let mounted: Mounted
  let stop: () => void
  const offer = (prompt = vi.fn(async () => ({ outcome: 'accepted' as const }))) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    window.dispatchEvent(event)
    return { event, prompt }
  }
  const button = page.getByRole('button', { name: '安装' })

  beforeEach(() => {
    stop = watchInstallOffer()
    mounted = mount(<InstallEntry />)
  })
  afterEach(() => {
    stop()
    mounted.unmount()
    store.set(installOfferAtom, null)
    store.set(installedAtom, false)
  })

  it('appears with the offer of the browser and prompts once', async () => {
    expect(button.elements()).toEqual([])
    const { event, prompt } = offer()
    expect(event.defaultPrevented).toBe(true)
    await button.click()
    expect(prompt).toHaveBeenCalledOnce()
    await expect.element(button).not.toBeInTheDocument()
  })

  it('disappears when the site was installed by any means', async () => {
    offer()
    await expect.element(button).toBeVisible()
    window.dispatchEvent(new Event('appinstalled'))
    await expect.element(button).not.toBeInTheDocument()
    offer()
    await expect.element(button).not.toBeInTheDocument()
  })

  it('ignores an offer that fails', async () => {
    offer(vi.fn(async () => Promise.reject(new DOMException('used', 'InvalidStateError'))))
    await button.click()
    await expect.element(button).not.toBeInTheDocument()
  })
})
