import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import {
  act,
  callAsPage,
  check,
  enterPassword,
  look,
  needProduction,
  open,
  openHome,
  OPERATOR_PASSWORD,
  type ProductionSite,
  setUp,
  setUpLink,
  signInAgain,
  startProduction,
  watch,
} from './support/console.ts'
import { addAuthenticator, hostNameOf } from './support/accounts.ts'

const BANNER = '/art/cover-anchor-3.webp'

let site: ProductionSite

needProduction()
test.beforeAll(async () => {
  site = await startProduction()
})
test.afterAll(() => site.stop())

/** Changes skin and announcement; a page that is already open follows within two seconds. */
async function changeSite(page: Page): Promise<void> {
  const viewer = await openHome(page.context(), site)
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
  await act(page, '预览并保存', { 原因: '换上决赛夜的皮肤' }, { submit: '保存' })
  await expect(html).toHaveAttribute('data-skin', 'classy', { timeout: 3_000 })
  await expect(page.getByRole('cell', { name: '换上决赛夜的皮肤' })).toBeVisible()

  await open(page, '内容')
  await act(page, '新增', { 标题: '今晚停机维护', 正文: '23:00 起维护一小时。', 原因: '维护通知' }, { submit: '保存' })
  await expect(page.getByText('展示中')).toBeVisible()
  await check(page, 'content', '内容')

  await page.getByLabel('类型').selectOption({ label: '横幅' })
  await page.getByRole('button', { name: '新增' }).click()
  await page.getByLabel('电脑图片', { exact: true }).fill(BANNER)
  await page.getByLabel('手机图片', { exact: true }).fill(BANNER)
  await page.getByLabel('标题').fill('决赛夜横幅')
  await page.getByRole('button', { name: '按实际大小预览' }).click()
  const preview = page.getByRole('dialog', { name: '按实际大小预览' })
  await expect(preview.getByRole('img', { name: '决赛夜横幅（手机）' })).toBeVisible()
  await look(page, 'banner-preview')
  await preview.getByRole('button', { name: '关闭' }).click()
  await page.getByLabel('原因').fill('决赛夜横幅')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(viewer.getByText('决赛夜横幅').first()).toBeVisible({ timeout: 3_000 })
  await viewer.close()
}

/** Signs in with a recovery code, adds a passkey, and signs in with it. */
async function signInWithPasskey(page: Page, recoveryCode: string): Promise<void> {
  await addAuthenticator(page)
  await page.goto(`${hostNameOf(site.server.url)}/console`)
  await signInAgain(page, recoveryCode)
  await open(page, '我的账号')
  await expect(page.getByText('还有 9 个恢复码没有使用。')).toBeVisible()
  await act(page, '添加通行密钥', { 名称: '办公室电脑', 密码: OPERATOR_PASSWORD })
  await expect(page.getByRole('cell', { name: '办公室电脑' })).toBeVisible()
  await check(page, 'account', '我的账号')
  await page.getByRole('button', { name: '退出登录' }).click()
  await enterPassword(page)
  await page.getByRole('button', { name: '使用通行密钥' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
}

test('an operator sets the site up, acts on a member and reads it in the audit log @both', async ({ page }) => {
  const problems = await watch(page)
  const { recoveryCodes: codes } = await setUp(page, site)
  expect(codes).toHaveLength(10)
  await expect(page.getByText('平衡')).toBeVisible()
  await check(page, 'overview', '概览')

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
  // The member was edited twice before.
  const edit = { userId: page.url().split('/').at(-1), version: 2, note: '另一人写的备注' }
  expect((await callAsPage(page, 'member.setNote', edit)).code).toBe(0)
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

  await signInWithPasskey(page, codes[0] ?? '')

  await page.goto('about:blank')
  await page.goto(link)
  await check(page, 'invitation', '接受邀请')

  await page.goto('about:blank')
  await page.goto(setUpLink(site.server))
  await expect(page.getByText('链接已使用过，请直接登录')).toBeVisible()
  await check(page, 'used-link', '链接不能使用')
  expect(problems).toEqual([])
})
