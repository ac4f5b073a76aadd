import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { CallContext } from '#server/http/context.ts'
import { giftEndpoints } from '#protocol/endpoints/gift.ts'
import { newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { giftCallsOn } from './gift-calls-support.ts'
import { giftWorld } from '../wallet/gift-support.ts'

describe.each(STORE_KINDS)('gift rankings and history on %s', (kind) => {
  const world = giftWorld(kind)
  const { caller, reward, callsOn, parsed } = giftCallsOn(world)

  it('S7.113 rank members by nickname and public id, over an hour, a day and a week', async () => {
    const calls = callsOn()
    const anchorRoomId = 'anchor-ranked'
    const [early, late] = [await caller(5_000), await caller(5_000)]
    await calls['gift.reward']({ ...reward, anchorRoomId, count: 3 }, early)
    world.clock.move(2 * 3_600_000)
    await calls['gift.reward']({ ...reward, anchorRoomId, count: 2 }, late)
    const totals = async (period: 'hour' | 'day' | 'week') => {
      const ranking = await calls['gift.ranking']({ anchorRoomId, period }, late)
      return parsed(giftEndpoints['gift.ranking'].data, ranking).list.map(({ rank, userId, total }) => [
        rank,
        userId,
        total,
      ])
    }
    const [earlyId, lateId] = [early.session?.member.userId, late.session?.member.userId]
    expect(await totals('hour')).toEqual([[1, lateId, 198]])
    expect(await totals('day')).toEqual([
      [1, earlyId, 297],
      [2, lateId, 198],
    ])
    world.clock.move(24 * 3_600_000 + 1)
    expect(await totals('day')).toEqual([])
    expect((await totals('week')).length).toBe(2)
    expect(await calls['gift.ranking']({ anchorRoomId: 'nobody', period: 'day' }, late)).toMatchObject({
      code: CODES.NOT_FOUND,
    })
  })

  it('S7.113 name the place of the member and the coins to the next one', async () => {
    const calls = callsOn()
    const anchorRoomId = 'anchor-places'
    const [first, second, other] = [await caller(5_000), await caller(5_000), await caller(5_000)]
    const place = async (context: CallContext) => {
      const ranking = await calls['gift.ranking']({ anchorRoomId, period: 'day' }, context)
      return parsed(giftEndpoints['gift.ranking'].data, ranking).mine
    }
    expect(await place(other)).toMatchObject({ rank: null, total: 0, toNext: null })
    await calls['gift.reward']({ ...reward, anchorRoomId, count: 3 }, first)
    await calls['gift.reward']({ ...reward, anchorRoomId, count: 2 }, second)
    world.clock.move(3_001)
    expect(await place(first)).toEqual({ userId: first.session.member.userId, rank: 1, total: 297, toNext: null })
    expect(await place(second)).toMatchObject({ rank: 2, total: 198, toNext: 100 })
    expect(await place(other)).toMatchObject({ rank: null, total: 0, toNext: 199 })
    expect(await place({ ...other, session: null })).toBeNull()
  })

  it('S7.113 rank by posted amounts in each period, for any sequence of gifts', async () => {
    const calls = callsOn()
    const anchorRoomId = 'anchor-sums'
    const givers = await Promise.all([1, 2, 3, 4].map(() => caller(50_000)))
    const stepsMs = [3 * 86_400_000, 2 * 86_400_000, 86_400_000, 7_200_000, 5_400_000, 3_000_000, 60_000, 0]
    for (const [round, stepMs] of stepsMs.entries()) {
      await Promise.all(
        givers.map((giver, place) =>
          calls['gift.reward'](
            {
              giftId: 1 + ((round + place) % 6),
              count: 1 + ((round * place) % 5),
              anchorRoomId,
              comboId: `combo-${round}-x`,
            },
            { ...giver, idempotencyKey: newKey() },
          ),
        ),
      )
      world.clock.move(stepMs)
    }
    for (const [period, hours] of [
      ['hour', 1],
      ['day', 24],
      ['week', 168],
    ] as const) {
      const ranking = await calls['gift.ranking']({ anchorRoomId, period }, await caller(0))
      const shownTotals = parsed(giftEndpoints['gift.ranking'].data, ranking).list.map(({ userId, total }) => [
        userId,
        total,
      ])
      // The sum of the postings from members to this anchor.
      const since = new Date(world.clock.now() - hours * 3_600_000).toISOString()
      const { rows } = await world.store.db.execute<{ owner: string; total: number }>(sql`
        select a.owner_id as owner, sum(-e.amount)::int as total
        from ledger_entry e join account a on a.id = e.account_id join gift_order o on o.tx_id = e.tx_id
        where a.owner_type = 'member' and o.anchor_room_id = ${anchorRoomId} and o.created_at >= ${since}
        group by a.owner_id`)
      const booked = rows.map(({ owner, total }) => [
        givers.find(({ session }) => session?.memberId === owner)?.session?.member.userId,
        total,
      ])
      expect(new Map(shownTotals as [string, number][]), period).toEqual(new Map(booked as [string, number][]))
      const totals = shownTotals.map(([, total]) => Number(total))
      expect(totals).toEqual(totals.toSorted((one, other) => other - one))
      expect(totals.length).toBe(4)
    }
  })

  it("Annex E.9 list only the member's own gifts of all time, page by page", async () => {
    const calls = callsOn()
    const [me, other] = [await caller(50_000), await caller(50_000)]
    const sent: string[] = []
    for (let index = 0; index < 25; index += 1) {
      world.clock.move((index + 1) % 3)
      const more = { ...me, idempotencyKey: newKey() }
      const result = await calls['gift.reward']({ ...reward, giftId: 2, count: 1 + index }, more)
      sent.unshift(parsed(giftEndpoints['gift.reward'].data, result).giftOrderNo)
    }
    const foreign = await calls['gift.reward'](reward, other)
    const page = async (before: string | null, context = me) =>
      parsed(giftEndpoints['gift.history'].data, await calls['gift.history']({ before }, context))
    const read: { giftOrderNo: string; createdAt: number }[] = []
    let next = await page(null)
    expect(next.list[0]).toMatchObject({
      giftName: '围巾',
      count: 25,
      total: 250,
      title: '北港联 对 梅州',
      status: 'delivered',
    })
    for (;;) {
      read.push(...next.list)
      if (!next.hasMore) break
      next = await page(next.list.at(-1)?.giftOrderNo ?? null)
    }
    // Two of the same millisecond may be in either order; none is missing or repeated.
    expect(read.map(({ giftOrderNo }) => giftOrderNo).toSorted()).toEqual(sent.toSorted())
    const times = read.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    // The order id of another member is only a position in time.
    const foreignOrder = parsed(giftEndpoints['gift.reward'].data, foreign).giftOrderNo
    expect((await page(foreignOrder)).list.filter(({ giftOrderNo }) => !sent.includes(giftOrderNo))).toEqual([])
    expect((await page(null, other)).list.map(({ giftOrderNo }) => giftOrderNo)).toEqual([foreignOrder])
    const { request } = giftEndpoints['gift.history']
    for (const before of ['', "' or true --", '-'.repeat(36), 7, undefined]) {
      expect(request.safeParse({ before }).success).toBe(false)
    }
  })
})
