import { expect } from '@playwright/test'
import { test } from './support/shared-server.ts'
import { scrambleUrl } from '../../src/protocol/rules/xhlkx.ts'
import { BROWSER_FLAGS, findBrowser } from '../../scripts/find-browser.mjs'

/** Playwright allows autoplay with sound; browsers do not before a user gesture. The later flag wins. */
const browser = await findBrowser()
test.use({
  // Tracing evaluates scripts, which counts as a user gesture.
  trace: 'off',
  launchOptions: {
    args: [...BROWSER_FLAGS, '--autoplay-policy=document-user-activation-required'],
    ...(browser === null ? {} : { executablePath: browser.executablePath }),
  },
})

/** Logs on the console whether the video has sound when it starts. */
const LOG_SOUND = `document.addEventListener('playing', ({ target }) => console.log('begins muted: ' + target.muted), true)`

test('settled 23: the video plays muted without a user gesture and asks for one; then it has sound @both', async ({
  page,
  server,
}) => {
  await page.addInitScript(LOG_SOUND)
  // An evaluation counts as a user gesture, so the page reports on its console.
  const begun = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith('begins muted'),
    timeout: 40_000,
  })
  await page.goto(`${server.url}/play.html?xhlkx=${scrambleUrl('/media/a2001.flv')}`)
  expect((await begun).text()).toBe('begins muted: true')
  const sound = () => page.evaluate(() => document.querySelector('video')?.muted)
  await page.getByRole('button', { name: '点击开启声音' }).click()
  expect(await sound()).toBe(false)
  await expect(page.getByRole('button', { name: '点击开启声音' })).toHaveCount(0)
  const before = await page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0))
    .toBeGreaterThan(before)
})

test('only one tab has sound @full', async ({ page, context, server }) => {
  const address = `${server.url}/play.html?xhlkx=${scrambleUrl('/media/a2001.flv')}`
  const isMuted = (tab: typeof page) => tab.evaluate(() => document.querySelector('video')?.muted)
  // the browser may allow sound in a second tab after a gesture in the first
  const open = async (tab: typeof page) => {
    await tab.goto(address)
    await expect(tab.locator('[data-video]')).toHaveAttribute('data-video', 'playing', { timeout: 40_000 })
    if (await isMuted(tab)) await tab.getByRole('button', { name: '点击开启声音' }).click()
  }
  await open(page)
  const second = await context.newPage()
  await open(second)
  await expect.poll(() => isMuted(page)).toBe(true)
  await page.bringToFront()
  await page.getByRole('button', { name: '声音在其他页面播放 · 点击在此播放' }).click()
  await expect.poll(() => isMuted(second)).toBe(true)
  expect(await isMuted(page)).toBe(false)
})
