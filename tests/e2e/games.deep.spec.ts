import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../server/database/open.ts'
import { testLog } from '../support/logs.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { deposit, registerMember } from './support/accounts.ts'

const PASSWORD = 'Play2026x'
/** A table takes bets for some seconds, then deals. */
const ROUND = { timeout: 90_000 }

let server: TestServer
test.beforeAll(async () => {
  server = await startTestServer({ env: { CROWD: '0' } })
})
test.afterAll(() => server.stop())

/** The member has used the site for an hour, after which the reality check is due. */
async function useForAnHour(name: string): Promise<void> {
  await server.kill('SIGTERM')
  const store = await openDatabase({ dataDirectory: server.dataDirectory, log: testLog() })
  const { rows } = await store.db.execute(sql`update rg_play set seconds = 3600, is_check_due = true
    where member_id = (select id from member where name = ${name}) returning day`)
  await store.close()
  await server.restart()
  expect(rows).toHaveLength(1)
}

const bar = (page: Page) => page.getByRole('region', { name: '场内账目' })
const frame = (page: Page) => page.frameLocator('iframe[src="/game.html"]')

/** Minor units of a balance that the bar shows. */
async function balanceOf(page: Page): Promise<number> {
  return Number(await bar(page).locator('[data-balance]').getAttribute('data-balance'))
}

async function verified(page: Page, path: string | null): Promise<void> {
  await page.goto(server.url + path)
  await expect(page.getByText('重新计算的结果与公布的一致')).toBeVisible()
}

test('S1.8 S1.9 S7.55 S7.57 S7.64 Annex D.3 Annex G.3 Annex I reality check: a demo game, a slot and a table by automatic transfer, a reality check, both verified, then recovered @both', async ({
  page,
}, { project }) => {
  test.setTimeout(400_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })

  await test.step('a visitor plays a demo', async () => {
    await page.goto(`${server.url}/app/game/YBDZ/slot`)
    await frame(page).getByRole('button', { name: /^开始/ }).click()
    await expect(frame(page).getByRole('button', { name: /^再来一局/ })).toBeVisible()
  })

  const name = project.name === 'phone' ? 'player390' : 'player1280'
  await page.goto(`${server.url}/register?fromPage=${encodeURIComponent('/app/wallet')}`)
  await registerMember(page, name, PASSWORD)
  await page.waitForURL('**/app/wallet')
  await deposit(page, server.url)

  const left = await test.step('a slot with the balance at the venue', async () => {
    await page.goto(`${server.url}/app/egame/dz`)
    await page.getByRole('listitem').filter({ hasText: '看台转轴' }).getByRole('link').first().click()
    await expect(bar(page).getByText('¥1,000.00')).toBeVisible()
    await frame(page).getByRole('button', { name: '开始 ¥10.00' }).click()
    const verify = page.getByRole('link', { name: '核对上一局' })
    await expect(verify).toBeVisible(ROUND)
    await expect(frame(page).getByRole('button', { name: '再来一局 ¥10.00' })).toBeEnabled(ROUND)
    const balance = await balanceOf(page)
    await verified(page, await verify.getAttribute('href'))
    return balance
  })

  await test.step('the exit recovers the balance', async () => {
    await page.goto(`${server.url}/app/game/YBDZ/slot`)
    await expect(bar(page).locator(`[data-balance="${left}"]`)).toBeVisible()
    await bar(page).getByRole('button', { name: '退出并取回' }).click()
    await page.waitForURL('**/app/egame/dz')
  })

  await test.step('the reality check is asked with the results of the day, and has to be answered', async () => {
    await useForAnHour(name)
    await page.goto(`${server.url}/app/live-casino`)
    const check = page.getByRole('alertdialog', { name: /^你今天已经使用了/ })
    await expect(check.getByText('¥10.00', { exact: true }).first()).toBeVisible()
    await check.getByRole('button', { name: '继续', exact: true }).click()
    await expect(check).toBeHidden()
  })

  const returned = await test.step('a table', async () => {
    await page.goto(`${server.url}/app/live-casino`)
    await page.getByRole('button', { name: /入座/ }).first().click()
    await expect(bar(page).locator(`[data-balance="${left}"]`)).toBeVisible()
    // The chip is laid in a window that is open: an earlier one may close first.
    await expect(async () => {
      await page
        .getByRole('button', { name: /^(?:闲|龙)(?!对)/ })
        .first()
        .click({ timeout: 2_000 })
      await page.getByRole('button', { name: '确认 ¥10.00' }).click({ timeout: 2_000 })
      await expect(page.getByText('已下注 ¥10.00')).toBeVisible({ timeout: 2_000 })
    }).toPass(ROUND)
    await expect(page.getByText(/^本局(?:返还|没有返还)/)).toBeVisible(ROUND)
    const balance = await balanceOf(page)
    const proof = await page.getByRole('link', { name: '核对上一局' }).getAttribute('href')
    await bar(page).getByRole('button', { name: '退出并取回' }).click()
    await page.waitForURL('**/app/live-casino')
    await verified(page, proof)
    return balance
  })

  await test.step('both are in the records, equal to the ledger', async () => {
    await page.goto(`${server.url}/app/records/games`)
    await expect(page.getByRole('list', { name: '投注明细' }).getByRole('listitem')).toHaveCount(2)
    await expect(page.getByLabel('合计').getByText('¥20.00', { exact: true }).first()).toBeVisible()
    const net = returned - 1_000_00
    const text = `${net < 0 ? '−' : '+'}¥${(Math.abs(net) / 100).toFixed(2)}`
    await expect(
      page
        .getByLabel('合计')
        .getByText(net === 0 ? '¥0.00' : text)
        .first(),
    ).toBeVisible()
    for (const title of ['看台转轴', /百家乐|龙虎/]) {
      await page.getByRole('list', { name: '投注明细' }).getByRole('link').filter({ hasText: title }).click()
      await expect(page.getByRole('list', { name: '资金变动' }).getByText('−¥10.00')).toBeVisible()
      const check = page.getByRole('link', { name: '核对这一局' })
      await verified(page, await check.getAttribute('href'))
      await page.goto(`${server.url}/app/records/games`)
    }
  })
})
