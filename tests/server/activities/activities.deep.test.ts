import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { DAY_MS, HOUR_MS, siteDateOf } from '#protocol/time.ts'
import { stopActivity } from '#server/activities/management.ts'
import type { Activities } from '#server/activities/activities.ts'
import type { Club } from '#server/club/club.ts'
import type { Database } from '#server/database/database.ts'
import { activity, activityState } from '#server/database/schema/activities.ts'
import { member } from '#server/database/schema/member.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { startedActivity } from '../../support/activities.ts'
import { testActivities, testClub } from '../../support/club.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { newKey, signInMemberWith } from '../../support/ledger-members.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'

const NOVICE_RULE = { phone: 50, realName: 50, card: 80, signIn: 20, chat: 30, days: 30 }

describe.each(STORE_KINDS)('activities on %s', (kind) => {
  let store: Database
  let time: number
  let club: Club
  let activities: Activities
  const now = () => time

  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(() => {
    time = Math.max(time ?? 0, Date.UTC(2026, 10, 21, 4)) + 61 * DAY_MS
    club = testClub(store, now)
    activities = testActivities(store, now)
  })
  afterEach(async () => {
    await club.close()
    await expectInvariants(store)
    expect(await reconcile(store.db)).toEqual([])
  })
  afterAll(() => store.close())

  const newMember = () => signInMemberWith(store, 0, now)
  const apply = (memberId: string, activityId: string, cycle = siteDateOf(time), input: unknown = null) =>
    activities.apply({ memberId, name: 'signIn', activityId, cycle, input }, time)
  const receive = (memberId: string, activityId: string, cycle = siteDateOf(time), key = newKey()) =>
    club.claims.receive(memberId, `activity:${activityId}:${cycle}`, key)
  const check = (memberId: string | null, activityId: string, name: 'signIn' | 'novice' = 'signIn') =>
    activities.check({ name, activityId, currency: 'CNY' }, memberId, time)
  async function coinsOf(memberId: string): Promise<number> {
    const { rows } = await store.db.execute<{ balance: number }>(sql`select balance from account
      where owner_type = 'member' and owner_id = ${memberId} and kind = 'coin'`)
    return rows[0]?.balance ?? 0
  }

  describe('S1.19 S7.95 sign-in', () => {
    it('S4.14 E.8 goes from eligible over claimable to claimed, and pays once', async () => {
      const id = await newMember()
      const activityId = await startedActivity(store, time)
      expect((await check(id, activityId))?.steps).toMatchObject([
        { cycle: siteDateOf(time), status: 'eligible', amount: 1 },
      ])
      expect(await apply(id, activityId)).toMatchObject({
        ok: true,
        data: { step: { status: 'claimable', amount: 1 } },
      })
      const key = newKey()
      expect(await receive(id, activityId, siteDateOf(time), key)).toMatchObject({
        ok: true,
        data: { amount: 1, currency: 'COIN', balance: 1 },
      })
      expect(await receive(id, activityId, siteDateOf(time), key)).toMatchObject({ ok: true, isReplay: true })
      expect(await receive(id, activityId)).toMatchObject({ code: CODES.ACTIVITY_STATE })
      expect((await check(id, activityId))?.steps).toMatchObject([{ status: 'claimed' }])
      expect(await coinsOf(id)).toBe(1)
    })

    it('Annex J pays 20 for seven days in a row, one claim per day', async () => {
      const id = await newMember()
      const activityId = await startedActivity(store, time)
      for (let day = 0; day < 7; day += 1) {
        expect((await apply(id, activityId)).ok).toBe(true)
        expect((await receive(id, activityId)).ok).toBe(true)
        time += DAY_MS
      }
      expect(await coinsOf(id)).toBe(20)
      const { list, total } = await activities.records(id, { name: 'signIn', pageNum: 1 }, time)
      expect(total).toBe(7)
      expect(list.map(({ amount }) => amount)).toEqual([8, 3, 3, 2, 2, 1, 1])
      expect(list.every(({ status }) => status === 'claimed')).toBe(true)
    })

    it('I8 begins once by 50 parallel applications and pays once by 50 parallel claims, also across midnight Shanghai', async () => {
      const id = await newMember()
      const activityId = await startedActivity(store, time)
      const many = <T>(run: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, run))
      const today = siteDateOf(time)
      const applied = await many(() => apply(id, activityId))
      expect(applied.every(({ ok }) => ok)).toBe(true)
      const midnight = time + 12 * HOUR_MS
      expect(siteDateOf(midnight)).not.toBe(today)
      const claimed = await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          time = midnight - 1 + (index % 2)
          return receive(id, activityId, today)
        }),
      )
      expect(claimed.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await coinsOf(id)).toBe(1)
      // Nobody can sign in for yesterday.
      expect(
        await activities.apply(
          { memberId: id, name: 'signIn', activityId, cycle: siteDateOf(midnight - DAY_MS), input: null },
          midnight,
        ),
      ).toMatchObject({ ok: true })
      expect(await apply(await newMember(), activityId, today)).toMatchObject({ code: CODES.NOT_FOUND })
    })

    it('refuses a day that is none, and a part of somebody else', async () => {
      const [id, other] = [await newMember(), await newMember()]
      const activityId = await startedActivity(store, time)
      expect(await apply(id, activityId, siteDateOf(time + DAY_MS))).toMatchObject({ code: CODES.NOT_FOUND })
      await apply(id, activityId)
      expect(await receive(other, activityId)).toMatchObject({ code: CODES.ACTIVITY_STATE })
      expect(await receive(id, 'unknown')).toMatchObject({ code: CODES.NOT_FOUND })
    })

    it('S1.19 a missed day can be made up if the rule allows it', async () => {
      const id = await newMember()
      const rule = { rewards: [1, 2], missed: 'continue', makeUpDays: 1 }
      const activityId = await startedActivity(store, time, { rule })
      time += 2 * DAY_MS
      const missed = siteDateOf(time - DAY_MS)
      expect((await check(id, activityId))?.progress).toMatchObject({ toMakeUp: [missed], isSigned: false })
      expect(await apply(id, activityId, missed)).toMatchObject({
        data: { step: { amount: 1, data: { isMadeUp: true } } },
      })
      expect((await check(id, activityId))?.progress).toMatchObject({ toMakeUp: [], days: [missed] })
    })
  })

  describe('S7.100 novice tasks', () => {
    const novice = () => startedActivity(store, time, { kind: 'novice', rule: NOVICE_RULE })

    it('S7.100 S1.18 done tasks are in the welfare center and are claimed there', async () => {
      const id = await newMember()
      const activityId = await novice()
      const statuses = (await check(id, activityId, 'novice'))?.steps.map(({ cycle, status }) => [cycle, status])
      expect(statuses).toEqual([
        ['phone', 'none'],
        ['realName', 'none'],
        ['card', 'none'],
        ['signIn', 'eligible'],
        ['chat', 'none'],
      ])
      await store.db.update(member).set({ realName: '演示甲' }).where(eq(member.id, id))
      const items = await club.claims.list(id)
      expect(items.map(({ id: item, amount, currency }) => [item, amount, currency])).toEqual([
        [`activity:${activityId}:realName`, 50, 'COIN'],
        [`activity:${activityId}:signIn`, 20, 'COIN'],
      ])
      for (const { id: item } of items) expect((await club.claims.receive(id, item, newKey())).ok).toBe(true)
      expect(await coinsOf(id)).toBe(70)
      expect(await receive(id, activityId, 'phone')).toMatchObject({ code: CODES.ACTIVITY_STATE })
      expect(await club.claims.list(id)).toEqual([])
    })

    it('I8 pays a task once by 50 parallel claims', async () => {
      const id = await newMember()
      const activityId = await novice()
      const results = await Promise.all(Array.from({ length: 50 }, () => receive(id, activityId, 'signIn')))
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await coinsOf(id)).toBe(20)
    })

    it('S7.100 ends for members who are no longer new', async () => {
      const id = await newMember()
      time += 30 * DAY_MS
      const activityId = await novice()
      expect((await check(id, activityId, 'novice'))?.steps.map(({ status }) => status)).toEqual(
        Array(5).fill('expired'),
      )
      expect(await receive(id, activityId, 'signIn')).toMatchObject({ code: CODES.ACTIVITY_STATE })
    })
  })

  describe('the engine', () => {
    it('never promises more than the budget, in any order of claims', async () => {
      const activityId = await startedActivity(store, time, { budget: 10 })
      const ids = await Promise.all(Array.from({ length: 15 }, newMember))
      const results = await Promise.all(ids.map((id) => apply(id, activityId)))
      expect(results.filter(({ ok }) => ok)).toHaveLength(10)
      expect(results.find(({ ok }) => !ok)).toMatchObject({ code: CODES.ACTIVITY_STATE, details: { reason: 'budget' } })
      const paid = await Promise.all(ids.map((id) => receive(id, activityId)))
      expect(paid.filter(({ ok }) => ok)).toHaveLength(10)
      expect(await check(null, activityId)).toMatchObject({ left: 0, block: 'visitor', steps: [] })
    })

    it('an operator stops an activity during claims: nobody begins, everything won is paid', async () => {
      const activityId = await startedActivity(store, time)
      const ids = await Promise.all(Array.from({ length: 10 }, newMember))
      const stop = store.transaction((tx) => stopActivity(tx, activityId))
      const results = await Promise.all([...ids.map((id) => apply(id, activityId)), stop])
      expect(results.at(-1)).toBe(true)
      const begun = results.slice(0, -1).filter((result) => typeof result === 'object' && result.ok).length
      const paid = await Promise.all(ids.map((id) => receive(id, activityId)))
      expect(paid.filter(({ ok }) => ok)).toHaveLength(begun)
      const late = await newMember()
      expect(await apply(late, activityId)).toMatchObject({ details: { reason: 'stopped' } })
      expect(await check(late, activityId)).toMatchObject({ isStopped: true, steps: [{ status: 'expired' }] })
    })

    it('30003 refuses an application before the start and after the end, and pays for seven days after it', async () => {
      const [id, other] = [await newMember(), await newMember()]
      const activityId = await startedActivity(store, time, { startAt: time + HOUR_MS, endAt: time + 2 * HOUR_MS })
      expect(await apply(id, activityId)).toMatchObject({ details: { reason: 'soon' } })
      time += HOUR_MS
      const day = siteDateOf(time)
      expect((await apply(id, activityId)).ok && (await apply(other, activityId)).ok).toBe(true)
      time += HOUR_MS
      expect(await apply(await newMember(), activityId)).toMatchObject({ details: { reason: 'ended' } })
      time += 7 * DAY_MS - 1
      expect((await receive(id, activityId, day)).ok).toBe(true)
      time += 1
      expect(await receive(other, activityId, day)).toMatchObject({ code: CODES.ACTIVITY_STATE })
      expect((await check(other, activityId))?.steps.at(-1)).toMatchObject({ status: 'expired' })
    })

    it('I10 begins and pays nothing in a time-out, and another currency is refused', async () => {
      const id = await newMember()
      const activityId = await startedActivity(store, time)
      await apply(id, activityId)
      await new Limits(store, { now, rates: null }).timeOut(id, 24)
      expect(await receive(id, activityId)).toMatchObject({ code: CODES.RG_TIME_OUT })
      const second = await startedActivity(store, time)
      expect(await apply(id, second)).toMatchObject({ code: CODES.RG_TIME_OUT })
      const foreign = await startedActivity(store, time, { currency: 'USDT' })
      expect(await apply(await newMember(), foreign)).toMatchObject({ details: { reason: 'currency' } })
    })

    it('E.8 the database refuses every change that the states do not have', async () => {
      const id = await newMember()
      const activityId = await startedActivity(store, time)
      await apply(id, activityId)
      await receive(id, activityId)
      const changes = [
        store.db.update(activityState).set({ status: 'claimable' }).where(eq(activityState.memberId, id)),
        store.db.delete(activityState).where(eq(activityState.memberId, id)),
        store.db.update(activity).set({ budget: 1 }).where(eq(activity.id, activityId)),
        store.db.update(activity).set({ status: 'draft' }).where(eq(activity.id, activityId)),
      ]
      for (const change of changes) await expect(change.execute()).rejects.toThrow()
    })
  })
})
