import type { Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { press } from './screen.ts'

const isMember = true

/** The form of a deposit, after the question of the first one. */
async function openForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/wallet/deposit`)
  await page.locator('main h2').first().waitFor()
  const skip = page.getByRole('button', { name: '暂不设置' })
  if (await skip.isVisible()) await skip.click()
}

/** An unpaid deposit order: an open one if there is one, because their number is limited. */
async function openPayment(page: Page, url: string): Promise<void> {
  await openForm(page, url)
  const open = page.getByRole('list', { name: '待付款的存款' }).getByRole('link')
  if ((await open.count()) > 0) {
    await open.first().click()
    return
  }
  await page.getByLabel('存款金额').fill('100')
  await page.getByRole('button', { name: '提交，去付款' }).click()
}

const payment = {
  route: '/app/wallet/deposit/:orderNo',
  arrive: openPayment,
  shows: 'button:has-text("我已付款")',
  isMember,
} as const

/** Wallet, deposits, and the demo bank. */
export const WALLET_DEPOSIT_SCREENS: readonly Screen[] = [
  { name: 'wallet', route: '/app/wallet', shows: 'main dl, main b:has-text("¥")', isMember },
  {
    name: 'wallet-in-usdt',
    route: '/app/wallet',
    address: '/app/wallet?currency=USDT',
    shows: 'main b:has-text("₮")',
    isMember,
  },
  { name: 'deposit', route: '/app/wallet/deposit', arrive: openForm, shows: 'input[inputmode="decimal"]', isMember },
  {
    name: 'deposit-refused',
    route: '/app/wallet/deposit',
    arrive: openForm,
    shows: 'input[inputmode="decimal"]',
    act: press('button', '提交，去付款'),
    isMember,
  },
  { name: 'payment', ...payment },
  { name: 'payment-claim', ...payment, act: press('button', '我已付款'), layer: '[role="alertdialog"]' },
  {
    name: 'payment-unknown',
    route: '/app/wallet/deposit/:orderNo',
    address: '/app/wallet/deposit/D2611270000000000',
    shows: 'h2:has-text("没有这笔存款")',
    isMember,
  },
  { name: 'demo-bank', route: '/dev/bank', shows: 'input[type="radio"]', isMember },
]
