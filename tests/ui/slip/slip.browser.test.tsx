import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SlipDrawer, SlipRail } from '#features/slip/SlipPlaces.tsx'
import { knownBetsAtom } from '#features/slip/use-placing.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { sessionAtom } from '#state/session/session.ts'
import { slipAtom, toggleSelectionAtom } from '#state/slip/slip-atoms.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { enterMarkets, sendMarkets } from '../sport/sport-fixtures.ts'
import { frames, type MountedRoutes, mountRoutes, wear } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'
import { NO_LIMITS } from '../support/responsible-fixtures.ts'
import {
  betOf,
  HANDICAP,
  HOME_WIN,
  LIVE_DRAW,
  OVER,
  serveSlip,
  slipLeg,
  type SlipServer,
} from '../support/slip-fixtures.ts'

let server: SlipServer
let mounted: MountedRoutes | null = null

beforeEach(async () => {
  await page.viewport(1280, 800)
  server = serveSlip()
  store.set(connectionAtom, 'online')
})
afterEach(() => {
  mounted?.unmount()
  mounted = null
  store.set(sessionAtom, null)
})

const open = (...legs: readonly (readonly [id: string, price: number])[]) => {
  for (const [id, price] of legs) store.set(toggleSelectionAtom, slipLeg(id, price))
  mounted = mountRoutes([{ path: '/app/sports', Component: SlipRail }], '/app/sports')
}
const stakeOf = (name: string) => page.getByRole('textbox', { name: `本金：${name}`, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const leg = (id: string) => mounted!.root.querySelector(`[data-selection="${id}"]`)
const placed = () => transport.calls.filter(({ name }) => name === 'bet.place')
const receipts = page.getByRole('list', { name: '投注结果' })
/** The next quote of the slip, as when the network is back. */
const quoteAgain = () => window.dispatchEvent(new Event('online'))

describe('the selections', () => {
  it('Annex G dialogs: the panel of the bet slip is empty at first, without a button', async () => {
    open()
    await expect.element(page.getByText('投注单还是空的')).toBeVisible()
    expect(button(/投注/).query()).toBeNull()
  })

  it('show match, market, selection and current price', async () => {
    open([HANDICAP, 2_050])
    await expect.element(page.getByText('青禾联 对 雁门')).toBeVisible()
    await expect.element(page.getByText('青禾联 -0.5/1', { exact: true })).toBeVisible()
    await expect.element(page.getByText('让球', { exact: true })).toBeVisible()
    await expect.element(page.getByText('2.05', { exact: true })).toBeVisible()
  })

  it('are removed one by one and all at once', async () => {
    open([HOME_WIN, 1_900], [HANDICAP, 2_050])
    await userEvent.click(button('移除 江城竞技'))
    await expect.poll(() => leg(HOME_WIN)).toBeNull()
    await userEvent.click(button('清空'))
    await expect.element(page.getByText('投注单还是空的')).toBeVisible()
  })

  it('whose match is not known any more do not hide the prices of the others', async () => {
    server.book.gone.add('m2')
    open([HOME_WIN, 1_800], [HANDICAP, 2_050])
    await expect.poll(() => leg(HANDICAP)?.getAttribute('data-state')).toBe('closed')
    await expect.poll(() => leg(HOME_WIN)?.getAttribute('data-state')).toBe('open')
    await expect.element(page.getByText('1.90', { exact: true })).toBeVisible()
  })
})

describe('a single', () => {
  it('Annex E.7 shows its return to the cent before it is placed, and is accepted', async () => {
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '10.37')
    await expect.element(page.getByText('¥21.25', { exact: true })).toBeVisible()
    await userEvent.click(button('投注 ¥10.37'))
    await expect.element(receipts.getByText('已接受')).toBeVisible()
    expect(placed()[0]?.params).toEqual({
      currency: 'CNY',
      stake: 1_037,
      accept: 'better',
      legs: [{ selection: HANDICAP, price: 2_050 }],
    })
    await expect.element(page.getByText('¥113.08')).not.toBeInTheDocument()
  })

  it('reads full-width digits, and takes quick stakes', async () => {
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '１２。５')
    await expect.element(stakeOf('青禾联 -0.5/1')).toHaveValue('12.5')
    await userEvent.click(button('加 ¥50'))
    await expect.element(stakeOf('青禾联 -0.5/1')).toHaveValue('62.5')
    await userEvent.click(button('最大'))
    await expect.element(stakeOf('青禾联 -0.5/1')).toHaveValue('123.45')
  })

  it('Annex A 50003 says which limit a stake exceeds', async () => {
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '0.5')
    await expect.element(page.getByText('最低 ¥1', { exact: true })).toBeVisible()
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '900000')
    await expect.element(page.getByText(/单注最高 ¥243,902\.44，返还上限 ¥500,000/)).toBeVisible()
    await expect.element(button('本金超出限额')).toBeDisabled()
  })

  it.each([
    ['0.001', '', '填写本金后投注', '限额 ¥1 至 ¥243,902.44'],
    ['NaN', '', '填写本金后投注', '限额 ¥1 至 ¥243,902.44'],
    ['1e9', '', '填写本金后投注', '限额 ¥1 至 ¥243,902.44'],
    ['-5', '', '填写本金后投注', '限额 ¥1 至 ¥243,902.44'],
    ['0', '0', '本金超出限额', '最低 ¥1'],
    ['999999999999', '999999999999', '本金超出限额', '单注最高 ¥243,902.44，返还上限 ¥500,000'],
  ])('Annex A 50003 a stake of %s stands as "%s", and %s is all that is offered', async (typed, shown, label, text) => {
    open([HANDICAP, 2_050])
    await expect.element(page.getByText('限额 ¥1 至 ¥243,902.44')).toBeVisible()
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), typed)
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
    await expect.element(stakeOf('青禾联 -0.5/1')).toHaveValue(shown)
    await expect.element(button(label)).toBeDisabled()
  })

  it('is not placed without enough balance; the balance of the centre is transferred', async () => {
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '200')
    await expect.element(button('余额不足')).toBeDisabled()
    transport.responses['game.launch'] = () => {
      server.balance += 500_000
      return success({ url: '/app/sports', mode: 'tab', transferred: 500_000, balance: server.balance })
    }
    await userEvent.click(button('转入'))
    await expect.element(page.getByText('已转入 ¥5,000.00')).toBeVisible()
    await expect.element(button('投注 ¥200.00')).toBeEnabled()
  })

  it('S7.76 a member who transfers by hand gets the link to the transfer', async () => {
    transport.responses['walletType.get'] = () => success({ type: 'manual' })
    open([HANDICAP, 2_050])
    await expect.element(page.getByRole('link', { name: '转入' })).toHaveAttribute('href', '/app/wallet/transfer')
  })

  it('50001 a doubled press bets once', async () => {
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '10')
    await userEvent.dblClick(button('投注 ¥10.00'))
    await expect.element(receipts.getByText('已接受')).toBeVisible()
    expect(placed()).toHaveLength(1)
  })

  it('settled 7 after a lost response it is confirmed under the same key', async () => {
    const place = transport.responses['bet.place']!
    transport.responses['bet.place'] = () => failure(CODES.TIMEOUT, '请求超时', { details: { isPending: true } })
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '10')
    await userEvent.click(button('投注 ¥10.00'))
    await expect.element(page.getByText('正在确认上一注')).toBeVisible()
    transport.responses['bet.place'] = place
    await userEvent.click(button('再次确认'))
    await expect.element(receipts.getByText('已接受')).toBeVisible()
    expect(new Set(placed().map(({ key }) => key)).size).toBe(1)
    expect(server.bets.size).toBe(1)
  })

  it('several singles are placed one after another; the refused one stays with its reason', async () => {
    const place = transport.responses['bet.place']!
    transport.responses['bet.place'] = (params, key) =>
      params.legs[0]?.selection === HANDICAP ? failureOf(CODES.MARKET_SUSPENDED) : place(params, key)
    open([HOME_WIN, 1_900], [HANDICAP, 2_050])
    await userEvent.fill(stakeOf('江城竞技'), '10')
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '20')
    await expect.element(page.getByText('¥60.00', { exact: true })).toBeVisible()
    await userEvent.click(button('投注 ¥30.00'))
    await expect.element(page.getByText('盘口已暂停，这一注没有提交')).toBeVisible()
    expect(placed()).toHaveLength(2)
    expect(store.get(slipAtom)).toMatchObject({ legs: [{ id: HANDICAP }], stakes: { [HANDICAP]: '20' } })
  })

  it('再来一注 fills the slip with the same selection and stake', async () => {
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '10')
    await userEvent.click(button('投注 ¥10.00'))
    await userEvent.click(button('再来一注'))
    await expect.element(stakeOf('青禾联 -0.5/1')).toHaveValue('10')
    await expect.element(button('投注 ¥10.00')).toBeEnabled()
  })
})

describe('a 串关', () => {
  it('multiplies its prices, and is one bet', async () => {
    open([HOME_WIN, 1_900], [HANDICAP, 2_050])
    await userEvent.click(tab('串关'))
    await expect.element(page.getByText('2 串 1')).toBeVisible()
    await userEvent.fill(stakeOf('2 串 1'), '10')
    await expect.element(page.getByText('¥38.95', { exact: true })).toBeVisible()
    await userEvent.click(button('投注 ¥10.00'))
    await expect.element(receipts.getByText('已接受')).toBeVisible()
    expect(placed()[0]?.params).toMatchObject({
      stake: 1_000,
      legs: [{ selection: HOME_WIN }, { selection: HANDICAP }],
    })
  })

  it('of one match is refused with the reason', async () => {
    open([HOME_WIN, 1_900], [OVER, 1_950])
    await userEvent.click(tab('串关'))
    await expect.element(page.getByText('同一场比赛的选项互相关联，不能串关').first()).toBeVisible()
    await userEvent.fill(stakeOf('2 串 1'), '10')
    await expect.element(button('有选项不能串关')).toBeDisabled()
  })

  it('needs two selections', async () => {
    open([HOME_WIN, 1_900])
    await expect.element(tab('串关')).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('a changed price', () => {
  it('Annex A 50001 is marked, refused and then accepted', async () => {
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '10')
    const place = transport.responses['bet.place']!
    transport.responses['bet.place'] = () => {
      server.book.price(HANDICAP, 1_980)
      return failureOf(CODES.ODDS_CHANGED)
    }
    await userEvent.click(button('投注 ¥10.00'))
    await expect.element(page.getByText('赔率已变化，这一注没有提交')).toBeVisible()
    await expect.element(page.getByText('原 2.05')).toBeVisible()
    transport.responses['bet.place'] = place
    await userEvent.click(button('接受新赔率'))
    await userEvent.click(button('投注 ¥10.00'))
    await expect.element(receipts.getByText('已接受')).toBeVisible()
    expect(placed().at(-1)?.params).toMatchObject({ legs: [{ price: 1_980 }] })
    expect(new Set(placed().map(({ key }) => key)).size).toBe(2)
  })

  it.each([
    ['better', 2_100, '投注 ¥10.00'],
    ['better', 2_000, '接受新赔率'],
    ['any', 2_000, '投注 ¥10.00'],
    ['none', 2_100, '接受新赔率'],
  ] as const)('with %s and a new price of %i the button is %s', async (accept, price, label) => {
    store.set(slipAtom, (slip) => ({ ...slip, accept }))
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '10')
    server.book.price(HANDICAP, price)
    quoteAgain()
    await expect.element(page.getByText('原 2.05')).toBeVisible()
    await expect.element(button(label)).toBeEnabled()
  })

  it('does not move the layout', async () => {
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '10')
    await expect.element(button('投注 ¥10.00')).toBeEnabled()
    const top = () =>
      Math.round(
        button(/投注 |接受/)
          .element()
          .getBoundingClientRect().top,
      )
    const before = top()
    server.book.price(HANDICAP, 1_990)
    quoteAgain()
    await expect.element(button('接受新赔率')).toBeEnabled()
    expect(top()).toBe(before)
  })

  it('S1.7 comes from the rooms of the matches at once, with its direction and without a quote', async () => {
    open([HOME_WIN, 1_900], [OVER, 1_950], [HANDICAP, 2_050])
    await expect.poll(() => leg(HANDICAP)?.getAttribute('data-state')).toBe('open')
    expect([...transport.marketRooms.keys()].toSorted()).toEqual(['sports-m1', 'sports-m2'])
    enterMarkets('m2', server.book.of('m2'))
    const quotes = transport.calls.filter(({ name }) => name === 'bet.quote').length
    server.book.price(HANDICAP, 2_110)
    sendMarkets('m2', ...server.book.of('m2'))
    await expect.element(page.getByText('原 2.05')).toBeVisible()
    expect(leg(HANDICAP)?.querySelector('[data-change]')?.getAttribute('data-change')).toBe('up')
    server.book.price(HANDICAP, 1_980)
    server.book.state(HANDICAP, 'suspended')
    sendMarkets('m2', ...server.book.of('m2'))
    await expect.poll(() => leg(HANDICAP)?.getAttribute('data-state')).toBe('suspended')
    expect(transport.calls.filter(({ name }) => name === 'bet.quote')).toHaveLength(quotes)
    await userEvent.click(button('清空'))
    await expect.poll(() => transport.marketRooms.size).toBe(0)
  })

  it('S1.7 a selection that the room of its match does not offer any more is closed', async () => {
    open([HANDICAP, 2_050])
    await expect.poll(() => leg(HANDICAP)?.getAttribute('data-state')).toBe('open')
    enterMarkets('m2', server.book.of('m2'))
    sendMarkets('m2', ...server.book.of('m2').map((market) => ({ market, removed: true })))
    await expect.poll(() => leg(HANDICAP)?.getAttribute('data-state')).toBe('closed')
  })

  it('reads the score and the bounds again every 15 s while the slip is visible, and after a suspension', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      open([HANDICAP, 2_050])
      const quotes = () => transport.calls.filter(({ name }) => name === 'bet.quote').length
      await vi.waitUntil(() => quotes() === 1)
      await frames(2)
      await vi.advanceTimersByTimeAsync(14_000)
      expect(quotes()).toBe(1)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(quotes()).toBe(2)
    } finally {
      vi.useRealTimers()
    }
    enterMarkets('m2', server.book.of('m2'))
    for (const state of ['suspended', 'open'] as const) {
      server.book.state(HANDICAP, state)
      sendMarkets('m2', ...server.book.of('m2'))
      // oxlint-disable-next-line no-await-in-loop -- one state after another
      await expect.poll(() => leg(HANDICAP)?.getAttribute('data-state')).toBe(state)
    }
    await expect.poll(() => transport.calls.filter(({ name }) => name === 'bet.quote').length).toBe(3)
  })
})

describe('a quote that failed for lack of a connection', () => {
  it('is read again without an event of the network', async () => {
    const quotes = () => transport.calls.filter(({ name }) => name === 'bet.quote').length
    transport.responses['bet.quote'] = () => failureOf(CODES.TIMEOUT)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      open([HANDICAP, 2_050])
      await vi.waitUntil(() => quotes() === 1)
      await frames(2)
      transport.responses['bet.quote'] = (params) => server.book.quote(params)
      await vi.advanceTimersByTimeAsync(30_000)
      expect(quotes()).toBe(2)
    } finally {
      vi.useRealTimers()
    }
    await expect.poll(() => leg(HANDICAP)?.getAttribute('data-state')).toBe('open')
  })
})

describe('what cannot be bet', () => {
  it('Annex A 50002 a suspended market is grey until it opens again', async () => {
    server.book.state(HANDICAP, 'suspended')
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '10')
    await expect.element(page.getByText('暂停中', { exact: true })).toBeVisible()
    await expect.element(button('有选项暂停中，恢复后可以投注')).toBeDisabled()
    server.book.state(HANDICAP, 'open')
    quoteAgain()
    await expect.element(button('投注 ¥10.00')).toBeEnabled()
  })

  it('Annex A 50004 a closed market is refused as too late', async () => {
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '10')
    transport.responses['bet.place'] = () => {
      server.book.state(HANDICAP, 'closed')
      return failureOf(CODES.BET_TOO_LATE)
    }
    await userEvent.click(button('投注 ¥10.00'))
    await expect.element(page.getByText('已停止投注，这一注没有提交')).toBeVisible()
    await expect.element(button('有选项已停止投注')).toBeDisabled()
  })

  it.each([
    [CODES.ODDS_CHANGED, '赔率已变化，这一注没有提交'],
    [CODES.MARKET_SUSPENDED, '盘口已暂停，这一注没有提交'],
    [CODES.BET_TOO_LATE, '已停止投注，这一注没有提交'],
    [CODES.BET_LIMIT, '本金超出单注限额，这一注没有提交'],
    [CODES.BALANCE_NOT_ENOUGH, '余额不足，这一注没有提交'],
    [CODES.NOT_FOUND, '选项已下架，这一注没有提交'],
    [CODES.IDEMPOTENCY_CONFLICT, '没有提交：请求冲突，请刷新后重试'],
  ])('Annex A %i is explained by 「%s」, and the selection stays', async (code, text) => {
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '10')
    transport.responses['bet.place'] = () => failureOf(code)
    await userEvent.click(button('投注 ¥10.00'))
    await expect.element(page.getByText(text)).toBeVisible()
    expect(leg(HANDICAP)).not.toBeNull()
  })

  it('a visitor signs in and finds the slip again', async () => {
    store.set(sessionAtom, null)
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '10')
    await expect
      .element(page.getByRole('link', { name: '登录后投注' }))
      .toHaveAttribute('href', expect.stringContaining('fromPage=%2Fapp%2Fsports'))
    store.set(sessionAtom, { member: MEMBER, expireAt: NOON + 3_600_000 })
    await expect.element(button('投注 ¥10.00')).toBeEnabled()
  })

  it('Annex I a member in a time-out sees why and until when', async () => {
    transport.responses['responsible.get'] = () =>
      success({ ...NO_LIMITS, exclusion: { kind: 'timeOut', until: NOON + 86_400_000 } } as never)
    open([HANDICAP, 2_050])
    await expect.element(page.getByText('休息期中')).toBeVisible()
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '10')
    await expect.element(button('投注 ¥10.00')).toBeDisabled()
  })

  it('without a network nothing can be placed', async () => {
    open([HANDICAP, 2_050])
    await userEvent.fill(stakeOf('青禾联 -0.5/1'), '10')
    await expect.element(button('投注 ¥10.00')).toBeEnabled()
    store.set(connectionAtom, 'offline')
    await expect.element(button('网络已断开')).toBeDisabled()
    await expect.element(page.getByText('网络已断开，恢复后会重新核对赔率')).toBeVisible()
  })

  it('a failed quote says why, and is read again', async () => {
    transport.responses['bet.quote'] = () => failure(CODES.INTERFACE_DEGRADE, '服务繁忙，请稍后再试')
    open([HANDICAP, 2_050])
    await expect.element(page.getByText('赔率暂时核对不了：服务繁忙，请稍后再试')).toBeVisible()
    transport.responses['bet.quote'] = (params) => server.book.quote(params)
    quoteAgain()
    await expect.poll(() => leg(HANDICAP)?.getAttribute('data-state')).toBe('open')
  })
})

describe('the live delay', () => {
  const pending = async () => {
    server.book.delaySeconds = 6
    transport.responses['bet.place'] = (params) => {
      const bet = betOf(params, 10, { state: 'pending', decidesAt: NOON + 6_000 })
      server.bets.set(bet.betId, bet)
      return success({ bet, balance: 11_345 })
    }
    open([LIVE_DRAW, 4_600])
    await expect.element(page.getByText('比赛进行中，投注后等待 6 秒确认')).toBeVisible()
    await userEvent.fill(stakeOf('平局'), '10')
    await userEvent.click(button('投注 ¥10.00'))
    await expect.element(page.getByText('还有 6 秒')).toBeVisible()
    return [...server.bets.values()][0]!
  }

  it('Annex E.7 counts down by the clock of the server, then the bet is accepted', async () => {
    const bet = await pending()
    transport.now = NOON + 4_000
    await expect.element(page.getByText('还有 2 秒')).toBeVisible()
    transport.now = NOON + 6_100
    server.bets.set(bet.betId, { ...bet, state: 'accepted', decidesAt: null })
    quoteAgain()
    await expect.element(receipts.getByText('已接受')).toBeVisible()
    await expect.element(page.getByText('投注成功，已接受')).toBeInTheDocument()
  })

  it('Annex E.7 a bet that is not accepted has the reason, and its stake is back', async () => {
    const bet = await pending()
    server.bets.set(bet.betId, { ...bet, state: 'rejected', decidesAt: null, rejection: 'delay-event' })
    quoteAgain()
    await expect.element(receipts.getByText('未接受：等待期间场上有变化')).toBeVisible()
    await expect.element(receipts.getByText(/本金已退回/)).toBeVisible()
  })

  it('is read again with growing delays after the read of a pending bet failed', async () => {
    const bet = await pending()
    const detail = transport.responses['bet.detail']!
    const reads = () => transport.calls.filter(({ name }) => name === 'bet.detail').length
    transport.responses['bet.detail'] = () => failureOf(CODES.INTERNAL_ERROR)
    transport.now = NOON + 6_100
    quoteAgain()
    await expect.poll(reads).toBe(1)
    await expect.poll(reads, { timeout: 3_000 }).toBe(2)
    server.bets.set(bet.betId, { ...bet, state: 'accepted', decidesAt: null })
    transport.responses['bet.detail'] = detail
    await expect.element(receipts.getByText('已接受'), { timeout: 4_000 }).toBeVisible()
    expect(reads()).toBe(3)
  })

  it('a receipt whose first read after a reload failed is read again', async () => {
    const bet = await pending()
    mounted?.unmount()
    store.set(knownBetsAtom, new Map())
    server.bets.set(bet.betId, { ...bet, state: 'accepted', decidesAt: null })
    const detail = transport.responses['bet.detail']!
    transport.responses['bet.detail'] = () => failureOf(CODES.INTERNAL_ERROR)
    open()
    await expect.element(receipts.getByText('注单加载失败')).toBeVisible()
    transport.responses['bet.detail'] = detail
    await expect.element(receipts.getByText('已接受'), { timeout: 3_000 }).toBeVisible()
  })

  it('the receipt survives a reload', async () => {
    const bet = await pending()
    mounted?.unmount()
    server.bets.set(bet.betId, { ...bet, state: 'accepted', decidesAt: null })
    open()
    quoteAgain()
    await expect.element(receipts.getByText('已接受')).toBeVisible()
  })
})

describe('without a pointer', () => {
  /** The texts of the live region of the slip. */
  const announced = () => mounted!.root.querySelector('output[aria-live="polite"].visually-hidden')?.textContent

  it('a bet is placed by the keyboard alone, in the order of the screen', async () => {
    open([HANDICAP, 2_050])
    await expect.element(stakeOf('青禾联 -0.5/1')).toBeVisible()
    stakeOf('青禾联 -0.5/1').element().focus()
    await userEvent.keyboard('10')
    const seen: string[] = []
    for (let at = 0; at < 12 && document.activeElement !== button('投注 ¥10.00').query(); at += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one key after another
      await userEvent.keyboard('{Tab}')
      seen.push(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
    }
    expect(seen.slice(0, 5)).toEqual(['加 ¥10', '加 ¥50', '加 ¥100', '加 ¥500', '最大'])
    expect(document.activeElement).toBe(button('投注 ¥10.00').element())
    await userEvent.keyboard('{Enter}')
    await expect.element(receipts.getByText('已接受')).toBeVisible()
    await expect.poll(announced).toBe('投注成功，已接受')
  })

  it('a change of a price and a suspension are announced once, without moving the focus', async () => {
    open([HANDICAP, 2_050])
    await expect.poll(() => leg(HANDICAP)?.getAttribute('data-state')).toBe('open')
    stakeOf('青禾联 -0.5/1').element().focus()
    const { activeElement } = document
    enterMarkets('m2', server.book.of('m2'))
    server.book.price(HANDICAP, 1_980)
    sendMarkets('m2', ...server.book.of('m2'))
    await expect.poll(announced).toContain('1.98')
    server.book.state(HANDICAP, 'suspended')
    sendMarkets('m2', ...server.book.of('m2'))
    await expect.poll(announced).toContain('暂停')
    expect(document.activeElement).toBe(activeElement)
  })
})

describe('the drawer of a phone', () => {
  const openDrawer = async () => {
    await page.viewport(390, 844)
    store.set(toggleSelectionAtom, slipLeg(HANDICAP, 2_050))
    mounted = mountRoutes([{ path: '/app/sports', Component: SlipDrawer }], '/app/sports')
    await userEvent.click(button('打开投注单，1 个选项'))
    await expect.element(page.getByRole('dialog', { name: '投注单' })).toBeVisible()
  }

  it('opens from the button with the number of selections, and has a number pad', async () => {
    await openDrawer()
    const pad = page.getByRole('group', { name: '数字键盘' })
    for (const key of ['1', '2', '小数点', '5']) await userEvent.click(pad.getByRole('button', { name: key }))
    await expect.element(stakeOf('青禾联 -0.5/1')).toHaveValue('12.5')
    await userEvent.click(pad.getByRole('button', { name: '删除' }))
    await expect.element(stakeOf('青禾联 -0.5/1')).toHaveValue('12.')
    await expect.element(stakeOf('青禾联 -0.5/1')).toHaveAttribute('inputmode', 'none')
    await userEvent.click(pad.getByRole('button', { name: '5' }))
    await userEvent.click(button('投注 ¥12.50'))
    await expect.element(receipts.getByText('已接受')).toBeVisible()
  })

  it('fits the screen without scrolling sideways', async () => {
    await openDrawer()
    const dialog = page.getByRole('dialog', { name: '投注单' }).element()
    expect(dialog.scrollWidth).toBeLessThanOrEqual(390)
    await expect.element(button('填写本金后投注')).toBeInViewport()
  })
})

it.each(AXE_SKINS)('has no accessibility faults in %s', async (skin) => {
  open([HANDICAP, 2_000], [HOME_WIN, 1_900])
  wear(skin)
  await userEvent.fill(stakeOf('青禾联 -0.5/1'), '10')
  await expect.element(page.getByText('原 2.00')).toBeVisible()
  expect(await findingsOfScreen()).toEqual([])
})
