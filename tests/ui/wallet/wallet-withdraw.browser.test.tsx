import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WithdrawOrderPage, WithdrawPage } from '#app/pages/wallet/WithdrawPage.tsx'
import type { Terms } from '#features/wallet/withdraw/terms.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { type MountedRoutes, animationsEnded, frames, mountRoutes, wear } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'
import { eachOnMemberScreen } from '../support/security-fixtures.ts'
import { detailOf, orderOf, PAYOUT_ACCOUNTS, TERMS } from '../support/withdraw-fixtures.ts'

const ROUTES = [
  { path: '/app/wallet/withdraw', Component: WithdrawPage },
  { path: '/app/wallet/withdraw/:orderNo', Component: WithdrawOrderPage },
]

let mounted: MountedRoutes
const open = (search = '') => {
  mounted = mountRoutes(ROUTES, `/app/wallet/withdraw${search}`)
}
const here = () => mounted.router.state.location.pathname + mounted.router.state.location.search
const calls = (name: string) => transport.calls.filter((call) => call.name === name)
const named = (name: string) => calls(name).map(({ params }) => params)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const amount = page.getByRole('textbox', { name: '金额' })
const dialog = page.getByRole('dialog')
const pin = dialog.getByLabelText('提款密码', { exact: true })
const serve = (terms: Partial<Terms> = {}) => {
  transport.responses['withdraw.prepare'] = ({ currency }) => success({ ...TERMS[currency], ...terms })
}
/** Fills in an amount and opens the dialog. */
const proceed = async (text: string) => {
  await amount.fill(text)
  await userEvent.click(button('下一步'))
}
const pending = (key: string) =>
  failure(CODES.TIMEOUT, '请求超时', { details: { isPending: true, idempotencyKey: key } })

eachOnMemberScreen(() => mounted)
beforeEach(() => {
  store.set(cachedResponsesAtom, new Map())
  store.set(siteConfigAtom, CONFIG_DEFAULTS)
  store.set(uiPreferencesAtom, { hidesAmounts: false })
  transport.repeated.length = 0
  transport.storedCalls = []
  serve()
  transport.responses['fastWithdraw.list'] = () => success({ list: [], total: 0 })
  transport.responses['dealRecord.detail'] = ({ orderNo }) => success(detailOf(orderOf('withdraw', '1', { orderNo })))
})

describe('the terms', () => {
  it('S7.70 shows what is available, the limits, the rest of the day and the fee', async () => {
    open('?currency=USDT')
    await expect.element(page.getByText('₮1,500.00').first()).toBeVisible()
    await expect.element(page.getByText('每笔 ₮10.00 到 ₮10,000.00').first()).toBeVisible()
    await expect.element(page.getByText('0.1%', { exact: true })).toBeVisible()
    await expect.element(page.getByText('演示资金', { exact: true })).toBeVisible()
    await amount.fill('100.5')
    await expect.element(page.getByText('₮0.100500')).toBeVisible()
    await expect.element(page.getByText('₮100.399500')).toBeVisible()
    await expect.element(page.getByText('₮1,399.50')).toBeVisible()
  })

  it('S7.70 shows the turnover that is missing and offers no withdrawal', async () => {
    serve({ turnoverLeft: 123_456 })
    open()
    await expect.element(page.getByText('还差流水 ¥1,234.56，达到后才能提款。')).toBeVisible()
    await expect.element(button('下一步')).toBeDisabled()
  })

  it.each([
    [{ available: 9_999 }, '可提余额不足每笔最少的 ¥100.00，暂时不能提款。'],
    [{ dailyLeft: 0 }, '今日的提款额度已用完，明天可以再提。'],
  ])('S7.70 tells why nothing can be withdrawn: %j', async (terms, text) => {
    serve(terms)
    open()
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(button('下一步')).toBeDisabled()
  })

  it('without a withdrawal password or an account leads to where it is added', async () => {
    serve({ accounts: [] })
    open('?currency=USDT')
    await userEvent.click(page.getByRole('link', { name: '添加 USDT 地址' }))
    await expect.poll(here).toBe('/app/wallet/cards?currency=USDT')
    serve({ hasWithdrawPassword: false })
    await mounted.router.navigate('/app/wallet/withdraw')
    await userEvent.click(page.getByRole('link', { name: '设置提款密码' }))
    await expect.poll(here).toBe('/app/security/withdraw')
  })

  it('hides the amounts of the member, not the limits of the site', async () => {
    open()
    await userEvent.click(button('隐藏金额'))
    await expect.element(page.getByText('金额已隐藏').first()).toBeInTheDocument()
    expect(document.body.textContent).not.toContain('3,000.00')
    await expect.element(page.getByText('每笔 ¥100.00 到 ¥50,000.00').first()).toBeVisible()
  })
})

describe('the amount', () => {
  it.each([
    ['', '请填写正确的金额，最多两位小数'],
    ['0', '金额须大于 0'],
    ['99.99', '每笔最少 ¥100.00'],
    ['3000.01', '超过可提余额 ¥3,000.00'],
  ])('S5.18 S7.70 refuses %j at the field', async (text, message) => {
    open()
    await proceed(text)
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(amount).toHaveFocus()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('S5.18 全部 is the greatest amount that is allowed, in two decimals', async () => {
    serve({ available: 1_234_567_890, dailyLeft: 600_009_999 })
    open('?currency=USDT')
    await userEvent.click(button('全部'))
    await expect.element(amount).toHaveValue('600')
  })
})

describe('the submission', () => {
  it('S7.70 confirms account, amount and net with the withdrawal password and opens the order', async () => {
    transport.responses['withdraw.create'] = ({ withdrawPwd }) =>
      withdrawPwd === '246810'
        ? success(orderOf('withdraw', '1'))
        : failure(CODES.WITHDRAW_PWD_WRONG, '提款密码错误，还可以试 4 次', { details: { triesLeft: 4 } })
    open()
    await userEvent.click(page.getByText('**** 2222'))
    await proceed('¥1,000.00')
    await expect.element(dialog).toHaveTextContent(/工商银行 \*\*\*\* 2222.*普通提款.*¥1,000.00.*¥1,000.00/)
    await expect.element(pin).toHaveFocus()
    await userEvent.keyboard('111111{Enter}')
    await expect.element(dialog.getByText('提款密码错误，还可以试 4 次')).toBeVisible()
    await expect.element(pin).toHaveValue('')
    await userEvent.keyboard('246810{Enter}')
    await expect.poll(here).toBe('/app/wallet/withdraw/W2611270000000001')
    expect(named('withdraw.create').at(-1)).toEqual({
      accountId: PAYOUT_ACCOUNTS.CNY[1]?.id,
      amount: 100_000,
      withdrawPwd: '246810',
    })
  })

  it('S7.71 submits the fast way; without the switch of the site there is none', async () => {
    transport.responses['fastWithdraw.create'] = () => success(orderOf('fastWithdraw', '0'))
    open()
    await userEvent.click(page.getByText('极速提款', { exact: true }))
    await proceed('500')
    await userEvent.keyboard('246810{Enter}')
    await expect.poll(here).toBe('/app/wallet/withdraw/P2611270000000001')
    expect(named('withdraw.create')).toEqual([])
    store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, fastWithdrawSwitch: 0 })
    await mounted.router.navigate('/app/wallet/withdraw')
    await expect.element(amount).toBeVisible()
    expect(page.getByText('极速提款', { exact: true }).elements()).toEqual([])
  })

  it('S9.14 withdrawPasswordSwitch 0: no password is asked for, set or not', async () => {
    store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, withdrawPasswordSwitch: 0 })
    serve({ hasWithdrawPassword: false })
    transport.responses['withdraw.create'] = () => success(orderOf('withdraw', '1'))
    open()
    await proceed('500')
    await expect.element(dialog).toHaveTextContent(/普通提款.*¥500.00/)
    expect([pin.query(), dialog.getByText('忘记提款密码').query()]).toEqual([null, null])
    await userEvent.click(dialog.getByRole('button', { name: '确认提款' }))
    await expect.poll(here).toBe('/app/wallet/withdraw/W2611270000000001')
    expect(named('withdraw.create')).toEqual([{ accountId: PAYOUT_ACCOUNTS.CNY[0]?.id, amount: 50_000 }])
  })

  it('S6.6 a double press makes one call', async () => {
    transport.responses['withdraw.create'] = () => new Promise(() => {})
    open()
    await proceed('500')
    await pin.fill('246810')
    const submit = dialog.getByRole('button', { name: '确认提款' }).element() as HTMLButtonElement
    submit.click()
    submit.click()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => calls('withdraw.create').length).toBe(1)
  })

  it('settled 7 an unknown outcome is found out, never sent again, and then opens the order', async () => {
    transport.responses['withdraw.create'] = (_params, key = '') => pending(key)
    open()
    await proceed('500')
    await userEvent.keyboard('246810{Enter}')
    await expect.element(dialog).toHaveTextContent('正在查询结果')
    expect(pin.elements()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText('还有一笔提款没有结果，查清之前不能再提。')).toBeVisible()
    await expect.element(button('下一步')).toBeDisabled()
    await userEvent.click(page.getByText('泰达币 USDT'))
    await expect.element(page.getByText('₮1,500.00').first()).toBeVisible()
    await expect.element(button('下一步')).toBeDisabled()
    const [{ key = '' } = {}] = calls('withdraw.create')
    const result = success(orderOf('withdraw', '1'))
    transport.notify({ type: 'settled', endpoint: 'withdraw.create', idempotencyKey: key, result })
    await expect.poll(here).toBe('/app/wallet/withdraw/W2611270000000001')
    expect(calls('withdraw.create')).toHaveLength(1)
    expect(transport.repeated).toEqual([])
  })

  it('settled 7 after a reload the form is locked until the outcome of the stored call is known', async () => {
    const key = 'key-before-reload'
    const time = transport.now - 1_000
    transport.storedCalls = [{ key, endpoint: 'withdraw.create', params: null, memberId: MEMBER.userId, time }]
    open()
    await expect.element(page.getByText('还有一笔提款没有结果，查清之前不能再提。')).toBeVisible()
    await expect.element(button('下一步')).toBeDisabled()
    const result = success(orderOf('withdraw', '1'))
    transport.notify({ type: 'settled', endpoint: 'withdraw.create', idempotencyKey: key, result })
    await expect.poll(here).toBe('/app/wallet/withdraw/W2611270000000001')
    expect(calls('withdraw.create')).toEqual([])
  })

  it('settled 7 an unknown outcome that was refused is shown, and the form is free again', async () => {
    transport.responses['withdraw.create'] = (_params, key = '') => pending(key)
    open()
    await proceed('500')
    await userEvent.keyboard('246810{Enter}')
    await expect.element(dialog).toHaveTextContent('正在查询结果')
    await userEvent.keyboard('{Escape}')
    const [{ key = '' } = {}] = calls('withdraw.create')
    const result = failure(CODES.BALANCE_NOT_ENOUGH, '余额不足')
    transport.notify({ type: 'settled', endpoint: 'withdraw.create', idempotencyKey: key, result })
    await expect.element(page.getByRole('alert')).toHaveTextContent('余额不足')
    await expect.element(button('下一步')).toBeEnabled()
  })

  it('shows a refusal in the dialog and reads the terms again', async () => {
    transport.responses['withdraw.create'] = () => failure(CODES.PENDING_ORDER_EXISTS, '还有订单在处理')
    open()
    await proceed('500')
    const before = calls('withdraw.prepare').length
    await userEvent.keyboard('246810{Enter}')
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('还有订单在处理')
    await expect.poll(() => calls('withdraw.prepare').length).toBe(before + 1)
  })
})

it('lists the withdrawals that are not finished', async () => {
  const list = ['1', '5', '6'].map((status) => orderOf('withdraw', status, { orderNo: `W261127000000000${status}` }))
  transport.responses['dealRecord.list'] = () => success({ list, hasMore: false })
  open()
  const rows = page.getByRole('list', { name: '处理中的提款' }).getByRole('listitem')
  await expect.element(rows.first()).toHaveTextContent(/¥500.00.*审核中/)
  expect(rows.elements()).toHaveLength(1)
})

it('S7.71 lists the fast withdrawals with their states, page by page', async () => {
  const list = [orderOf('fastWithdraw', '1'), orderOf('fastWithdraw', '7', { orderNo: 'P2611270000000002' })]
  transport.responses['fastWithdraw.list'] = () => success({ list, total: 21 })
  open()
  const rows = page.getByRole('list', { name: '极速提款记录' }).getByRole('listitem')
  await expect.element(rows.first()).toHaveTextContent(/¥500.00.*已匹配，待付款/)
  await userEvent.click(button('下一页'))
  await expect.element(page.getByText('第 2 页，共 2 页')).toBeVisible()
  expect(named('fastWithdraw.list').at(-1)).toEqual({ pageNum: 2 })
  await userEvent.click(rows.last().getByRole('link'))
  await expect.poll(here).toBe('/app/wallet/withdraw/P2611270000000002')
})

it('S7.71 shows no earlier page of fast withdrawals for one that failed, and loads that again by a press', async () => {
  const load = () => success({ list: [orderOf('fastWithdraw', '1')], total: 21 })
  transport.responses['fastWithdraw.list'] = load
  open()
  const rows = page.getByRole('list', { name: '极速提款记录' })
  await expect.element(rows).toBeVisible()
  transport.responses['fastWithdraw.list'] = () => failureOf(CODES.INTERNAL_ERROR)
  await userEvent.click(button('下一页'))
  await expect.element(page.getByRole('alert')).toHaveTextContent('极速提款记录加载失败')
  await expect.element(rows).not.toBeInTheDocument()
  transport.responses['fastWithdraw.list'] = load
  await userEvent.click(button('重试'))
  await expect.element(rows).toBeVisible()
  await expect.element(page.getByText('第 2 页，共 2 页')).toBeVisible()
})

describe.each(AXE_SKINS)('axe in %s', (skin) => {
  it.each([null, 'confirm', 'USDT'] as const)('has no findings: %s', async (state) => {
    await page.viewport(390, 844)
    open(state === 'USDT' ? '?currency=USDT' : '')
    wear(skin)
    await expect.element(amount).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    if (state === 'confirm') {
      await proceed('500')
      await expect.element(pin).toBeVisible()
    }
    await frames(3)
    await animationsEnded()
    expect(await findingsOfScreen()).toEqual([])
  })
})
