import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WalletUsdtPage } from '#app/pages/wallet/WalletUsdtPage.tsx'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { failure, success } from '#protocol/result.ts'
import { convert, memberRate, QUOTE_MS, SPREAD_PPM } from '#protocol/wallet/conversion.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { frames, type MountedRoutes, mountRoutes, wear } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'
import { eachOnFundScreen, keysOf, lost, named, rateOf } from '../support/wallet-funds-fixtures.ts'

let mounted: MountedRoutes
const open = () => {
  mounted = mountRoutes([{ path: '/app/wallet/usdt', Component: WalletUsdtPage }], '/app/wallet/usdt')
}
const amount = page.getByLabelText('付出金额')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

eachOnFundScreen(() => mounted)

/** Quotes at this rate and the spread, and the conversion of each. */
function serveRate(mid: number): void {
  transport.responses['usdt.quote'] = ({ from, to, amount: asked }) => {
    const rate = memberRate(from, mid)
    const { debit, receive } = convert(from, asked, rate)
    return success({
      quoteId: `q-${named('usdt.quote').length}`,
      from,
      to,
      amount: debit,
      receive,
      rate,
      mid,
      spreadPpm: SPREAD_PPM,
      source: 'demo',
      rateAt: transport.now,
      expiresAt: transport.now + QUOTE_MS,
    })
  }
  transport.responses['usdt.transfer'] = ({ from, to, amount: debit }) =>
    success({
      from,
      to,
      amount: debit,
      receive: convert(from, debit, memberRate(from, mid)).receive,
      rate: memberRate(from, mid),
      balances: { CNY: 490_000, USDT: 314_012_344 },
      at: transport.now,
    })
}

async function askFor(text: string): Promise<void> {
  await amount.fill(text)
  await userEvent.keyboard('{Enter}')
  await expect.element(button('确认兑换')).toBeVisible()
}

describe('the rate', () => {
  it('S1.14 shows the rate with its source and age; a stale one has to be refreshed first', async () => {
    let at = transport.now - 4_000
    transport.responses['usdt.rate'] = () => success(rateOf(72_134, at))
    open()
    await expect.element(page.getByText('1 USDT = ¥7.2134（中间价）')).toBeVisible()
    await expect.element(page.getByText('买入 ¥7.2495 · 卖出 ¥7.1773')).toBeVisible()
    await expect.element(page.getByText(/^点差 0.5% · /)).toBeVisible()
    await expect.element(page.getByText(/报价含 0.5% 点差：.*报价提前失效。$/)).toBeVisible()
    await expect.element(page.getByText(/演示汇率 · [45] 秒前更新/)).toBeVisible()
    transport.now += 61_000
    await expect.element(button('先刷新汇率')).toBeVisible()
    await expect.element(page.getByText(/已过期，请先刷新/)).toBeVisible()
    await amount.fill('100')
    await userEvent.keyboard('{Enter}')
    expect(named('usdt.quote')).toEqual([])
    at = transport.now
    await userEvent.click(button('先刷新汇率'))
    await expect.element(button('获取报价')).toBeVisible()
  })

  it('says that there is none, with 重试', async () => {
    transport.responses['usdt.rate'] = () => failure(CODES.INTERFACE_DEGRADE, '暂时没有汇率，请稍后再试')
    open()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/暂时没有汇率/)
    await expect.element(button('获取报价')).toBeDisabled()
  })
})

describe('the history', () => {
  it('S7.69 shows the newest conversions, and a new one at once', async () => {
    serveRate(72_000)
    const list: DataOf<'usdt.records'>['list'] = []
    transport.responses['usdt.records'] = () => success({ list: [...list], hasMore: false })
    open()
    await expect.element(page.getByText('还没有兑换')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: '全部记录' }))
      .toHaveAttribute('href', '/app/wallet/records?type=convert')
    await askFor('100')
    list.push({
      id: 'c-1',
      from: 'CNY',
      to: 'USDT',
      amount: 100_00,
      receive: 13_888_888,
      rate: 72_000,
      at: transport.now,
    })
    await userEvent.click(button('确认兑换'))
    await expect
      .element(page.getByRole('list', { name: '最近兑换' }))
      .toHaveTextContent(/人民币换泰达币.*1 USDT = ¥7.2000\+₮13.88−¥100.00/)
  })
})

describe('a conversion', () => {
  it('S7.69 shows both balances and an estimate, quotes, asks, and shows the result', async () => {
    serveRate(72_000)
    open()
    await expect.element(page.getByText('¥5,000.00')).toBeVisible()
    await expect.element(page.getByText('₮300.12')).toBeVisible()
    await amount.fill('100')
    await expect.element(page.getByText('约得 ₮13.81，以报价为准')).toBeVisible()
    await askFor('100')
    expect(named('usdt.transfer')).toEqual([])
    await expect.element(page.getByText('₮13.819789')).toBeVisible()
    await expect.element(page.getByText('1 USDT = ¥7.2360 · 演示汇率')).toBeVisible()
    await expect.element(page.getByText('0.5%，中间价 ¥7.2000')).toBeVisible()
    await expect.element(page.getByText(/^报价在 \d\d:\d\d:\d\d 前有效，还剩 0:/)).toBeVisible()
    await userEvent.click(button('确认兑换'))
    await expect.element(page.getByText('兑换完成')).toBeVisible()
    await expect.element(page.getByText('₮314.012344')).toBeVisible()
    expect(named('usdt.transfer')).toEqual([{ from: 'CNY', to: 'USDT', amount: 10_000, quoteId: 'q-1' }])
    await userEvent.click(button('再兑换一笔'))
    await expect.element(amount).toHaveValue('')
  })

  it('S7.69 explains that less is taken than was asked for', async () => {
    serveRate(72_000)
    open()
    await userEvent.click(button('交换方向'))
    await askFor('1.01')
    // 1.01 USDT are ¥7.23564 at ¥7.1640, so that ¥7.23 cost ₮1.009213.
    await expect.element(page.getByText('₮1.009213', { exact: true })).toBeVisible()
    await expect.element(page.getByText(/多出的 ₮0\.000787 换不到 ¥0\.01，不会扣除/)).toBeVisible()
    await userEvent.click(button('确认兑换'))
    await expect.poll(() => named('usdt.transfer')).toMatchObject([{ from: 'USDT', amount: 1_009_213 }])
  })

  it('S7.69 an expired quote converts nothing; the new one shows the changed rate and is confirmed again', async () => {
    serveRate(72_000)
    open()
    await askFor('100')
    transport.now += QUOTE_MS
    await expect.element(page.getByRole('alert')).toHaveTextContent('报价已失效，没有兑换')
    expect(button('确认兑换').elements()).toEqual([])
    serveRate(73_500)
    // The second press of a double press meets the button of the new offer.
    await userEvent.dblClick(button('重新报价'))
    await expect.element(page.getByText('汇率已变化：1 USDT 由 ¥7.2360 变为 ¥7.3868')).toBeVisible()
    expect(named('usdt.transfer')).toEqual([])
    await userEvent.click(button('确认兑换'))
    await expect.poll(() => named('usdt.transfer')).toMatchObject([{ quoteId: 'q-2' }])
  })

  it.each([
    ['has expired or was overtaken by the market', CODES.ORDER_STATE_CHANGED],
    ['was replaced by a quote of another tab', CODES.NOT_FOUND],
  ])('S7.69 a quote that %s is treated like an expired one', async (_reason, code) => {
    serveRate(72_000)
    transport.responses['usdt.transfer'] = () => failure(code, '报价已失效，请重新获取')
    open()
    await askFor('100')
    await userEvent.click(button('确认兑换'))
    await expect.element(page.getByRole('alert')).toHaveTextContent('报价已失效，没有兑换')
    serveRate(72_000)
    await userEvent.click(button('重新报价'))
    await userEvent.click(button('确认兑换'))
    await expect.element(page.getByText('兑换完成')).toBeVisible()
    expect(new Set(keysOf('usdt.transfer')).size).toBe(2)
  })

  it('settled 7 a lost response leaves only the same call under its key, also after the quote has expired', async () => {
    serveRate(72_000)
    transport.responses['usdt.transfer'] = (_params, key) => lost(key)
    open()
    await askFor('100')
    await userEvent.click(button('确认兑换'))
    await expect.element(page.getByText('正在确认结果')).toBeVisible()
    transport.now += QUOTE_MS
    expect(button('重新报价').elements()).toEqual([])
    expect(button('返回修改').elements()).toEqual([])
    serveRate(72_000)
    await userEvent.click(button('再次查询'))
    await expect.element(page.getByText('兑换完成')).toBeVisible()
    expect(new Set(keysOf('usdt.transfer')).size).toBe(1)
  })

  it('settled 7 after a reload the form is locked until the outcome of the stored conversion is known', async () => {
    transport.storedCalls = [
      {
        key: 'key-before-reload',
        endpoint: 'usdt.transfer',
        params: { from: 'CNY', to: 'USDT', amount: 10_000, quoteId: 'q-0' },
        memberId: MEMBER.userId,
        time: transport.now - 1_000,
      },
    ]
    serveRate(72_000)
    open()
    await expect.element(page.getByText(/用 ¥100.00 兑换 USDT：已经提交，还没收到回复/)).toBeVisible()
    expect(amount.elements()).toEqual([])
    await userEvent.click(button('再次查询'))
    await expect.element(page.getByText('兑换完成')).toBeVisible()
    expect(keysOf('usdt.transfer')).toEqual(['key-before-reload'])
  })

  it('S5.18 keeps the limits, and shows a refused quote', async () => {
    open()
    await amount.fill('0.5')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('最少 ¥1.00')).toBeVisible()
    transport.responses['usdt.quote'] = () => failure(CODES.INTERFACE_DEGRADE, '暂时没有最新汇率，请稍后再试')
    await amount.fill('5')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('暂时没有最新汇率')
  })
})

describe('the rest of the screen', () => {
  it('S3.27 lists the addresses and leads to their page', async () => {
    open()
    await expect.element(page.getByText('冷钱包')).toBeVisible()
    await expect.element(page.getByText('TRC20 · 尾号 x8Ab')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: '管理' }))
      .toHaveAttribute('href', '/app/wallet/cards?currency=USDT')
  })

  it('leads to the page of the addresses if there is none', async () => {
    transport.responses['virtualCurrency.list'] = () => success({ list: [], max: 3 })
    open()
    await userEvent.click(page.getByRole('link', { name: '添加 USDT 地址' }))
    await expect.poll(() => mounted.router.state.location.pathname).toBe('/app/wallet/cards')
  })

  it('says that the site has no USDT wallet', async () => {
    const config = store.get(siteConfigAtom)
    store.set(siteConfigAtom, { ...config, usdtWalletSwitch: 0 })
    open()
    await expect.element(page.getByText('本站没有开通 USDT 钱包')).toBeVisible()
    expect(named('usdt.rate')).toEqual([])
    store.set(siteConfigAtom, config)
  })

  it('fits on a phone without horizontal scroll', async () => {
    await page.viewport(390, 844)
    serveRate(72_000)
    open()
    await askFor('4999.99')
    await frames(3)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  it.each(AXE_SKINS)('has no axe finding in %s', async (skin) => {
    serveRate(72_000)
    open()
    wear(skin)
    await amount.fill('100')
    for (const step of ['获取报价', '确认兑换', '再兑换一笔']) {
      // oxlint-disable no-await-in-loop -- one step after the other
      await expect.element(button(step)).toBeVisible()
      await frames(2)
      expect(await findingsOfScreen()).toEqual([])
      await userEvent.click(button(step))
      // oxlint-enable no-await-in-loop
    }
  })
})
