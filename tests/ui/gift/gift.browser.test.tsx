import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { GIFT_COMBO_WINDOW_MS } from '#protocol/constants.ts'
import { failure, success } from '#protocol/result.ts'
import { coinsAtom } from '#state/session/coins.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { author, batch, giftRow, NOON } from '../support/feed-fixtures.ts'
import { balances, rail, reward, rewards, sendButton } from '../support/gift-controls.ts'
import { frames } from '../support/mount.tsx'
import { DAY_LIMIT, NO_LIMITS, withLimits } from '../support/responsible-fixtures.ts'
import { GIFTS, serveRoom } from '../support/room-fixtures.ts'
import type { RoomOptions } from '../support/open-room.tsx'
import { closeRoom, enterRoom, openRoomPage, showPage } from '../support/open-room.tsx'

afterEach(() => {
  closeRoom()
  vi.useRealTimers()
})

const PHONE: RoomOptions = { width: 390, height: 844 }
const trays = () =>
  [...document.querySelectorAll<HTMLElement>('[data-gift-tray]')].map((tray) => Number(tray.dataset['combo']))

/** Sends a drum of 99 coins whose response is lost. */
async function sendWithoutResponse(): Promise<void> {
  await openRoomPage({ messages: [] })
  transport.responses['gift.reward'] = (_params, key) =>
    failure(-1, '请求超时', { details: { isPending: true, idempotencyKey: key } })
  await rail('战鼓 99 金币').click()
  await sendButton('99').click()
  await expect.element(page.getByText('网络中断，正在确认战鼓是否送出，不会重复扣款')).toBeVisible()
}

describe('Annex H I9 Annex H I10 limits and exclusions', () => {
  it('60003 a refusal is left to the dialog of its code: no toast is shown', async () => {
    await openRoomPage({ messages: [] })
    transport.responses['gift.reward'] = () => failure(CODES.RG_TIME_OUT, '你正在休息期，期间不能送礼物')
    await rail('战鼓 99 金币').click()
    await sendButton('99').click()
    await vi.waitFor(() => expect(rewards()).toHaveLength(1))
    await expect.poll(trays).toEqual([])
    await frames(5)
    expect(page.getByText(/赠送失败|期间不能送礼物/).elements()).toEqual([])
  })

  it.each([
    ['time-out', '休息期中', { ...NO_LIMITS, exclusion: { kind: 'timeOut', since: NOON, until: NOON + 3_600_000 } }],
    ['loss limit', '已达到每日亏损限额', withLimits({ ...DAY_LIMIT, kind: 'loss', amount: 100, used: 100 })],
    ['session limit', '每日在线时长已用完', withLimits({ ...DAY_LIMIT, kind: 'session', amount: 60, used: 60 })],
  ] as const)('a %s is shown in the panel, which sends nothing', async (_name, title, state) => {
    await openRoomPage({ messages: [] })
    transport.responses['responsible.get'] = () => success(state)
    await rail('战鼓 99 金币').click()
    await expect.element(page.getByRole('status').filter({ hasText: title })).toBeVisible()
    await expect.element(sendButton('99')).toBeDisabled()
    expect(rewards()).toEqual([])
  })
})

describe('sending', () => {
  it('shows price, total and remaining coins, and never sends on the first press', async () => {
    await openRoomPage({ messages: [] })
    await rail('战鼓 99 金币').click()
    await page.getByRole('button', { name: '6', exact: true }).click()
    await expect.element(sendButton('594')).toBeVisible()
    await expect.element(page.getByText('送出后剩余 12,086')).toBeVisible()
    await frames(30)
    expect(rewards()).toEqual([])
  })

  it('settled 21 makes one call of quick presses, counts at once, and settles with the response', async () => {
    await openRoomPage({ messages: [] })
    let respond: (result: ReturnType<typeof reward>) => void = () => {}
    transport.responses['gift.reward'] = () => new Promise((resolve) => (respond = resolve))
    await rail('战鼓 99 金币').click()
    const button = sendButton('99').element() as HTMLButtonElement
    for (let press = 0; press < 3; press += 1) button.click()
    await vi.waitFor(() => expect(trays()).toEqual([3]))
    expect(new Set(balances())).toEqual(new Set([12_680 - 297]))
    await vi.waitFor(() => expect(rewards()).toHaveLength(1))
    const { params, key } = rewards()[0]!
    expect(params).toMatchObject({ giftId: 4, count: 3, anchorRoomId: 'a-1' })
    expect(key).toMatch(/^[A-Za-z0-9_-]{16,64}$/)
    const { comboId } = params as { comboId: string }
    transport.send(batch([giftRow(40, { comboId, comboCount: 3, count: 3 }, { isMine: true, at: NOON })]))
    respond(reward(3, 12_383))
    await frames(4)
    expect(trays()).toEqual([3])
    expect(new Set(balances())).toEqual(new Set([12_383]))
    expect(document.querySelector('[data-id="e40"]')?.textContent).toContain('×3')
  })

  it('S7.112 shows the balance after a gift sent in another window', async () => {
    await openRoomPage({ messages: [] })
    const asked = () => transport.calls.filter(({ name }) => name === 'coin.balance').length
    const before = asked()
    transport.responses['coin.balance'] = () => success({ balance: 12_185 })
    transport.send(batch([giftRow(40, { comboId: 'elsewhere', comboCount: 5, count: 5 }, { isMine: true, at: NOON })]))
    await vi.waitFor(() => expect(new Set(balances())).toEqual(new Set([12_185])))
    expect(asked()).toBe(before + 1)
  })

  it('S7.111 shows the charged total when the price has changed, and refetches the prices', async () => {
    await openRoomPage({ messages: [] })
    const lists = () => transport.calls.filter(({ name }) => name === 'gift.list').length
    const before = lists()
    transport.responses['gift.reward'] = () => success({ giftOrderNo: 'G', total: 120, balance: 12_560, comboCount: 1 })
    await rail('战鼓 99 金币').click()
    await sendButton('99').click()
    await expect.element(page.getByText('价格已变更：1 个战鼓按新价扣除 120 金币')).toBeVisible()
    expect(new Set(balances())).toEqual(new Set([12_560]))
    await vi.waitFor(() => expect(lists()).toBe(before + 1))
  })

  it('reverts tray and coins when it is refused', async () => {
    await openRoomPage({ messages: [] })
    transport.responses['gift.reward'] = () => failure(40010, '暂时不能送礼物')
    await rail('战鼓 99 金币').click()
    await sendButton('99').click()
    await expect.element(page.getByText('1 个战鼓赠送失败，未扣金币：暂时不能送礼物')).toBeVisible()
    expect(trays()).toEqual([])
    expect(new Set(balances())).toEqual(new Set([12_680]))
  })

  it('settled 7 releases reserved coins after the room was left', async () => {
    await sendWithoutResponse()
    expect(store.get(coinsAtom)).toEqual({ confirmed: 12_680, reserved: 99 })
    const idempotencyKey = rewards()[0]!.key!
    closeRoom()
    transport.notify({ type: 'settled', endpoint: 'gift.reward', idempotencyKey, result: failure(-3, '没有送出') })
    expect(store.get(coinsAtom).reserved).toBe(0)
  })

  it('waits for the transport when the outcome is unknown', async () => {
    await sendWithoutResponse()
    expect(balances()[0]).toBe(12_581)
    transport.notify({
      type: 'settled',
      endpoint: 'gift.reward',
      idempotencyKey: rewards()[0]!.key!,
      result: reward(1, 12_581),
    })
    await frames(2)
    expect(balances()[0]).toBe(12_581)
    expect(rewards()).toHaveLength(1)
  })
})

describe('the list of gifts', () => {
  const more = Array.from({ length: 6 }, (_, index) => ({ ...GIFTS[0]!, giftId: 7 + index, giftName: `彩带 ${index}` }))
  const showWith = async (list: readonly (typeof GIFTS)[number][], options: RoomOptions = {}) => {
    serveRoom()
    transport.responses['gift.list'] = () => success({ list: [...list] })
    await showPage('/app/live/eid-1', options)
    await enterRoom({ messages: [], ...options })
  }

  it('S1.12 shows every gift on a desktop, any number of them', async () => {
    await showWith([...GIFTS, ...more])
    const seventh = rail('彩带 0 1 金币')
    await expect.element(seventh).toBeInTheDocument()
    const frame = page.getByRole('group', { name: '礼物', exact: true }).element()
    const isWithin = (button: Element) => {
      const [inner, outer] = [button.getBoundingClientRect(), frame.getBoundingClientRect()]
      return inner.bottom <= outer.bottom + 1 && inner.top >= outer.top - 1
    }
    // It is partly visible, as a hint that the list scrolls.
    expect(seventh.element().getBoundingClientRect().top).toBeLessThan(frame.getBoundingClientRect().bottom - 20)
    expect(isWithin(rail('金杯 1,888 金币').element())).toBe(true)
    const last = rail('彩带 5 1 金币').element() as HTMLButtonElement
    expect(isWithin(last)).toBe(false)
    last.focus()
    await expect.poll(() => isWithin(last)).toBe(true)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: '彩带 5' })).toBeVisible()
  })

  it('S1.12 shows an empty state, on a desktop and on a phone', async () => {
    await showWith([])
    await expect.element(page.getByText('暂无礼物')).toBeVisible()
    closeRoom()
    await showWith([], PHONE)
    await page.getByRole('button', { name: '礼物' }).click()
    const sheet = page.getByRole('dialog', { name: '送礼物' })
    await expect.element(sheet.getByText('暂无礼物')).toBeVisible()
  })
})

describe('immediate feedback', () => {
  // The limit of 100 ms is checked by `npm run bench -- room-gift`.
  it('shows every press of an own gift before the response', async () => {
    await openRoomPage({ messages: [] })
    let isDone = false
    let respond: () => void = () => {}
    transport.responses['gift.reward'] = async () => {
      await new Promise<void>((resolve) => (respond = resolve))
      isDone = true
      return reward(5, 12_680 - 5 * 99)
    }
    await rail('战鼓 99 金币').click()
    const button = sendButton('99').element() as HTMLButtonElement
    for (let press = 1; press <= 5; press += 1) {
      button.click()
      await expect.poll(trays).toEqual([press])
      expect(balances()[0]).toBe(12_680 - press * 99)
    }
    await expect.poll(() => rewards().length).toBeGreaterThan(0)
    expect(isDone).toBe(false)
    respond()
    await expect.poll(() => isDone).toBe(true)
    expect(trays()).toEqual([5])
  })
})

describe('the ranking beside the chat', () => {
  it('shows own gifts at once, does not cover the ranking, and removes them in time', async () => {
    await openRoomPage({ messages: [] })
    const person = (rank: number) => ({ rank, userId: `u${rank}`, memberName: `第 ${rank} 名`, vipLevel: 3, total: 9 })
    const list = Array.from({ length: 20 }, (_, index) => person(index + 1))
    transport.responses['gift.ranking'] = () => success({ list, mine: null })
    transport.responses['gift.reward'] = () => new Promise(() => {})
    await page.getByRole('tab', { name: '礼物榜' }).click()
    await expect.element(page.getByText('第 1 名', { exact: true })).toBeVisible()
    await rail('战鼓 99 金币').click()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    ;(sendButton('99').element() as HTMLButtonElement).click()
    await frames(2)
    expect(trays()).toEqual([1])
    const panel = page.getByRole('tabpanel', { name: '礼物榜' }).element().getBoundingClientRect()
    const tray = document.querySelector('[data-gift-tray]')!.getBoundingClientRect()
    expect(tray.top).toBeGreaterThanOrEqual(panel.bottom)
    expect(panel.height).toBeGreaterThan(200)
    transport.now += GIFT_COMBO_WINDOW_MS + 1
    await vi.advanceTimersByTimeAsync(GIFT_COMBO_WINDOW_MS + 1)
    await frames(2)
    expect(trays()).toEqual([])
    // Nothing is replayed after returning to the chat.
    ;(page.getByRole('tab', { name: '聊天', exact: true }).element() as HTMLElement).click()
    await frames(2)
    expect(trays()).toEqual([])
  })

  it('is replaced by the chat in a narrow window without tabs', async () => {
    await openRoomPage()
    await page.getByRole('tab', { name: '礼物榜' }).click()
    await vi.waitFor(() => expect(document.querySelector('[role="log"]')).toBeNull())
    await page.viewport(390, 844)
    await vi.waitFor(() => expect(document.querySelector('[role="log"]')).not.toBeNull())
  })
})

describe('on a phone', () => {
  it('opens the gifts with the button 礼物, three per row, and closes with Escape', async () => {
    await openRoomPage(PHONE)
    await page.getByRole('button', { name: '礼物' }).click()
    const sheet = page.getByRole('dialog', { name: '送礼物' })
    await expect.element(sheet).toBeVisible()
    await expect.element(sheet.getByText('送给 楚楚讲球')).toBeVisible()
    await sheet.getByRole('button', { name: '围巾' }).click()
    await sheet.getByRole('button', { name: '自定义' }).click()
    await sheet.getByRole('textbox', { name: '自定义数量' }).fill('12')
    await expect.element(sendButton('120')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
  })
})

describe('the ranking on a phone', () => {
  it('S7.113 S1.12 is beside the gifts, for hour, day and week', async () => {
    await openRoomPage(PHONE)
    await page.getByRole('button', { name: '礼物' }).click()
    const sheet = page.getByRole('dialog', { name: '送礼物' })
    await sheet.getByRole('tab', { name: '礼物榜' }).click()
    const periods = () =>
      transport.calls
        .filter(({ name }) => name === 'gift.ranking')
        .map(({ params }) => (params as { period: string }).period)
    await expect.element(sheet.getByRole('listitem').first()).toBeVisible()
    await sheet.getByRole('button', { name: '近 24 小时' }).click()
    await sheet.getByRole('button', { name: '近 7 天' }).click()
    await vi.waitFor(() => expect([...new Set(periods())]).toEqual(['hour', 'day', 'week']))
    await sheet.getByRole('tab', { name: '礼物', exact: true }).click()
    await expect.element(sheet.getByRole('button', { name: '围巾' })).toBeVisible()
  })
})

describe('trays', () => {
  it('shows a third combo in a wide container', async () => {
    await openRoomPage({ width: 820, height: 1180, messages: [] })
    const rows = [1, 2, 3, 4].map((seq) => giftRow(seq, { comboId: `c-${seq}`, comboCount: seq }, { at: NOON }))
    transport.send(batch(rows))
    await vi.waitFor(() => expect(trays()).toEqual([1, 2, 3]))
    const boxes = [...document.querySelectorAll('[data-gift-tray]')].map((tray) => tray.getBoundingClientRect())
    expect(Math.min(...boxes.map(({ width }) => width))).toBeGreaterThan(120)
  })

  it('shows at most two combos and renders names as text', async () => {
    await openRoomPage({ messages: [] })
    const evil = '<img src=x onerror="window.__owned=1">'
    transport.send(
      batch(
        [1, 2, 3].map((seq) =>
          giftRow(
            seq,
            { comboId: `c-${seq}`, comboCount: seq, giftName: evil, giftIcon: 'x" onerror="1' },
            { at: NOON, author: author(`${evil}${seq}`) },
          ),
        ),
      ),
    )
    await vi.waitFor(() => expect(trays()).toEqual([1, 2]))
    expect(document.querySelector('[data-gift-tray]')?.textContent).toContain(evil)
    expect('__owned' in window).toBe(false)
  })

  it.each([
    ['50 ms', 50],
    ['an hour', 3_600_000],
  ])('gives a slot to a waiting combo although the clock was set back by %s', async (_much, backMs) => {
    await openRoomPage({ messages: [] })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const from = transport.now
    const pass = async (milliseconds: number) => {
      transport.now += milliseconds
      await vi.advanceTimersByTimeAsync(milliseconds)
      await frames(2)
    }
    const post = (seq: number) => giftRow(seq, { comboId: `c-${seq}`, comboCount: seq }, { at: from })
    transport.send(batch([post(1), post(2), post(3)]))
    await frames(2)
    expect(trays()).toEqual([1, 2])
    transport.now -= backMs
    await pass(GIFT_COMBO_WINDOW_MS + 1)
    await pass(199)
    expect(trays()).toEqual([3])
    await pass(GIFT_COMBO_WINDOW_MS + 1)
    expect(trays()).toEqual([])
  })
})
