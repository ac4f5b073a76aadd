import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WalletTransferPage } from '#app/pages/wallet/WalletTransferPage.tsx'
import { CODES } from '#protocol/codes.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { failure, success } from '#protocol/result.ts'
import { sessionAtom } from '#state/session/session.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { frames, type MountedRoutes, mountRoutes, wear } from '../support/mount.tsx'
import { NO_LIMITS } from '../support/responsible-fixtures.ts'
import { BALANCES, eachOnFundScreen, keysOf, lost, named, transferOrder } from '../support/wallet-funds-fixtures.ts'

let mounted: MountedRoutes
const open = (search = '') => {
  mounted = mountRoutes(
    [{ path: '/app/wallet/transfer', Component: WalletTransferPage }],
    `/app/wallet/transfer${search}`,
  )
}
const amount = page.getByLabelText('金额', { exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const venue = (name: RegExp) => page.getByRole('radio', { name })
const choose = (name: string) => page.getByText(name, { exact: true }).first().click()
const results = page.getByRole('status', { name: '转账结果' })

eachOnFundScreen(() => mounted)

/** Serves orders by their number, as the records and as details. */
function serveOrders(orders: readonly WalletOrder[]): Map<string, WalletOrder> {
  const byNumber = new Map(orders.map((order) => [order.orderNo, order]))
  transport.responses['dealRecord.list'] = ({ type }) =>
    success({ list: [...byNumber.values()].filter(({ kind }) => kind === type), hasMore: false })
  transport.responses['dealRecord.detail'] = ({ orderNo }) => {
    const order = byNumber.get(orderNo)
    return order ? success({ order, events: [], postings: [] }) : failure(CODES.NOT_FOUND, '内容不存在')
  }
  return byNumber
}

describe('the form', () => {
  it('Annex G S7.58 shows the balance of each venue, and says why one cannot be chosen', async () => {
    open()
    await expect.element(venue(/看台体育.*¥123\.45/)).toBeEnabled()
    await expect.element(venue(/海湾体育.*¥7\.00.*维护中/)).toBeDisabled()
    expect(venue(/看台真人|晨曦体育/).query()).toBeNull()
    await expect.element(page.getByText('演示资金').first()).toBeVisible()
    await userEvent.click(button('交换方向'))
    await expect.element(venue(/看台电竞.*没有余额/)).toBeDisabled()
    await expect.element(button('转回中心钱包')).toBeVisible()
  })

  it('Annex E.5 does not list venues that have not opened or are not displayed, unless they hold money', async () => {
    const { venues, ...cny } = BALANCES.CNY
    const closed = [
      { venueEnName: 'YBZR', venueChName: '看台真人', balance: 4_200, status: 2, isDisplay: 1 },
      { venueEnName: 'YBQP', venueChName: '看台棋牌', balance: 0, status: 2, isDisplay: 1 },
      { venueEnName: 'AGTY', venueChName: '晨曦体育', balance: 900, status: 0, isDisplay: 0 },
    ]
    transport.responses['balance.list'] = () => success({ ...cny, venues: [...venues.slice(0, 3), ...closed] })
    open('?venue=AGTY')
    await expect.element(venue(/看台体育/)).toBeEnabled()
    expect(venue(/看台真人|看台棋牌|晨曦体育/).elements()).toEqual([])
    await userEvent.click(button('交换方向'))
    await expect.element(venue(/看台真人.*¥42\.00/)).toBeEnabled()
    await expect.element(venue(/晨曦体育.*¥9\.00/)).toBeChecked()
    expect(venue(/看台棋牌/).elements()).toEqual([])
  })

  it('I10 says before the attempt that an excluded member can transfer to the centre only', async () => {
    const exclusion = { kind: 'selfExclusion' as const, since: NOON, until: null }
    transport.responses['responsible.get'] = () => success({ ...NO_LIMITS, exclusion })
    open()
    const note = page.getByRole('region', { name: '自我排除中' })
    await expect.element(note).toHaveTextContent(/不能存款、投注、转入场馆.*提款、转回资金/)
    await expect.element(venue(/看台体育/)).toBeVisible()
    await expect.element(button('转入场馆')).toBeDisabled()
    await userEvent.click(button('交换方向'))
    await expect.element(button('转回中心钱包')).toBeEnabled()
  })

  it('Annex E.5 S5.18 S7.56 transfers to a venue and says where the money is', async () => {
    transport.responses['transfer.in'] = ({ venueEnName, amount: value }) =>
      success(transferOrder({ channel: venueEnName, amount: value }))
    open()
    await userEvent.click(button('转入场馆'))
    await expect.element(page.getByText('请选择可以转账的场馆')).toBeVisible()
    await expect.element(page.getByText('请填写金额')).toBeVisible()
    expect(document.activeElement).toBe(amount.element())
    await choose('看台电竞')
    await amount.fill('5000.01')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('余额不足')).toBeVisible()
    expect(named('transfer.in')).toEqual([])
    await amount.fill('￥1,000.50')
    await userEvent.keyboard('{Enter}')
    await expect.element(results.getByText('¥1,000.50 已转入看台电竞')).toBeVisible()
    expect(named('transfer.in')).toEqual([{ venueEnName: 'YBDJ', amount: 100_050, currency: 'CNY' }])
    await expect.element(amount).toHaveValue('')
    // Balances are read again.
    await expect.poll(() => named('balance.list').length).toBe(2)
  })

  it('S1.14 takes all of a balance in USDT with the decimals that the field cannot show', async () => {
    transport.responses['transfer.out'] = ({ amount: value }) =>
      success(transferOrder({ kind: 'transferOut', currency: 'USDT', amount: value }))
    open('?currency=USDT&direction=out&venue=YBTY')
    await userEvent.click(button('全部'))
    await expect.element(amount).toHaveValue('5.43')
    await userEvent.click(button('转回中心钱包'))
    await expect.element(results.getByText('₮5.432109 已从看台体育转回中心钱包')).toBeVisible()
    expect(named('transfer.out')).toEqual([{ venueEnName: 'YBTY', amount: 5_432_109, currency: 'USDT' }])
  })

  it('shows a refusal at the amount, and another one below it', async () => {
    transport.responses['transfer.in'] = () => failure(CODES.BALANCE_NOT_ENOUGH, '金币不足')
    open('?venue=YBTY')
    await amount.fill('10')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('余额不足')).toBeVisible()
    transport.responses['transfer.in'] = () => failure(CODES.VENUE_MAINTAIN, '场馆维护中')
    await amount.fill('11')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('场馆维护中')
  })
})

describe('an unknown result', () => {
  it('settled 7 locks the form to the sent transfer; only the same call is repeated, under its key', async () => {
    transport.responses['transfer.in'] = (_params, key) => lost(key)
    open('?venue=YBTY')
    await amount.fill('25')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('正在确认结果')).toBeVisible()
    await expect.element(page.getByText(/转入看台体育 ¥25\.00/)).toBeVisible()
    await expect.element(amount).toBeDisabled()
    await expect.element(button('交换方向')).toBeDisabled()
    expect(button('转入场馆').elements()).toEqual([])
    // Another currency does not unlock it.
    await userEvent.click(page.getByText('泰达币 USDT'))
    await expect.element(page.getByText(/转入看台体育 ¥25\.00/)).toBeVisible()
    transport.responses['transfer.in'] = () => success(transferOrder({ amount: 2_500 }))
    await userEvent.click(button('再次查询'))
    await expect.element(results.getByText('¥25.00 已转入看台体育')).toBeVisible()
    expect(new Set(keysOf('transfer.in')).size).toBe(1)
    expect(new Set(named('transfer.in').map((params) => JSON.stringify(params))).size).toBe(1)
    expect(transport.repeated).toHaveLength(1)
  })

  it('Annex E.5 keeps a venue closed while its transfer is queried, also after a reload', async () => {
    const order = transferOrder({ status: '3', channel: 'YBDJ', amount: 2_000 })
    const orders = serveOrders([order])
    open()
    await expect
      .element(results.getByRole('link', { name: `单号 ${order.orderNo}` }))
      .toHaveAttribute('href', `/app/wallet/records/${order.orderNo}`)
    await expect.element(results.getByText('查询中：看台电竞还没有回复结果')).toBeVisible()
    await expect.element(venue(/看台电竞.*结果查询中/)).toBeDisabled()
    await expect.element(venue(/看台体育/)).toBeEnabled()
    await expect.element(button('全部转回中心钱包')).toBeDisabled()
    expect(results.getByRole('button', { name: '收起' }).elements()).toEqual([])
    orders.set(order.orderNo, { ...order, status: '2', updatedAt: order.updatedAt + 1 })
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.element(results.getByText('¥20.00 已退回中心钱包')).toBeVisible()
    await expect.element(venue(/看台电竞/)).toBeEnabled()
    await expect.element(button('全部转回中心钱包')).toBeEnabled()
    await userEvent.click(results.getByRole('button', { name: '收起' }))
    await expect.element(page.getByText('¥20.00 已退回中心钱包')).not.toBeInTheDocument()
  })
})

describe('the recovery', () => {
  it('Annex E.5 shows a result per venue, and the sum before', async () => {
    const done = transferOrder({ kind: 'transferOut', amount: 12_345 })
    const unknown = transferOrder({ kind: 'transferOut', status: '0', channel: 'YBDJ', amount: 300 })
    const orders = serveOrders([])
    transport.responses['transfer.oneKeyRecover'] = () => {
      for (const order of [done, unknown]) orders.set(order.orderNo, order)
      return success({
        recovered: 12_345,
        orders: [done, unknown],
        failed: [{ venueEnName: 'IMTY', code: CODES.VENUE_MAINTAIN, message: '场馆维护中' }],
      })
    }
    open()
    await expect.element(page.getByText('¥130.45')).toBeVisible()
    await userEvent.click(button('全部转回中心钱包'))
    const list = page.getByRole('list', { name: '各场馆的回收结果' })
    const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })
    await expect.element(row('看台体育')).toHaveTextContent('¥123.45已完成')
    await expect.element(row('看台电竞')).toHaveTextContent('处理中')
    await expect.element(row('海湾体育')).toHaveTextContent('场馆维护中未转回')
    orders.set(unknown.orderNo, { ...unknown, status: '1', updatedAt: unknown.updatedAt + 1 })
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.element(row('看台电竞')).toHaveTextContent('已完成')
  })

  it('is not offered without money at the venues', async () => {
    const empty = { ...BALANCES.CNY, venues: BALANCES.CNY.venues.map((one) => ({ ...one, balance: 0 })) }
    transport.responses['balance.list'] = () => success(empty)
    open()
    await expect.element(page.getByText('场馆里没有余额')).toBeVisible()
    await expect.element(button('全部转回中心钱包')).toBeDisabled()
  })
})

describe('the states of the screen', () => {
  it('shows a failed load with code and 重试', async () => {
    transport.responses['balance.list'] = () => failure(CODES.INTERNAL_ERROR, '服务异常', { traceId: 't-1' })
    open()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/服务异常.*追踪号 t-1/)
    transport.responses['balance.list'] = () => success(BALANCES.CNY)
    await userEvent.click(button('重试'))
    await expect.element(venue(/看台体育/)).toBeEnabled()
  })

  it('offers no transfer while the open ones are unknown', async () => {
    transport.responses['dealRecord.list'] = () => failure(CODES.INTERNAL_ERROR, '服务异常')
    open()
    await expect.element(page.getByText('服务异常').first()).toBeVisible()
    expect(page.getByRole('radio', { name: /看台体育/ }).elements()).toEqual([])
  })

  it('hides all amounts', async () => {
    store.set(uiPreferencesAtom, { ...store.get(uiPreferencesAtom), hidesAmounts: true })
    serveOrders([transferOrder({ amount: 4_321 })])
    open()
    await expect.element(venue(/看台体育.*金额已隐藏/)).toBeEnabled()
    expect(mounted.root.textContent).not.toMatch(/[¥₮]\d/)
    store.set(uiPreferencesAtom, { ...store.get(uiPreferencesAtom), hidesAmounts: false })
  })

  it('S6.12 sends a visitor to sign in and back', async () => {
    store.set(sessionAtom, null)
    open('?venue=YBTY')
    await expect
      .poll(() => mounted.router.state.location.search)
      .toBe('?fromPage=%2Fapp%2Fwallet%2Ftransfer%3Fvenue%3DYBTY')
  })

  it('fits on a phone without horizontal scroll', async () => {
    await page.viewport(390, 844)
    serveOrders([transferOrder({ status: '0', channel: 'YBDJ' }), transferOrder({})])
    open()
    await expect.element(amount).toBeVisible()
    await frames(3)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  it.each(AXE_SKINS)('has no axe finding in %s', async (skin) => {
    serveOrders([transferOrder({ status: '0', channel: 'YBDJ' }), transferOrder({})])
    open()
    wear(skin)
    await expect.element(amount).toBeVisible()
    await userEvent.click(button('转入场馆'))
    await frames(3)
    expect(await findingsOfScreen()).toEqual([])
  })
})
