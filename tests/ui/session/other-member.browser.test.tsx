import { useEffect } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { AccountEntries } from '#app/pages/account/MineEntries.tsx'
import { InvitePage } from '#app/pages/account/InvitePage.tsx'
import { MessagePage } from '#app/pages/account/MessagePage.tsx'
import { RoomInvite } from '#app/room/RoomInvite.tsx'
import { RoomSlip } from '#app/room/RoomSlip.tsx'
import { useFavouriteGames } from '#features/egame/use-own-games.ts'
import { SlipRail } from '#features/slip/SlipPlaces.tsx'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { roomEntered, roomOpened } from '#state/feed/apply-batch.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { sessionAtom } from '#state/session/session.ts'
import { isSlipOpenAtom, parseSlip, slipAtom, toggleSelectionAtom } from '#state/slip/slip-atoms.ts'
import { store } from '#state/store.ts'
import { GAMES } from '../egame/egame-fixtures.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON, SNAPSHOT } from '../support/feed-fixtures.ts'
import type { Mounted } from '../support/mount.tsx'
import { frames, mount, mountRoutes } from '../support/mount.tsx'
import { DETAIL, MEMBER } from '../support/room-fixtures.ts'
import { betOf, HANDICAP, serveSlip, slipLeg } from '../support/slip-fixtures.ts'

let mounted: Mounted

/** Changes the member without a sign-out. */
function enter(userId: string, code: string): void {
  transport.responses['invite.link'] = () =>
    success({ url: `/app/home?i_code=${code}&r_code=${code}`, i_code: code, r_code: code })
  store.set(sessionAtom, { member: { ...MEMBER, userId }, expireAt: NOON + 3_600_000 })
}

beforeEach(async () => {
  await page.viewport(1280, 800)
  transport.now = NOON
  transport.calls.length = 0
  transport.responses = { 'site.shortUrl': () => failure(10000, '网络异常') }
  enter('u-a', 'aaaaaaaa')
})
afterEach(() => {
  mounted.unmount()
  transport.responses = {}
  store.set(sessionAtom, null)
})

const link = page.getByRole('textbox', { name: '邀请链接' })

it('S1.21 the invitation page is that of the signed-in member', async () => {
  mounted = mount(
    <MemoryRouter>
      <InvitePage />
    </MemoryRouter>,
  )
  await expect.element(page.getByText('AAAAAAAA', { exact: true })).toBeVisible()
  enter('u-b', 'bbbbbbbb')
  await expect.element(page.getByText('BBBBBBBB', { exact: true })).toBeVisible()
  await expect.element(link).toHaveValue(`${location.origin}/app/home?i_code=bbbbbbbb&r_code=bbbbbbbb`)
  expect(page.getByText('AAAAAAAA').elements()).toEqual([])
})

it('S1.21 the link of a room has the codes of the signed-in member, and none for a visitor', async () => {
  store.set(feedAtom, roomEntered(roomOpened(EMPTY_FEED, 'r'), { chatRoomNo: 'r', snapshot: SNAPSHOT, role: 'member' }))
  mounted = mount(<RoomInvite detail={DETAIL} />)
  await expect.element(link).toHaveValue(expect.stringContaining('aaaaaaaa'))
  enter('u-b', 'bbbbbbbb')
  await expect.element(link).toHaveValue(expect.stringContaining('bbbbbbbb'))
  store.set(sessionAtom, null)
  await expect.element(link).toHaveValue(expect.not.stringContaining('_code'))
})

it('the gift history is loaded again for the next member', async () => {
  const reads = () => transport.calls.filter(({ name }) => name === 'gift.history').length
  mounted = mount(
    <MemoryRouter>
      <AccountEntries />
    </MemoryRouter>,
  )
  await userEvent.click(page.getByRole('button', { name: '打开' }))
  await expect.poll(reads).toBe(1)
  enter('u-b', 'bbbbbbbb')
  await expect.poll(reads).toBe(2)
})

describe('after a change of member without a reload', () => {
  beforeEach(() => {
    serveSlip()
    enter('u-a', 'aaaaaaaa')
  })
  afterEach(() => {
    store.set(isSlipOpenAtom, false)
    store.set(cachedResponsesAtom, new Map())
    store.set(slipAtom, () => parseSlip(null))
  })
  const fail = () => failure(CODES.NETWORK_ABNORMAL, '网络异常')
  /** The balance in the slip; undefined while there is none. */
  const balance = () => document.querySelector('[data-slip] [class*="balance"] b')?.textContent
  const calls = (name: string) => transport.calls.filter((one) => one.name === name).length

  it.each([[null], ['u-b']])('the slip does not show the balance of the previous member: %s', async (next) => {
    store.set(toggleSelectionAtom, slipLeg(HANDICAP, 2_050))
    mounted = mountRoutes([{ path: '/app/sports', Component: SlipRail }], '/app/sports')
    await expect.element(page.getByText('¥123.45')).toBeVisible()
    transport.responses['balance.list'] = fail
    if (next === null) store.set(sessionAtom, null)
    enter('u-b', 'bbbbbbbb')
    store.set(toggleSelectionAtom, slipLeg(HANDICAP, 2_050))
    await expect.poll(() => calls('balance.list')).toBe(2)
    await expect.poll(balance).toBe('—')
    expect(page.getByText('¥123.45').elements()).toEqual([])
    expect([...store.get(cachedResponsesAtom).keys()]).not.toContain('balance.list {"currency":"CNY"} u-b')
  })

  it('the slip shows neither the last transfer nor the balance after it to the next member', async () => {
    store.set(toggleSelectionAtom, slipLeg(HANDICAP, 2_050))
    transport.responses['game.launch'] = () =>
      success({ url: '/app/sports', mode: 'tab', transferred: 500_000, balance: 777_700 })
    mounted = mountRoutes([{ path: '/app/sports', Component: SlipRail }], '/app/sports')
    await userEvent.click(page.getByRole('button', { name: '转入' }))
    await expect.element(page.getByText('已转入 ¥5,000.00')).toBeVisible()
    transport.responses['balance.list'] = fail
    enter('u-b', 'bbbbbbbb')
    store.set(toggleSelectionAtom, slipLeg(HANDICAP, 2_050))
    await expect.poll(balance).toBe('—')
    expect(page.getByText('已转入 ¥5,000.00').elements()).toEqual([])
  })

  it('a room does not show the open bets of a member who has left', async () => {
    const bet = betOf(
      { currency: 'CNY', stake: 100, accept: 'better', legs: [{ selection: HANDICAP, price: 2_050 }] },
      1,
    )
    const legs = bet.legs.map((one) => ({ ...one, match: { ...one.match, eid: DETAIL.match.eid } }))
    transport.responses['bet.list'] = () => success({ list: [{ ...bet, legs }], total: 1, pageNum: 1, pageSize: 20 })
    store.set(isSlipOpenAtom, true)
    mounted = mountRoutes([{ path: '/room', element: <RoomSlip detail={DETAIL} /> }], '/room')
    const own = page.getByRole('region', { name: '本场注单' })
    await expect.element(own).toBeVisible()
    store.set(sessionAtom, null)
    await frames(2)
    expect(own.elements()).toEqual([])
    transport.responses['bet.list'] = fail
    enter('u-b', 'bbbbbbbb')
    await expect.poll(() => calls('bet.list')).toBe(2)
    await frames(2)
    expect(own.elements()).toEqual([])
  })

  it('S1.25 an open message is not shown to the next member', async () => {
    const content = '只给甲看'
    const id = '00000000-0000-7000-8000-000000000001'
    transport.responses['privateMessage.detail'] = () =>
      success({ id, kind: 'private', title: '给甲', content, createTime: NOON, isRead: true, isTop: false })
    mounted = mountRoutes([{ path: '/app/messages/:kind/:id', Component: MessagePage }], `/app/messages/private/${id}`)
    await expect.element(page.getByText(content)).toBeVisible()
    transport.responses['privateMessage.detail'] = fail
    enter('u-b', 'bbbbbbbb')
    await frames(2)
    expect(page.getByText(content).elements()).toEqual([])
  })

  it('S7.59 favourite games that are not stored yet are those of the member who added them', async () => {
    transport.responses['collect.list'] = () => success({ list: [] })
    transport.responses['collect.add'] = () => success({})
    const latest: { favourites?: ReturnType<typeof useFavouriteGames> } = {}
    function Favourites() {
      const favourites = useFavouriteGames()
      useEffect(() => void (latest.favourites = favourites))
      return null
    }
    mounted = mount(<Favourites />)
    await latest.favourites!.toggle(GAMES[0]!)
    await expect.poll(() => latest.favourites!.keys).toHaveLength(1)
    enter('u-b', 'bbbbbbbb')
    await frames(2)
    expect(latest.favourites!.keys).toEqual([])
  })
})
