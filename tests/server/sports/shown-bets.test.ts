import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Entry } from '#protocol/room/feed.ts'
import { orderOf, orderText, ShownBets } from '#server/sports/shown-bets.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { definition, person, ROOM, testRooms } from '../rooms/rooms-support.ts'
import { sportsWorld } from './sports-world.ts'

it.each([
  ['football', 'm1.winner.0.home', '全场独赢', '灯塔 胜'],
  ['football', 'm1.period-winner.1.draw', '上半场独赢', '平局'],
  ['basketball', 'm1.period-winner.3.away', '第 3 节独赢', '海鸥 胜'],
  ['esports', 'm1.period-winner.2.home', '第 2 局获胜', '灯塔 胜'],
  ['football', 'm1.handicap.-3.home', '让球', '灯塔 -0.5/1'],
  ['football', 'm1.handicap.-3.away', '让球', '海鸥 +0.5/1'],
  ['football', 'm1.total.10.over', '大小', '大 2.5'],
  ['football', 'm1.correct-score.0.2-1', '波胆', '2:1'],
] as const)('S3.23 an order of %s on %s is named as on the board', (sport, selection, categoryName, itemName) => {
  expect(orderText(selection, { sport, home: '灯塔', away: '海鸥' })).toEqual({ categoryName, itemName })
})

describe.each(STORE_KINDS)('S3.23 S4.32 bets that members show in a room on %s', (kind) => {
  const world = sportsWorld(kind)
  const OTHER = 'room-2'
  const MUTE = { chatRoomNo: ROOM, memberName: '球迷1', reason: '刷屏', byMemberId: '', byName: '' }

  async function shown() {
    const { hub, clock } = await testRooms({}, [definition(), definition({ chatRoomNo: OTHER })])
    const shownBets = new ShownBets({ database: world.store, rooms: hub, now: clock.now })
    const memberId = await world.member(100_00)
    const { member } = person(1)
    const bet = await world.placed(memberId, {
      legs: [{ selection: 'm1.winner.0.home', price: 1_800 }],
      stake: 40_00,
    })
    return {
      hub,
      memberId,
      bet,
      show: (chatRoomNo: string | null, betId = bet.betId, by = memberId) =>
        shownBets.show({ memberId: by, member }, betId, chatRoomNo),
      entries: (chatRoomNo = ROOM) =>
        hub.log
          .recent(chatRoomNo, 0, 100)
          .filter(({ kind: what }) => what === 'order' || what === 'revert')
          .map(({ id, kind: what, json }) => ({ id, kind: what, data: (JSON.parse(json) as Entry).data })),
    }
  }

  it('posts an order with the selection and the accepted price once, and a revert of it when it is taken back', async () => {
    const { bet, show, entries } = await shown()
    const both = await Promise.all([show(ROOM), show(ROOM)])
    expect(both.some(({ ok }) => ok)).toBe(true)
    expect(await show(ROOM)).toMatchObject({ ok: true, data: { bet: { betId: bet.betId, shownIn: ROOM } } })
    const [order] = entries()
    expect(entries()).toMatchObject([
      {
        kind: 'order',
        data: {
          message: { categoryName: '全场独赢', itemName: '灯塔 胜', score: '' },
          odds: 1_800,
          selection: world.idOf('m1.winner.0.home'),
        },
      },
    ])
    const back = await Promise.all([show(null), show(null)])
    expect(back.some(({ ok }) => ok)).toBe(true)
    expect(await show(null)).toMatchObject({ ok: true, data: { bet: { shownIn: null } } })
    expect(entries().slice(1)).toMatchObject([{ kind: 'revert', data: { orderId: order?.id } }])
    expect(await world.bet(bet)).toMatchObject({ shownIn: null, state: 'accepted', returned: 0 })
  })

  it('shows a bet in one room at a time', async () => {
    const { show, entries } = await shown()
    expect(await show(ROOM)).toMatchObject({ ok: true })
    expect(await show(OTHER)).toMatchObject({ code: CODES.ORDER_STATE_CHANGED })
    expect(entries(OTHER)).toEqual([])
    await show(null)
    expect(await show(OTHER)).toMatchObject({ ok: true })
    expect(entries(OTHER)).toHaveLength(1)
  })

  it('refuses the bet of another member, an unknown room, a muted member and a bet that waits for its delay', async () => {
    const { hub, memberId, show, entries } = await shown()
    const other = await world.member(1_00)
    expect(await show(ROOM, undefined, other)).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await show('room-9')).toMatchObject({ code: CODES.NOT_FOUND })
    world.play('m2')
    const pending = await world.placed(memberId, {
      legs: [{ selection: 'm2.winner.0.home', price: 2_000 }],
      stake: 10_00,
    })
    expect(await show(ROOM, pending.betId)).toMatchObject({ code: CODES.ORDER_STATE_CHANGED })
    const { userId } = person(1).member
    hub.room(ROOM)?.setMute({ ...MUTE, memberId, userId, until: Infinity }, 0)
    expect(await show(ROOM)).toMatchObject({ code: CODES.CHAT_MUTED })
    expect(entries()).toEqual([])
    expect(await show(null)).toMatchObject({ ok: true })
  })
})

it('S1.29 S3.23 the order of a 串关 has its legs with price, match, market and selection', () => {
  const match = { eid: 'e1', matchId: 'm1', sport: 'football', league: '海岸联赛', home: '灯塔', away: '海鸥' } as const
  const leg = { match: { ...match, startAt: 0, score: '0-0', isLive: false } }
  const legs = [
    { ...leg, selection: 'm1.winner.0.home', price: 1_900 },
    { ...leg, selection: 'm2.total.10.over', price: 2_000 },
  ]
  expect(orderOf({ legs, price: 3_800 })).toEqual({
    message: { categoryName: '2 串 1', itemName: '灯塔 胜、大 2.5', score: '', teamLogo: '' },
    odds: 3_800,
    legs: [
      { selection: 'm1.winner.0.home', price: 1_900, match: '灯塔 对 海鸥', market: '全场独赢', pick: '灯塔 胜' },
      { selection: 'm2.total.10.over', price: 2_000, match: '灯塔 对 海鸥', market: '大小', pick: '大 2.5' },
    ],
  })
})
