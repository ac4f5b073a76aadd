import type { ComponentType } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success, type Result } from '#protocol/result.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { frames, mountRoutes, type MountedRoutes } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'
import { TERMS } from '../support/withdraw-fixtures.ts'

/* Decision 204. The modules are loaded after the tab has a visit, as on a reload. */

const TOKEN = 'token-of-this-session-0001'
const center = (amount: number) => ({
  currency: 'CNY',
  center: amount,
  locked: 0,
  venues: [{ venueEnName: 'YBTY', venueChName: '看台体育', balance: 8_000, status: 0, isDisplay: 1 }],
})
const interest = {
  currency: 'CNY',
  principal: 0,
  balance: 0,
  dailyPpm: 100,
  carriedMicro: 0,
  yesterday: 0,
  total: 0,
  min: 100,
  nextAccrualAt: NOON,
  series: [],
}

let pages: Readonly<Record<string, ComponentType>>
let forgetResponses: () => void
beforeAll(async () => {
  document.cookie = `tb-token=${TOKEN}; path=/`
  sessionStorage.setItem('tb-token', TOKEN)
  const responses = [
    [`balance.list {"currency":"CNY"} ${MEMBER.userId}`, center(123_400)],
    [`interest.info {"currency":"CNY"} ${MEMBER.userId}`, interest],
    [`withdraw.prepare {"currency":"CNY"} ${MEMBER.userId}`, { ...TERMS.CNY, available: 123_400 }],
  ]
  const site = document.documentElement.dataset['site'] ?? ''
  const owner = { userId: MEMBER.userId, site, version: PROTOCOL_VERSION, token: TOKEN.slice(-12) }
  sessionStorage.setItem('visit', JSON.stringify({ ...owner, responses }))
  const [others, home, cache] = await Promise.all([
    import('#app/pages/wallet/wallet-pages.ts'),
    import('#app/pages/wallet/WalletPage.tsx'),
    import('#state/data/use-cached-data.ts'),
  ])
  pages = { ...others, ...home }
  forgetResponses = () => store.set(cache.cachedResponsesAtom, new Map())
})
afterAll(() => {
  document.cookie = 'tb-token=; path=/; max-age=0'
})

let mounted: MountedRoutes
let answer: (result: Result<unknown>) => void
beforeEach(async () => {
  await page.viewport(390, 844)
  transport.hasToken = true
  transport.calls.length = 0
  store.set(sessionAtom, undefined)
  forgetResponses()
  const waiting = new Set<(result: Result<unknown>) => void>()
  answer = (result) => waiting.forEach((resolve) => resolve(result))
  const pending = () =>
    new Promise<Result<never>>((resolve) => waiting.add(resolve as (result: Result<unknown>) => void))
  transport.responses = { 'withdraw.prepare': pending, 'balance.list': pending, 'interest.info': pending }
})
afterEach(() => {
  mounted.unmount()
  transport.responses = {}
  transport.hasToken = false
  store.set(sessionAtom, null)
})

const open = (name: string, path: string) => {
  const Component = pages[name]
  if (Component === undefined) throw new Error(`no page ${name}`)
  mounted = mountRoutes([{ path, Component }], path)
}
const openWithdrawal = () => open('WithdrawPage', '/app/wallet/withdraw')
const restore = (userId = MEMBER.userId) =>
  store.set(sessionAtom, { member: { ...MEMBER, userId }, expireAt: NOON + 3_600_000 })
const note = page.getByText(/^上次的数据/)
const held = () => mounted.root.querySelector('[inert]')
const named = (name: string) => transport.calls.filter((call) => call.name === name)

it.each([
  ['WalletPage', '/app/wallet', '钱包'],
  ['DepositPage', '/app/wallet/deposit', '存款'],
  ['WithdrawPage', '/app/wallet/withdraw', '提款'],
  ['WalletTransferPage', '/app/wallet/transfer', '转账'],
  ['WalletUsdtPage', '/app/wallet/usdt', 'USDT 钱包'],
  ['WalletInterestPage', '/app/wallet/interest', '利息钱包'],
  ['WalletCardsPage', '/app/wallet/cards', '银行卡和 USDT 地址'],
  ['RecordsPage', '/app/wallet/records', '交易记录'],
  ['StatementPage', '/app/wallet/statement', '月度账单'],
])('decision 204 %s shows its frame before the first response, and calls nothing', (name, path, title) => {
  open(name, path)
  expect(mounted.root.querySelector('h1')?.textContent).toBe(title)
  expect(mounted.root.textContent).toContain('演示资金')
  expect(transport.calls).toEqual([])
})

it('decision 204 shows the data of the last visit, says so, and holds the form until they are fresh', async () => {
  openWithdrawal()
  await expect.element(note).toHaveTextContent('上次的数据，更新中')
  await expect.element(page.getByText('¥1,234.00').first()).toBeVisible()
  expect(held()?.contains(page.getByText('¥1,234.00').first().element())).toBe(true)
  restore()
  await expect.poll(() => named('withdraw.prepare').length).toBe(1)
  expect(held()).not.toBeNull()
  answer(success(TERMS.CNY))
  await expect.element(page.getByText('¥3,000.00').first()).toBeVisible()
  await expect.poll(() => note.elements()).toEqual([])
  expect(held()).toBeNull()
  expect(page.getByText('¥1,234.00').elements()).toEqual([])
})

it('decision 204 says that the data could not be updated, and reads them again on request', async () => {
  openWithdrawal()
  restore()
  await expect.poll(() => named('withdraw.prepare').length).toBe(1)
  answer(failure(CODES.INTERNAL_ERROR, '服务异常'))
  await expect.element(note).toHaveTextContent('上次的数据，未能更新')
  expect(held()).not.toBeNull()
  transport.responses['withdraw.prepare'] = () => success(TERMS.CNY)
  await userEvent.click(page.getByRole('status').getByRole('button', { name: '重试' }))
  await expect.poll(() => note.elements()).toEqual([])
  expect(held()).toBeNull()
})

it('decision 204 shows another member nothing of it', async () => {
  openWithdrawal()
  await expect.element(page.getByText('¥1,234.00').first()).toBeVisible()
  restore('u-other')
  await expect.poll(() => named('withdraw.prepare').length).toBe(1)
  expect(page.getByText('¥1,234.00').elements()).toEqual([])
  expect(note.elements()).toEqual([])
})

it('decision 204 makes no money call by data of the last visit, while the links of the wallet work', async () => {
  open('WalletPage', '/app/wallet')
  await expect.element(note).toBeVisible()
  restore()
  await frames(2)
  const recover = page.getByRole('button', { name: '一键收回', includeHidden: true })
  await expect.element(recover).toBeInTheDocument()
  expect(held()?.contains(recover.element())).toBe(true)
  // A press that passes the hold all the same.
  ;(recover.element() as HTMLElement).click()
  await frames(2)
  expect(named('transfer.oneKeyRecover')).toEqual([])
  await userEvent.click(page.getByRole('link', { name: /^存款/ }).first())
  expect(mounted.router.state.location.pathname).toBe('/app/wallet/deposit')
})
