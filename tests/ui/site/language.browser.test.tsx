import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { LanguageSwitch } from '#features/mine/LanguageSwitch.tsx'
import { startLanguage } from '#app/start-app.ts'
import { DEFAULT_LANGUAGE } from '#protocol/language.ts'
import { success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { formatCompact } from '#lib/format.ts'
import { setTranslations } from '#messages/catalogue.ts'
import { commonText } from '#messages/zh/common.ts'
import { storedLanguage, storeLanguage } from '#state/site/language.ts'
import { isSiteConfigLoadedAtom, siteConfigAtom } from '#state/site/site-config.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import type { Mounted } from '../support/mount.tsx'
import { frames, mount } from '../support/mount.tsx'

const CHINESE = { code: 'zh-CN', name: '简体中文' }
const ENGLISH = { code: 'en-US', name: 'English' }

function siteSays(multiLanguageEntrance: number): void {
  store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, multiLanguageEntrance })
  store.set(isSiteConfigLoadedAtom, true)
}

beforeEach(() => {
  document.documentElement.lang = DEFAULT_LANGUAGE
  localStorage.removeItem('language')
  transport.calls.length = 0
  transport.responses = { 'site.languageCode': () => success({ code: 'zh-CN', list: [CHINESE, ENGLISH] }) }
  store.set(isSiteConfigLoadedAtom, false)
  store.set(siteConfigAtom, CONFIG_DEFAULTS)
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.removeItem('language')
  store.set(isSiteConfigLoadedAtom, false)
  store.set(siteConfigAtom, CONFIG_DEFAULTS)
  setTranslations({})
  document.documentElement.lang = DEFAULT_LANGUAGE
})

describe('S1.5 S1.6 the language of a page', () => {
  it('is Chinese, without waiting for the configuration', async () => {
    await startLanguage()
    expect([commonText('nav.home'), document.documentElement.lang, storedLanguage()]).toEqual([
      '首页',
      'zh-CN',
      'zh-CN',
    ])
  })

  it.each(['fr', '', '__proto__', 'EN', '<script>', 'x'.repeat(500)])('is Chinese for a stored %j', async (stored) => {
    localStorage.setItem('language', stored)
    siteSays(1)
    await startLanguage()
    expect([storedLanguage(), commonText('nav.home')]).toEqual(['zh-CN', '首页'])
  })

  it('is English if it was chosen and the site allows it, from the first render', async () => {
    storeLanguage('en-US')
    const ready = startLanguage()
    siteSays(1)
    await ready
    expect([commonText('nav.home'), commonText('notice.openCount', { count: 3 })]).toEqual([
      'Home',
      'Notices, 3 unread',
    ])
    // Large numbers in thousands and millions, not in 万 and 亿.
    const people = [9_999, 11_080, 123_456, 12_345_678]
    expect(people.map(formatCompact)).toEqual(['9,999', '11k', '123k', '12.3M'])
    expect(document.documentElement.lang).toBe('en')
  })

  it('is Chinese if the site does not allow English, and the choice is deleted', async () => {
    storeLanguage('en-US')
    siteSays(0)
    await startLanguage()
    expect([commonText('nav.home'), document.documentElement.lang, storedLanguage()]).toEqual([
      '首页',
      'zh-CN',
      'zh-CN',
    ])
  })

  it('is Chinese while the site does not respond; the choice is kept', async () => {
    vi.useFakeTimers()
    storeLanguage('en-US')
    const ready = startLanguage()
    await vi.advanceTimersByTimeAsync(5_000)
    await ready
    expect([commonText('nav.home'), storedLanguage()]).toEqual(['首页', 'en-US'])
  })
})

describe('S7.34 the language switch', () => {
  let mounted: Mounted
  afterEach(() => mounted.unmount())
  const button = page.getByRole('button', { name: '语言 / Language' })

  it('S1.5 is hidden while multiLanguageEntrance is 0, without a request', async () => {
    siteSays(0)
    mounted = mount(<LanguageSwitch />)
    await frames(2)
    expect(button.elements()).toEqual([])
    expect(transport.calls).toEqual([])
  })

  it('offers the supported languages of the server, marks the current one, stores the choice and reloads', async () => {
    transport.responses = {
      'site.languageCode': () => success({ code: 'zh-CN', list: [CHINESE, ENGLISH, { code: 'xx', name: '<b>?</b>' }] }),
    }
    siteSays(1)
    const begun = vi.fn<() => void>()
    mounted = mount(<LanguageSwitch onChosen={begun} />)
    const items = page.getByRole('menuitem')
    const choices = page.getByRole('menuitemradio')
    const shown = () => items.elements().length + choices.elements().length
    await button.click()
    await expect.poll(shown).toBe(2)
    await page.getByText('简体中文').click()
    expect(begun).not.toHaveBeenCalled()
    // A press during the exit animation would not open the menu again.
    await expect.poll(shown).toBe(0)
    await button.click()
    await expect.poll(shown).toBe(2)
    await page.getByText('English').click()
    expect(begun).toHaveBeenCalledTimes(1)
    expect(storedLanguage()).toBe('en-US')
  })

  it('is hidden with a single language', async () => {
    transport.responses = { 'site.languageCode': () => success({ code: 'zh-CN', list: [CHINESE] }) }
    siteSays(1)
    mounted = mount(<LanguageSwitch />)
    await expect.poll(() => transport.calls.length).toBe(1)
    await frames(2)
    expect(button.elements()).toEqual([])
  })
})
