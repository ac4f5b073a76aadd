import { expect } from '@playwright/test'
import { Rehearsal } from './support/rehearsal.ts'
import { dragToEnd } from './support/sign-in-form.ts'
import { test } from './support/shared-server.ts'

/** One code of each kind with its visible effect. tests/ui/app/state-outcomes.test.ts checks the table of all codes. */
const SHOWN_TEXTS: readonly (readonly [line: string, text: string])[] = [
  ['10429', '当前访问人数过多或操作过于频繁，请稍后刷新重试'],
  ['20001', '余额不足'],
  ['1000022', '线路异常，正在为您切换'],
  ['-1', '网络超时，请重试'],
]
const SILENT_CODES = ['10001', '10420-2', '40001', '-2']
const ALERTS: readonly (readonly [line: string, title: string, text: string])[] = [
  ['60001', '超过自设存款限额', '超过你设定的存款限额'],
  ['-7', '请求未发送', '请求地址不能为空'],
]
/** The two blockades are not adjacent, because the second one within 700 ms shows nothing (S4.16). */
const SHUT_OUT: readonly (readonly [line: string, title: string, text: string])[] = [
  ['10407', '暂时不能登录', '当前IP已被限制访问'],
  ['10401', '请重新登录', '登录已失效，请重新登录'],
]

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

/** Timed alerts close after five seconds, which may be less than a hundred calls take on a busy machine. */
function keepAlertsOpen(): void {
  const start = window.setTimeout.bind(window)
  Object.assign(window, {
    setTimeout: (act: () => void, ms = 0) => start(act, ms === 5_000 ? 240_000 : ms),
  })
}

test('S8.4 S8.11 S8.15 codes with a message show it once @full', async ({ page, server }) => {
  const rehearsal = await Rehearsal.open(page, server.url)
  for (const [line, text] of SHOWN_TEXTS) {
    await rehearsal.play(line)
    await rehearsal.expectText(text)
  }
  expect(new URL(page.url()).pathname).toBe('/gallery/outcomes')
})

test('S8.1 S4.20 S4.23 codes for the caller show nothing else @full', async ({ page, server }) => {
  const rehearsal = await Rehearsal.open(page, server.url)
  for (const line of SILENT_CODES) await rehearsal.play(line)
  await expect(rehearsal.toasts.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe('/gallery/outcomes')
})

test('S8.21 Annex I limit messages: alerts must be closed and do not navigate @full', async ({ page, server }) => {
  const rehearsal = await Rehearsal.open(page, server.url)
  for (const [line, title, text] of ALERTS) {
    await rehearsal.press(line)
    const alert = page.getByRole('alertdialog', { name: title })
    await expect(alert).toContainText(text)
    await alert.getByRole('button', { name: '知道了' }).click()
    await expect(alert).toHaveCount(0)
  }
  expect(new URL(page.url()).pathname).toBe('/gallery/outcomes')
})

test('S8.22 the warm tip navigates home after it was closed @full', async ({ page, server }) => {
  const rehearsal = await Rehearsal.open(page, server.url)
  await rehearsal.press('30002')
  const tip = page.getByRole('alertdialog', { name: '温馨提示' })
  await expect(tip).toContainText('您暂不符合活动参与条件，如有疑问请联系客服')
  await tip.getByRole('button', { name: '知道了' }).click()
  await page.waitForURL('**/app/home')
})

test('S4.15 S4.16 S6.12 the end of a session alerts and opens the sign-in page with the page to return to', async ({
  page,
  server,
}) => {
  const rehearsal = await Rehearsal.open(page, server.url)
  for (const [line, title, text] of SHUT_OUT) {
    await rehearsal.press(line)
    const alert = page.getByRole('alertdialog', { name: title })
    await expect(alert).toContainText(text)
    await alert.getByRole('button', { name: '去登录' }).click()
    await page.waitForURL('**/login?fromPage=%2Fgallery%2Foutcomes')
    await rehearsal.comeBack()
  }
  await rehearsal.press('30001')
  await page.waitForURL('**/login?fromPage=%2Fgallery%2Foutcomes')
  await expect(rehearsal.toasts).toContainText('该操作需要登录')
})

test('S4.22-S4.26 S2.9-S2.11 access pages replace the page and return when access is granted @full', async ({
  page,
  server,
}) => {
  const rehearsal = await Rehearsal.open(page, server.url)
  const visits = [
    ['10503-1', '/maintenance', '系统维护中', '立即检查'],
    ['10420-1', '/maintenance', '系统维护中', '立即检查'],
    ['10420', '/access-alert', '暂时无法访问', '重试'],
    ['10421', '/access-restriction', '无法访问看台', '重试'],
  ] as const
  for (const [line, path, title, retry] of visits) {
    await rehearsal.press(line)
    await page.waitForURL(`**${path}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    if (line === '10420') await expect(page.getByText('线路调整中')).toBeVisible()
    await page.getByRole('button', { name: retry }).click()
    await page.waitForURL('**/gallery/outcomes')
  }
})

test('S2.10 an access page keeps its content after a reload @full', async ({ page, server }) => {
  const rehearsal = await Rehearsal.open(page, server.url)
  await rehearsal.press('10420')
  await page.waitForURL('**/access-alert')
  await page.reload()
  await expect(page.getByText('线路调整中')).toBeVisible()
  await page.getByRole('button', { name: '重试' }).click()
  await page.waitForURL('**/gallery/outcomes')
})

test('S4.18 S4.20 a verification opens one dialog; closing it fails the call with 请求已关闭', async ({
  page,
  server,
}) => {
  const rehearsal = await Rehearsal.open(page, server.url)
  await rehearsal.press('10410')
  const dialog = page.getByRole('dialog', { name: '安全验证' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: '关闭' }).click()
  await expect(rehearsal.result).toHaveAttribute('data-code', '-2')
  await expect(rehearsal.result).toContainText('请求已关闭')
})

test('S4.17 a robot check opens its page, does not block /cs, and returns on success @full', async ({
  page,
  server,
}) => {
  const rehearsal = await Rehearsal.open(page, server.url)
  await rehearsal.press('10411')
  await page.waitForURL('**/robot-check?fromPage=%2Fgallery%2Foutcomes')
  await expect(page.getByRole('heading', { level: 1, name: '请先完成人机验证' })).toBeVisible()
  await page.getByRole('link', { name: '联系客服' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '客服' })).toBeVisible()
  await page.goBack()
  await page.waitForURL('**/robot-check?*')

  await page.getByRole('tab', { name: '滑块' }).click()
  await dragToEnd(page)
  await page.waitForURL('**/gallery/outcomes')
  await rehearsal.play('10402')
})

test('settled 16 another version reloads the page once @full', async ({ page, server }) => {
  const rehearsal = await Rehearsal.open(page, server.url)
  const reloaded = page.waitForEvent('load')
  await rehearsal.press('90004')
  await reloaded
  await rehearsal.waitUntilReady()
  await rehearsal.press('90004')
  await expect(rehearsal.toasts).toContainText('页面与服务器版本不一致，请稍后刷新')
})

test('S8.14 S8.19 S8.20 invalid responses show a network failure with their status @full', async ({ page, server }) => {
  const rehearsal = await Rehearsal.open(page, server.url)
  const responses = [
    [{ status: 404, body: '<html>nothing here</html>' }, '网络异常[404]'],
    [{ status: 200, body: '{"code":0,' }, '网络异常'],
  ] as const
  for (const [response, text] of responses) {
    await page.context().route('**/banner/v1/queryBannerList', (route) => route.fulfill(response))
    await rehearsal.play('10402', '-5')
    await rehearsal.expectText(text)
    await page.context().unroute('**/banner/v1/queryBannerList')
  }
  await page.context().route('**/banner/v1/queryBannerList', (route) => route.abort('connectionreset'))
  await rehearsal.play('10402', '-4')
})

test('settled 31 S4.15: a hundred concurrent 10401 responses show one alert and open the sign-in page once @full', async ({
  page,
  server,
}) => {
  await page.addInitScript(keepAlertsOpen)
  const rehearsal = await Rehearsal.open(page, server.url)
  await rehearsal.press('30001')
  await page.getByLabel('账号').fill('vip0009')
  await page.getByLabel('密码').fill('Play2026x')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await rehearsal.waitUntilReady()
  // Without the entries of the alert, which have the path of the screen.
  const paths = ['/gallery/outcomes']
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    if (pathname !== paths.at(-1)) paths.push(pathname)
  })
  await page.getByRole('button', { name: '一起发' }).click()
  await expect(rehearsal.result).toContainText('10401 × 100')
  await expect(page.getByRole('alertdialog')).toHaveCount(1)
  await page.getByRole('button', { name: '去登录' }).click()
  await page.waitForURL('**/login?fromPage=%2Fgallery%2Foutcomes')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByLabel('账号')).toHaveValue('vip0009')
  expect(paths).toEqual(['/gallery/outcomes', '/login'])
  // Signing in again returns to the page, without remains of the old session.
  await page.getByLabel('密码').fill('Play2026x')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/gallery/outcomes')
  await rehearsal.play('10402')
  expect(paths.slice(2)).toEqual(['/gallery/outcomes'])
})
