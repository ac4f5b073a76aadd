import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { checkSoccerProof, SOCCER_COST, SOCCER_LIMIT } from '#protocol/club/soccer-lottery.ts'
import { POINTS_ITEMS } from '#protocol/club/points.ts'
import { DAY_MS, MINUTE_MS, siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import type { Club } from '#server/club/club.ts'
import type { Database } from '#server/database/database.ts'
import { clubRun } from '#server/database/schema/club.ts'
import { member } from '#server/database/schema/member.ts'
import { pointsOrder, prizeDay, soccerDraw } from '#server/database/schema/points.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import { recordsOf } from '#server/wallet/records/records.ts'
import { statementOf } from '#server/wallet/records/statement.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { givePoints, playedRound, testClub } from '../../support/club.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { newKey, signInMemberWith } from '../../support/ledger-members.ts'
import { openTestStore, SHORT_KINDS } from '../../support/store.ts'
import { balanceOf } from '../../support/wallet-funds.ts'

const CNY = 'CNY' as const
const YUAN = 100
const ZERO_HASH = '0'.repeat(64)

describe.each(SHORT_KINDS)('points on %s', (kind) => {
  let store: Database
  let time: number
  let club: Club
  const now = () => time

  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    time = Math.max(time ?? 0, Date.UTC(2026, 10, 21, 4)) + 5 * DAY_MS
    club = testClub(store, now)
    await club.job.run()
  })
  afterEach(async () => {
    await club.close()
    await expectInvariants(store)
    expect(await reconcile(store.db)).toEqual([])
  })
  afterAll(() => store.close())

  async function memberOf(points = 0, values: Partial<typeof member.$inferInsert> = {}) {
    const id = await signInMemberWith(store, 0, now)
    if (Object.keys(values).length > 0) await store.db.update(member).set(values).where(eq(member.id, id))
    if (points > 0) await givePoints(store, id, points, time)
    return id
  }
  const pointsOf = async (memberId: string) => (await club.points.overview({ memberId, currency: CNY }, false)).balance
  const coinsOf = async (memberId: string) => {
    const { rows } = await store.db.execute<{ balance: number }>(
      sql`select balance from account where owner_type = 'member' and owner_id = ${memberId} and currency = 'COIN'`,
    )
    return rows[0]?.balance ?? 0
  }
  async function nextNight() {
    time = timeOfSiteDay(siteDayOf(time) + 1) + 6 * MINUTE_MS
    await club.job.run()
  }
  const exchange = (memberId: string, id: string, key = newKey()) =>
    club.points.exchange({ memberId, currency: CNY }, id, key)
  const left = async (memberId: string, id: string) =>
    (await club.points.overview({ memberId, currency: CNY }, false)).items.find((item) => item.id === id)?.left
  const info = (memberId: string) => club.soccerLottery.info({ memberId, currency: CNY })
  async function draw(memberId: string, { key = newKey(), seed = 'my seed', commitment = '' } = {}) {
    const next = commitment || (await info(memberId)).commitment
    return club.soccerLottery.draw({ memberId, currency: CNY, commitment: next, memberSeed: seed, idempotencyKey: key })
  }

  describe('earning', () => {
    it('S7.86 is one point for each full 10 CNY of settled turnover, in the night after it', async () => {
      const [id, usdt] = [await memberOf(), await memberOf()]
      await playedRound(store, id, { day: siteDayOf(time), staked: 129_99 })
      await playedRound(store, usdt, { day: siteDayOf(time), staked: 100_000_000, currency: 'USDT' })
      expect(await pointsOf(id)).toBe(0)
      await nextNight()
      expect(await pointsOf(id)).toBe(12)
      expect(await pointsOf(usdt)).toBe(70)
      const { list, hasMore } = await club.points.records(id, undefined)
      expect(hasMore).toBe(false)
      expect(list).toMatchObject([{ kind: 'play', change: 12, balance: 12, item: null, prize: null, at: time }])
      // Points are no money: the records of the wallet do not have them.
      expect(await balanceOf(store, id, 'main', CNY)).toBe(0)
    })

    it('S7.86 happens once, also by a job that died in the middle and by two processes', async () => {
      const ids = [await memberOf(), await memberOf()]
      for (const id of ids) await playedRound(store, id, { day: siteDayOf(time), staked: 1_000 * YUAN })
      await nextNight()
      await store.db.update(clubRun).set({ lastDay: siteDayOf(time) - 2 })
      const others = [testClub(store, now), testClub(store, now)]
      await Promise.all(others.map(({ job }) => job.run()))
      await Promise.all(others.map((one) => one.close()))
      for (const id of ids) expect(await pointsOf(id)).toBe(100)
    })

    it('S6.10 S7.86 is not for ACT_BLACK, and the points of those days do not come back', async () => {
      const id = await memberOf(0, { tags: ['ACT_BLACK'] })
      await playedRound(store, id, { day: siteDayOf(time), staked: 1_000 * YUAN })
      await nextNight()
      await store.db.update(member).set({ tags: [] }).where(eq(member.id, id))
      await playedRound(store, id, { day: siteDayOf(time), staked: 50 * YUAN })
      await nextNight()
      expect(await pointsOf(id)).toBe(5)
    })
  })

  describe('exchange', () => {
    it('S7.86 takes the points and gives the reward, with its order and the stock', async () => {
      const id = await memberOf(700)
      time += 1
      const result = await exchange(id, 'coins-20')
      expect(result).toMatchObject({
        ok: true,
        data: { item: 'coins-20', points: 100, reward: { currency: 'COIN', amount: 20 }, balance: 600 },
      })
      expect(await coinsOf(id)).toBe(20)
      time += 1
      expect(await exchange(id, 'bonus-5')).toMatchObject({ ok: true, data: { balance: 100 } })
      expect(await balanceOf(store, id, 'main', CNY)).toBe(5 * YUAN)
      expect(await left(id, 'coins-20')).toBe(999)
      // The rewards are records of the wallet; the points, which are no money, are not.
      const { list: moves } = await recordsOf(store, id, {})
      expect(moves.map(({ type, currency, change }) => [type, currency, change])).toEqual([
        ['points-exchange', CNY, 5 * YUAN],
        ['points-exchange', 'COIN', 20],
      ])
      const statement = await statementOf(store, id, { period: '24h', now: time + 1 })
      expect(statement.currencies.map(({ currency, closing }) => [currency, closing])).toEqual([
        [CNY, 5 * YUAN],
        ['USDT', 0],
        ['COIN', 20],
      ])
      const { list } = await club.points.records(id, undefined)
      expect(list.map(({ kind: one, change, item }) => [one, change, item])).toEqual([
        ['exchange', -500, 'bonus-5'],
        ['exchange', -100, 'coins-20'],
        ['other', 700, null],
      ])
      expect((await club.points.records(id, list[1]?.id)).list).toHaveLength(1)
    })

    it('S7.86 of one key happens once: a repetition gets the first response, another item is a conflict', async () => {
      const id = await memberOf(1_000)
      const key = newKey()
      const first = await exchange(id, 'coins-20', key)
      expect(first).toMatchObject({ ok: true })
      expect(await exchange(id, 'coins-20', key)).toEqual({ ...first, isReplay: true })
      expect(await exchange(id, 'bonus-5', key)).toMatchObject({ code: CODES.IDEMPOTENCY_CONFLICT })
      expect(await pointsOf(id)).toBe(900)
      const copies = await Promise.all(
        Array.from({ length: 5 }, () => exchange(id, 'coins-20', 'five copies of a call')),
      )
      expect(copies.filter((copy) => copy.ok && copy.isReplay !== true)).toHaveLength(1)
      expect(await pointsOf(id)).toBe(800)
    })

    it('S7.86 is refused without enough points, and beyond the limit of the day, which ends at midnight', async () => {
      const id = await memberOf(499)
      expect(await exchange(id, 'bonus-5')).toMatchObject({ code: CODES.POINTS_NOT_ENOUGH })
      expect(await exchange(id, 'nothing')).toMatchObject({ code: CODES.NOT_FOUND })
      await givePoints(store, id, 5_000, time)
      time = timeOfSiteDay(siteDayOf(time) + 1) - 1
      const results = await Promise.all(Array.from({ length: 5 }, () => exchange(id, 'bonus-5')))
      expect(results.filter(({ ok }) => ok)).toHaveLength(2)
      expect(results.filter((one) => !one.ok && one.code === CODES.DAY_LIMIT)).toHaveLength(3)
      expect(await balanceOf(store, id, 'main', CNY)).toBe(10 * YUAN)
      time += 1
      expect(await exchange(id, 'bonus-5')).toMatchObject({ ok: true })
    })

    it('S7.86 of 50 members at the same time never takes more than the stock', async () => {
      const item = POINTS_ITEMS.find(({ id }) => id === 'bonus-88')
      if (!item) throw new Error('no item')
      const ids = await Promise.all(Array.from({ length: 50 }, () => memberOf(item.points)))
      const results = await Promise.all(ids.map((id) => exchange(id, item.id)))
      expect(results.filter(({ ok }) => ok)).toHaveLength(item.stock)
      expect(results.filter((one) => !one.ok && one.code === CODES.SOLD_OUT)).toHaveLength(50 - item.stock)
      expect(await left(ids[0] ?? '', item.id)).toBe(0)
      const orders = await store.db
        .select()
        .from(pointsOrder)
        .where(eq(pointsOrder.day, siteDayOf(time)))
      expect(orders).toHaveLength(item.stock)
      const paid = await Promise.all(ids.map((id) => balanceOf(store, id, 'main', CNY)))
      expect(paid.reduce((sum, amount) => sum + amount, 0)).toBe(item.stock * 88 * YUAN)
    })

    it('S7.86 of 50 presses of one member never spends points twice', async () => {
      const id = await memberOf(250)
      const results = await Promise.all(Array.from({ length: 50 }, () => exchange(id, 'coins-20')))
      expect(results.filter(({ ok }) => ok)).toHaveLength(2)
      expect(await pointsOf(id)).toBe(50)
      expect(await coinsOf(id)).toBe(40)
    })

    it('I10 S7.86 is refused during a time-out, like a draw', async () => {
      const id = await memberOf(1_000)
      await new Limits(store, { now, rates: null }).timeOut(id, 24)
      expect(await exchange(id, 'coins-20')).toMatchObject({ code: CODES.RG_TIME_OUT })
      expect(await draw(id)).toMatchObject({ code: CODES.RG_TIME_OUT })
      expect(await pointsOf(id)).toBe(1_000)
    })
  })

  describe('soccer lottery', () => {
    it('S7.87 draws from the seed that was committed to, and everybody can compute the draw again', async () => {
      const id = await memberOf(200)
      const before = await info(id)
      const result = await draw(id)
      if (!result.ok) throw new Error(result.message)
      expect(result.data).toMatchObject({ commitment: before.commitment, nonce: 0, memberSeed: 'my seed' })
      expect(result.data.next).toEqual({ commitment: (await info(id)).commitment, nonce: 1 })
      const proof = await club.soccerLottery.proof(result.data.drawId)
      if (!proof) throw new Error('no proof')
      expect(checkSoccerProof(proof)).toMatchObject({ commitment: true, prize: true, reward: true })
      expect(await club.soccerLottery.proof('0193c5a2-7b1e-7c44-9f3d-2a6b8c1d4e5f')).toBeNull()
      expect(await info(id)).toMatchObject({ used: 1, balance: result.data.balance })
    })

    it('S7.87 pays each prize, and its points while it is out of stock', async () => {
      const id = await memberOf(20_000)
      const seen = new Set<string>()
      for (let at = 0; at < 60 && !(seen.has('penalty') && seen.has('post') && seen.has('wide')); at += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one draw after the other
        const [coins, points, drawn] = [await coinsOf(id), await pointsOf(id), await draw(id)]
        if (!drawn.ok) throw new Error(drawn.message)
        const { prize, reward, balance } = drawn.data
        seen.add(prize)
        const won = reward?.currency === 'POINT' ? reward.amount : 0
        expect(balance).toBe(points - SOCCER_COST + won)
        // oxlint-disable-next-line no-await-in-loop -- as above
        expect(await coinsOf(id)).toBe(coins + (reward?.currency === 'COIN' ? reward.amount : 0))
        if ((at + 1) % SOCCER_LIMIT === 0) time += DAY_MS
      }
      for (let days = 0; days < 20; days += 1) {
        time += DAY_MS
        const day = siteDayOf(time)
        // oxlint-disable-next-line no-await-in-loop -- as above
        const prizes = (await info(id)).prizes.filter(({ stock }) => stock !== null)
        // oxlint-disable-next-line no-await-in-loop -- as above
        await store.db.insert(prizeDay).values(prizes.map((prize) => ({ prize: `soccer:${prize.id}`, day, stock: 0 })))
        for (let at = 0; at < SOCCER_LIMIT; at += 1) {
          // oxlint-disable-next-line no-await-in-loop -- as above
          const drawn = await draw(id)
          if (drawn.ok && drawn.data.isReplaced) {
            // oxlint-disable-next-line no-await-in-loop -- as above
            const proof = await club.soccerLottery.proof(drawn.data.drawId)
            expect(drawn.data.reward).toMatchObject({ currency: 'POINT' })
            expect(proof && checkSoccerProof(proof)).toMatchObject({ prize: true, reward: true })
            return
          }
        }
      }
      throw new Error('no prize with a stock in 200 draws')
    })

    it('S7.87 starts one draw per commitment, from however many tabs, and one per key', async () => {
      const id = await memberOf(400)
      const { commitment } = await info(id)
      const results = await Promise.all(Array.from({ length: 20 }, () => draw(id, { commitment })))
      expect(results.filter(({ ok }) => ok)).toHaveLength(1)
      expect(results.filter((one) => !one.ok && one.code === CODES.ROUND_SEED)).toHaveLength(19)
      const key = newKey()
      const next = (await info(id)).commitment
      const first = await draw(id, { key, commitment: next })
      const again = await draw(id, { key, commitment: next })
      expect(again).toMatchObject({ ok: true, isReplay: true })
      expect(again.ok && first.ok && again.data.drawId).toBe(first.ok && first.data.drawId)
      expect(await draw(id, { key, commitment: next, seed: 'other' })).toMatchObject({
        code: CODES.IDEMPOTENCY_CONFLICT,
      })
      const rows = await store.db.select().from(soccerDraw).where(eq(soccerDraw.memberId, id))
      expect(rows).toHaveLength(2)
      expect((await club.soccerLottery.records(id, undefined)).list).toHaveLength(2)
    })

    it('S7.87 is refused without points, whatever would be drawn, and beyond the draws of the day', async () => {
      const poor = await memberOf(SOCCER_COST - 1)
      expect(await draw(poor)).toMatchObject({ code: CODES.POINTS_NOT_ENOUGH })
      expect(await draw(poor, { commitment: ZERO_HASH })).toMatchObject({ code: CODES.ROUND_SEED })
      const id = await memberOf(SOCCER_COST * (SOCCER_LIMIT + 1))
      for (let at = 0; at < SOCCER_LIMIT; at += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one draw after the other
        expect((await draw(id)).ok).toBe(true)
      }
      expect(await draw(id)).toMatchObject({ code: CODES.DAY_LIMIT })
      time = timeOfSiteDay(siteDayOf(time) + 1)
      expect((await draw(id)).ok).toBe(true)
    })
  })
})
