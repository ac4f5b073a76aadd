import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { drawPrize } from '#protocol/activities/chance.ts'
import { SPIN_WHEEL, type SpinWheelRule } from '#protocol/activities/spin-wheel.ts'
import { commitmentOf, seededDraw } from '#protocol/games/draw.ts'
import { DAY_MS, HOUR_MS } from '#protocol/time.ts'
import type { Database } from '#server/database/database.ts'
import { prize } from '#server/database/schema/activities.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { startedActivity } from '../../support/activities.ts'
import { testActivities, testClub } from '../../support/club.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { newKey, signInMemberWith } from '../../support/ledger-members.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'

const NAME = 'spinWheel' as const
const EXAMPLE = SPIN_WHEEL.example as SpinWheelRule

describe.each(STORE_KINDS)('S1.20 S7.97 the wheel on %s', (kind) => {
  let store: Database
  let time: number
  const now = () => time

  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(() => {
    time = Math.max(time ?? 0, Date.UTC(2026, 10, 21, 4)) + 40 * DAY_MS
  })
  afterEach(async () => {
    await expectInvariants(store)
    expect(await reconcile(store.db)).toEqual([])
  })
  afterAll(() => store.close())

  const newMember = () => signInMemberWith(store, 0, now)
  const wheel = (rule: Partial<SpinWheelRule> = {}, budget = 100_000) =>
    startedActivity(store, time, { kind: NAME, rule: { ...EXAMPLE, ...rule }, budget })
  const check = (memberId: string, activityId: string) =>
    testActivities(store, now).check({ name: NAME, activityId, currency: 'CNY' }, memberId, time)
  const draw = (memberId: string, activityId: string, nonce = 0, memberSeed = 'mine') =>
    testActivities(store, now).draw({ memberId, name: NAME, activityId, nonce, memberSeed }, time)

  it('S1.20 draws what the published hash and the seeds say, and pays the prize once', async () => {
    const club = testClub(store, now)
    const activityId = await wheel({ chancesPerDay: 10 })
    const id = await newMember()
    for (let nonce = 0; nonce < 5; nonce += 1) {
      const before = (await check(id, activityId))?.draw
      expect(before).toMatchObject({ nonce, left: 10 - nonce })
      const drawn = await draw(id, activityId, nonce)
      if (!drawn.ok) throw new Error(`refused: ${drawn.code}`)
      const { step } = drawn.data
      const { seed, prizeIndex, commitment } = step.data
      expect(commitmentOf(String(seed))).toBe(before?.commitment)
      expect(commitment).toBe(before?.commitment)
      expect(drawPrize(EXAMPLE.prizes, seededDraw({ server: String(seed), member: 'mine', nonce }))).toBe(prizeIndex)
      const amount = EXAMPLE.prizes[Number(prizeIndex)]?.amount ?? 0
      expect(step).toMatchObject({ amount, status: amount > 0 ? 'claimable' : 'rejected' })
      const item = `activity:${activityId}:${step.cycle}`
      const claims = await Promise.all([1, 2, 3].map(() => club.claims.receive(id, item, newKey())))
      expect(claims.filter(({ ok }) => ok)).toHaveLength(amount > 0 ? 1 : 0)
      time += 2_500
    }
    await club.close()
  })

  it('S1.20 a replayed draw has its first result, also with another seed and 50 at once', async () => {
    const activityId = await wheel()
    const id = await newMember()
    await check(id, activityId)
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => draw(id, activityId, 0, index === 0 ? 'mine' : `other${index}`)),
    )
    const steps = new Set(results.map((result) => JSON.stringify(result.ok && result.data.step.data)))
    expect(steps.size).toBe(1)
    expect(await draw(id, activityId, 1)).toMatchObject({ details: { reason: 'seed' } })
    expect((await check(id, activityId))?.draw).toMatchObject({ nonce: 1, left: 0 })
    time += 2_500
    expect(await draw(id, activityId, 1)).toMatchObject({ details: { reason: 'noChance' } })
  })

  it('S1.20 a new day in Shanghai brings new draws, and none is faster than 2.5 s', async () => {
    const activityId = await wheel({ chancesPerDay: 2 })
    const id = await newMember()
    await check(id, activityId)
    expect((await draw(id, activityId)).ok).toBe(true)
    await check(id, activityId)
    expect(await draw(id, activityId, 1)).toMatchObject({ details: { reason: 'tooFast' } })
    time += 12 * HOUR_MS
    expect((await check(id, activityId))?.draw).toMatchObject({ left: 2 })
  })

  it('S1.20 a stock is never negative: a prize that is used up becomes the blank', async () => {
    const prizes = [
      { name: '大奖', amount: 100, weight: 999, stock: 5 },
      { name: '谢谢参与', amount: 0, weight: 1, stock: 0 },
    ]
    const activityId = await wheel({ prizes })
    const ids = await Promise.all(Array.from({ length: 20 }, newMember))
    await Promise.all(ids.map((id) => check(id, activityId)))
    const results = await Promise.all(ids.map((id) => draw(id, activityId)))
    const won = results.filter((result) => result.ok && result.data.step.status === 'claimable')
    expect(won).toHaveLength(5)
    const [row] = await store.db.select().from(prize).where(eq(prize.activityId, activityId))
    expect(row?.stock).toBe(0)
    expect((await check(ids[0] ?? '', activityId))?.progress).toEqual({ stock: [0, null] })
  })

  it('S1.20 refuses every draw once the budget cannot pay the highest prize', async () => {
    const prizes = [
      { name: '十', amount: 10, weight: 1, stock: 0 },
      { name: '谢谢参与', amount: 0, weight: 1, stock: 0 },
    ]
    const activityId = await wheel({ prizes }, 15)
    const ids = await Promise.all(Array.from({ length: 12 }, newMember))
    await Promise.all(ids.map((id) => check(id, activityId)))
    const results = await Promise.all(ids.map((id) => draw(id, activityId)))
    const won = results.filter((result) => result.ok && result.data.step.amount > 0)
    expect(won.length).toBeLessThanOrEqual(1)
    expect(results.some((result) => !result.ok) || won.length === 0).toBe(true)
  })
})
