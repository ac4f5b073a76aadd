import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { packetsOfRound } from '#protocol/activities/red-rain-division.ts'
import { RED_RAIN, type RedRainRule } from '#protocol/activities/red-rain.ts'
import { CODES } from '#protocol/codes.ts'
import { commitmentOf } from '#protocol/games/draw.ts'
import { DAY_MS, SECOND_MS, siteDateOf } from '#protocol/time.ts'
import { stopActivity } from '#server/activities/management.ts'
import type { RedRain } from '#server/activities/red-rain.ts'
import type { Club } from '#server/club/club.ts'
import type { Database } from '#server/database/database.ts'
import { activity, activityState } from '#server/database/schema/activities.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { startedRain } from '../../support/activities.ts'
import { testActivities, testClub, testRedRain } from '../../support/club.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { newKey, signInMemberWith } from '../../support/ledger-members.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'

const EXAMPLE = RED_RAIN.example as RedRainRule

describe.each(STORE_KINDS)('S7.103 red packet rain on %s', (kind) => {
  let store: Database
  let time: number
  let club: Club
  let rain: RedRain
  const now = () => time

  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(() => {
    // Noon in Shanghai, when a round begins.
    time = Math.max(time ?? 0, Date.UTC(2026, 10, 21, 4)) + DAY_MS
    time -= time % DAY_MS
    time += 4 * 60 * 60 * SECOND_MS
    club = testClub(store, now)
    rain = testRedRain(store, club)
  })
  afterEach(async () => {
    await club.close()
    await expectInvariants(store)
    expect(await reconcile(store.db)).toEqual([])
  })
  afterAll(() => store.close())

  const newMember = () => signInMemberWith(store, 0, now)
  const newMembers = (count: number) => Promise.all(Array.from({ length: count }, newMember))
  const roundId = () => `${siteDateOf(time)}-1200`
  const grab = (
    memberId: string,
    activityId: string,
    { key = newKey(), round = roundId(), by = rain }: { key?: string; round?: string; by?: RedRain } = {},
  ) => by.grab({ memberId, currency: 'CNY', activityId, roundId: round, idempotencyKey: key }, time)
  const shown = (activityId: string, memberId: string | null = null) =>
    rain.round({ activityId, currency: 'CNY' }, memberId, time)
  const partsOf = (activityId: string) =>
    store.db.select().from(activityState).where(eq(activityState.activityId, activityId))
  async function coinsOf(memberId: string): Promise<number> {
    const { rows } = await store.db.execute<{ balance: number }>(sql`select balance from account
      where owner_type = 'member' and owner_id = ${memberId} and kind = 'coin'`)
    return rows[0]?.balance ?? 0
  }

  it('pays the packets of the committed division in the order of the grabs, and reveals the seed after the round', async () => {
    const activityId = await startedRain(store, time, { packets: 5, roundAmount: 60 })
    const before = await shown(activityId)
    expect(before).toMatchObject({
      round: { roundId: roundId(), start: time, end: time + 60_000, taken: 0, packets: 5, own: null },
      last: null,
      serverTime: time,
      block: 'visitor',
    })
    const ids = await newMembers(3)
    const paid: number[] = []
    for (const id of ids) {
      const result = await grab(id, activityId)
      if (!result.ok) throw new Error(`refused: ${result.code}`)
      expect(result.data).toMatchObject({ currency: 'COIN', balance: result.data.amount })
      expect(await coinsOf(id)).toBe(result.data.amount)
      paid.push(result.data.amount)
    }
    // What all members see is at most half a second old.
    time += 500
    expect((await shown(activityId, ids[1] ?? ''))?.round).toMatchObject({ taken: 3, own: paid[1] })
    const id = roundId()
    time += 59.5 * SECOND_MS
    const after = await shown(activityId, ids[2] ?? '')
    expect(after).toMatchObject({ last: { roundId: id, taken: 3, own: { packet: 3, amount: paid[2] } }, block: null })
    const seed = after?.last?.seed ?? ''
    expect(commitmentOf(seed)).toBe(before?.round?.commitment)
    expect(packetsOfRound({ ...EXAMPLE, packets: 5, roundAmount: 60 }, id, seed).slice(0, 3)).toEqual(paid)
    const { list } = await testActivities(store, now).records(ids[0] ?? '', { name: 'redRain', pageNum: 1 }, time)
    expect(list).toMatchObject([{ cycle: id, status: 'claimed', amount: paid[0], data: { packet: 1 } }])
  })

  it('I8 gives one packet for 50 parallel grabs of a member, by keys of their own and of two processes', async () => {
    const activityId = await startedRain(store, time)
    const id = await newMember()
    const other = testRedRain(store, club)
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => grab(id, activityId, { by: index % 2 === 0 ? rain : other })),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = results.filter(({ ok }) => !ok)
    for (const one of refused) expect(one).toMatchObject({ code: CODES.ACTIVITY_STATE, details: { reason: 'grabbed' } })
    const parts = await partsOf(activityId)
    expect(parts).toHaveLength(1)
    expect(await coinsOf(id)).toBe(parts[0]?.amount)
  })

  it('settled 7 repeats the result of a key, and refuses the key for another round', async () => {
    const activityId = await startedRain(store, time)
    const id = await newMember()
    const key = newKey()
    const first = await grab(id, activityId, { key })
    const again = await Promise.all(Array.from({ length: 5 }, () => grab(id, activityId, { key })))
    for (const one of again) expect(one).toMatchObject({ ok: true, isReplay: true, data: first.ok && first.data })
    const other = await startedRain(store, time)
    expect(await grab(id, other, { key })).toMatchObject({ code: CODES.IDEMPOTENCY_CONFLICT })
  })

  it('S1.22 gives away exactly the amount of the round to 60 members at once, and nothing to those after them', async () => {
    const activityId = await startedRain(store, time, { packets: 40, roundAmount: 500, budget: 800 })
    const ids = await newMembers(60)
    const results = await Promise.all(ids.map((id) => grab(id, activityId)))
    const won = results.flatMap((result) => (result.ok ? [result.data.amount] : []))
    expect(won).toHaveLength(40)
    expect(won.reduce((sum, amount) => sum + amount, 0)).toBe(500)
    for (const one of results.filter(({ ok }) => !ok)) {
      expect(one).toMatchObject({ code: CODES.ACTIVITY_STATE, details: { reason: 'empty' } })
    }
    // The rest of the budget cannot pay the next round, so it is not held.
    time += DAY_MS
    expect(await grab(ids[0] ?? '', activityId)).toMatchObject({ details: { reason: 'budget' } })
    expect((await shown(activityId))?.round).toBeNull()
    const [row] = await store.db.select().from(activity).where(eq(activity.id, activityId))
    expect(row?.reserved).toBe(500)
  })

  it('refuses grabs before and after the round, of rounds that do not exist, and of other activities', async () => {
    const activityId = await startedRain(store, time)
    const id = await newMember()
    const tomorrow = `${siteDateOf(time + DAY_MS)}-1200`
    expect(await grab(id, activityId, { round: tomorrow })).toMatchObject({
      code: CODES.ACTIVITY_STATE,
      details: { reason: 'roundSoon' },
    })
    expect(await grab(id, activityId, { round: `${siteDateOf(time)}-1201` })).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await grab(id, 'sign-in-1')).toMatchObject({ code: CODES.NOT_FOUND })
    const round = roundId()
    time += 59_999
    const key = newKey()
    time += 1
    expect(await grab(id, activityId, { round, key })).toMatchObject({ details: { reason: 'roundEnded' } })
    // A refusal belongs to its key, also when the clock of the server goes back.
    time -= 1
    expect((await grab(id, activityId, { round, key })).ok).toBe(false)
    expect((await grab(id, activityId, { round })).ok).toBe(true)
    time += 1
  })

  it('lets an operator stop it during grabs: each of them is paid or refused', async () => {
    const activityId = await startedRain(store, time)
    const ids = await newMembers(20)
    const [, ...results] = await Promise.all([
      store.transaction((tx) => stopActivity(tx, activityId)),
      ...ids.map((id) => grab(id, activityId)),
    ])
    const [late = ''] = await newMembers(1)
    expect(await grab(late, activityId)).toMatchObject({ details: { reason: 'stopped' } })
    const parts = await partsOf(activityId)
    expect(parts).toHaveLength(results.filter((result) => typeof result === 'object' && result.ok).length)
    expect((await shown(activityId))?.round).toBeNull()
  })

  it('I10 refuses members in a time-out with its code, and members of another currency', async () => {
    const activityId = await startedRain(store, time)
    const id = await newMember()
    await new Limits(store, { now, rates: null }).timeOut(id, 24)
    expect(await grab(id, activityId)).toMatchObject({ code: CODES.RG_TIME_OUT })
    const [other = ''] = await newMembers(1)
    await store.db
      .update(activity)
      .set({ status: 'stopped' })
      .where(and(eq(activity.id, activityId)))
    const usdt = await startedRain(store, time, {})
    expect(usdt).not.toBe(activityId)
    expect((await grab(other, usdt)).ok).toBe(true)
    expect(await partsOf(activityId)).toEqual([])
  })

  it('announces a round two minutes before it begins until it ends', async () => {
    const activityId = await startedRain(store, time, { times: ['12:03'] })
    const found = async () => (await rain.announced(time))?.filter(({ id }) => id.includes(activityId))
    expect(await found()).toEqual([])
    time += 60_000
    expect(await found()).toHaveLength(1)
    expect(await found()).toMatchObject([{ category: 1, content: expect.stringContaining('12:03') as string }])
    time += 3 * 60_000
    expect(await found()).toEqual([])
  })

  it('announces a round until it ends if it has used up the budget, and no round that the budget cannot pay', async () => {
    const activityId = await startedRain(store, time, { packets: 2, roundAmount: 60, budget: 100 })
    const found = async () => (await rain.announced(time))?.filter(({ id }) => id.includes(activityId))
    expect(await found()).toHaveLength(1)
    for (const id of await newMembers(2)) expect((await grab(id, activityId)).ok).toBe(true)
    time += 30 * SECOND_MS
    expect(await found()).toHaveLength(1)
    time += DAY_MS - 30 * SECOND_MS
    expect(await found()).toEqual([])
    expect((await shown(activityId))?.round).toBeNull()
  })
})
