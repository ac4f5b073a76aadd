import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { DAY_MS, dateOfDay, siteDayOf, timeOfSiteDay } from '../../src/protocol/time.ts'
import { DEPTH } from '../support/depth.ts'
import { PROJECT_ROOT } from '../support/project.ts'
import { plainEnvironment, startTestServer, type TestServer } from '../support/server.ts'
import { bindPhoneAndName, expectToast, registerMember, setWithdrawPassword } from './support/accounts.ts'

const PIN = '290517'
const CARD = '4111 1111 1111 1111'
/** The demo bank takes a few seconds for each step, and an order that is unknown is asked for after ten. */
const SLOW = { timeout: 60_000 }
const PASSWORD = 'Play2026x'
const SHIFTED_CLOCK = pathToFileURL(path.join(PROJECT_ROOT, 'tests', 'support', 'shifted-clock.mjs')).href
/** Site day on which the server starts, at 10:00: the next first day of a month, so that all days have one statement. */
const FIRST_DAY = firstDayOfNextMonth()

let server: TestServer
/** Milliseconds by which the clock of the server is ahead. Sessions end at 21:00, and the browser keeps its own clock. */
let clockShift = 0

const withClock = () => ({ NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, CLOCK_SHIFT_MS: String(clockShift) })

test.beforeAll(async () => {
  clockShift = timeOfSiteDay(FIRST_DAY, 10 * 60) - Date.now()
  server = await startTestServer({ env: { CROWD: '0', ...withClock() } })
})
test.afterAll(() => server.stop())

/** Kills the server and starts it on the same data, `days` later by its clock. */
async function crash(days = 0): Promise<void> {
  clockShift += days * DAY_MS
  await server.kill('SIGKILL')
  await server.restart(withClock())
}

function firstDayOfNextMonth(): number {
  const today = siteDayOf(Date.now())
  const ahead = Array.from({ length: 31 }, (_, index) => today + 1 + index)
  return ahead.find((day) => dateOfDay(day).endsWith('-01')) ?? today
}

/** The first requests of a call are executed, but their responses are lost. */
async function loseResponses(page: Page, call: string, count: number): Promise<void> {
  let left = count
  await page.route(`**${call}`, async (route) => {
    if (left === 0) return route.continue()
    left -= 1
    await route.fetch()
    return route.abort('connectionreset')
  })
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

/** Answers the question or dialog that is open. */
const answer = (page: Page, name: string) =>
  page.locator('[role="alertdialog"], [role="dialog"]').getByRole('button', { name, exact: true }).click()

/** Opens a screen of a member whose session has ended, as it does every day (S9.20), and signs in. */
async function signInAgain(page: Page, name: string, screen: string): Promise<void> {
  await page.goto(server.url + screen)
  // The alert opens the sign-in page after some seconds, which empties a form that is already filled.
  const alert = page.getByRole('alertdialog', { name: '请重新登录' })
  await expect(alert).toBeVisible()
  await expect(alert).toBeHidden()
  await page.getByRole('textbox', { name: '账号' }).fill(name)
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD)
  await press(page, '登录')
  await page.waitForURL(`**${screen}`)
}

async function deposit(page: Page, amount: string): Promise<void> {
  await page.goto(`${server.url}/app/wallet/deposit`)
  await expect(page.getByRole('heading', { level: 1, name: '存款' })).toBeVisible()
  const field = page.getByLabel('存款金额')
  const skip = page.getByRole('button', { name: '暂不设置' })
  await expect(field.or(skip).first()).toBeVisible()
  if (await skip.isVisible()) await skip.click()
  await field.fill(amount)
  await press(page, '提交，去付款')
}

async function pay(page: Page): Promise<void> {
  await press(page, '我已付款')
  await answer(page, '我已付款')
  await expect(page.getByRole('heading', { name: '正在核对付款' })).toBeVisible()
}

async function withdraw(page: Page, amount: string): Promise<void> {
  await page.goto(`${server.url}/app/wallet/withdraw`)
  await page.getByRole('textbox', { name: '金额' }).fill(amount)
  await press(page, '下一步')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('提款密码', { exact: true }).fill(PIN)
  await dialog.getByRole('button', { name: '确认提款' }).click()
  await page.waitForURL('**/app/wallet/withdraw/W*')
}

/** The available balance that the wallet shows. */
async function balanceOf(page: Page): Promise<string> {
  await page.goto(`${server.url}/app/wallet`)
  const balance = page.getByText(/^¥[\d,]+\.\d\d$/).first()
  await expect(balance).toBeVisible()
  // Data of the last visit are shown, and marked, until they are refreshed.
  await expect(page.locator('[data-old-data]')).toHaveCount(0)
  return (await balance.textContent()) ?? ''
}

/** The short run takes the phone only. */
const SIZES = DEPTH === 'full' ? '@both' : '@phone'

test(`S1.13 S1.14 S1.15 S4.9 S4.10 S4.13 S7.75 S7.77: every kind of order over crashes, and the statement adds up ${SIZES} @full`, async ({
  page,
}, { project }) => {
  test.setTimeout(600_000)
  const name = project.name === 'phone' ? 'purse390' : 'purse1280'
  const phone = project.name === 'phone' ? '13800139390' : '13800139128'
  await page.emulateMedia({ reducedMotion: 'reduce' })

  await test.step('register', async () => {
    await page.goto(`${server.url}/register?fromPage=${encodeURIComponent('/app/wallet')}`)
    await registerMember(page, name, PASSWORD)
    await page.waitForURL('**/app/wallet')
    await bindPhoneAndName(page, server.url, { phone, password: PASSWORD })
    await setWithdrawPassword(page, server.url, phone, PIN)
  })

  await test.step('deposit with a lost response and a crash', async () => {
    await loseResponses(page, '/wallet/pay/v1/create', 1)
    await deposit(page, '1000')
    await page.waitForURL('**/app/wallet/deposit/D*')
    await pay(page)
    await crash()
    await expect(page.getByRole('heading', { name: '已到账' })).toBeVisible(SLOW)
    expect(await balanceOf(page)).toBe('¥1,000.00')
  })

  await test.step('deposit that is paid after its cancellation', async () => {
    await page.goto(`${server.url}/dev/bank`)
    await page.getByText('迟到的付款').click()
    await expectToast(page, '之后的订单按此方式处理')
    await deposit(page, '500')
    await page.waitForURL('**/app/wallet/deposit/D*')
    await press(page, '取消订单')
    await answer(page, '确认取消')
    await expect(page.getByRole('heading', { name: '已到账' })).toBeVisible(SLOW)
    expect(await balanceOf(page)).toBe('¥1,500.00')
  })

  await test.step('conversion at a quote, with a reload before its response', async () => {
    await page.goto(`${server.url}/app/wallet/usdt`)
    await page.getByLabel('付出金额').fill('100')
    await press(page, '获取报价')
    await loseResponses(page, '/usdt/v1/transfer', Number.POSITIVE_INFINITY)
    const sent = page.waitForRequest('**/usdt/v1/transfer')
    await press(page, '确认兑换')
    await sent
    await page.reload()
    await expect(page.getByText(/用 ¥100.00 兑换 USDT：已经提交/)).toBeVisible(SLOW)
    await page.unroute('**/usdt/v1/transfer')
    await expect(page.getByText('兑换完成')).toBeVisible(SLOW)
  })

  await test.step('interest wallet', async () => {
    await page.goto(`${server.url}/app/wallet/interest`)
    await page.getByLabel('金额', { exact: true }).fill('1000')
    await page.getByRole('button', { name: '转入利息钱包', exact: true }).last().click()
    await expect(page.getByText('¥1,000.00 已转入利息钱包')).toBeVisible(SLOW)
  })

  await test.step('transfer to a venue over a crash, and back with one key', async () => {
    await page.goto(`${server.url}/app/wallet/transfer`)
    await page.getByRole('radio', { name: /看台体育/ }).check({ force: true })
    await page.getByLabel('金额', { exact: true }).fill('300')
    await press(page, '转入场馆')
    await expect(page.getByText('¥300.00 已转入看台体育')).toBeVisible(SLOW)
    await crash()
    await press(page, '全部转回中心钱包')
    await expect(page.getByRole('list', { name: '各场馆的回收结果' })).toContainText('¥300.00', SLOW)
  })

  await test.step('card, and a withdrawal that is cancelled', async () => {
    await page.goto(`${server.url}/app/wallet/cards`)
    await press(page, '添加银行卡')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('银行', { exact: true }).selectOption('招商银行')
    await dialog.getByLabel('卡号').fill(CARD)
    await dialog.getByLabel('持卡人').fill('张晓明')
    await dialog.getByLabel('提款密码', { exact: true }).fill(PIN)
    await dialog.getByRole('button', { name: '添加银行卡' }).click()
    await expectToast(page, '银行卡已添加')
    await withdraw(page, '200')
    await press(page, '取消提款')
    await answer(page, '确认取消')
    await expect(page.getByText('你取消了提款，金额已退回')).toBeVisible(SLOW)
  })

  await test.step('a withdrawal over a crash that is appealed', async () => {
    await withdraw(page, '200')
    await crash()
    await page.getByRole('button', { name: '没有收到，申诉' }).click(SLOW)
    await answer(page, '提交申诉')
    await expect(page.getByText(/核实已到账，提款完成|出款失败，金额已退回/)).toBeVisible(SLOW)
  })

  await test.step('interest of two days: after a downtime, and a day later', async () => {
    const [first, second] = [dateOfDay(FIRST_DAY + 1), dateOfDay(FIRST_DAY + 2)]
    const records = page.getByRole('list', { name: '利息钱包记录' }).getByRole('listitem')
    // The first full day is the day after the transfer; it is accrued on the day after that. Its interest is credited
    // at 00:05, so that it is not in the least principal of that day.
    for (const [days, date, amount] of [
      [2, first, '+¥0.05'],
      [1, second, '+¥0.06'],
    ] as const) {
      // An open page would show the alert before the screen is opened.
      await page.goto('about:blank')
      await crash(days)
      await signInAgain(page, name, '/app/wallet/interest')
      await expect(async () => {
        await page.reload()
        await expect(records.filter({ hasText: `${date} 的利息` })).toContainText(amount, { timeout: 5_000 })
      }).toPass(SLOW)
    }
    await expect(records).toHaveText([/¥1,000\.11/, /¥1,000\.05/, /¥1,000\.00/])
    const chart = page.getByRole('region', { name: '近 30 天利息' })
    await expect(chart.locator('rect:not([height="0"])')).toHaveCount(2)
    const days = chart.getByRole('row')
    await page.getByText('查看每天的利息').click()
    await expect(days.filter({ hasText: first })).toHaveText(`${first}¥1,000.00¥0.05`)
    await expect(days.filter({ hasText: second })).toHaveText(`${second}¥1,000.00¥0.06`)
  })

  await test.step('a deposit that a limit refuses, and a time-out', async () => {
    await page.goto(`${server.url}/app/responsible`)
    await press(page, '设置每日存款限额')
    await page.getByRole('dialog').getByLabel('限额', { exact: true }).fill('150')
    await answer(page, '保存')
    await expectToast(page, '限额已生效')
    await deposit(page, '200')
    await expect(page.getByText(/超过你设置的存款限额，还可以存/)).toBeVisible()
    await page.goto(`${server.url}/app/responsible`)
    await press(page, '开始休息')
    await answer(page, '开始休息')
    await expectToast(page, '休息期已开始')
    await page.goto(`${server.url}/app/wallet/deposit`)
    await expect(page.getByText(/现在不能存款/)).toBeVisible()
  })

  await test.step('the statement adds up to the balance', async () => {
    const balance = await balanceOf(page)
    await page.goto(`${server.url}/app/wallet/statement`)
    const cny = page.getByRole('region', { name: '人民币 CNY' })
    await expect(cny.getByText(/期初 ¥0\.00 \+ 变动 .* = 期末/)).toBeVisible()
    const [, closing = ''] = /期末 ¥([\d,]+\.\d\d)$/.exec((await cny.getByText(/= 期末/).textContent()) ?? '') ?? []
    const cents = (text: string) => Number(text.replaceAll(/[¥,.]/g, ''))
    // The interest wallet is money of the member too.
    expect(cents(closing)).toBe(cents(balance) + cents('1,000.11'))
  })

  await test.step('reconcile', async () => {
    await server.kill('SIGTERM')
    const script = path.join(PROJECT_ROOT, 'scripts', 'operation.mjs')
    const env = { ...plainEnvironment(), MODE: 'demo', DATA_DIR: server.dataDirectory, ...withClock() }
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'reconcile'], { env })
    expect(stdout).toContain('The ledger and its orders agree')
    await server.restart(withClock())
  })
})
