import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test, type Page } from '@playwright/test'
import { browserLaunchOptions } from '../support/browser.ts'
import type { TestServer } from '../support/server.ts'
import { startTestServer } from '../support/server.ts'
import { RoomPage } from './support/room-page.ts'

/** A host name for which browsers hide `crypto.subtle` without https. */
const NAME = 'grandstand.test'
const ROOM_PATH = '/app/live/2001'

let server: TestServer
let origin: string

test.describe.configure({ mode: 'serial' })
test.use({ launchOptions: await browserLaunchOptions({ flags: [`--host-resolver-rules=MAP ${NAME} 127.0.0.1`] }) })
test.beforeAll(async () => {
  const port = await freePort()
  origin = `http://${NAME}:${port}`
  server = await startTestServer({
    env: { PORT: String(port), ALLOWED_ORIGINS: origin, CROWD: '100', WORLD_SEED: '7' },
  })
})
test.afterAll(async () => {
  await server.stop()
})

test('settled 6 S7.6 list, room, sign-in, chat and gifts work on plain http with the JavaScript fallback', async ({
  page,
}) => {
  const errors = errorsOf(page)
  await page.goto(`${origin}/app/live`)
  expect(await page.evaluate(() => [window.isSecureContext, 'subtle' in crypto])).toEqual([false, false])
  // Nothing is cached, and no error is shown.
  expect(await page.evaluate(() => 'serviceWorker' in navigator)).toBe(false)
  await expect(page.locator('html')).toHaveAttribute('data-crypto', 'pure-js')
  await expect(page.getByRole('link', { name: /^进入/ }).first()).toBeVisible()

  const room = new RoomPage(page)
  await room.open(origin, '2001')
  await expect(room.rows('text').first()).toBeVisible()

  await room.signIn(origin, 'fan001', ROOM_PATH)
  const text = `明文的网，封好的话 ${Date.now().toString(36)}`
  await room.noteRows()
  await room.say(text)
  await room.noted(text)
  await expect(room.list.locator('[data-state="failed"]')).toHaveCount(0)

  const before = await room.balance()
  await page.getByRole('button', { name: /围巾/ }).first().click()
  await page.getByRole('button', { name: /^送出（10 / }).click()
  await expect.poll(() => room.balance(), { timeout: 40_000 }).toBe(before - 10)
  expect(errors).toEqual([])
})

/** Console errors and uncaught exceptions. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}
