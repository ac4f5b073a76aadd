import { DAY_MS, HOUR_MS, MINUTE_MS, siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { memberWith, newKey, signInMemberWith } from '../../support/ledger-members.ts'
import { openTestStore, STORE_KINDS, testClock } from '../../support/store.ts'

const FIRST_COINS = 5_000
const PERIODS_MS = [HOUR_MS, DAY_MS, 7 * DAY_MS]
const ANCHORS = ['one', 'two']

interface Gift {
  kind: 'gift'
  member: number
  giftId: number
  count: number
  combo: number
  anchor: number
  isDelivered: boolean
}
type Step =
  | Gift
  | { kind: 'buy'; member: number; coins: number }
  | { kind: 'wait'; ms: number }
  | { kind: 'roll up'; shard: number }

const member = fc.nat(4)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('gift' as const),
        member,
        giftId: fc.constantFrom(1, 2, 3, 4),
        count: fc.integer({ min: 1, max: 9 }),
        combo: fc.nat(3),
        anchor: fc.nat(ANCHORS.length - 1),
        isDelivered: fc.integer({ min: 0, max: 9 }).map((draw) => draw > 0),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('buy' as const), member, coins: fc.integer({ min: 1, max: 3_000 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        ms: fc.oneof(
          fc.integer({ min: 1, max: 2 * MINUTE_MS }),
          fc.integer({ min: 1, max: 3 * HOUR_MS }),
          fc.integer({ min: 1, max: 3 * DAY_MS }),
        ),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('roll up' as const), shard: fc.nat(1) }) },
  ),
  { minLength: 20, maxLength: 60 },
)

describe.each(STORE_KINDS)('roll-up of old postings on %s', (kind) => {
  let store: Database
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())

  /** Two members with a password and three without, and a copy of all that they gave. */
  async function people(clock = testClock()) {
    const ledger = new Ledger(store, { now: clock.now, coinsPerDay: 8_000 })
    const prefix = newKey()
    const members = [
      await signInMemberWith(store, FIRST_COINS, clock.now),
      await signInMemberWith(store, FIRST_COINS, clock.now),
      await memberWith(store, FIRST_COINS, clock.now),
      await memberWith(store, FIRST_COINS, clock.now),
      await memberWith(store, FIRST_COINS, clock.now),
    ]
    const given: { step: Gift; key: string; no: string; total: number; at: number }[] = []
    const balances = members.map(() => FIRST_COINS)
    const anchorOf = (anchor: number) => `${prefix} ${ANCHORS[anchor]}`
    const idOf = (index: number) => members[index] ?? ''

    const command = (step: Gift, idempotencyKey: string) => ({
      memberId: idOf(step.member),
      anchorRoomId: anchorOf(step.anchor),
      chatRoomNo: 'r',
      giftId: step.giftId,
      count: step.count,
      comboId: `${prefix} ${step.combo}`,
      idempotencyKey,
    })

    async function give(step: Gift): Promise<void> {
      const key = newKey()
      const result = await ledger.sendGift(command(step, key))
      if (!result.ok) return
      const { giftOrderNo: no, total, balance } = result.data
      given.push({ step, key, no, total, at: clock.now() })
      balances[step.member] = balance
      if (step.isDelivered) await ledger.markDelivered([no])
    }

    async function buy(step: Extract<Step, { kind: 'buy' }>): Promise<void> {
      const result = await ledger.buyCoins({
        memberId: idOf(step.member),
        coins: step.coins,
        idempotencyKey: newKey(),
      })
      if (result.ok) balances[step.member] = result.data.balance
    }

    /** Rolls up the members of a shard: all of them, also those with a password. */
    const rollUp = (shard: number) => {
      const memberIds = members.filter((_, index) => index % 2 === shard)
      return ledger.rollUp({ number: shard, memberIds }, clock.now(), 100)
    }

    async function expectUnchanged(): Promise<void> {
      await expectInvariants(store)
      expect(await Promise.all(members.map((memberId) => ledger.coinBalance(memberId)))).toEqual(balances)
      for (const anchor of ANCHORS.keys()) {
        for (const periodMs of PERIODS_MS) {
          const since = clock.now() - periodMs
          const totals = new Map<string, number>()
          for (const { step, at, total } of given) {
            const id = idOf(step.member)
            if (step.anchor === anchor && at >= since) totals.set(id, (totals.get(id) ?? 0) + total)
          }
          const expected = [...totals].sort(([id, total], [other, less]) => less - total || (id < other ? -1 : 1))
          const ranking = await ledger.ranking(anchorOf(anchor), since, 20)
          expect(ranking.map(({ memberId, total }) => [memberId, total])).toEqual(expected)
        }
      }
    }

    /** Orders, keys and results of members with a password are those of the first call. */
    async function expectMembersUnchanged(): Promise<void> {
      for (const [index, memberId] of members.slice(0, 2).entries()) {
        const history = await ledger.giftsOf(memberId, null, 1_000)
        const own = given.filter(({ step }) => step.member === index)
        expect(history.map(({ giftOrderNo }) => giftOrderNo).sort()).toEqual(own.map(({ no }) => no).sort())
      }
      for (const { step, key, no } of given.filter(({ step: { member: index } }) => index < 2)) {
        expect(await ledger.sendGift(command(step, key))).toMatchObject({
          ok: true,
          data: { giftOrderNo: no, isReplay: true },
        })
      }
    }
    return { clock, ledger, members, anchorOf, idOf, give, buy, rollUp, expectUnchanged, expectMembersUnchanged }
  }

  const gift = { kind: 'gift', member: 2, giftId: 1, count: 1, combo: 0, anchor: 0, isDelivered: true } as const

  async function countOf(memberId: string): Promise<{ orders: number; entries: number; postings: number }> {
    const { rows } = await store.db.execute<{ orders: number; entries: number; postings: number }>(sql`select
      (select count(*)::int from gift_order where member_id = ${memberId}) as orders,
      count(*)::int as entries, sum(postings)::int as postings
      from ledger_entry e join account a on a.id = e.account_id where a.owner_id = ${memberId}`)
    return rows[0] ?? { orders: 0, entries: 0, postings: 0 }
  }

  it('replaces the gifts of a day by one entry per member, and leaves those of members with a password', async () => {
    const { clock, give, idOf, rollUp, expectUnchanged, expectMembersUnchanged } = await people()
    for (let combo = 0; combo < 12; combo += 1) {
      await give({ ...gift, combo })
      await give({ ...gift, combo, member: 0 })
      clock.move(MINUTE_MS)
    }
    clock.move(HOUR_MS)
    expect(await rollUp(0)).toBe(12)
    // The first entry is the grant of the first coins.
    expect(await countOf(idOf(2))).toEqual({ orders: 0, entries: 2, postings: 13 })
    expect(await countOf(idOf(0))).toEqual({ orders: 12, entries: 13, postings: 13 })
    await give(gift)
    clock.move(2 * HOUR_MS)
    expect(await rollUp(0)).toBe(1)
    expect(await countOf(idOf(2))).toEqual({ orders: 0, entries: 2, postings: 14 })
    expect(await rollUp(0)).toBe(0)
    await expectUnchanged()
    await expectMembersUnchanged()
  })

  it('merges the rollups of days before yesterday into one, also those that come later', async () => {
    const clock = testClock(timeOfSiteDay(siteDayOf(testClock().now())) + HOUR_MS)
    const { ledger, give, buy, idOf, rollUp, expectUnchanged } = await people(clock)
    for (let day = 0; day < 5; day += 1) {
      await give({ ...gift, combo: day })
      await give({ ...gift, combo: day, member: 4 })
      await buy({ kind: 'buy', member: 2, coins: 10 })
      // The order of this day is delivered days later, so it is rolled up after the merge of its day.
      if (day === 0) await give({ ...gift, giftId: 2, isDelivered: false })
      clock.move(DAY_MS)
      expect(await rollUp(0)).toBe(3)
      await expectUnchanged()
    }
    // The grant, the undelivered gift, and per type one rollup of yesterday and one of the days before.
    expect(await countOf(idOf(2))).toEqual({ orders: 1, entries: 6, postings: 12 })
    const undelivered = (await ledger.undelivered()).filter(({ memberId }) => memberId === idOf(2))
    await ledger.markDelivered(undelivered.map(({ giftOrderNo }) => giftOrderNo))
    expect(await rollUp(0)).toBe(1)
    expect(await countOf(idOf(2))).toEqual({ orders: 0, entries: 5, postings: 12 })
    await expectUnchanged()
  })

  it('waits for the end of a combo and for the delivery of its gifts', async () => {
    const { clock, ledger, give, idOf, rollUp, expectUnchanged } = await people()
    await give(gift)
    await give({ ...gift, combo: 1, isDelivered: false })
    clock.move(HOUR_MS)
    await give(gift)
    clock.move(MINUTE_MS)
    expect(await rollUp(0)).toBe(0)
    clock.move(HOUR_MS)
    expect(await rollUp(0)).toBe(2)
    const undelivered = (await ledger.undelivered()).filter(({ memberId }) => memberId === idOf(2))
    expect(undelivered).toHaveLength(1)
    await ledger.markDelivered(undelivered.map(({ giftOrderNo }) => giftOrderNo))
    expect(await rollUp(0)).toBe(1)
    await expectUnchanged()
  })

  it('keeps the coin purchases of the current day, which the daily limit counts', async () => {
    const clock = testClock(timeOfSiteDay(siteDayOf(testClock().now())))
    const { ledger, buy, idOf, rollUp, expectUnchanged } = await people(clock)
    await buy({ kind: 'buy', member: 2, coins: 3_000 })
    clock.move(DAY_MS - 1)
    expect(await rollUp(0)).toBe(0)
    expect(await ledger.coinAllowance(idOf(2))).toBe(5_000)
    clock.move(1)
    expect(await rollUp(0)).toBe(1)
    expect(await ledger.coinAllowance(idOf(2))).toBe(8_000)
    await expectUnchanged()
  })

  it('a posting can be deleted by nothing else, and one of a member with a password by nothing', async () => {
    const { give, idOf } = await people()
    await give(gift)
    await give({ ...gift, member: 0 })
    for (const table of ['gift_order', 'ledger_entry', 'ledger_tx', 'gift_order']) {
      await expect(store.db.execute(sql`delete from ${sql.identifier(table)}`)).rejects.toMatchObject({
        cause: { code: '23001' },
      })
    }
    const deleteOf = (memberId: string) =>
      store.transaction(async (tx) => {
        await tx.execute(sql`select set_config('grandstand.rolling_up', 'on', true)`)
        await tx.execute(sql`delete from ledger_entry where account_id in (
          select id from account where owner_id = ${memberId})`)
      })
    await expect(deleteOf(idOf(0))).rejects.toMatchObject({ cause: { code: '23001' } })
    await expectInvariants(store)
  })

  it('changes no balance, ranking, history or key, for random gifts and roll-ups at random moments', async () => {
    let replaced = 0
    await fc.assert(
      fc.asyncProperty(steps, async (walk) => {
        const { clock, give, buy, rollUp, expectUnchanged, expectMembersUnchanged } = await people()
        for (const step of walk) {
          if (step.kind === 'gift') await give(step)
          else if (step.kind === 'buy') await buy(step)
          else if (step.kind === 'wait') clock.move(step.ms)
          else {
            replaced += await rollUp(step.shard)
            await expectUnchanged()
          }
        }
        await expectUnchanged()
        await expectMembersUnchanged()
      }),
      { seed: 20_261_121, numRuns: 6, endOnFailure: true },
    )
    expect(replaced).toBeGreaterThan(20)
  })

  // Last, because the check of the other tests compares rankings and postings of the whole database.
  it('forgets the rolled up ranking of one room, and no balance', async () => {
    const { clock, ledger, anchorOf, idOf, give, rollUp } = await people()
    await give(gift)
    await give({ ...gift, anchor: 1 })
    clock.move(2 * HOUR_MS)
    expect(await rollUp(0)).toBe(2)
    const balance = await ledger.coinBalance(idOf(2))
    await ledger.forgetRanking(anchorOf(0))
    expect(await ledger.ranking(anchorOf(0), 0, 20)).toEqual([])
    expect(await ledger.ranking(anchorOf(1), 0, 20)).toHaveLength(1)
    expect(await ledger.coinBalance(idOf(2))).toBe(balance)
  })
})
