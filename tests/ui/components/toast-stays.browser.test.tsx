import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { closeToast, toast } from '#ui/overlay/toast-manager.ts'
import { mount, type Mounted } from '../support/mount.tsx'

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

it('on a phone a toast leaves the dialog below it uncovered', async () => {
  await page.viewport(390, 844)
  mounted = mount(
    <Dialog isOpen onOpenChange={() => undefined} title="确认提款">
      <p style={{ height: '560px' }}>提款密码</p>
    </Dialog>,
  )
  const dialog = page.getByRole('dialog', { name: '确认提款' })
  await expect.element(dialog).toBeVisible()
  toast({ id: 'goes', text: '提款密码错误，还可以试 4 次' })
  const message = page.getByText('提款密码错误，还可以试 4 次')
  await expect.element(message).toBeVisible()
  const bottom = () => message.element().getBoundingClientRect().bottom
  await expect.poll(bottom).toBeLessThanOrEqual(dialog.element().getBoundingClientRect().top)
  await page.viewport(1280, 800)
})
