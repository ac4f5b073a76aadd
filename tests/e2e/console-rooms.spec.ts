import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { HAS_FFMPEG, publish, type Publisher } from '../support/ffmpeg.ts'
import { freePort } from '../support/free-port.ts'
import {
  act,
  callAsPage,
  look,
  needProduction,
  open,
  type ProductionSite,
  setUp,
  SHOTS,
  startProduction,
  watch,
} from './support/console.ts'

const COVER = 'public/art/cover-anchor-3.webp'

let site: ProductionSite
let publisher: Publisher | null = null

needProduction()
test.skip(!HAS_FFMPEG, 'publishing needs ffmpeg')

test.beforeAll(async () => {
  site = await startProduction({ INGEST: '1', INGEST_PORT: String(await freePort()) })
})
test.afterAll(async () => {
  publisher?.kill('SIGKILL')
  await publisher?.ended
  await site.stop()
})

/** The value beside a label of the room. */
const valueOf = (page: Page, label: string) =>
  page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd')

/** Changes the introduction of the visible room as another page would. */
async function editByAnother(page: Page, intro: string): Promise<void> {
  const id = page.url().split('/').at(-1)
  const { title, startsAt, isGiftOpen, hasTestPicture, version } = (await callAsPage(page, 'room.get', { id })).data
  const edit = { id, version, title, intro, startsAt, isGiftOpen, hasTestPicture }
  expect((await callAsPage(page, 'room.update', edit)).code).toBe(0)
}

test('an operator creates a room, an anchor publishes, a viewer sees it @both', async ({ page, context }) => {
  await watch(page)
  await setUp(page, site)

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
  await viewer.goto(site.server.url + ((await valueOf(page, '打开观众页面').textContent()) ?? ''))
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
