import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { openDatabase } from '../../server/database/open.ts'
import { Members } from '../../server/members/members.ts'
import { freePort } from '../support/free-port.ts'
import { testLog } from '../support/logs.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { createTestDatabase, STORE_KINDS } from '../support/store.ts'
import { axeFindings } from './support/axe.ts'

const PASSWORD = 'correct horse battery'
const SHOTS = process.env['CONSOLE_SHOTS']

let server: TestServer
let database: Awaited<ReturnType<typeof createTestDatabase>>
const problems: string[] = []

test.skip(!STORE_KINDS.includes('postgres'), 'a production server needs PostgreSQL: set TEST_DATABASE_URL')

test.beforeAll(async () => {
  database = await createTestDatabase()
  const port = String(await freePort())
  server = await startTestServer({
    env: {
      MODE: 'production',
      CROWD: '0',
      PORT: port,
      ALLOWED_ORIGINS: `http://127.0.0.1:${port}`,
      DATABASE_URL: database.url.href,
      SECRET: 'a secret of this test, which is long enough',
    },
  })
  const store = await openDatabase({ databaseUrl: database.url.href, dataDirectory: '', log: testLog() })
  const seed = { password: null, vipLevel: 1, level: 1, siteId: 5009, coins: 50 }
  await new Members(store, { now: Date.now }).ensure([{ ...seed, name: 'wang001', nickname: '王小明' }])
  await store.close()
})
test.afterAll(async () => {
  await server.stop()
  await database.drop()
})

/** Checks what is visible: accessible, no wider than the window. */
async function look(page: Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${test.info().project.name}-${name}.png`, fullPage: true })
  expect(await axeFindings(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${name} is wider than the window`).toBeLessThanOrEqual(0)
}

/** {@link look} at the screen with this heading. */
async function check(page: Page, name: string, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await look(page, name)
}

const open = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).click()

/** Fills the dialog of an action and submits it. */
async function act(
  page: Page,
  action: string,
  fields: Readonly<Record<string, string>>,
  submit = action,
): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: action })
  for (const [label, value] of Object.entries(fields)) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    await dialog.getByLabel(label).fill(value)
  }
  await look(page, `dialog-${action}`)
  await dialog.getByRole('button', { name: submit, exact: true }).click()
  await expect(dialog.getByRole('button', { name: submit, exact: true })).toBeHidden()
}

/** Changes the note of the visible member as another page would. The member was edited twice before. */
async function noteByAnother(page: Page, note: string): Promise<void> {
  const userId = page.url().split('/').at(-1)
  const code = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json', 'x-console': '1' }
      const response = await fetch('/api/console/member.setNote', { method: 'POST', headers, body })
      return ((await response.json()) as { code: number }).code
    },
    JSON.stringify({ userId, version: 2, note }),
  )
  expect(code).toBe(0)
}

/** Opens the printed link and creates the first operator; returns the recovery codes. */
async function setUp(page: Page): Promise<string[]> {
  const link = /http\S+\/console\/setup#[\w-]{43}/.exec(server.output())?.[0] ?? ''
  await page.goto(link)
  await check(page, 'setup', '开通站点')
  await page.getByLabel('管理员账号').fill('root')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('再输入一次密码').fill(PASSWORD)
  await page.getByLabel('站点名称').fill('绿茵直播')
  await page.getByRole('button', { name: '创建管理员' }).click()
  await check(page, 'enrol', '设置两步验证')
  const secret = (await page.locator('code').textContent()) ?? ''
  await page.getByLabel('6 位验证码').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.getByRole('button', { name: '确认' }).click()
  await check(page, 'recovery-codes', '保存恢复码')
  const codes = await page.locator('code').allTextContents()
  await page.getByRole('button', { name: '我已保存' }).click()
  return codes
}

/** Changes skin and announcement; a page that is already open follows within two seconds. */
async function changeSite(page: Page): Promise<void> {
  const viewer = await page.context().newPage()
  // The acknowledgement of the site's room, which the page joins when it is quiet.
  const joined = new Promise<void>((resolve) => {
    viewer.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('43')) resolve()
      }),
    )
  })
  await viewer.goto(new URL('/app/home', page.url()).href)
  await joined
  const html = viewer.locator('html')
  await expect(html).toHaveAttribute('data-skin', 'glow')
  await expect(viewer).toHaveTitle(/绿茵直播$/)

  await page.bringToFront()
  await open(page, '站点配置')
  await page.getByLabel('皮肤').selectOption('classy')
  await page.getByLabel('一元兑换的金币数').fill('0')
  await expect(page.getByRole('button', { name: '预览并保存' })).toBeDisabled()
  await page.getByLabel('一元兑换的金币数').fill('12')
  await check(page, 'config', '站点配置')
  await act(page, '预览并保存', { 原因: '换上决赛夜的皮肤' }, '保存')
  await expect(html).toHaveAttribute('data-skin', 'classy', { timeout: 3_000 })
  await expect(page.getByRole('cell', { name: '换上决赛夜的皮肤' })).toBeVisible()

  await open(page, '内容')
  await act(page, '新增', { 标题: '今晚停机维护', 正文: '23:00 起维护一小时。', 原因: '维护通知' }, '保存')
  await expect(page.getByText('展示中')).toBeVisible()
  await check(page, 'content', '内容')
  await viewer.close()
}

test('an operator sets the site up, acts on a member and reads it in the audit log @both', async ({ page }) => {
  // Toasts and dialogs that fade in or out have less contrast for a moment.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  const codes = await setUp(page)
  expect(codes).toHaveLength(10)
  await check(page, 'overview', '概览')
  await expect(page.getByText('平衡')).toBeVisible()

  await open(page, '会员')
  await page.getByLabel('账号开头、昵称或会员编号').fill('小明')
  await page.getByRole('button', { name: '查询' }).click()
  await check(page, 'people', '会员')
  await page.getByRole('link', { name: 'wang001' }).click()
  await act(page, '封禁', { 原因: '刷屏广告' })
  await expect(page.getByText('封禁原因：刷屏广告')).toBeVisible()
  await act(page, '解封', { 原因: '申诉成立' })
  await act(page, '调整金币', { 金币数: '100', 原因: '活动补发' })
  await expect(page.getByText('150', { exact: true })).toBeVisible()
  await check(page, 'member', '会员 wang001')

  await page.getByLabel('备注').fill('我写的备注')
  await noteByAnother(page, '另一人写的备注')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('alert')).toContainText('另一人写的备注')
  await expect(page.getByLabel('备注')).toHaveValue('我写的备注')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByLabel('备注')).toHaveValue('我写的备注')

  await changeSite(page)
  await open(page, '金币调整')
  await expect(page.getByText('活动补发')).toBeVisible()
  await check(page, 'coins', '金币调整')
  await open(page, '管理员')
  await check(page, 'operators', '管理员')
  await act(page, '邀请管理员', { 账号: 'helper' })
  const invitation = page.getByRole('dialog', { name: '邀请管理员' })
  const link = (await invitation.locator('code').textContent()) ?? ''
  await look(page, 'dialog-link')
  await invitation.getByRole('button', { name: '关闭' }).last().click()
  await open(page, '操作日志')
  await page.getByLabel('操作', { exact: true }).fill('member.ban')
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page.getByText('member wang001')).toHaveCount(1)
  await expect(page.getByText('刷屏广告')).toBeVisible()
  await check(page, 'audit', '操作日志')

  await page.getByRole('button', { name: '退出登录' }).click()
  await check(page, 'sign-in', '登录管理后台')
  await page.getByLabel('账号').fill('root')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await check(page, 'verify', '两步验证')
  await page.getByLabel('验证码或恢复码').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await open(page, '我的账号')
  await expect(page.getByText('还有 9 个恢复码没有使用。')).toBeVisible()
  await check(page, 'account', '我的账号')

  await page.goto('about:blank')
  await page.goto(link)
  await check(page, 'invitation', '接受邀请')

  await page.goto('about:blank')
  await page.goto(/http\S+\/console\/setup#[\w-]{43}/.exec(server.output())?.[0] ?? '')
  await expect(page.getByText('链接已使用过，请直接登录')).toBeVisible()
  await check(page, 'used-link', '链接不能使用')
  expect(problems).toEqual([])
})
