import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WalletPage } from '#app/pages/wallet/WalletPage.tsx'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { depositOrder, eachOnWalletScreen, named, serveBalances, serveOrders } from '../support/deposit-fixtures.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { frames, type MountedRoutes, mountRoutes, wear } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

let mounted: MountedRoutes | undefined
const open = (search = '') => {
  mounted = mountRoutes([{ path: '/app/wallet', Component: WalletPage }], `/app/wallet${search}`)
}
const openWithOrder = () => {
  serveOrders(depositOrder())
  open()
}
const here = () => mounted?.router.state.location.pathname
const button = (name: string) => page.getByRole('button', { name, exact: true })
const total = () => page.getByText('合计').element().parentElement?.textContent

eachOnWalletScreen(() => mounted)

describe('the balances', () => {
  it('S1.13 show what is available and where the rest is; the parts add up', async () => {
    open()
    await expect.element(page.getByText('¥1,200.00').first()).toBeVisible()
    await expect.element(page.getByText('演示资金', { exact: true })).toBeVisible()
    const parts = page.getByText('资金分布').element().parentElement?.textContent
    expect(parts).toContain('冻结¥100.00')
    expect(parts).toContain('利息钱包¥300.00')
    expect(parts).toContain('场馆¥100.00')
    expect(total()).toBe('合计¥1,700.00')
  })

  it('S1.14 change the currency in the address, without amounts of the other one', async () => {
    open()
    await expect.element(page.getByText('合计')).toBeVisible()
    transport.responses['balance.list'] = () => new Promise(() => {})
    await userEvent.click(page.getByText('泰达币 USDT'))
    await expect.poll(() => named('balance.list').at(-1)).toEqual({ currency: 'USDT' })
    await expect.poll(() => page.getByText('1,200.00').elements()).toEqual([])
    expect(mounted?.router.state.location.search).toBe('?currency=USDT')
  })

  it('are hidden everywhere by one switch', async () => {
    openWithOrder()
    await expect.element(page.getByText('合计')).toBeVisible()
    await userEvent.click(button('隐藏金额'))
    await expect.poll(() => document.body.textContent).not.toContain('¥')
    await userEvent.click(button('显示金额'))
    await expect.element(page.getByText('¥1,200.00').first()).toBeVisible()
  })

  it('show a dash and 重试 for a part that fails, and no total', async () => {
    transport.responses['interest.info'] = () => failure(CODES.INTERNAL_ERROR, '服务异常', { traceId: 't-9' })
    open()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/部分余额加载失败.*t-9/)
    expect(total()).toBe('合计—')
    serveBalances()
    await userEvent.click(button('重试'))
    await expect.poll(total).toBe('合计¥1,700.00')
  })

  it('lead to play money if there is none', async () => {
    transport.responses['balance.list'] = ({ currency }) => success({ currency, center: 0, locked: 0, venues: [] })
    delete transport.responses['interest.info']
    open()
    await expect.element(page.getByRole('alert')).toBeVisible()
    expect(page.getByText('钱包里还没有演示资金').elements()).toEqual([])
    serveBalances()
    transport.responses['balance.list'] = ({ currency }) => success({ currency, center: 0, locked: 0, venues: [] })
    await userEvent.click(page.getByText('泰达币 USDT'))
    await expect.element(page.getByText('钱包里还没有演示资金')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: '存款' }).first())
      .toHaveAttribute('href', '/app/wallet/deposit?currency=USDT')
  })

  it('have their places from the start; amounts and open orders move nothing in them', async () => {
    serveOrders(depositOrder())
    const { 'balance.list': served = () => failure(CODES.NOT_FOUND, '') } = transport.responses
    let respond = () => {}
    const pending = new Promise<void>((resolve) => (respond = resolve))
    transport.responses['balance.list'] = async (params) => {
      await pending
      return served(params)
    }
    open()
    await expect.poll(total).toBe('合计—')
    const box = () => page.getByText('合计').element().getBoundingClientRect().toJSON() as DOMRect
    const before = box()
    respond()
    await expect.poll(total).toBe('合计¥1,700.00')
    await expect.element(page.getByRole('list', { name: '进行中' })).toBeVisible()
    expect(box()).toEqual(before)
  })

  it('of another member are never shown', async () => {
    open()
    await expect.element(page.getByText('¥1,200.00').first()).toBeVisible()
    transport.responses['balance.list'] = () => new Promise(() => {})
    store.set(sessionAtom, { member: { ...MEMBER, userId: 'another' }, expireAt: NOON + 3_600_000 })
    await expect.poll(() => document.body.textContent).not.toContain('¥1,200.00')
  })

  it('S6.12 are for members', async () => {
    store.set(sessionAtom, null)
    open()
    await expect.poll(here).toBe('/login')
  })
})

describe('open orders', () => {
  it('are listed with their status and the time that is left, and lead to their screen', async () => {
    serveOrders(
      depositOrder(),
      depositOrder({ orderNo: 'D2611210000000002', status: '3' }),
      depositOrder({ orderNo: 'D2611210000000003', status: '4' }),
    )
    open()
    const list = page.getByRole('list', { name: '进行中' })
    await expect.element(list.getByRole('listitem')).toHaveTextContent(/存款 ¥500\.00.*29:00.*待付款/)
    await userEvent.click(list.getByRole('link'))
    await expect.poll(here).toBe('/app/wallet/deposit/D2611210000000001')
  })

  it('are refetched while one is open; their change refetches the balances', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    serveOrders(depositOrder({ status: '2' }))
    open()
    await vi.waitFor(() => expect(page.getByText('核对付款中').elements()).toHaveLength(1))
    const before = named('balance.list').length
    serveOrders(depositOrder({ status: '3' }))
    await vi.waitFor(() => {
      vi.advanceTimersByTime(1_000)
      expect(named('balance.list').length).toBe(before + 1)
    })
    const reads = named('dealRecord.list').length
    vi.advanceTimersByTime(120_000)
    expect(named('dealRecord.list')).toHaveLength(reads)
  })
})

describe('the venues', () => {
  it('show balances, closed ones and, opened, those without a balance', async () => {
    open()
    const list = page.getByRole('list', { name: '场馆余额' })
    await expect.element(list.getByText('看台体育')).toBeVisible()
    await expect.element(list.getByText('维护中')).toBeVisible()
    await userEvent.click(page.getByText('余额为 0 的场馆（1）'))
    await expect.element(page.getByText('风帆体育')).toBeVisible()
  })

  it('Annex E.5 show a transfer whose result is not known', async () => {
    serveOrders(depositOrder({ orderNo: 'T2611210000000007', kind: 'transferIn', status: '3', channel: 'FBTY' }))
    open()
    const row = page.getByRole('list', { name: '场馆余额' }).getByRole('listitem').filter({ hasText: '风帆体育' })
    await expect.element(row).toHaveTextContent(/结果查询中.*¥0\.00/)
  })

  it('S7.57 Annex E.5 are recovered with a result per venue', async () => {
    const order = depositOrder({
      orderNo: 'T2611210000000007',
      kind: 'transferOut',
      status: '1',
      channel: 'YBTY',
      amount: 8_000,
    })
    transport.responses['transfer.oneKeyRecover'] = () =>
      success({
        recovered: 8_000,
        orders: [order],
        failed: [{ venueEnName: 'IMTY', code: CODES.VENUE_MAINTAIN, message: '场馆维护中' }],
      })
    open()
    await userEvent.click(button('一键收回'))
    await expect.element(page.getByText('已收回 ¥80.00')).toBeVisible()
    const results = page.getByRole('list', { name: '收回结果' })
    await expect.element(results.getByRole('listitem').first()).toHaveTextContent(/看台体育.*已完成.*\+¥80\.00/)
    await expect.element(results.getByRole('listitem').last()).toHaveTextContent(/海湾体育.*收回失败：场馆维护中/)
    await userEvent.click(results.getByRole('button', { name: '重试' }))
    await expect.poll(() => named('transfer.oneKeyRecover')).toHaveLength(2)
    const keys = transport.calls.filter(({ name }) => name === 'transfer.oneKeyRecover').map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
  })

  it('settled 7 a recovery with an unknown outcome is repeated under its key', async () => {
    transport.responses['transfer.oneKeyRecover'] = (_params, key) =>
      failure(CODES.TIMEOUT, '请求超时', { details: { isPending: true, idempotencyKey: key } })
    open()
    await userEvent.click(button('一键收回'))
    await expect.element(page.getByText(/继续查询不会重复转账/)).toBeVisible()
    transport.responses['transfer.oneKeyRecover'] = () => success({ recovered: 0, orders: [], failed: [] })
    await userEvent.click(button('继续查询结果'))
    await expect.element(page.getByText('没有可收回的余额')).toBeVisible()
    const keys = transport.calls.filter(({ name }) => name === 'transfer.oneKeyRecover').map(({ key }) => key)
    expect(new Set(keys).size).toBe(1)
  })

  it('S7.76 are entered with or without an automatic transfer; a refusal shows the choice before', async () => {
    open()
    const mode = page.getByRole('switch', { name: '自动转账' })
    await expect.element(mode).not.toBeChecked()
    transport.responses['walletType.set'] = ({ type }) => {
      transport.responses['walletType.get'] = () => success({ type })
      return success({ type })
    }
    await userEvent.click(mode)
    await expect.element(page.getByText('进入场馆时，可用余额自动转入。')).toBeVisible()
    expect(named('walletType.set')).toEqual([{ type: 'auto' }])
    transport.responses['walletType.set'] = () => failure(CODES.INTERFACE_DEGRADE, '服务繁忙，请稍后再试')
    await userEvent.click(mode)
    await expect.element(page.getByRole('alert')).toHaveTextContent('服务繁忙')
    await expect.element(mode).toBeChecked()
  })
})

it('links every screen of the wallet in its currency', async () => {
  open('?currency=USDT')
  const links = page.getByRole('navigation', { name: '钱包服务' }).getByRole('link')
  await expect.element(links.first()).toBeVisible()
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual([
    ...['deposit', 'withdraw', 'transfer', 'usdt', 'interest', 'cards', 'records'].map(
      (path) => `/app/wallet/${path}?currency=USDT`,
    ),
    '/app/records/games?currency=USDT',
    '/app/responsible',
  ])
})

it.each([390, 1280])('has no horizontal scroll at %i pixels', async (width) => {
  await page.viewport(width, 844)
  openWithOrder()
  await expect.element(page.getByText('合计')).toBeVisible()
  await frames(3)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

it.each(AXE_SKINS)('axe in %s has no findings', async (skin) => {
  openWithOrder()
  wear(skin)
  await expect.element(page.getByText('合计')).toBeVisible()
  await userEvent.click(page.getByText('余额为 0 的场馆（1）'))
  await frames(3)
  expect(await findingsOfScreen()).toEqual([])
})
