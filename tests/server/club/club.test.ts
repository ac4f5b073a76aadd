import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, siteDateOf, siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import type { Club } from '#server/club/club.ts'
import type { Database } from '#server/database/database.ts'
import { clubRun, rebateDay, vipHistory } from '#server/database/schema/club.ts'
import { member } from '#server/database/schema/member.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { playedRound, testClub } from '../../support/club.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { newKey, signInMemberWith } from '../../support/ledger-members.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'
import { balanceOf } from '../../support/wallet-funds.ts'

const YUAN = 100

describe.each(STORE_KINDS)('the club on %s', (kind) => {
  let store: Database
  let time: number
  let club: Club
  let raised: string[]
  const now = () => time
  const today = () => siteDayOf(time)

  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    // Each test has a month of its own, and a club that has counted everything before it.
    time = Math.max(time ?? 0, Date.UTC(2026, 10, 21, 4)) + 31 * DAY_MS
    open()
    await club.job.run()
  })
  afterEach(async () => {
    await club.close()
    await expectInvariants(store)
    expect(await reconcile(store.db)).toEqual([])
  })
  afterAll(() => store.close())

  function open() {
    raised = []
    club = testClub(store, now, async (ids) => void raised.push(...ids))
  }
  /** The next night, when the day is counted. */
  async function nextNight() {
    time = timeOfSiteDay(today() + 1) + 6 * MINUTE_MS
    return club.job.run()
  }
  async function memberOf(values: Partial<typeof member.$inferInsert> = {}) {
    const id = await signInMemberWith(store, 0, now)
    await store.db
      .update(member)
      .set({ vipLevel: 0, ...values })
      .where(eq(member.id, id))
    return id
  }
  const play = (memberId: string, staked: number, day = today()) => playedRound(store, memberId, { day, staked })
  const levelOf = async (id: string) => (await club.vipOf(id)).grade
  const rebateId = (day: number, venueClass = 'egame') => `rebate:${siteDateOf(timeOfSiteDay(day))}:${venueClass}:CNY`
  const receive = (memberId: string, id: string, key = newKey()) => club.claims.receive(memberId, id, key)

  describe('grades', () => {
    it('S1.16 S7.82 rise in the night after the turnover, with history and a notice to open rooms', async () => {
      const id = await memberOf()
      await play(id, 9_999 * YUAN)
      expect(await club.vipOf(id)).toMatchObject({ grade: 0, counted: 0, waiting: 9_999 * YUAN, keep: null })
      const day = today()
      expect(await nextNight()).toBe(1)
      expect(raised).toEqual([id])
      expect(await club.vipOf(id)).toMatchObject({
        grade: 1,
        counted: 9_999 * YUAN,
        waiting: 0,
        keep: { needed: 500 * YUAN, done: 0, until: timeOfSiteDay(day + 1 + 90) },
      })
      expect((await club.historyOf(id)).list).toEqual([
        { date: siteDateOf(timeOfSiteDay(day + 1)), from: 0, to: 1, reason: 'turnover' },
      ])
    })

    it('S7.82 do not count a round of a provider before it is posted', async () => {
      const id = await memberOf()
      await play(id, 1_000 * YUAN)
      await store.db
        .execute(sql`insert into remote_round (venue, round_id, seq, member_id, currency, title, staked, returned,
        ended_at) values ('YBDZ', ${newKey()}, 1, ${id}, 'CNY', 'open', 500000, 0, ${new Date(time).toISOString()})`)
      expect((await club.vipOf(id)).waiting).toBe(1_000 * YUAN)
    })

    it('S7.82 fall after 90 days without half of their turnover', async () => {
      const id = await memberOf({ vipLevel: 2 })
      time += 89 * DAY_MS
      await nextNight()
      expect(await levelOf(id)).toBe(1)
      expect((await club.historyOf(id)).list[0]).toMatchObject({ from: 2, to: 1, reason: 'keep' })
    })

    it('S6.10 stay as they are for NO_GRADE and ACT_BLACK', async () => {
      const ids = [await memberOf({ tags: ['NO_GRADE'] }), await memberOf({ tags: ['ACT_BLACK'] })]
      for (const id of ids) await play(id, 20_000 * YUAN)
      await nextNight()
      for (const id of ids) expect(await club.vipOf(id)).toMatchObject({ grade: 0, isBarred: true })
      for (const id of ids) expect(raised).not.toContain(id)
      expect(await club.claims.list(ids[0] ?? '')).toEqual([])
      expect(await receive(ids[0] ?? '', rebateId(today() - 1))).toMatchObject({ code: CODES.ACTIVITY_STATE })
    })

    it('S7.82 are the same after a job that died in the middle and runs again, and in two processes at once', async () => {
      const id = await memberOf()
      await play(id, 60_000 * YUAN)
      await nextNight()
      // It died before it stored that the day is counted.
      await store.db.update(clubRun).set({ lastDay: today() - 2 })
      const others = [testClub(store, now), testClub(store, now)]
      expect(await Promise.all(others.map(({ job }) => job.run()))).toEqual([0, 0])
      await Promise.all(others.map((one) => one.close()))
      expect(await store.db.select().from(vipHistory).where(eq(vipHistory.memberId, id))).toHaveLength(1)
      const rows = await store.db.select().from(rebateDay).where(eq(rebateDay.memberId, id))
      expect(rows.map(({ amount, ppm }) => [amount, ppm])).toEqual([[120 * YUAN, 2_000]])
    })

    it('S7.82 a run that dies before it has notified the sessions is repeated, with the notice and without a second change', async () => {
      const ids = [await memberOf(), await memberOf()]
      for (const id of ids) await play(id, 1_000 * YUAN)
      time = timeOfSiteDay(today() + 1) + 6 * MINUTE_MS
      const dying = testClub(store, now, () => Promise.reject(new Error('killed')))
      await expect(dying.job.run()).rejects.toThrow('killed')
      await dying.close()
      expect(await club.job.run()).toBe(0)
      // Members of earlier tests may lose a grade in the same night.
      expect(raised.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted())
      for (const id of ids) expect((await club.historyOf(id)).list).toHaveLength(1)
      for (const id of ids) expect(await club.claims.list(id)).toMatchObject([{ amount: 2_00 }])
    })

    it('S7.82 count all days of a downtime', async () => {
      const id = await memberOf()
      await play(id, 1_000 * YUAN)
      await play(id, 2_000 * YUAN, today() + 1)
      time += 2 * DAY_MS
      await nextNight()
      const rows = await store.db.select().from(rebateDay).where(eq(rebateDay.memberId, id)).orderBy(rebateDay.day)
      // The grade of the second day is the one that the first day has reached.
      expect(rows.map(({ amount, ppm }) => [amount, ppm])).toEqual([
        [2_00, 2_000],
        [5_60, 2_800],
      ])
    })
  })

  describe('rebates', () => {
    async function withRebate(staked = 1_000 * YUAN) {
      const id = await memberOf()
      const day = today()
      await play(id, staked)
      await nextNight()
      return { id, day, item: rebateId(day) }
    }

    it('S7.83 S1.18 S7.84 are claimed once, by one of two devices, and posted once', async () => {
      const { id, item } = await withRebate()
      expect(await club.claims.list(id)).toMatchObject([
        { id: item, kind: 'rebate', amount: 2_00, venueClass: 'egame' },
      ])
      const results = await Promise.all([receive(id, item), receive(id, item)])
      expect(results.filter(({ ok }) => ok)).toEqual([
        { ok: true, data: { id: item, amount: 2_00, currency: 'CNY', balance: 2_00 } },
      ])
      expect(results.find(({ ok }) => !ok)).toMatchObject({ code: CODES.ACTIVITY_STATE })
      expect(await balanceOf(store, id, 'main', 'CNY')).toBe(2_00)
      expect(await club.claims.list(id)).toEqual([])
      expect(await receive(id, item)).toMatchObject({ code: CODES.ACTIVITY_STATE })
    })

    it('S7.83 a repeated key gets the first response, and a conflict for another item', async () => {
      const { id, item } = await withRebate()
      const key = newKey()
      const first = await receive(id, item, key)
      expect(await receive(id, item, key)).toEqual({ ...first, isReplay: true })
      expect(await receive(id, 'birthday:2026', key)).toMatchObject({ code: CODES.IDEMPOTENCY_CONFLICT })
    })

    it('S7.83 cannot be claimed before the night, after their end, and of others', async () => {
      const { id, day, item } = await withRebate()
      expect(await receive(id, rebateId(day + 1))).toMatchObject({ code: CODES.NOT_FOUND })
      expect(await receive(await memberOf(), item)).toMatchObject({ code: CODES.NOT_FOUND })
      for (const bad of ['rebate:2026-13-40:egame:CNY', 'rebate:x', 'gold:1', 'rebate:2026-01-01:egame:CNY'])
        expect(await receive(id, bad)).toMatchObject({ code: CODES.NOT_FOUND })
      time = timeOfSiteDay(day + 8) - 1
      expect(await club.claims.list(id)).toHaveLength(1)
      time += 1
      expect(await club.claims.list(id)).toEqual([])
      expect(await receive(id, item)).toMatchObject({ code: CODES.ACTIVITY_STATE })
      expect(await balanceOf(store, id, 'main', 'CNY')).toBe(0)
    })

    it('S7.83 belong to the day of the site, also around midnight in Shanghai', async () => {
      const id = await memberOf()
      const midnight = timeOfSiteDay(today() + 1)
      await play(id, 1_000 * YUAN)
      time = midnight + 4 * MINUTE_MS
      await club.job.run()
      expect(await club.vipOf(id)).toMatchObject({ grade: 0, nextCountAt: midnight + 5 * MINUTE_MS })
      time = midnight + 5 * MINUTE_MS
      await club.job.run()
      expect(await levelOf(id)).toBe(1)
    })

    it('I10 are refused during a time-out, and a repeated key keeps its first response', async () => {
      const { id, item } = await withRebate()
      const limits = new Limits(store, { now, rates: null })
      await limits.timeOut(id, 24)
      const key = newKey()
      expect(await receive(id, item, key)).toMatchObject({ code: CODES.RG_TIME_OUT })
      time += 25 * HOUR_MS
      expect(await receive(id, item, key)).toMatchObject({ code: CODES.RG_TIME_OUT })
      expect(await receive(id, item)).toMatchObject({ ok: true })
    })
  })

  describe('birthday gifts', () => {
    const born = () => `1990${siteDateOf(time).slice(4)}`

    it('S3.5 S7.85 are claimed once a year by the grade, also from two devices', async () => {
      const id = await memberOf({ vipLevel: 3, birthDate: born() })
      const year = Number(siteDateOf(time).slice(0, 4))
      expect(await club.birthdayGifts.check(id, time)).toMatchObject({ grade: 3, amount: 38_00, status: '1' })
      const item = await club.birthdayGifts.currentId(id, time)
      const results = await Promise.all([receive(id, item), receive(id, item)])
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await balanceOf(store, id, 'main', 'CNY')).toBe(38_00)
      expect(await club.birthdayGifts.check(id, time)).toMatchObject({ status: '2', window: { year } })
      expect(await receive(id, item)).toMatchObject({ code: CODES.ACTIVITY_STATE })
    })

    it('S3.5 S6.10 are not for grade 0, before and after the window, without a birthday, and with a tag', async () => {
      const birthDate = born()
      const ids = await Promise.all([
        memberOf({ birthDate }),
        memberOf({ vipLevel: 3 }),
        memberOf({ vipLevel: 3, birthDate, tags: ['NO_GRADE'] }),
        memberOf({ vipLevel: 3, birthDate, tags: ['ACT_BLACK'] }),
      ])
      for (const id of ids) {
        expect(await club.birthdayGifts.check(id, time)).toMatchObject({ status: '0' })
        expect((await receive(id, await club.birthdayGifts.currentId(id, time))).ok).toBe(false)
      }
      const id = await memberOf({ vipLevel: 3, birthDate })
      const start = timeOfSiteDay(today())
      const item = await club.birthdayGifts.currentId(id, time)
      time = start + 7 * DAY_MS
      expect(await club.birthdayGifts.check(id, time)).toMatchObject({ status: '0' })
      expect(await receive(id, item)).toMatchObject({ code: CODES.NOT_FOUND })
      expect(await receive(id, await club.birthdayGifts.currentId(id, time))).toMatchObject({
        code: CODES.ACTIVITY_STATE,
      })
    })
  })
})
