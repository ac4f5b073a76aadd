import { expect, test } from '@playwright/test'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { connectTo } from '../server/app/app-support.ts'
import type { TestServer } from '../support/server.ts'
import { startTestServer } from '../support/server.ts'
import { RoomPage } from './support/room-page.ts'

/** The busiest room of the demo. */
const EID = '2001'
const ROOM_PATH = `/app/live/${EID}`
const LOAD_TOKEN = 'load-token-of-this-test-long-enough'

let server: TestServer

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  server = await startTestServer({ env: { CROWD: '400', WORLD_SEED: '7', LOAD_TOKEN } })
})
test.afterAll(async () => {
  await server.stop()
})

test('D.2 S1.10 S1.11 S1.29 a viewer opens the list, enters a room and sees video, chat, and a withdrawn order', async ({
  page,
}) => {
  await page.goto(server.url)
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '直播' }).click()
  await page.waitForURL('**/app/live')
  await page.getByRole('main').getByRole('link', { name: '进入直播间', exact: true }).first().click()
  await page.waitForURL(`**${ROOM_PATH}`)
  const room = new RoomPage(page)
  await room.waitUntilOnline()

  const video = page.locator('video').first()
  await expect(page.locator('[data-video="playing"]')).toBeAttached({ timeout: 40_000 })
  const before = await video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(before + 1)

  await expect(room.rows('text').first()).toBeVisible()
  const known = await room.rows().count()
  await expect.poll(() => room.rows().count()).toBeGreaterThan(Math.min(known, 3))

  // S4.32: the row and its id stay, the content is removed.
  const client = await connectTo(server)
  const call = { loadToken: LOAD_TOKEN, chatRoomNo: `r${EID}`, orders: [], reverts: [] }
  // The page is high enough to show every row for longer than the following steps take.
  await page.setViewportSize({ width: 1280, height: 4_000 })
  const orders = [{ user: 'someone', cid: 'an-order-of-this-test' }]
  const shown = await client.call('demo.order', { ...call, orders })
  const [orderId = ''] = (shown.data as DataOf<'demo.order'>).ids
  const order = room.row(orderId)
  await expect(order).toHaveAttribute('data-kind', 'order')
  await expect(order).toContainText('全场独赢')
  await client.call('demo.order', { ...call, reverts: [orderId] })
  await expect(order).toHaveAttribute('data-kind', 'revert')
  await expect(order).not.toContainText('全场独赢')
})

test('S1.12 a message of a member appears in a second browser; a gift sent three times is charged once', async ({
  browser,
}) => {
  const [speaker, reader] = await Promise.all([browser.newContext(), browser.newContext()])
  const member = new RoomPage(await speaker.newPage())
  const visitor = new RoomPage(await reader.newPage())
  await visitor.open(server.url, EID)
  await member.signIn(server.url, 'fan001', ROOM_PATH)
  await Promise.all([member.noteRows(), visitor.noteRows()])

  const text = `这句只说一次 ${Date.now().toString(36)}`
  await member.say(text)
  const outgoing = await member.noted(text)
  expect(await visitor.noted(text)).toMatchObject({ id: outgoing.id, seq: outgoing.seq })
  await expect(member.list.locator('[data-state="failed"]')).toHaveCount(0)

  // The responses of the first two requests are lost, so the worker repeats with the same idempotency key.
  let requests = 0
  await speaker.route('**/gift/v1/reward', async (route) => {
    requests += 1
    if (requests > 2) {
      await route.continue()
      return
    }
    await route.fetch()
    await route.abort('connectionreset')
  })
  const before = await member.balance()
  await member.page.getByRole('button', { name: /围巾/ }).first().click()
  await member.page.getByRole('button', { name: /^送出（10 / }).click()
  await expect.poll(() => member.balance(), { timeout: 40_000 }).toBe(before - 10)
  await expect.poll(() => requests, { timeout: 40_000 }).toBeGreaterThanOrEqual(3)
  await member.page.reload()
  await member.waitUntilOnline()
  await expect.poll(() => member.balance()).toBe(before - 10)
  await Promise.all([speaker.close(), reader.close()])
})
