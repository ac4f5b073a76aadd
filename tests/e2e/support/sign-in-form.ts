import { expect, type Page } from '@playwright/test'
import type { TestServer } from '../../support/server.ts'

export const safetyWindow = (page: Page) => page.getByRole('dialog', { name: '安全验证' })
export const password = (page: Page) => page.getByLabel('密码', { exact: true })

export async function openForm(page: Page, server: TestServer, name: string): Promise<void> {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('账号', { exact: true }).fill(name)
}

export async function tryPassword(page: Page, text: string): Promise<void> {
  await password(page).fill(text)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Three failed attempts; the fourth opens the dialog. */
export async function failUntilAsked(page: Page, last: string): Promise<void> {
  for (const text of ['Wrong2026a', 'Wrong2026b', 'Wrong2026c']) {
    await tryPassword(page, text)
    await expect(page.getByText('账号或密码错误')).toBeVisible()
    await expect(password(page)).toBeFocused()
  }
  await tryPassword(page, last)
  await expect(safetyWindow(page)).toBeVisible()
}

/**
 * Drags the slider like a human: slow, fast, slow, and not straight. Sends browser protocol commands, because a trace
 * takes a snapshot of each page action, and the drag would exceed the 15 s that the server accepts.
 */
export async function dragToEnd(page: Page): Promise<void> {
  const bar = page.getByText('按住滑块，拖到最右边').locator('..')
  const box = await bar.boundingBox()
  if (!box) throw new Error('no slider')
  const input = await page.context().newCDPSession(page)
  const mouse = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', x: number, y: number) =>
    input.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 })
  const [left, top, width] = [box.x + 20, box.y + 24, box.width - 30]
  const steps = 40
  await mouse('mousePressed', left, top)
  for (let step = 1; step <= steps; step += 1) {
    const part = (1 - Math.cos((Math.PI * step) / steps)) / 2
    await mouse('mouseMoved', left + width * part, top + 3 * Math.sin(step / 4))
    await input.send('Runtime.evaluate', {
      expression: 'new Promise((resolve) => requestAnimationFrame(resolve))',
      awaitPromise: true,
    })
  }
  await mouse('mouseReleased', left + width, top)
  await input.detach()
}
