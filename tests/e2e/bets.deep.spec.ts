import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { selectionId } from '../../src/protocol/sports/market-keys.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { deposit, registerMember } from './support/accounts.ts'

const PASSWORD = 'Play2026x'
/** The demo bank takes some seconds for each step, and a bet in play waits for its delay. */
const SLOW = { timeout: 90_000 }

let server: TestServer
test.beforeAll(async () => {
  server = await startTestServer({ env: { CROWD: '0', WORLD_SEED: '7' } })
})
test.afterAll(() => server.stop())

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

/** Ids of football matches of the day. */
async function todaysMatches(page: Page): Promise<readonly string[]> {
  await page.goto(`${server.url}/app/sports?kind=football`)
  const links = page.locator('main a[href^="/app/live/"]')
  await expect(links.first()).toBeVisible()
  const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  return [...new Set(paths.map((path) => `m${path.split('/').at(-1)}`))]
}

/** Fills the slip of the browser as price buttons do, with a price that nobody offers. */
async function fillSlip(page: Page, matchIds: readonly string[], mode: 'single' | 'parlay'): Promise<Locator> {
  const legs = matchIds.map((matchId) => ({
    id: selectionId({ matchId, kind: 'winner', line: 0 }, 'home'),
    price: 90_000,
    match: '-',
    market: '独赢',
    pick: '主',
  }))
  await page.goto(`${server.url}/app/sports`)
  await page.evaluate(
    (text) => localStorage.setItem('slip', text),
    JSON.stringify({
      owner: '',
      mode,
      accept: 'none',
      legs,
      stakes: {},
      parlayStake: '',
      placed: [],
    }),
  )
  await page.reload()
  const opener = page.getByRole('button', { name: /^打开投注单/ })
  const rail = page.locator('[data-slip="rail"]')
  await expect(opener.or(rail).first()).toBeVisible()
  if (await opener.isVisible()) await opener.click()
  return page.getByRole('textbox', { name: /^本金：/ })
}

/** Accepts the prices that are shown and places, whatever they become; again if the match changes meanwhile. */
async function accepted(page: Page, amount: string): Promise<void> {
  const receipts = page.getByRole('list', { name: '投注结果' })
  const button = page.getByRole('button', { name: new RegExp(`^(?:接受新赔率|投注 ${amount})$`) })
  await expect(async () => {
    if (await receipts.getByText(/^未接受/).isVisible()) await press(page, '再来一注')
    if ((await button.isVisible()) && (await button.isEnabled())) await button.click()
    await expect(receipts.getByText('已接受')).toBeVisible({ timeout: 8_000 })
  }).toPass(SLOW)
}

test('S1.29 S7.64 E.7 50001: a single, its order in the room, a 串关 with a refused price, an early settlement, and the records @both', async ({
  page,
}, { project }) => {
  test.setTimeout(400_000)
  const name = project.name === 'phone' ? 'bettor390' : 'bettor1280'
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${server.url}/register?fromPage=${encodeURIComponent('/app/wallet')}`)
  await registerMember(page, name, PASSWORD)
  await page.waitForURL('**/app/wallet')
  await test.step('deposit', () => deposit(page, server.url))
  const matchIds = await todaysMatches(page)
  expect(matchIds.length).toBeGreaterThan(1)

  await test.step('a single whose price has changed is refused, then accepted', async () => {
    const stake = await fillSlip(page, matchIds.slice(0, 1), 'single')
    await press(page, '转入')
    await expect(page.getByText(/^已转入/)).toBeVisible()
    await stake.fill('20')
    await expect(page.getByRole('button', { name: '接受新赔率' })).toBeEnabled()
    await expect(page.getByText('原 90.00')).toBeVisible()
    await press(page, '接受新赔率')
    await page.getByText('全部接受', { exact: true }).click()
    await accepted(page, '¥20\\.00')
  })

  await test.step('the single is shown in the room of its match, and its order entry is followed', async () => {
    await page.goto(`${server.url}/app/live/${(matchIds[0] ?? '').slice(1)}?slip`)
    const slip = page.getByRole('dialog', { name: '投注单' })
    await slip.getByRole('button', { name: '晒单' }).click()
    await expect(slip.getByRole('button', { name: '收回' })).toBeVisible()
    await slip.getByRole('button', { name: '关闭' }).click()
    const order = page.locator('[role="log"] [data-kind="order"]').last()
    await order.getByRole('button').click()
    await expect(slip.getByText(/^跟单 /)).toBeVisible()
    await expect(slip.getByRole('textbox', { name: /^本金：/ })).toBeEnabled()
  })

  await test.step('a 串关', async () => {
    const stake = await fillSlip(page, matchIds.slice(0, 2), 'parlay')
    await stake.fill('10')
    await page.getByText('全部接受', { exact: true }).click()
    await accepted(page, '¥10\\.00')
  })

  await test.step('the records have both', async () => {
    await page.goto(`${server.url}/app/records/games`)
    const list = page.getByRole('list', { name: '投注明细' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(page.getByLabel('合计').getByText('¥30.00', { exact: true })).toBeVisible()
  })

  await test.step('the 串关 is settled early, equal to the ledger', async () => {
    await page.getByRole('list', { name: '投注明细' }).getByRole('link').first().click()
    await expect(async () => {
      const again = page.getByRole('button', { name: /^(?:获取报价|重新报价)$/ })
      if (await again.isEnabled()) await again.click()
      await page.getByRole('button', { name: /^提前结算，得/ }).click({ timeout: 3_000 })
      await expect(page.getByText('已提前结算', { exact: false }).first()).toBeVisible({ timeout: 3_000 })
    }).toPass(SLOW)
    const returned =
      (await page
        .getByText(/^\+¥[\d.]+$/)
        .first()
        .textContent()) ?? ''
    await page.goto(`${server.url}/app/records/games`)
    await expect(page.getByLabel('合计').getByText(returned.slice(1), { exact: true })).toBeVisible()
    await page.goto(`${server.url}/app/wallet/records`)
    await expect(page.getByText(returned, { exact: true })).toBeVisible()
  })
})
