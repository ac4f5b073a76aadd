import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { success } from '#protocol/result.ts'
import { HelpChannels } from '#features/help/HelpChannels.tsx'
import { ShareLink } from '#features/news/ShareLink.tsx'
import { transport } from '../support/fake-transport.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'

let mounted: Mounted
const copied: string[] = []
beforeEach(() => {
  copied.length = 0
  // There is no clipboard API on plain http.
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard)
  vi.spyOn(document, 'execCommand').mockImplementation(() => {
    copied.push(document.activeElement instanceof HTMLTextAreaElement ? document.activeElement.value : '')
    return true
  })
  transport.responses = { 'site.shortUrl': () => success({ shortUrl: '/s/abcdefghij' }) }
})
afterEach(() => {
  mounted.unmount()
  vi.restoreAllMocks()
  transport.responses = {}
})

it('copies the address of customer service without the clipboard API', async () => {
  mounted = mount(<HelpChannels channels={[{ kind: 'email', name: '邮件', value: 'help@grandstand.example' }]} />)
  await page.getByRole('button', { name: /复制/ }).click()
  await expect.poll(() => copied).toEqual(['help@grandstand.example'])
  await expect.element(page.getByText('已复制').first()).toBeVisible()
})

it('S7.35 copies the link of an article without the clipboard API', async () => {
  mounted = mount(<ShareLink path="/app/news/a-1" />)
  await page.getByRole('button', { name: '复制链接' }).click()
  await expect.poll(() => copied).toEqual([`${window.location.origin}/s/abcdefghij`])
  expect(page.getByLabelText('本文链接').elements()).toEqual([])
})
