import { expect, test } from '@playwright/test'
import { SKINS } from '#protocol/sites.ts'
import { HAS_FFMPEG, publish, type Publisher } from '../support/ffmpeg.ts'
import { freePort } from '../support/free-port.ts'
import {
  act,
  inviteOperator,
  look,
  needProduction,
  open,
  type ProductionSite,
  setUp,
  startProduction,
  watch,
} from './support/console.ts'

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
  await site?.stop()
})

test('an anchor gets a key, publishes, sees the checks turn green and a preview @both @full', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  await watch(page)
  await setUp(page, site)
  const { locale, viewport } = { locale: 'zh-CN', viewport: page.viewportSize() }
  const context = await browser.newContext({ locale, viewport })
  const own = await context.newPage()
  await watch(own)
  await inviteOperator(page, own, 'qing', '主播')
  await expect(own.getByRole('heading', { level: 1, name: '我的直播' })).toBeVisible()
  await expect(own.getByText('你还没有直播间，请联系管理员开通。')).toBeVisible()
  await look(own, 'stream-empty')

  await open(page, '主播')
  await act(page, '添加主播', { 昵称: '阿晴', 后台账号: 'qing' })
  await open(page, '直播间')
  await act(page, '新建直播间', { 标题: '阿晴的夜谈', 简介: '聊球，也聊生活' })

  await expect(own.getByText('还没有推流码。')).toBeVisible()
  await look(own, 'stream-no-key')
  await act(own, '生成推流码')
  await own.getByRole('button', { name: '显示', exact: true }).click()
  const [address = '', key = ''] = await own.locator('code').allTextContents()
  await own.getByRole('button', { name: '隐藏', exact: true }).click()
  await expect(own.locator('code').last()).not.toHaveText(key)
  await look(own, 'stream-waiting')

  publisher = publish(`${address}/${key}`)
  await expect(own.getByText('一切正常，可以开播。')).toBeVisible({ timeout: 60_000 })
  const preview = own.frameLocator('iframe')
  await expect
    .poll(
      () =>
        preview
          .locator('video')
          .first()
          .evaluate((video: HTMLVideoElement) => video.currentTime),
      {
        timeout: 30_000,
      },
    )
    .toBeGreaterThan(1)
  await look(own, 'stream-ready')
  // The console wears the skin of the site; its parts must be readable in every one.
  const siteSkin = await own.evaluate(() => document.documentElement.dataset['skin'] ?? '')
  for (const skin of SKINS) {
    await own.evaluate((name) => (document.documentElement.dataset['skin'] = name), skin)
    await look(own, `stream-ready-${skin}`)
  }
  await own.evaluate((name) => (document.documentElement.dataset['skin'] = name), siteSkin)
  await expect(page.getByRole('button', { name: '更换推流码' })).toBeVisible()
  const [previewBox, buttonBox] = [
    await page.locator('iframe').boundingBox(),
    await page.getByRole('button', { name: '更换推流码' }).boundingBox(),
  ]
  expect(buttonBox?.y ?? 0).toBeGreaterThan((previewBox?.y ?? Infinity) + (previewBox?.height ?? 0))
  await look(page, 'room-ready')

  publisher.kill('SIGKILL')
  await expect(own.getByText('推流断开了。请检查网络，再在 OBS 里重新开始直播')).toBeVisible({ timeout: 30_000 })
  await expect(own.getByRole('figure').filter({ hasText: '帧率' })).toContainText('—')
  await look(own, 'stream-lost')

  publisher = publish(`${address}/${key}`, ['-c:v', 'copy', '-c:a', 'libmp3lame', '-ar', '44100'])
  await expect(own.getByText('声音是 MP3，这里不支持。请在 OBS 的“输出”里把音频编码器改为 AAC')).toBeVisible()
  await look(own, 'stream-refused')
  await own.evaluate((name) => (document.documentElement.dataset['skin'] = name), 'fresh')
  await look(own, 'stream-refused-fresh')
  await own.evaluate((name) => (document.documentElement.dataset['skin'] = name), siteSkin)
  await context.setOffline(true)
  await expect(own.getByText('暂时连不上服务器')).toBeVisible({ timeout: 60_000 })
  await look(own, 'stream-offline')
  await context.close()
})
