import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { success } from '#protocol/result.ts'
import { addReceiptAtom, isSlipOpenAtom, slipAtom, toggleSelectionAtom } from '#state/slip/slip-atoms.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import { batch, orderRow } from '../support/feed-fixtures.ts'
import { frames } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'
import { DETAIL } from '../support/room-fixtures.ts'
import { betOf, HANDICAP, HOME_WIN, LIVE_DRAW, serveSlip, slipLeg } from '../support/slip-fixtures.ts'

afterEach(() => closeRoom())

const row = (id: string) => document.querySelector<HTMLElement>(`[data-id="${id}"]`)

describe('order rows', () => {
  it("S1.29 S3.23 show member, market, selection, odds and score, with the team's crest", async () => {
    await openRoomPage({ messages: [batch([orderRow(1)])] })
    await vi.waitFor(() => expect(row('e1')).not.toBeNull())
    const text = row('e1')?.textContent ?? ''
    for (const word of ['海边的卡夫 · 全场独赢', '北港联 胜', '1.62', '下注时 2 : 1']) expect(text).toContain(word)
    expect(row('e1')?.querySelector('img')?.getAttribute('src')).toBe('/art/crest-beigang.svg')
    expect(row('e1')?.dataset['kind']).toBe('order')
  })

  it('show a draw without the crest of a team', async () => {
    const message = { categoryName: '全场独赢', itemName: '平局', score: '0-0', teamLogo: '' }
    await openRoomPage({ messages: [batch([orderRow(1, { data: { message, odds: 3_400 } })])] })
    await vi.waitFor(() => expect(row('e1')?.textContent).toContain('平局'))
    expect(row('e1')?.querySelector('img, text')).toBeNull()
  })

  it('S4.32 settled 13 keep position, height and id when withdrawn, without the content', async () => {
    await openRoomPage({ messages: [batch([orderRow(1), orderRow(2)])] })
    await vi.waitFor(() => expect(row('e2')).not.toBeNull())
    const before = row('e1')!.getBoundingClientRect()
    transport.send(batch([], { lastSeq: 3, patches: [{ type: 'revert', orderId: 'e1', seq: 3 }] }))
    await vi.waitFor(() => expect(row('e1')?.dataset['kind']).toBe('revert'))
    await frames(2)
    const after = row('e1')!.getBoundingClientRect()
    expect([after.top, after.height]).toEqual([before.top, before.height])
    expect(row('e1')?.textContent).toContain('这条注单已撤回')
    const html = row('e1')?.innerHTML ?? ''
    for (const reverted of ['北港联', '全场独赢', '1.62', '海边的卡夫', 'crest-']) expect(html).not.toContain(reverted)
    expect(row('e2')?.dataset['kind']).toBe('order')
  })

  it('S3.23 render content as text and load no logo of another origin', async () => {
    const evil = '<img src=x onerror="window.__owned=1">'
    const message = { categoryName: evil, itemName: evil, score: evil, teamLogo: 'https://evil.example/logo.svg' }
    await openRoomPage({ messages: [batch([orderRow(1, { data: { message, odds: 1_620 } })])] })
    await vi.waitFor(() => expect(row('e1')?.textContent).toContain(evil))
    await frames(2)
    expect('__owned' in window).toBe(false)
    expect(row('e1')?.querySelector('img[src^="http"]')).toBeNull()
  })
})

describe('an order with its selection', () => {
  const message = { categoryName: '独赢', itemName: '江城竞技', score: '0:0', teamLogo: '' }
  const order = orderRow(1, { data: { message, odds: 1_700, selection: HOME_WIN } })

  /** Opens a room of a member whose sportsbook has the selections of the fixtures. */
  async function openWithSlip(shown = order) {
    const server = serveSlip()
    const { 'bet.list': _, ...responses } = transport.responses
    await openRoomPage({ messages: [batch([shown])] })
    Object.assign(transport.responses, responses)
    await vi.waitFor(() => expect(row('e1')).not.toBeNull())
    return server
  }
  const slip = page.getByRole('dialog', { name: '投注单' })

  it('S1.29 S3.23 opens the slip with the price then and now, which the member accepts to follow', async () => {
    await openWithSlip()
    await userEvent.click(page.elementLocator(row('e1')!.querySelector('button')!))
    await expect.element(slip.getByText('跟单 海边的卡夫 · 当时 1.70')).toBeVisible()
    await expect.element(slip.getByText('1.90', { exact: true })).toBeVisible()
    await userEvent.click(slip.getByRole('button', { name: '关闭' }))
    expect(store.get(slipAtom).legs).toMatchObject([{ id: HOME_WIN, price: 1_700, follows: '海边的卡夫' }])
  })

  it('S1.29 of a 串关 opens the slip with all its selections, each with the price then and now', async () => {
    const legs = [
      { selection: HOME_WIN, price: 1_700, match: '江城竞技 对 北港海鸥', market: '全场独赢', pick: '江城竞技 胜' },
      { selection: HANDICAP, price: 2_100, match: '青禾联 对 雁门', market: '让球', pick: '青禾联 -0.5/1' },
    ]
    const shown = { categoryName: '2 串 1', itemName: '江城竞技 胜、青禾联 -0.5/1', score: '', teamLogo: '' }
    await openWithSlip(orderRow(1, { data: { message: shown, odds: 3_570, legs } }))
    store.set(toggleSelectionAtom, slipLeg(LIVE_DRAW, 4_600))
    expect(row('e1')?.textContent).not.toContain('下注时')
    await userEvent.click(page.elementLocator(row('e1')!.querySelector('button')!))
    await expect.element(slip.getByText('跟单 海边的卡夫 · 当时 1.70')).toBeVisible()
    await expect.element(slip.getByText('跟单 海边的卡夫 · 当时 2.10')).toBeVisible()
    await expect.element(slip.getByText('2.05', { exact: true })).toBeVisible()
    await expect.element(slip.getByRole('textbox', { name: '本金：2 串 1' })).toBeVisible()
    expect(store.get(slipAtom)).toMatchObject({ mode: 'parlay', legs: [{ id: HOME_WIN }, { id: HANDICAP }] })
  })

  it('S4.32 cannot be followed once it is withdrawn', async () => {
    await openWithSlip()
    transport.send(batch([], { lastSeq: 3, patches: [{ type: 'revert', orderId: 'e1', seq: 3 }] }))
    await vi.waitFor(() => expect(row('e1')?.dataset['kind']).toBe('revert'))
    expect(row('e1')?.querySelector('button')).toBeNull()
  })

  it('S1.29 an own bet on the match is shown in the room and taken back', async () => {
    await openWithSlip()
    const bet = betOf(
      { currency: 'CNY', stake: 1_000, accept: 'better', legs: [{ selection: HOME_WIN, price: 1_900 }] },
      10,
    )
    const { match } = DETAIL
    const leg = { ...bet.legs[0]!, match: { ...bet.legs[0]!.match, eid: match.eid } }
    transport.responses['bet.list'] = () =>
      success({ list: [{ ...bet, legs: [leg] }], total: 1, pageNum: 1, pageSize: 20 })
    transport.responses['bet.show'] = ({ chatRoomNo }) => success({ bet: { ...bet, shownIn: chatRoomNo } })
    await userEvent.click(page.elementLocator(row('e1')!.querySelector('button')!))
    await userEvent.click(slip.getByRole('button', { name: '晒单' }))
    await expect.element(slip.getByRole('button', { name: '收回' })).toBeVisible()
    await userEvent.click(slip.getByRole('button', { name: '收回' }))
    await expect.element(slip.getByRole('button', { name: '晒单' })).toBeVisible()
    expect(transport.calls.filter(({ name }) => name === 'bet.show').map(({ params }) => params)).toEqual([
      { betId: bet.betId, chatRoomNo: match.chatRoomNo },
      { betId: bet.betId, chatRoomNo: null },
    ])
  })

  it('S1.29 a placed bet that is shown can be taken back after the slip was closed and opened again', async () => {
    const server = await openWithSlip()
    const legs = [{ selection: HOME_WIN, price: 1_900 }]
    const bet = betOf({ currency: 'CNY', stake: 1_000, accept: 'better', legs }, 10)
    server.bets.set(bet.betId, bet)
    transport.responses['bet.show'] = ({ chatRoomNo }) => success({ bet: { ...bet, shownIn: chatRoomNo } })
    store.set(addReceiptAtom, bet.betId, [HOME_WIN])
    store.set(isSlipOpenAtom, true)
    await userEvent.click(slip.getByRole('button', { name: '晒单' }))
    await expect.element(slip.getByRole('button', { name: '收回' })).toBeVisible()
    store.set(isSlipOpenAtom, false)
    await expect.element(slip).not.toBeInTheDocument()
    store.set(isSlipOpenAtom, true)
    await expect.element(slip.getByRole('button', { name: '收回' })).toBeVisible()
    await expect.element(slip.getByRole('button', { name: '晒单' })).not.toBeInTheDocument()
  })

  it('S1.29 an own bet that was taken back elsewhere can be shown after the slip was opened again', async () => {
    await openWithSlip()
    const legs = [{ selection: HOME_WIN, price: 1_900 }]
    const bet = betOf({ currency: 'CNY', stake: 1_000, accept: 'better', legs }, 11)
    const leg = { ...bet.legs[0]!, match: { ...bet.legs[0]!.match, eid: DETAIL.match.eid } }
    transport.responses['bet.list'] = () =>
      success({ list: [{ ...bet, legs: [leg] }], total: 1, pageNum: 1, pageSize: 20 })
    transport.responses['bet.show'] = ({ chatRoomNo }) => success({ bet: { ...bet, shownIn: chatRoomNo } })
    store.set(isSlipOpenAtom, true)
    await userEvent.click(slip.getByRole('button', { name: '晒单' }))
    await expect.element(slip.getByRole('button', { name: '收回' })).toBeVisible()
    store.set(isSlipOpenAtom, false)
    await expect.element(slip).not.toBeInTheDocument()
    store.set(isSlipOpenAtom, true)
    await expect.element(slip.getByRole('button', { name: '晒单' })).toBeVisible()
  })
})
