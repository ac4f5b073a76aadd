import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DepositPage } from '#app/pages/wallet/DepositPage.tsx'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { HOUR_MS } from '#protocol/time.ts'
import { notifyPlayChange } from '#state/data/content-changes.ts'
import { isCheckWantedAtom } from '#state/session/session.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { depositOrder, eachOnWalletScreen, named, NO_LIMITS, serveOrders } from '../support/deposit-fixtures.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { DAY_LIMIT, withLimits } from '../support/responsible-fixtures.ts'
import { store } from '#state/store.ts'
import { frames, type MountedRoutes, mountRoutes, wear } from '../support/mount.tsx'

let mounted: MountedRoutes | undefined
const open = (search = '') => {
  mounted = mountRoutes([{ path: '/app/wallet/deposit', Component: DepositPage }], `/app/wallet/deposit${search}`)
}
const here = () => mounted?.router.state.location.pathname
const button = (name: string) => page.getByRole('button', { name, exact: true })
const amount = () => page.getByRole('textbox', { name: '存款金额' })
const summary = (name: string) => page.getByText(name, { exact: true }).last().element().parentElement?.textContent
const keys = () => transport.calls.filter(({ name }) => name === 'pay.create').map(({ key }) => key)

eachOnWalletScreen(() => mounted)

describe('the form', () => {
  it('S7.66 shows the payment types with limits and fee', async () => {
    open()
    const types = page.getByRole('group', { name: '存款方式' })
    await expect.element(types.getByRole('radio', { name: /银行转账.*¥10\.00 – ¥50,000\.00.*免手续费/ })).toBeChecked()
    await expect.element(types.getByRole('radio', { name: /扫码支付.*手续费 0\.2%/ })).not.toBeChecked()
  })

  it('S7.67 shows what is paid, taken and credited, creates the order once and leads to its payment', async () => {
    transport.responses['pay.create'] = () => success(depositOrder())
    open()
    await userEvent.click(page.getByText('扫码支付', { exact: true }))
    await amount().fill('¥1,000.99')
    expect(summary('存款金额')).toBe('存款金额¥1,000.99')
    // 0.2 % of ¥1,000.99, rounded down.
    expect(summary('手续费')).toBe('手续费¥2.00')
    expect(summary('到账金额')).toBe('到账金额¥998.99')
    const submit = button('提交，去付款').element() as HTMLButtonElement
    submit.click()
    submit.click()
    await expect.poll(here).toBe('/app/wallet/deposit/D2611210000000001')
    expect(named('pay.create')).toEqual([{ payTypeId: 'demo-qr', amount: 100_099 }])
    expect(keys()[0]).toMatch(/^[\w-]{16,64}$/)
  })

  it.each([
    ['', '请填写正确的金额，最多两位小数'],
    ['0', '金额须大于 0'],
    ['9.99', '单笔金额为 ¥10.00 – ¥50,000.00'],
    ['50000.01', '单笔金额为 ¥10.00 – ¥50,000.00'],
  ])('S5.18 refuses %j at its field without a call', async (text, problem) => {
    open()
    await amount().fill(text)
    await userEvent.click(button('提交，去付款'))
    await expect.element(page.getByText(problem)).toBeVisible()
    await expect.element(amount()).toHaveFocus()
    await expect.element(amount()).toHaveAttribute('aria-invalid', 'true')
    expect(named('pay.create')).toEqual([])
  })

  it.each(['-1', '1e3', '0.001'])('S5.18 does not accept %j while it is typed', async (text) => {
    open()
    await amount().fill('12')
    await amount().fill(text)
    await expect.element(amount()).toHaveValue('12')
  })

  it('settled 7 is locked to a call with an unknown outcome, and repeats it under its key', async () => {
    transport.responses['pay.create'] = (_params, key) =>
      failure(CODES.TIMEOUT, '请求超时', { details: { isPending: true, idempotencyKey: key } })
    open()
    await userEvent.click(button('¥500'))
    await userEvent.click(button('提交，去付款'))
    await expect.element(page.getByText(/不会重复创建订单/)).toBeVisible()
    await expect.element(amount()).toBeDisabled()
    await expect.element(page.getByRole('radio', { name: /扫码支付/ })).toBeDisabled()
    transport.responses['pay.create'] = () => success(depositOrder())
    await userEvent.click(button('继续查询结果'))
    await expect.poll(here).toBe('/app/wallet/deposit/D2611210000000001')
    const call = { payTypeId: 'demo-bank', amount: 50_000 }
    expect(named('pay.create')).toEqual([call, call])
    expect(new Set(keys()).size).toBe(1)
  })

  it('S1.14 shows the payment types of the other currency, with an empty amount', async () => {
    open()
    await amount().fill('50')
    await userEvent.click(page.getByText('泰达币 USDT'))
    await expect.element(page.getByRole('radio', { name: /USDT 转账.*TRC20 \/ ERC20/ })).toBeChecked()
    await expect.element(amount()).toHaveValue('')
  })

  it('S7.69 creates a deposit of USDT on the chosen chain, and is locked to it while its outcome is unknown', async () => {
    transport.responses['usdt.pay'] = (_params, key) =>
      failure(CODES.TIMEOUT, '请求超时', { details: { isPending: true, idempotencyKey: key } })
    open()
    await expect.element(page.getByRole('group', { name: '网络' })).not.toBeInTheDocument()
    await userEvent.click(page.getByText('泰达币 USDT'))
    const chains = page.getByRole('group', { name: '网络' })
    await expect.element(chains.getByRole('radio', { name: 'TRC20' })).toBeChecked()
    await userEvent.click(chains.getByText('ERC20'))
    await userEvent.click(button('₮50'))
    expect(summary('方式')).toBe('方式USDT 转账 · ERC20')
    await userEvent.click(button('提交，去付款'))
    await expect.element(page.getByText(/不会重复创建订单/)).toBeVisible()
    await expect.element(chains.getByRole('radio', { name: 'TRC20' })).toBeDisabled()
    const order = depositOrder({ currency: 'USDT', amount: 50_000_000, channel: 'demo-usdt' })
    transport.responses['usdt.pay'] = () =>
      success({ ...order, chain: 'ERC20', address: '0xDemo', qr: 'demo', rate: 72_000 })
    await userEvent.click(button('继续查询结果'))
    await expect.poll(here).toBe('/app/wallet/deposit/D2611210000000001')
    const call = { chain: 'ERC20', amount: 50_000_000 }
    expect(named('usdt.pay')).toEqual([call, call])
    expect(named('pay.create')).toEqual([])
  })

  it('offers customer service if there is no payment type, and 重试 if they fail', async () => {
    transport.responses['payType.list'] = () => failure(CODES.INTERNAL_ERROR, '服务异常', { traceId: 't-2' })
    open()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/存款方式加载失败.*t-2/)
    transport.responses['payType.list'] = () => success({ list: [] })
    await userEvent.click(button('重试'))
    await expect.element(page.getByText('暂时没有可用的存款方式')).toBeVisible()
    await expect.element(page.getByRole('link', { name: '联系客服' })).toHaveAttribute('href', '/cs')
  })
})

describe('open orders', () => {
  it('are listed above the form until they are paid or ended', async () => {
    serveOrders(
      depositOrder(),
      depositOrder({ orderNo: 'D2611210000000002', status: '2' }),
      depositOrder({ orderNo: 'W2611210000000003', kind: 'withdraw', status: '1' }),
    )
    open()
    const list = page.getByRole('list', { name: '待付款的存款' })
    await expect.element(list.getByRole('listitem')).toHaveTextContent(/存款 ¥500\.00.*剩余 29:00/)
    await userEvent.click(list.getByRole('link'))
    await expect.poll(here).toBe('/app/wallet/deposit/D2611210000000001')
  })

  it('get the focus if too many are open', async () => {
    serveOrders(depositOrder())
    transport.responses['pay.create'] = () => failure(CODES.PENDING_ORDER_EXISTS, '有未完成的订单')
    open()
    await amount().fill('500')
    await userEvent.click(button('提交，去付款'))
    await expect.element(page.getByRole('alert').getByText('有未完成的订单')).toBeVisible()
    await expect.poll(() => document.activeElement?.textContent).toContain('待付款的存款')
    await expect.element(amount()).toHaveValue('500')
  })

  it('appear when the outcome of a call from before a reload is known', async () => {
    open()
    await expect.element(amount()).toBeVisible()
    serveOrders(depositOrder())
    transport.notify({ type: 'settled', endpoint: 'pay.create', idempotencyKey: 'earlier', result: success({}) })
    await expect.element(page.getByRole('list', { name: '待付款的存款' })).toBeVisible()
  })
})

describe('Annex I limits', () => {
  const limited = { ...NO_LIMITS, hasNoLimit: false, remaining: { ...NO_LIMITS.remaining, deposit: 30_000 } }

  it('Annex H I9 tell what is left, and refuse a higher amount at its field', async () => {
    transport.responses['responsible.get'] = () => success(limited)
    open()
    await expect.element(page.getByText('你设置的存款限额还剩 ¥300.00')).toBeVisible()
    await amount().fill('300.01')
    await userEvent.click(button('提交，去付款'))
    await expect.element(page.getByText('超过你设置的存款限额，还可以存 ¥300.00')).toBeVisible()
    expect(named('pay.create')).toEqual([])
  })

  it('Annex H I9 are read again after a refusal of the server', async () => {
    transport.responses['pay.create'] = () => {
      transport.responses['responsible.get'] = () => success(limited)
      return failure(CODES.RG_DEPOSIT_LIMIT, '已达到你设定的存款限额')
    }
    open()
    await amount().fill('500')
    await userEvent.click(button('提交，去付款'))
    await expect.element(page.getByText('你设置的存款限额还剩 ¥300.00')).toBeVisible()
    // The dialog of the outcome is the only message.
    expect(page.getByText(/已达到你设定的存款限额/).elements()).toEqual([])
    await expect
      .element(page.getByRole('link', { name: '管理限额' }).first())
      .toHaveAttribute('href', '/app/responsible')
  })

  it('are offered before the first deposit, and the offer can be skipped for this tab', async () => {
    transport.responses['responsible.get'] = () => success({ ...NO_LIMITS, hasDeposited: false })
    open()
    await expect.element(page.getByRole('link', { name: '去设置限额' })).toHaveAttribute('href', '/app/responsible')
    expect(amount().elements()).toEqual([])
    await userEvent.click(button('暂不设置'))
    await expect.element(amount()).toBeVisible()
    mounted?.unmount()
    open()
    await expect.element(amount()).toBeVisible()
  })

  it('Annex H I10 a time-out has no form and leads to withdrawals', async () => {
    const exclusion = { kind: 'timeOut' as const, since: NOON, until: NOON + 24 * HOUR_MS }
    transport.responses['responsible.get'] = () => success({ ...NO_LIMITS, exclusion })
    open()
    await expect.element(page.getByRole('heading', { name: '休息期中' })).toBeVisible()
    await expect.element(page.getByText(/^到 11 月 22 日 20:00 结束，不能提前结束。现在不能存款/)).toBeVisible()
    await expect.element(page.getByRole('link', { name: '去提款' })).toHaveAttribute('href', '/app/wallet/withdraw')
    expect(amount().elements()).toEqual([])
  })

  it('60005 60001 60006 a used-up limit and a reality check have no form, and say why', async () => {
    const limit = (kind: 'session' | 'deposit', used: number) => ({ ...DAY_LIMIT, kind, amount: 60, used })
    transport.responses['responsible.get'] = () => success(withLimits(limit('session', 60)))
    open()
    await expect.element(page.getByRole('heading', { name: '每日在线时长已用完' })).toBeVisible()
    expect(amount().elements()).toEqual([])
    transport.responses['responsible.get'] = () => success(withLimits(limit('deposit', 61)))
    notifyPlayChange()
    await expect.element(page.getByRole('heading', { name: '已达到每日存款限额' })).toBeVisible()
    transport.responses['responsible.get'] = () => success({ ...NO_LIMITS, isCheckDue: true })
    notifyPlayChange()
    await userEvent.click(button('回应提醒'))
    expect(store.get(isCheckWantedAtom)).toBe(true)
    store.set(isCheckWantedAtom, false)
  })

  it('do not block the form if they cannot be read', async () => {
    transport.responses['responsible.get'] = () => failure(CODES.INTERNAL_ERROR, '服务异常')
    open()
    await expect.element(amount()).toBeVisible()
  })
})

it.each([390, 1280])('has no horizontal scroll at %i pixels', async (width) => {
  await page.viewport(width, 844)
  serveOrders(depositOrder())
  open()
  await expect.element(amount()).toBeVisible()
  await frames(3)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

it.each(AXE_SKINS)('axe in %s has no findings', async (skin) => {
  serveOrders(depositOrder())
  open()
  wear(skin)
  await userEvent.click(button('提交，去付款'))
  await frames(3)
  expect(await findingsOfScreen()).toEqual([])
})
