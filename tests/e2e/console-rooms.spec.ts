import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { openDatabase } from '../../server/database/open.ts'
import { Members } from '../../server/members/members.ts'
import { HAS_FFMPEG, publish, type Publisher } from '../support/ffmpeg.ts'
import { freePort } from '../support/free-port.ts'
import { testLog } from '../support/logs.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { createTestDatabase, STORE_KINDS } from '../support/store.ts'
import { axeFindings } from './support/axe.ts'

const PASSWORD = 'correct horse battery'
const SHOTS = process.env['CONSOLE_SHOTS']
const COVER = 'public/art/cover-anchor-3.webp'

let server: TestServer
let database: Awaited<ReturnType<typeof createTestDatabase>>
let publisher: Publisher | null = null

test.skip(!STORE_KINDS.includes('postgres'), 'a production server needs PostgreSQL: set TEST_DATABASE_URL')
test.skip(!HAS_FFMPEG, 'publishing needs ffmpeg')

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
      INGEST: '1',
      INGEST_PORT: String(await freePort()),
    },
  })
  const store = await openDatabase({ databaseUrl: database.url.href, dataDirectory: '', log: testLog() })
  const seed = { password: null, vipLevel: 1, level: 1, siteId: 5009, coins: 50 }
  await new Members(store, { now: Date.now }).ensure([{ ...seed, name: 'wang001', nickname: '王小明' }])
  await store.close()
})
test.afterAll(async () => {
  publisher?.kill('SIGKILL')
  await publisher?.ended
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

const open = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).click()

/** Fills the dialog of an action and submits it. */
async function act(page: Page, action: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: action, exact: true })
  for (const [label, value] of Object.entries(fields)) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    await dialog.getByLabel(label, { exact: true }).fill(value)
  }
  await look(page, `dialog-${action}`)
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Creates the first operator by the printed link and signs in. */
async function setUp(page: Page): Promise<void> {
  await page.goto(/http\S+\/console\/setup#[\w-]{43}/.exec(server.output())?.[0] ?? '')
  await page.getByLabel('管理员账号').fill('root')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByLabel('再输入一次密码').fill(PASSWORD)
  await page.getByLabel('站点名称').fill('绿茵直播')
  await page.getByRole('button', { name: '创建管理员' }).click()
  const secret = (await page.locator('code').textContent()) ?? ''
  await page.getByLabel('6 位验证码').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.getByRole('button', { name: '确认' }).click()
  await page.getByRole('button', { name: '我已保存' }).click()
}

/** The value beside a label of the room. */
const valueOf = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd')

/** Changes the introduction of the visible room as another page would. */
async function editByAnother(page: Page, intro: string): Promise<void> {
  const id = page.url().split('/').at(-1)
  const code = await page.evaluate(
    async ({ id, intro }) => {
      const send = async (name: string, body: object) => {
        const headers = { 'content-type': 'application/json', 'x-console': '1' }
        const response = await fetch(`/api/console/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
        return (await response.json()) as { code: number; data: Record<string, unknown> }
      }
      const { title, startsAt, isGiftOpen, hasTestPicture, version } = (await send('room.get', { id })).data
      return (await send('room.update', { id, version, title, intro, startsAt, isGiftOpen, hasTestPicture })).code
    },
    { id, intro },
  )
  expect(code).toBe(0)
}

test('an operator creates a room, an anchor publishes, a viewer sees it @both', async ({ page, context }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await setUp(page)

  await open(page, '主播')
  await expect(page.getByText('没有记录')).toBeVisible()
  await look(page, 'anchors-empty')
  await act(page, '添加主播', { 昵称: '阿晴' })
  await expect(page.getByRole('cell', { name: '阿晴' })).toBeVisible()
  await look(page, 'anchors')

  await open(page, '直播间')
  await expect(page.getByText('没有记录')).toBeVisible()
  await look(page, 'rooms-empty')
  await act(page, '新建直播间', { 标题: '阿晴的夜谈', 简介: '聊球，也聊生活' })
  await expect(page.getByRole('heading', { level: 1, name: '阿晴的夜谈' })).toBeVisible()
  await act(page, '发言规则', { '慢速模式（秒，0 为关闭）': '3' })
  await act(page, '欢迎语', { 欢迎语: '欢迎来到夜谈' })
  await act(page, '置顶', { 置顶: '今晚八点抽奖' })
  await act(page, '房管', { 房管: 'wang001' })
  await expect(valueOf(page, '房管')).toHaveText('wang001')
  await page.getByRole('button', { name: '更换封面' }).click()
  await page.getByLabel('选择图片').setInputFiles(COVER)
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await look(page, 'dialog-cover')
  await page.getByRole('dialog').getByRole('button', { name: '更换封面' }).click()
  await expect(page.getByRole('button', { name: '移除封面' })).toBeVisible()

  // A second operator changes the room while the dialog is open.
  await page.getByRole('button', { name: '修改资料' }).click()
  const dialog = page.getByRole('dialog', { name: '修改资料' })
  await dialog.getByLabel('标题').fill('阿晴夜谈')
  await editByAnother(page, '另一人写的简介')
  await dialog.getByRole('button', { name: '修改资料' }).click()
  await expect(dialog.getByRole('alert')).toContainText('其他管理员刚修改过')
  await expect(dialog.getByLabel('标题')).toHaveValue('阿晴夜谈')
  await look(page, 'dialog-conflict')
  await dialog.getByRole('button', { name: '修改资料' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '阿晴夜谈' })).toBeVisible()

  await page.getByRole('button', { name: '更换推流码' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '更换推流码' }).click()
  const issued = page.getByRole('dialog', { name: '推流码', exact: true })
  await expect(issued).toBeVisible()
  const [address = '', key = ''] = await issued.locator('code').allTextContents()
  await look(page, 'dialog-key')
  await issued.getByRole('button', { name: '关闭' }).last().click()
  publisher = publish(`${address}/${key}`)
  await expect(valueOf(page, '推流状态')).toHaveText('推流中', { timeout: 30_000 })
  await expect(valueOf(page, '关键帧间隔')).toHaveText('1.0 秒', { timeout: 30_000 })
  await look(page, 'room-live')

  const viewer = await context.newPage()
  await viewer.goto(server.url + ((await valueOf(page, '打开观众页面').textContent()) ?? ''))
  await expect(viewer.getByText('今晚八点抽奖').first()).toBeVisible()
  await expect
    .poll(() => viewer.evaluate(() => document.querySelector('video')?.currentTime ?? 0), { timeout: 30_000 })
    .toBeGreaterThan(0)
  await expect(valueOf(page, '观众')).toHaveText('1')
  if (SHOTS) await viewer.screenshot({ path: `${SHOTS}/${test.info().project.name}-viewer.png` })

  await open(page, '直播间')
  await expect(page.getByRole('cell', { name: '直播中' })).toBeVisible()
  await look(page, 'rooms')
  await page.getByRole('link', { name: '阿晴夜谈' }).click()
  await act(page, '关闭直播间')
  await expect(valueOf(page, '状态')).toHaveText('已关闭')
  expect((await publisher.ended).code).not.toBe(0)
  await look(page, 'room-closed')
})
