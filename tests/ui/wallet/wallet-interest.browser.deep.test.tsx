import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WalletInterestPage } from '#app/pages/wallet/WalletInterestPage.tsx'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { frames, type MountedRoutes, mountRoutes, wear } from '../support/mount.tsx'
import { eachOnFundScreen, INTEREST, keysOf, lost, named } from '../support/wallet-funds-fixtures.ts'

let mounted: MountedRoutes
const open = (search = '') => {
  mounted = mountRoutes(
    [{ path: '/app/wallet/interest', Component: WalletInterestPage }],
    `/app/wallet/interest${search}`,
  )
}
const amount = page.getByLabelText('金额', { exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const lead = page.getByRole('region', { name: '利息钱包', exact: true })

eachOnFundScreen(() => mounted)

const NEW = {
  ...INTEREST,
  principal: 0,
  yesterday: 0,
  total: 0,
  carriedMicro: 0,
  series: INTEREST.series.map((day) => ({ ...day, amount: 0, principal: 0 })),
}

describe('the figures', () => {
  it('S1.15 Annex E.6 shows principal, interest, rate, carried fraction and the next payment', async () => {
    open()
    await expect.element(lead.getByText('¥12,345.67')).toBeVisible()
    await expect.element(lead.getByText('+¥0.67')).toBeVisible()
    await expect.element(lead.getByText('+¥18.20')).toBeVisible()
    await expect.element(lead.getByText('0.0055%')).toBeVisible()
    await expect.element(lead.getByText('不足 ¥0.01 的零头 ¥0.00421000 已累积到下一次')).toBeVisible()
    await expect.element(lead.getByText(/今天的利息.* 到账，按当天最低本金计算/)).toBeVisible()
    await expect.element(lead.getByText(/利率为演示数据.*一年约 2\.00%/)).toBeVisible()
  })

  it('Annex E.6 shows the interest of one day as an example if there is no principal', async () => {
    transport.responses['interest.info'] = () => success(NEW)
    transport.responses['interest.records'] = () => success({ list: [], hasMore: false })
    open()
    await expect.element(lead.getByText(/例如存入 ¥1,000\.00，满一天的利息是 ¥0\.05/)).toBeVisible()
    await expect.element(page.getByText('近 30 天还没有利息')).toBeVisible()
    await expect.element(page.getByText('还没有记录')).toBeVisible()
  })

  it('has every day of the chart in a table', async () => {
    open()
    await userEvent.click(page.getByText('查看每天的利息'))
    const rows = page.getByRole('table', { name: '近 30 天利息' }).getByRole('row')
    await expect.poll(() => rows.elements().length).toBe(31)
    await expect.element(rows.nth(1)).toHaveTextContent(/^2026-\d\d-\d\d¥10,290\.00¥0\.63$/)
    expect(document.querySelectorAll('svg rect').length).toBeGreaterThanOrEqual(30)
  })
})

describe('transfers', () => {
  it('S7.77 Annex E.6 moves money in and out, refuses less than the least amount', async () => {
    transport.responses['interest.to'] = ({ currency, amount: value }) =>
      success({ currency, principal: INTEREST.principal + value, balance: INTEREST.balance - value })
    transport.responses['interest.from'] = ({ currency, amount: value }) =>
      success({ currency, principal: INTEREST.principal - value, balance: INTEREST.balance + value })
    open()
    await amount.fill('0.99')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('最少 ¥1.00')).toBeVisible()
    expect(named('interest.to')).toEqual([])
    await amount.fill('20')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('¥20.00 已转入利息钱包')).toBeVisible()
    // Figures and records are read again.
    await expect.poll(() => named('interest.info').length).toBe(2)
    await expect.poll(() => named('interest.records').length).toBe(2)
    await userEvent.click(page.getByText('转出利息钱包').first())
    await userEvent.click(button('全部'))
    await userEvent.click(button('转出利息钱包'))
    await expect.element(page.getByText('¥12,345.67 已转回中心钱包')).toBeVisible()
    expect([...named('interest.to'), ...named('interest.from')]).toEqual([
      { currency: 'CNY', amount: 2_000 },
      { currency: 'CNY', amount: 1_234_567 },
    ])
  })

  it('Annex E.6 takes out a whole principal that is less than the least amount', async () => {
    transport.responses['interest.info'] = () => success({ ...INTEREST, principal: 55 })
    transport.responses['interest.from'] = ({ currency }) => success({ currency, principal: 0, balance: 500_055 })
    open()
    await userEvent.click(page.getByText('转出利息钱包').first())
    await amount.fill('0.54')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('最少 ¥1.00')).toBeVisible()
    await userEvent.click(button('全部'))
    await userEvent.click(button('转出利息钱包'))
    await expect.poll(() => named('interest.from')).toEqual([{ currency: 'CNY', amount: 55 }])
  })

  it('settled 7 locks the form while the outcome of a transfer is unknown', async () => {
    transport.responses['interest.from'] = (_params, key) => lost(key)
    open()
    await userEvent.click(page.getByText('转出利息钱包').first())
    await amount.fill('30')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/转出利息钱包 ¥30\.00：已经提交/)).toBeVisible()
    // The other direction cannot be chosen.
    await userEvent.click(page.getByText('转入利息钱包').first())
    await expect.element(page.getByRole('radio', { name: '转出利息钱包' })).toBeChecked()
    transport.responses['interest.from'] = ({ currency }) =>
      success({ currency, principal: 1_231_567, balance: 503_000 })
    await userEvent.click(button('再次查询'))
    await expect.element(page.getByText('¥30.00 已转回中心钱包')).toBeVisible()
    expect(new Set(keysOf('interest.from')).size).toBe(1)
  })

  it('lets money out only if the site has switched the wallet off', async () => {
    const config = store.get(siteConfigAtom)
    store.set(siteConfigAtom, { ...config, interestWalletSwitch: 0 })
    open()
    await expect.element(page.getByText('本站已停止转入。已有本金可以随时转出。')).toBeVisible()
    await expect.element(button('转出利息钱包')).toBeVisible()
    expect(page.getByRole('radio', { name: '转入利息钱包' }).elements()).toEqual([])
    store.set(siteConfigAtom, config)
  })
})

describe('the records', () => {
  const scrollToEnd = () =>
    expect
      .poll(() => {
        window.scrollTo(0, document.documentElement.scrollHeight)
        return named('interest.records').length
      })
      .toBe(2)

  it('S7.77 are loaded page by page when the end is near, each once', async () => {
    const record = (index: number) => ({
      id: `r-${index}`,
      type: 'interest' as const,
      amount: index,
      balanceAfter: 10_000 + index,
      at: transport.now - index,
      date: '2026-11-20',
    })
    transport.responses['interest.records'] = ({ before }) =>
      before === undefined
        ? success({ list: Array.from({ length: 20 }, (_, index) => record(index)), hasMore: true })
        : success({ list: [record(20)], hasMore: false })
    open()
    await scrollToEnd()
    await expect.element(page.getByText('没有更多记录')).toBeInTheDocument()
    expect(named('interest.records')).toEqual([{ currency: 'CNY' }, { currency: 'CNY', before: 'r-19' }])
    const list = page.getByRole('list', { name: '利息钱包记录' })
    expect(list.getByRole('listitem').elements()).toHaveLength(21)
  })

  it('keep what is loaded if the next page fails', async () => {
    const [first] = [{ id: 'r-1', type: 'to' as const, amount: 100, balanceAfter: 100, at: 0, date: '' }]
    transport.responses['interest.records'] = ({ before }) =>
      before === undefined ? success({ list: [first], hasMore: true }) : failure(CODES.INTERNAL_ERROR, '服务异常')
    open()
    await scrollToEnd()
    await expect.element(page.getByRole('alert')).toHaveTextContent('更多记录加载失败')
    transport.responses['interest.records'] = () => success({ list: [], hasMore: false })
    await userEvent.click(button('重试'))
    await expect.element(page.getByText('没有更多记录')).toBeVisible()
  })
})

describe('the screen', () => {
  it('shows a failed load with code and 重试', async () => {
    transport.responses['interest.info'] = () => failure(CODES.INTERNAL_ERROR, '服务异常', { traceId: 't-1' })
    open()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/服务异常.*追踪号 t-1/)
    transport.responses['interest.info'] = () => success(INTEREST)
    await userEvent.click(button('重试'))
    await expect.element(lead.getByText('¥12,345.67')).toBeVisible()
  })

  it('S1.14 has a wallet per currency, with all decimals of USDT', async () => {
    transport.responses['interest.info'] = ({ currency }) =>
      success({ ...INTEREST, currency, principal: 12_345_678, yesterday: 679, min: 1_000_000 })
    open('?currency=USDT')
    await expect.element(lead.getByText('₮12.345678')).toBeVisible()
    await expect.element(lead.getByText('+₮0.000679')).toBeVisible()
    expect(named('interest.info')).toEqual([{ currency: 'USDT' }])
  })

  it('fits on a phone without horizontal scroll', async () => {
    await page.viewport(390, 844)
    open('?currency=USDT')
    await expect.element(lead.getByText('0.0055%')).toBeVisible()
    await frames(3)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  it.each(AXE_SKINS)('has no axe finding in %s', async (skin) => {
    open()
    wear(skin)
    await userEvent.click(page.getByText('查看每天的利息'))
    await amount.fill('0')
    await userEvent.keyboard('{Enter}')
    await frames(3)
    expect(await findingsOfScreen()).toEqual([])
  })
})
