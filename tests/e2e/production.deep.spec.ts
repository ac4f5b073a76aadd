import type { Browser, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { HAS_FFMPEG, publish, type Publisher } from '../support/ffmpeg.ts'
import { freePort } from '../support/free-port.ts'
import {
  act,
  callAsPage,
  look,
  needProduction,
  open,
  openHome,
  type ProductionSite,
  inviteOperator,
  setUp,
  SHOTS,
  signInAgain,
  startProduction,
  watch,
} from './support/console.ts'
import { registerMember } from './support/accounts.ts'
import { RoomPage } from './support/room-page.ts'

const COVER = 'public/art/cover-anchor-3.webp'

let site: ProductionSite
/** Each signs the first operator in once. */
let recoveryCodes: string[] = []
let publisher: Publisher | null = null

needProduction()
test.skip(!HAS_FFMPEG, 'publishing needs ffmpeg')

// The second test goes on with the site of the first.
test.describe.configure({ mode: 'serial' })
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

/** Adds a marquee item for the room of the viewer, whose page is open and shows it, and withdraws it. */
async function addMarquee(page: Page, viewer: Page): Promise<void> {
  const strip = viewer.getByRole('region', { name: '公告' })
  await open(page, '内容')
  await page.getByLabel('类型').selectOption({ label: '跑马灯' })
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog', { name: '新增' })
  await dialog.getByLabel('文字').fill('今晚十点加播一场')
  await dialog.getByLabel('直播间编号').fill('nowhere')
  await dialog.getByLabel('结束时间，不填为不限').fill('2099-01-01T22:00')
  await dialog.getByLabel('原因').fill('加播通知')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('没有这个直播间')).toBeVisible()
  await look(page, 'dialog-marquee-refused')
  const room = new URL(viewer.url()).pathname.split('/').at(-1) ?? ''
  await dialog.getByLabel('直播间编号').fill(room)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(strip.getByText('今晚十点加播一场').first()).toBeVisible({ timeout: 3_000 })
  if (SHOTS) await viewer.screenshot({ path: `${SHOTS}/${test.info().project.name}-viewer-marquee.png` })
  await expect(page.getByRole('cell', { name: room })).toBeVisible()
  await look(page, 'content-marquee')
  await page.getByRole('button', { name: '修改' }).click()
  await look(page, 'dialog-marquee')
  await page.getByRole('button', { name: '取消' }).click()
  await act(page, '删除', { 原因: '加播结束' })
  await expect(strip).toBeHidden({ timeout: 3_000 })
}

test('an operator creates a room, an anchor publishes, a viewer sees it @both', async ({ page, context }) => {
  await watch(page)
  recoveryCodes = (await setUp(page, site)).recoveryCodes

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
  await addMarquee(page, viewer)

  await open(page, '直播间')
  await expect(page.getByRole('cell', { name: '直播中' })).toBeVisible()
  await look(page, 'rooms')
  await page.getByRole('link', { name: '阿晴夜谈' }).click()
  await act(page, '关闭直播间')
  await expect(valueOf(page, '状态')).toHaveText('已关闭')
  expect((await publisher.ended).code).not.toBe(0)
  await look(page, 'room-closed')
})

/** Registers a member in a browser of its own and opens the room. */
async function register(browser: Browser, name: string, room: string): Promise<RoomPage> {
  const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await page.goto(`${site.server.url}/register?fromPage=${encodeURIComponent(room)}`)
  await registerMember(page, name, 'Play2026x')
  await page.waitForURL(`**${room}`)
  const member = new RoomPage(page)
  await member.waitUntilOnline()
  return member
}

/** Opens the page of a member and grants coins. */
async function grantCoins(page: Page, name: string, coins: string): Promise<void> {
  await open(page, '会员')
  await page.getByLabel('账号开头、昵称或会员编号').fill(name)
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByRole('link', { name }).click()
  await act(page, '调整金币', { 金币数: coins, 原因: '开播福利' })
  await expect(page.getByText(coins, { exact: true })).toBeVisible()
}

/** Changes skin and announcement; an open page follows within two seconds. */
async function changeSite(page: Page): Promise<void> {
  const viewer = await openHome(page.context(), site)
  const html = viewer.locator('html')
  await expect(html).toHaveAttribute('data-skin', 'glow')
  await page.bringToFront()
  await open(page, '站点配置')
  await page.getByLabel('皮肤').selectOption('classy')
  await act(page, '预览并保存', { 原因: '决赛夜换装' }, { submit: '保存' })
  await expect(html).toHaveAttribute('data-skin', 'classy', { timeout: 3_000 })
  await open(page, '内容')
  await act(page, '新增', { 标题: '今晚抽奖', 正文: '零点开奖。', 原因: '决赛夜公告' }, { submit: '保存' })
  await expect(viewer.getByText('今晚抽奖').first()).toBeVisible({ timeout: 3_000 })
  await viewer.close()
}

/** What the operator sees of the room, the member and the ledger. */
async function stateOf(page: Page, memberUrl: string, roomUrl: string): Promise<readonly string[]> {
  const texts: string[] = []
  for (const url of [memberUrl, roomUrl]) {
    // oxlint-disable-next-line no-await-in-loop -- one page
    await page.goto(url)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expect(page.locator('dl').first()).toBeVisible()
    // oxlint-disable-next-line no-await-in-loop -- as above
    texts.push(
      ...(await page.locator('h1').allTextContents()),
      // Viewers connect again one after the other.
      ...(await page.locator('dl').first().locator('div').filter({ hasNotText: /^观众/ }).allTextContents()),
    )
  }
  await open(page, '操作日志')
  for (const reason of ['开播福利', '决赛夜换装', '决赛夜公告']) {
    // oxlint-disable-next-line no-await-in-loop -- one page
    await expect(page.getByText(reason)).toBeVisible()
  }
  await open(page, '概览')
  await expect(page.getByText('平衡')).toBeVisible()
  return texts
}

test('members speak and give, a moderator mutes, an operator changes the site, a restored backup is as before @full', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  await watch(page)
  await page.goto(`${site.server.url}/console`)
  await signInAgain(page, recoveryCodes[0] ?? '')

  await open(page, '主播')
  await act(page, '添加主播', { 昵称: '阿蓝' })
  await open(page, '直播间')
  await act(page, '新建直播间', { 标题: '阿蓝早餐会', 主播: '阿蓝' })
  await expect(page.getByRole('heading', { level: 1, name: '阿蓝早餐会' })).toBeVisible()
  const roomUrl = page.url()
  const room = (await valueOf(page, '打开观众页面').textContent()) ?? ''

  const [fan, neighbour] = await Promise.all([register(browser, 'fan100', room), register(browser, 'fan200', room)])
  await grantCoins(page, 'fan100', '500')
  const memberUrl = page.url()
  await fan.page.reload()
  await fan.waitUntilOnline()
  await expect.poll(() => fan.balance()).toBe(500)
  await fan.say('早上好，阿蓝')
  await expect(neighbour.list.getByText('早上好，阿蓝')).toBeVisible()
  await fan.page.getByRole('button', { name: /围巾/ }).first().click()
  await fan.page.getByRole('button', { name: /^送出（10 / }).click()
  await expect.poll(() => fan.balance()).toBe(490)

  // The row of the gift moves the rows above it.
  await expect(neighbour.list.getByText('送出围巾')).toBeVisible()
  await neighbour.list.getByText('早上好，阿蓝').hover()
  await neighbour.page.getByRole('button', { name: '更多', exact: true }).click()
  await neighbour.page.getByRole('menuitem', { name: '举报' }).click()
  await neighbour.page.getByText('刷屏', { exact: true }).click()
  await neighbour.page.getByRole('button', { name: '提交举报' }).click()
  await expect(neighbour.page.getByText('举报已提交，房管会尽快处理')).toBeVisible()

  const desk = await (await browser.newContext({ locale: 'zh-CN' })).newPage()
  await watch(desk)
  await inviteOperator(page, desk, 'watcher', '管理')
  await open(desk, '举报')
  const report = desk.getByRole('article')
  await act(desk, '禁言', { 原因: '刷屏' }, { button: report.getByRole('button', { name: '禁言' }) })
  await expect(fan.page.getByText(/你已被禁言：刷屏/)).toBeVisible()
  await desk.goto(memberUrl)
  await desk.getByRole('button', { name: '解除禁言' }).click()
  await expect(fan.page.getByText(/你已被禁言/)).toBeHidden()
  await fan.say('我又能说话了')
  await expect(neighbour.list.getByText('我又能说话了')).toBeVisible()
  await changeSite(page)

  const before = await stateOf(page, memberUrl, roomUrl)
  await site.loseAndRestore()
  await page.goto(`${site.server.url}/console`)
  await signInAgain(page, recoveryCodes[1] ?? '')
  await expect(page.getByText('平衡')).toBeVisible()
  expect(await stateOf(page, memberUrl, roomUrl)).toEqual(before)
  await fan.signIn(site.server.url, 'fan100', room)
  await expect.poll(() => fan.balance()).toBe(490)
  await expect(fan.list.getByText('我又能说话了')).toBeVisible()
  await expect(fan.page.locator('html')).toHaveAttribute('data-skin', 'classy')
})
