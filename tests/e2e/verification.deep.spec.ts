import { expect } from '@playwright/test'
import { failUntilAsked, openForm, safetyWindow, password, dragToEnd } from './support/sign-in-form.ts'
import { test } from './support/shared-server.ts'

test('S4.18-S4.21 S9.10 S9.12 a fourth attempt requires a verification; cancelled it fails with 请求已关闭, passed the sign-in continues @phone', async ({
  page,
  server,
}, { project }) => {
  await openForm(page, server, project.name === 'phone' ? 'quiet01' : 'admin01')
  await failUntilAsked(page, 'Play2026x')

  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert')).toContainText('请求已关闭')
  await expect(password(page)).toHaveValue('Play2026x')

  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(safetyWindow(page).getByRole('tab', { name: '拼图验证' })).toHaveAttribute('aria-selected', 'true')
  await expect(safetyWindow(page).locator('img').first()).toBeVisible()
  await safetyWindow(page).getByRole('tab', { name: '滑块' }).click()
  await dragToEnd(page)
  await expect(safetyWindow(page)).toBeHidden()
  await page.waitForURL('**/app/home')
})

test('S4.19 S7.36 S8.2 the server refuses a wrong image code and sends another picture and a recording @full', async ({
  page,
  server,
}) => {
  await openForm(page, server, 'rich001')
  await failUntilAsked(page, 'Play2026x')
  await safetyWindow(page).getByRole('tab', { name: '图形验证码' }).click()
  const picture = safetyWindow(page).getByRole('img', { name: /验证码图片/ })
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const first = await picture.getAttribute('src')
  const code = safetyWindow(page).getByRole('textbox', { name: '图形验证码' })
  await code.fill('0000')
  await page.keyboard.press('Enter')
  await expect(safetyWindow(page).getByText('验证码错误，已换新图').first()).toBeVisible()
  await expect(code).toBeFocused()
  await expect(picture).not.toHaveAttribute('src', first ?? '')
  await safetyWindow(page).getByRole('button', { name: '播放语音' }).click()
  await expect(safetyWindow(page).getByText('正在播放，请输入听到的数字')).toBeVisible()
})
