import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { siteAtom } from '#state/site/site.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { balances, rail, reward, rewards, sendButton } from '../support/gift-controls.ts'
import { closeRoom, here, openRoomPage } from '../support/open-room.tsx'
import { GIFTS } from '../support/room-fixtures.ts'

beforeEach(() => store.set(uiPreferencesAtom, { giftPauseCoins: 1_000 }))
afterEach(closeRoom)

describe('limits of gifts', () => {
  it('Annex I gift confirmation: asks above each further multiple of the chosen sum, and recommends a pause', async () => {
    await openRoomPage()
    transport.responses['gift.reward'] = () => reward(1, 10_000)
    await rail('金杯 1,888 金币').click()
    await sendButton('1,888').click()
    const question = page.getByRole('alertdialog', { name: '本次将送出 1,888 金币' })
    await expect.element(question).toBeVisible()
    await question.getByRole('button', { name: '休息一下' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(rewards()).toEqual([])
    await rail('金杯 1,888 金币').click()
    await sendButton('1,888').click()
    await page.getByRole('button', { name: '继续送出' }).click()
    await vi.waitFor(() => expect(rewards()).toHaveLength(1))
    await expect.element(question).not.toBeInTheDocument()
    // A confirmation does not apply to further gifts.
    await sendButton('1,888').click()
    const again = page.getByRole('alertdialog', { name: '本场已送出 1,888 金币' })
    await expect.element(again).toBeVisible()
    expect(rewards()).toHaveLength(1)
    await again.getByRole('button', { name: '继续送出' }).click()
    await vi.waitFor(() => expect(rewards()).toHaveLength(2))
    await expect.element(again).not.toBeInTheDocument()
    // A combo continues between two confirmations: 3,776 and twice 99.
    await rail('战鼓 99 金币').click()
    await sendButton('99').click()
    await sendButton('99').click()
    await vi.waitFor(() => expect(rewards().length).toBeGreaterThan(2))
  })

  it('S6.6 opens the window for coins from the balance in the header', async () => {
    await openRoomPage()
    await page
      .getByRole('banner')
      .getByRole('button', { name: /领取金币$/ })
      .click()
    await expect.element(page.getByRole('dialog', { name: '领取金币' })).toBeVisible()
  })

  it('does not count refused gifts', async () => {
    await openRoomPage()
    transport.responses['gift.reward'] = () => failure(40010, '暂时不能送礼物')
    await rail('金杯 1,888 金币').click()
    await sendButton('1,888').click()
    const question = page.getByRole('alertdialog', { name: '本次将送出 1,888 金币' })
    await question.getByRole('button', { name: '继续送出' }).click()
    await expect.element(page.getByText('1 个金杯赠送失败，未扣金币：暂时不能送礼物')).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
    await rail('战鼓 99 金币').click()
    await page.getByRole('button', { name: '6', exact: true }).click()
    await sendButton('594').click()
    await expect.element(page.getByText('6 个战鼓赠送失败，未扣金币：暂时不能送礼物')).toBeVisible()
    transport.responses['gift.reward'] = () => reward(6, 12_086)
    await sendButton('594').click()
    await vi.waitFor(() => expect(rewards()).toHaveLength(3))
    await rail('金杯 1,888 金币').click()
    await sendButton('1,888').click()
    await expect.element(question).toBeVisible()
  })

  it('S7.111 sends once when continue is pressed twice during the exit animation', async () => {
    await openRoomPage()
    transport.responses['gift.reward'] = () => reward(1, 10_000)
    await rail('金杯 1,888 金币').click()
    await sendButton('1,888').click()
    const goOn = page.getByRole('button', { name: '继续送出' })
    await userEvent.dblClick(goOn)
    await vi.waitFor(() => expect(rewards()).toHaveLength(1))
    expect(rewards()[0]?.params).toMatchObject({ count: 1 })
  })

  it('buys play money once when pressed twice', async () => {
    await openRoomPage({ coins: 50 })
    transport.responses['coin.buy'] = ({ coins }) => success({ balance: 50 + coins })
    await rail('战鼓 99 金币').click()
    await sendButton('99').click()
    const take = page.getByRole('button', { name: '领取', exact: true })
    await expect.element(take).toBeEnabled()
    const button = take.element() as HTMLButtonElement
    button.click()
    await vi.waitFor(() => expect(balances()[0]).toBe(150))
    button.click()
    await expect.element(take).not.toBeInTheDocument()
    expect(transport.calls.filter(({ name }) => name === 'coin.buy')).toHaveLength(1)
  })

  it('settled 7 buys play money once when the response is lost and it is pressed again', async () => {
    await openRoomPage({ coins: 50 })
    const lost = failure(CODES.TIMEOUT, '请求超时', { details: { isPending: true, idempotencyKey: 'k' } })
    const responses = [lost, success({ balance: 150 })]
    transport.responses['coin.buy'] = () => responses.shift() ?? lost
    await rail('战鼓 99 金币').click()
    await sendButton('99').click()
    const dialog = page.getByRole('dialog', { name: '金币不足' })
    await dialog.getByRole('button', { name: '领取', exact: true }).click()
    await expect.element(dialog.getByText('正在确认领取结果')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: '1,000 金币' })).toBeDisabled()
    await dialog.getByRole('button', { name: '领取', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    const bought = transport.calls.filter(({ name }) => name === 'coin.buy')
    expect(bought.map(({ params }) => params)).toEqual([{ coins: 100 }, { coins: 100 }])
    expect(new Set(bought.map(({ key }) => key)).size).toBe(1)
    expect(transport.repeated).toEqual([bought[1]?.key])
    await vi.waitFor(() => expect(balances()[0]).toBe(150))
  })

  it('S3.25 S3.26 names the rate of the site in its currency', async () => {
    await openRoomPage({ coins: 50 })
    store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, goldCoinRate: 70 })
    store.set(siteAtom, { ...store.get(siteAtom), currency: 'USDT' })
    await rail('战鼓 99 金币').click()
    await sendButton('99').click()
    const dialog = page.getByRole('dialog', { name: '金币不足' })
    await expect.element(dialog.getByText('本站比例：70 金币 = ₮1.00 演示资金')).toBeVisible()
    store.set(siteConfigAtom, CONFIG_DEFAULTS)
  })

  it('resets pack and failure on each opening', async () => {
    await openRoomPage({ coins: 50 })
    transport.responses['coin.buy'] = () => failure(CODES.NETWORK_FAILURE, '网络异常')
    await rail('战鼓 99 金币').click()
    await sendButton('99').click()
    const dialog = page.getByRole('dialog', { name: '金币不足' })
    await dialog.getByRole('button', { name: '5,000 金币' }).click()
    await dialog.getByRole('button', { name: '领取', exact: true }).click()
    await expect.element(dialog.getByText('网络异常')).toBeVisible()
    await dialog.getByRole('button', { name: '取消' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await sendButton('99').click()
    await expect.element(dialog.getByRole('button', { name: '100 金币' })).toHaveAttribute('aria-pressed', 'true')
    expect(dialog.getByText('网络异常').elements()).toEqual([])
  })

  it('shows how many gifts the balance pays', async () => {
    await openRoomPage({ coins: 250 })
    await rail('战鼓 99 金币').click()
    await page.getByRole('button', { name: '6', exact: true }).click()
    await expect.element(page.getByText('还差 344 金币，最多送 2 个')).toBeVisible()
  })

  it('S6.6 offers play money when coins are missing, if permitted', async () => {
    await openRoomPage({ coins: 50 })
    transport.responses['coin.buy'] = ({ coins }) => success({ balance: 50 + coins })
    await rail('战鼓 99 金币').click()
    await expect.element(page.getByText('还差 49 金币').first()).toBeVisible()
    await sendButton('99').click()
    await page.getByRole('dialog', { name: '金币不足' }).getByRole('button', { name: '领取', exact: true }).click()
    await vi.waitFor(() => expect(balances()[0]).toBe(150))
    const names = transport.calls.map(({ name }) => name)
    expect(names.indexOf('coin.checkPermission')).toBeGreaterThan(-1)
    expect(names.indexOf('coin.buy')).toBeGreaterThan(names.indexOf('coin.checkPermission'))
    expect(rewards()).toEqual([])
  })

  it("S7.111 shows the missing coins at the server's raised price", async () => {
    await openRoomPage({ coins: 120 })
    transport.responses['gift.reward'] = () => failure(CODES.BALANCE_NOT_ENOUGH, '金币不足')
    let changePrices = () => {}
    transport.responses['gift.list'] = async () => {
      await new Promise<void>((resolve) => (changePrices = resolve))
      return success({ list: GIFTS.map((gift) => (gift.giftId === 4 ? { ...gift, giftPrice: 150 } : gift)) })
    }
    await rail('战鼓 99 金币').click()
    await sendButton('99').click()
    const dialog = page.getByRole('dialog', { name: '金币不足' })
    await expect.element(dialog.getByText('金币不足。')).toBeVisible()
    changePrices()
    await expect.element(dialog.getByText('还差 30 金币')).toBeVisible()
    await dialog.getByRole('button', { name: '取消' }).click()
    await expect.element(sendButton('150')).toBeVisible()
  })

  it('shows the missing coins of the refused gift, not of the current selection', async () => {
    await openRoomPage({ messages: [] })
    transport.responses['gift.reward'] = () => failure(CODES.BALANCE_NOT_ENOUGH, '金币不足')
    transport.responses['coin.balance'] = () => success({ balance: 40 })
    await rail('战鼓 99 金币').click()
    await sendButton('99').click()
    ;(rail('围巾 10 金币').element() as HTMLButtonElement).click()
    const dialog = page.getByRole('dialog', { name: '金币不足' })
    await expect.element(dialog.getByText('还差 59 金币')).toBeVisible()
  })

  it('shows the missing coins of the first refused gift', async () => {
    await openRoomPage({ messages: [] })
    let refuse: () => void = () => expect.unreachable()
    transport.responses['gift.reward'] = async () => {
      if (rewards().length === 1) await new Promise<void>((resolve) => (refuse = resolve))
      return failure(CODES.BALANCE_NOT_ENOUGH, '金币不足')
    }
    transport.responses['coin.balance'] = () => success({ balance: 40 })
    await rail('战鼓 99 金币').click()
    await sendButton('99').click()
    await rail('围巾 10 金币').click()
    await sendButton('10').click()
    await vi.waitFor(() => expect(rewards()).toHaveLength(1))
    refuse()
    await expect.element(page.getByRole('dialog', { name: '金币不足' }).getByText('还差 59 金币')).toBeVisible()
  })

  it('S7.111 refetches the gifts when one is no longer offered', async () => {
    await openRoomPage()
    transport.responses['gift.reward'] = () => failure(CODES.NOT_FOUND, '内容不存在')
    transport.responses['gift.list'] = () => success({ list: GIFTS.filter(({ giftId }) => giftId !== 4) })
    await rail('战鼓 99 金币').click()
    await sendButton('99').click()
    await expect.element(rail('战鼓 99 金币')).not.toBeInTheDocument()
  })

  it('S6.6 can retry when the permission could not be loaded', async () => {
    await openRoomPage({ coins: 50 })
    transport.responses['coin.checkPermission'] = () => failure(CODES.INTERNAL_ERROR, '服务器开小差了')
    await rail('战鼓 99 金币').click()
    await sendButton('99').click()
    const dialog = page.getByRole('dialog', { name: '金币不足' })
    await expect.element(dialog.getByText('服务器开小差了')).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: '领取', exact: true })).toBeDisabled()
    transport.responses['coin.checkPermission'] = () => success({ allowed: true, reason: null })
    await dialog.getByRole('button', { name: '重试' }).click()
    await expect.element(dialog.getByRole('button', { name: '领取', exact: true })).toBeEnabled()
    await expect.element(dialog.getByRole('button', { name: '重试' })).not.toBeInTheDocument()
    expect(dialog.getByText('服务器开小差了').elements()).toEqual([])
  })

  it('S6.6 shows why it is not permitted', async () => {
    await openRoomPage({ coins: 0 })
    transport.responses['coin.checkPermission'] = () => success({ allowed: false, reason: '手机号还没验证' })
    await rail('围巾 10 金币').click()
    await sendButton('10').click()
    await expect.element(page.getByText('暂时不能领取：手机号还没验证')).toBeVisible()
    await expect.element(page.getByRole('button', { name: '领取', exact: true })).toBeDisabled()
  })

  it('S6.5 S6.12 sends visitors to sign in and keeps their selection', async () => {
    await openRoomPage({ isMember: false })
    await rail('喇叭 30 金币').click()
    await page.getByRole('button', { name: '66', exact: true }).click()
    await page.getByRole('button', { name: '登录后赠送' }).click()
    await vi.waitFor(() => expect(here()).toBe('/login?fromPage=%2Fapp%2Flive%2Feid-1'))
    const draft = sessionStorage.getItem('draft:room-1') ?? ''
    closeRoom()
    sessionStorage.setItem('draft:room-1', draft)
    await openRoomPage()
    await expect.element(sendButton('1,980')).toBeVisible()
  })
})
