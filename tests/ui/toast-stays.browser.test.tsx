import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { closeToast, toast } from '#ui/toast-manager.ts'
import { mount, type Mounted } from './support/mount.tsx'

let mounted: Mounted | null = null
afterEach(() => {
  for (const id of ['stays', 'goes']) closeToast(id)
  mounted?.unmount()
  mounted = null
})

it('a persistent toast has a close button, a timed one has none', async () => {
  mounted = mount(<p>页面</p>)
  toast({ id: 'goes', text: '过一会儿就走' })
  await expect.element(page.getByText('过一会儿就走')).toBeVisible()
  expect(page.getByRole('button', { name: '关闭', includeHidden: true }).elements()).toEqual([])
  toast({ id: 'stays', text: '有新的样子', durationMs: 0 })
  const close = page.getByRole('button', { name: '关闭' })
  await expect.element(close).toBeVisible()
  const { width, height } = close.element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
  await close.click()
  await expect.poll(() => page.getByText('有新的样子').elements().length).toBe(0)
})
