import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ActivityName } from '#protocol/activities/definition.ts'
import { CONTINUE_DEPOSIT, FIRST_DEPOSIT } from '#protocol/activities/deposit-bonus.ts'
import { lastPeriod, MONTHLY_DIVIDEND, WEEKLY_DIVIDEND } from '#protocol/activities/dividend.ts'
import { CODES } from '#protocol/codes.ts'
import { DAY_MS, HOUR_MS, siteDayOf, startOfSiteDay } from '#protocol/time.ts'
import type { Activities } from '#server/activities/activities.ts'
import { type ActivityDraft, stopActivity } from '#server/activities/management.ts'
import type { Club } from '#server/club/club.ts'
import { member } from '#server/database/schema/member.ts'
import { eq } from 'drizzle-orm'
import { startedActivity } from '../../support/activities.ts'
import { playedRound, testActivities, testClub } from '../../support/club.ts'
import { newKey } from '../../support/ledger-members.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { walletWorld } from '../../support/wallet.ts'

const ACCOUNT = { id: 'demo-card', name: '演示银行', masked: '6200****0005', kind: 'bank', currency: 'CNY' } as const

describe.each(SHORT_KINDS)('bonuses on %s', (kind) => {
  const world = walletWorld(kind)
  const { now } = world.clock
  let club: Club
  let activities: Activities
  beforeEach(() => {
    // A Tuesday in the middle of a month, later in each test.
    world.clock.move(7 * DAY_MS)
    club = testClub(world.store, now)
    activities = testActivities(world.store, now)
  })
  afterEach(() => club.close())

  const start = (draft: Partial<ActivityDraft> & { readonly kind: ActivityName }) =>
    startedActivity(world.store, now(), { currency: 'CNY', budget: 100_000_00, ...draft })
  const firstDeposit = (draft: Partial<ActivityDraft> = {}) =>
    start({ kind: 'firstDeposit', rule: { ...FIRST_DEPOSIT.example }, ...draft })
  const continueDeposit = (rule: object = {}) =>
    start({ kind: 'continueDeposit', rule: { ...CONTINUE_DEPOSIT.example, ...rule } })
  const check = (memberId: string, name: ActivityName, activityId: string) =>
    activities.check({ name, activityId, currency: 'CNY' }, memberId, now())
  const apply = (memberId: string, name: ActivityName, activityId: string, cycle: string) =>
    activities.apply({ memberId, name, activityId, cycle, input: null }, now())
  const receive = (memberId: string, activityId: string, cycle: string) =>
    club.claims.receive(memberId, `activity:${activityId}:${cycle}`, newKey())
  const withdraw = (memberId: string, amount: number) =>
    world.wallet.withdraw('withdraw', ACCOUNT, { memberId, amount, idempotencyKey: newKey() })
  const many = <T>(run: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 50 }, (_, index) => run(index)))
  const play = (memberId: string, staked: number, at = now()) =>
    playedRound(world.store, memberId, { day: siteDayOf(at), staked })

  /** A member who has deposited 1,000 yuan, and the order. */
  async function depositor(amount = 1_000_00) {
    const memberId = await world.member()
    const { orderNo } = await world.deposit(memberId, amount)
    return { memberId, orderNo }
  }

  describe('S7.105 first and continue deposit', () => {
    it('S7.105 shows the turnover before the application, pays once, and binds withdrawals until it was played', async () => {
      const activityId = await firstDeposit()
      const { memberId, orderNo } = await depositor()
      expect(await check(memberId, 'firstDeposit', activityId)).toMatchObject({
        steps: [{ cycle: orderNo, status: 'eligible', amount: 200_00 }],
        progress: { deposits: [{ cycle: orderNo, amount: 1_000_00, turnover: 6_000_00 }], turnoverLeft: 0 },
      })
      expect(await apply(memberId, 'firstDeposit', activityId, orderNo)).toMatchObject({
        data: { step: { status: 'claimable', data: { turnover: 6_000_00 } } },
      })
      // Nothing was paid yet, so nothing is bound.
      expect(await world.wallet.turnoverLeft(memberId, 'CNY')).toBe(0)
      expect((await receive(memberId, activityId, orderNo)).ok).toBe(true)
      expect(await receive(memberId, activityId, orderNo)).toMatchObject({ code: CODES.ACTIVITY_STATE })
      expect(await world.balance(memberId)).toBe(1_200_00)
      expect(await world.wallet.turnoverLeft(memberId, 'CNY')).toBe(6_000_00)
      // USDT counts 7 CNY; another currency is no way around.
      expect(await world.wallet.turnoverLeft(memberId, 'USDT')).toBe(Math.floor(6_000_000_000 / 7))
      expect(await withdraw(memberId, 100_00)).toMatchObject({ code: CODES.TURNOVER_NOT_MET })
      world.clock.move(DAY_MS)
      await play(memberId, 5_999_99)
      expect(await withdraw(memberId, 100_00)).toMatchObject({ code: CODES.TURNOVER_NOT_MET })
      await play(memberId, 1)
      expect((await check(memberId, 'firstDeposit', activityId))?.progress).toMatchObject({ turnoverLeft: 0 })
      expect((await withdraw(memberId, 100_00)).ok).toBe(true)
    })

    it('S7.105 I10 the turnover ends after the stated days, and never binds a member who is excluded from play', async () => {
      const activityId = await firstDeposit()
      const { memberId, orderNo } = await depositor()
      await apply(memberId, 'firstDeposit', activityId, orderNo)
      await receive(memberId, activityId, orderNo)
      world.clock.move(30 * DAY_MS - 1)
      expect(await world.wallet.turnoverLeft(memberId, 'CNY')).toBe(6_000_00)
      await world.limits.timeOut(memberId, 24)
      expect((await withdraw(memberId, 100_00)).ok).toBe(true)
      world.clock.move(2 * DAY_MS)
      expect(await world.wallet.turnoverLeft(memberId, 'CNY')).toBe(0)
    })

    it('I8 begins once by 50 parallel applications, also in two activities, and pays once by 50 parallel claims', async () => {
      const [one, other] = [await firstDeposit(), await firstDeposit()]
      const { memberId, orderNo } = await depositor()
      const applied = await many((index) => apply(memberId, 'firstDeposit', index % 2 === 0 ? one : other, orderNo))
      const begun = [0, 1].map((odd) => applied.filter(({ ok }, index) => ok && index % 2 === odd).length)
      expect(begun.toSorted((a, b) => a - b)).toEqual([0, 25])
      const activityId = begun[0] === 25 ? one : other
      const claimed = await many(() => receive(memberId, activityId, orderNo))
      expect(claimed.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await world.balance(memberId)).toBe(1_200_00)
    })

    it('S7.105 counts the first deposit once for ever, and later ones as often as the rule says', async () => {
      const { memberId, orderNo } = await depositor()
      const [first, more] = [await firstDeposit({ startAt: now() + 1 }), await continueDeposit({ bonuses: 2 })]
      expect(await check(memberId, 'firstDeposit', first)).toMatchObject({
        steps: [],
        progress: { hasDeposited: true },
      })
      const orders = []
      for (const amount of [500_00, 600_00, 700_00, 99_00]) orders.push((await world.deposit(memberId, amount)).orderNo)
      expect(
        (await check(memberId, 'continueDeposit', more))?.steps.map(({ cycle, status }) => [cycle, status]),
      ).toEqual(orders.toReversed().map((cycle, index) => [cycle, index === 0 ? 'none' : 'eligible']))
      for (const cycle of orders.slice(0, 2)) {
        expect((await apply(memberId, 'continueDeposit', more, cycle)).ok).toBe(true)
      }
      expect(await apply(memberId, 'continueDeposit', more, orders[2] ?? '')).toMatchObject({
        details: { reason: 'notEligible' },
      })
      expect(await apply(memberId, 'continueDeposit', more, orderNo)).toMatchObject({ code: CODES.NOT_FOUND })
      expect(await apply(memberId, 'firstDeposit', first, orders[0] ?? '')).toMatchObject({ code: CODES.NOT_FOUND })
    })

    it('S7.105 refuses an open deposit, the deposit of somebody else, and an application before and after the time', async () => {
      const activityId = await firstDeposit({ startAt: startOfSiteDay(now()), endAt: now() + HOUR_MS })
      const { memberId, orderNo } = await depositor()
      const other = await world.member()
      const order = await world.created(
        await world.wallet.deposit('demo-bank', { memberId: other, amount: 500_00, idempotencyKey: newKey() }),
      )
      expect(await apply(other, 'firstDeposit', activityId, order.orderNo)).toMatchObject({ code: CODES.NOT_FOUND })
      expect(await apply(other, 'firstDeposit', activityId, orderNo)).toMatchObject({ code: CODES.NOT_FOUND })
      expect(await receive(other, activityId, orderNo)).toMatchObject({ code: CODES.ACTIVITY_STATE })
      await world.store.transaction((tx) => stopActivity(tx, activityId))
      expect(await apply(memberId, 'firstDeposit', activityId, orderNo)).toMatchObject({
        details: { reason: 'stopped' },
      })
      const later = await firstDeposit({ startAt: now() + HOUR_MS, endAt: now() + DAY_MS })
      expect(await apply(memberId, 'firstDeposit', later, orderNo)).toMatchObject({ details: { reason: 'soon' } })
    })
  })

  describe.each([
    ['weeklyDividend', 'week', WEEKLY_DIVIDEND.example, 2_000_00, 2_00],
    ['monthlyDividend', 'month', MONTHLY_DIVIDEND.example, 10_000_00, 5_00],
  ] as const)('S4.14 %s', (name, length, example, staked, paid) => {
    const dividend = (rule: object = example, draft: Partial<ActivityDraft> = {}) =>
      start({ kind: name, rule: { ...rule }, startAt: now(), endAt: now() + 100 * DAY_MS, ...draft })

    /** A member with turnover in a period that began with the activity, at the noon after its end. */
    async function played(rule?: object) {
      world.clock.move(lastPeriod(length, now()).until - now())
      const activityId = await dividend(rule)
      const memberId = await world.member()
      await play(memberId, staked)
      const { until, to } = lastPeriod(length, now())
      expect(to).toBe(now())
      return { activityId, memberId, ends: until }
    }

    it('S4.14 pays the stated share of the last period from noon on, once, also by 50 parallel claims', async () => {
      const { activityId, memberId, ends } = await played()
      expect(await check(memberId, name, activityId)).toMatchObject({
        steps: [],
        progress: { running: { counted: staked } },
      })
      world.clock.move(ends - now())
      const { cycle, opensAt, until } = lastPeriod(length, now())
      expect((await check(memberId, name, activityId))?.steps).toMatchObject([{ cycle, status: 'none', amount: paid }])
      expect(await receive(memberId, activityId, cycle)).toMatchObject({ code: CODES.ACTIVITY_STATE })
      world.clock.move(opensAt - now())
      expect((await club.claims.list(memberId)).map(({ id, amount }) => [id, amount])).toEqual([
        [`activity:${activityId}:${cycle}`, paid],
      ])
      const claimed = await many(() => receive(memberId, activityId, cycle))
      expect(claimed.filter(({ ok }) => ok)).toHaveLength(1)
      expect(await world.balance(memberId)).toBe(paid)
      expect(await club.claims.list(memberId)).toEqual([])
      world.clock.move(until - now())
      expect((await check(memberId, name, activityId))?.steps).toMatchObject([
        { status: 'none', amount: 0 },
        { cycle, status: 'claimed' },
      ])
    })

    it('S4.14 is lost across midnight Shanghai of the next period, and nobody claims for somebody else', async () => {
      const { activityId, memberId, ends } = await played()
      const other = await world.member()
      world.clock.move(ends - now() + 12 * HOUR_MS)
      const { cycle, until } = lastPeriod(length, now())
      world.clock.move(until - 1 - now())
      expect(await receive(other, activityId, cycle)).toMatchObject({ code: CODES.ACTIVITY_STATE })
      world.clock.move(1)
      expect(await receive(memberId, activityId, cycle)).toMatchObject({ code: CODES.NOT_FOUND })
    })

    it('S6.10 NO_GRADE gets none, and a net loss counts only by a rule that says so', async () => {
      const { activityId, memberId, ends } = await played({ ...example, basis: 'loss' })
      await world.store.db
        .update(member)
        .set({ tags: ['NO_GRADE'] })
        .where(eq(member.id, memberId))
      world.clock.move(ends - now() + 12 * HOUR_MS)
      const { cycle } = lastPeriod(length, now())
      expect(await check(memberId, name, activityId)).toMatchObject({ block: 'grade' })
      expect(await receive(memberId, activityId, cycle)).toMatchObject({ code: CODES.ACTIVITY_STATE })
      await world.store.db.update(member).set({ tags: [] }).where(eq(member.id, memberId))
      expect(await receive(memberId, activityId, cycle)).toMatchObject({ data: { amount: paid, currency: 'CNY' } })
    })

    it('I10 pays nothing in a time-out', async () => {
      const { activityId, memberId, ends } = await played()
      world.clock.move(ends - now() + 12 * HOUR_MS)
      await world.limits.timeOut(memberId, 24)
      const { cycle } = lastPeriod(length, now())
      expect(await receive(memberId, activityId, cycle)).toMatchObject({ code: CODES.RG_TIME_OUT })
    })
  })
})
