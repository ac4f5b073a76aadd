import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { type Provider, startProvider } from '../../provider/server.ts'
import { PROVIDER_SECRET, REMOTE, remoteConfig } from '../support/remote-config.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { deposit, registerMember } from './support/accounts.ts'

const PASSWORD = 'Play2026x'
/** The demo bank takes some seconds for each step. */
const SLOW = { timeout: 90_000 }

let provider: Provider
let server: TestServer
test.beforeAll(async () => {
  provider = await startProvider({ secret: PROVIDER_SECRET })
  const REMOTE_VENUES = JSON.stringify([remoteConfig(provider.url)])
  server = await startTestServer({ env: { CROWD: '0', REMOTE_VENUES } })
})
test.afterAll(async () => {
  await server.stop()
  await provider.close()
})

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

test('Annex E.5 S7.56 S7.57 S7.64: the wallet reconciles a transfer whose response the provider has lost @both @full', async ({
  page,
}, { project }) => {
  test.setTimeout(300_000)
  await page.goto(`${server.url}/register?fromPage=${encodeURIComponent('/app/wallet')}`)
  await registerMember(page, project.name === 'phone' ? 'remote390' : 'remote1280', PASSWORD)
  await deposit(page, server.url)
  provider.control({
    faults: [
      { method: 'transfer', kind: 'lose' },
      { method: 'transfer-state', kind: 'status' },
    ],
  })

  await page.goto(`${server.url}/app/wallet/transfer`)
  await page.getByRole('radio', { name: /海湾游戏/ }).check({ force: true })
  await page.getByLabel('金额', { exact: true }).fill('300')
  await press(page, '转入场馆')
  await expect(page.getByText('查询中：海湾游戏还没有回复结果')).toBeVisible()
  await expect(page.getByText('¥300.00 已转入海湾游戏')).toBeVisible(SLOW)
  const balances = provider.books.balances('').list
  expect(balances.map(({ balance }) => balance)).toContain(300_00)

  const { memberId } = balances.find(({ balance }) => balance === 300_00)!
  const round = {
    memberId,
    currency: 'CNY' as const,
    title: '抛硬币',
    staked: 100_00,
    returned: 196_00,
    endedAt: Date.now(),
  }
  expect(provider.control({ play: round })).toEqual({ isPlayed: true })
  await page.goto(`${server.url}/app/wallet`)
  await press(page, '一键收回')
  await expect(page.getByText('已收回 ¥396.00')).toBeVisible(SLOW)
  expect(provider.books.balance(memberId, 'CNY').balance).toBe(0)

  await page.goto(`${server.url}/app/records/games?venue=${REMOTE}`)
  await page.getByRole('link').filter({ hasText: '抛硬币' }).click()
  const postings = page.getByRole('list', { name: '资金变动' })
  await expect(postings.getByText('−¥100.00')).toBeVisible()
  await expect(postings.getByText('+¥196.00')).toBeVisible()
})
