import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { type GiftCommand, Ledger } from '#server/wallet/ledger/ledger.ts'
import type { Database } from '#server/database/database.ts'
import { sqlStateOf } from '#server/database/errors.ts'
import { gift, giftOrder } from '#server/database/schema/gift.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { memberWith, newKey } from '../../support/ledger-members.ts'
import { openTestStore, STORE_KINDS, testClock } from '../../support/store.ts'

const DRUM = { id: 4, price: 99 }

describe.each(STORE_KINDS)('ledger on %s', (kind) => {
  const clock = testClock()
  let store: Database
  let ledger: Ledger
  beforeAll(async () => {
    store = await openTestStore(kind)
    ledger = new Ledger(store, { now: clock.now, coinsPerDay: 10_000 })
  })
  afterEach(() => expectInvariants(store))
  afterAll(() => store.close())

  function drum(memberId: string, more: Partial<GiftCommand> = {}): GiftCommand {
    return {
      memberId,
      anchorRoomId: 'anchor-1',
      chatRoomNo: 'room-1',
      giftId: DRUM.id,
      count: 1,
      comboId: 'combo-0001',
      idempotencyKey: newKey(),
      ...more,
    }
  }
  async function stateOf(statement: Promise<unknown>): Promise<string | null> {
    return sqlStateOf(await statement.then(null, (error: unknown) => error))
  }

  it('S3.21 charges the price of the gift and stores the order in one transaction', async () => {
    const memberId = await memberWith(store, 1_000)
    const sent = await ledger.sendGift(drum(memberId, { count: 3 }))
    expect(sent).toMatchObject({
      ok: true,
      data: { count: 3, total: 297, balance: 703, comboCount: 3, isReplay: false, memberId, chatRoomNo: 'room-1' },
    })
    expect(sent.ok && sent.data.gift).toMatchObject({ giftName: '战鼓', giftPrice: 99, giftIcon: '/art/gift-drum.svg' })
    expect(await ledger.coinBalance(memberId)).toBe(703)
  })

  it('Annex H I3 accepts one of 20 concurrent gifts if the balance is enough for one', async () => {
    const memberId = await memberWith(store, 150)
    const sent = await Promise.all(Array.from({ length: 20 }, () => ledger.sendGift(drum(memberId))))
    expect(sent.filter(({ ok }) => ok).length).toBe(1)
    for (const result of sent) if (!result.ok) expect(result.code).toBe(CODES.BALANCE_NOT_ENOUGH)
    expect(await ledger.coinBalance(memberId)).toBe(51)
  })

  it('Annex H I4 posts once for 50 concurrent requests with one key, with the same response', async () => {
    const memberId = await memberWith(store, 10_000)
    const command = drum(memberId)
    const sent = await Promise.all(Array.from({ length: 50 }, () => ledger.sendGift(command)))
    const responses = sent.map((result) => (result.ok ? { ...result.data, isReplay: null } : result))
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
    expect(sent.filter((result) => result.ok && !result.data.isReplay).length).toBe(1)
    expect(await ledger.coinBalance(memberId)).toBe(9_901)
  })

  it('Annex H I4 repeats the first response, with its price and balance', async () => {
    const memberId = await memberWith(store, 1_000)
    const command = drum(memberId)
    const first = await ledger.sendGift(command)
    await ledger.sendGift(drum(memberId))
    await store.db.update(gift).set({ priceCoin: 500 }).where(eq(gift.id, DRUM.id))
    const again = await ledger.sendGift(command)
    const afterRaise = await ledger.sendGift(drum(memberId))
    await store.db.update(gift).set({ priceCoin: DRUM.price }).where(eq(gift.id, DRUM.id))
    expect(first.ok && again.ok && { ...again.data, isReplay: false }).toEqual(first.ok && first.data)
    expect(afterRaise).toMatchObject({ ok: true, data: { total: 500 } })
  })

  it('returns the name of a gift that was added after the prices were cached', async () => {
    const memberId = await memberWith(store, 1_000)
    await ledger.gifts()
    const row = { oldId: 0, giftType: 1, priceCoin: 1, icon: '', iconWeb: '', sortOrder: 0 }
    await store.db.insert(gift).values({ id: 93, status: '1', name: '新礼物', ...row })
    const sent = await ledger.sendGift(drum(memberId, { giftId: 93 }))
    expect(sent).toMatchObject({ ok: true, data: { gift: { giftId: 93, giftName: '新礼物' } } })
  })

  it('Annex H I4 repeats the first response after the gift was disabled', async () => {
    const memberId = await memberWith(store, 1_000)
    const command = drum(memberId)
    const first = await ledger.sendGift(command)
    await store.db.update(gift).set({ status: '2' }).where(eq(gift.id, DRUM.id))
    const again = await new Ledger(store, { now: clock.now }).sendGift(command)
    await store.db.update(gift).set({ status: '1' }).where(eq(gift.id, DRUM.id))
    expect(first.ok && again.ok && again.data).toMatchObject({
      balance: 901,
      gift: { giftName: '战鼓', giftPrice: 99 },
    })
  })

  it.each<[string, Partial<GiftCommand>]>([
    ['count', { count: 2 }],
    ['gift', { giftId: 1 }],
    ['streamer', { anchorRoomId: 'anchor-2' }],
    ['combo', { comboId: 'combo-0002' }],
  ])('settled 7: refuses a used key with another %s (10010)', async (_, other) => {
    const memberId = await memberWith(store, 1_000)
    const command = drum(memberId)
    await ledger.sendGift(command)
    expect(await ledger.sendGift({ ...command, ...other })).toMatchObject({
      ok: false,
      code: CODES.IDEMPOTENCY_CONFLICT,
    })
    expect(await ledger.buyCoins({ memberId, coins: 5, idempotencyKey: command.idempotencyKey })).toMatchObject({
      code: CODES.IDEMPOTENCY_CONFLICT,
    })
    expect(await ledger.coinBalance(memberId)).toBe(901)
  })

  it('separates the keys of members', async () => {
    const [one, other] = [await memberWith(store, 1_000), await memberWith(store, 500)]
    const command = drum(one)
    await ledger.sendGift(command)
    expect(await ledger.sendGift({ ...command, memberId: other })).toMatchObject({
      ok: true,
      data: { balance: 401, isReplay: false },
    })
  })

  it('settled 7: a refused key stays refused, so a late copy cannot charge', async () => {
    const memberId = await memberWith(store, 0)
    const command = drum(memberId)
    expect(await ledger.sendGift(command)).toMatchObject({ code: CODES.BALANCE_NOT_ENOUGH })
    await ledger.buyCoins({ memberId, coins: 1_000, idempotencyKey: newKey() })
    expect(await ledger.sendGift(command)).toMatchObject({ code: CODES.BALANCE_NOT_ENOUGH })
    expect(await ledger.sendGift({ ...command, count: 2 })).toMatchObject({ code: CODES.IDEMPOTENCY_CONFLICT })
    expect(await ledger.coinBalance(memberId)).toBe(1_000)
  })

  it.each([-1, 0, 0.001, Number.NaN, Number.POSITIVE_INFINITY, Number('1e999'), 2 ** 53 + 1, 10_000, -(2 ** 53)])(
    'refuses %s of a gift and of coins',
    async (figure) => {
      const memberId = await memberWith(store, 50)
      expect(await ledger.sendGift(drum(memberId, { count: figure, giftId: 1 }))).toMatchObject({
        code: CODES.PARAM_ERROR,
      })
      const bought = await ledger.buyCoins({ memberId, coins: figure, idempotencyKey: newKey() })
      expect(bought.ok).toBe(figure === 10_000)
      expect(await ledger.coinBalance(memberId)).toBe(figure === 10_000 ? 10_050 : 50)
    },
  )

  it('S3.34 refuses gifts that are inactive (0), disabled (2) or unknown', async () => {
    const memberId = await memberWith(store, 100)
    const row = { oldId: 0, giftType: 1, priceCoin: 1, name: '旧', icon: '', iconWeb: '', sortOrder: 0 }
    await store.db.insert(gift).values([
      { id: 90, status: '0', ...row },
      { id: 92, status: '2', ...row },
    ])
    expect(await ledger.sendGift(drum(memberId, { giftId: 90 }))).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await ledger.sendGift(drum(memberId, { giftId: 92 }))).toMatchObject({ code: CODES.GIFT_OFF })
    for (const giftId of [91, 0, -4, 2 ** 31, 2 ** 40]) {
      expect(await ledger.sendGift(drum(memberId, { giftId }))).toMatchObject({ code: CODES.NOT_FOUND })
    }
  })

  it('settled 21: counts a combo over its postings, by member and gift', async () => {
    const [memberId, other] = [await memberWith(store, 10_000), await memberWith(store, 10_000)]
    const counts = await Promise.all(
      [3, 1, 5, 1].map(async (count) => {
        const sent = await ledger.sendGift(drum(memberId, { count, giftId: 1 }))
        return sent.ok ? sent.data.comboCount - sent.data.count : -1
      }),
    )
    const afterwards = await ledger.sendGift(drum(memberId, { giftId: 1 }))
    expect(afterwards).toMatchObject({ data: { comboCount: 11 } })
    expect(Math.min(...counts)).toBe(0)
    expect(await ledger.sendGift(drum(memberId, { giftId: 2 }))).toMatchObject({ data: { comboCount: 1 } })
    expect(await ledger.sendGift(drum(other, { giftId: 1 }))).toMatchObject({ data: { comboCount: 1 } })
    expect(await ledger.sendGift(drum(memberId, { giftId: 1, comboId: 'combo-0009' }))).toMatchObject({
      data: { comboCount: 1 },
    })
  })

  it('Annex H I9 enforces the daily coin limit of a day in Shanghai, also for concurrent purchases', async () => {
    const memberId = await memberWith(store, 0)
    const buy = (coins: number) => ledger.buyCoins({ memberId, coins, idempotencyKey: newKey() })
    const bought = await Promise.all(Array.from({ length: 8 }, () => buy(3_000)))
    expect(bought.filter(({ ok }) => ok).length).toBe(3)
    for (const result of bought) if (!result.ok) expect(result.code).toBe(CODES.LIMIT_EXCEEDED)
    expect(await ledger.coinAllowance(memberId)).toBe(1_000)
    clock.move(12 * 3_600_000 - 1)
    expect(await buy(3_000)).toMatchObject({ code: CODES.LIMIT_EXCEEDED })
    clock.move(1)
    expect(await buy(3_000)).toMatchObject({ ok: true, data: { balance: 12_000 } })
  })

  it('S7.113 ranks the givers of an anchor since a time', async () => {
    const [small, big] = [await memberWith(store, 1_000), await memberWith(store, 1_000)]
    const anchorRoomId = 'anchor-rank'
    await ledger.sendGift(drum(small, { anchorRoomId }))
    clock.move(60_000)
    const since = clock.now()
    await ledger.sendGift(drum(small, { anchorRoomId, giftId: 1, count: 5 }))
    await ledger.sendGift(drum(big, { anchorRoomId, count: 2 }))
    await ledger.sendGift(drum(big, { anchorRoomId: 'anchor-else', count: 2 }))
    expect(await ledger.ranking(anchorRoomId, since, 10)).toEqual([
      { memberId: big, total: 198 },
      { memberId: small, total: 5 },
    ])
    expect(await ledger.ranking(anchorRoomId, 0, 1)).toEqual([{ memberId: big, total: 198 }])
  })

  it('Annex E.9 Annex H I6 an order changes from charged to delivered once', async () => {
    const memberId = await memberWith(store, 1_000)
    const sent = await ledger.sendGift(drum(memberId))
    const orderNo = sent.ok ? sent.data.giftOrderNo : ''
    expect((await ledger.undelivered()).find(({ giftOrderNo }) => giftOrderNo === orderNo)).toEqual(
      sent.ok && { ...sent.data, isReplay: true },
    )
    await ledger.markDelivered([orderNo])
    await ledger.markDelivered([orderNo])
    expect((await ledger.undelivered()).some(({ giftOrderNo }) => giftOrderNo === orderNo)).toBe(false)
    const change = (set: object) =>
      stateOf(
        store.db
          .update(giftOrder)
          .set(set)
          .where(eq(giftOrder.id, orderNo))
          .then(() => null),
      )
    expect(await change({ status: 'refunded' })).toBe('23001')
    expect(await change({ status: 'charged' })).toBe('23001')
    expect(await change({ total: 1 })).toBe('23001')
    expect(await stateOf(store.db.delete(giftOrder).then(() => null))).toBe('23001')
  })

  it.each([
    ['change an entry', sql`update ledger_entry set amount = amount + 1`, '23001'],
    ['delete an entry', sql`delete from ledger_entry`, '23001'],
    ['empty the entries', sql`truncate ledger_entry cascade`, '23001'],
    ['change a transaction', sql`update ledger_tx set type = 'x'`, '23001'],
    ['set a balance', sql`update account set balance = balance + 1`, '23001'],
    ['delete an account', sql`delete from account`, '23001'],
    [
      'add an entry by hand',
      sql`insert into ledger_entry select tx_id, 9, account_id, 1, currency, 1 from ledger_entry limit 1`,
      '23001',
    ],
    [
      'open an account with money in it',
      sql`insert into account (id, owner_type, owner_id, currency, kind, balance)
        values (gen_random_uuid(), 'house', 'x', 'CNY', 'main', 5)`,
      '23001',
    ],
  ])('is append-only: %s is refused', async (_, statement, state) => {
    await memberWith(store, 10)
    expect(await stateOf(store.db.execute(statement).then(() => null))).toBe(state)
  })

  it.each([
    ['does not sum to zero', [5, -4], 0, '23514'],
    ['has one entry only', [5], 0, '23514'],
    ['has an entry of nothing', [0, 0], 0, '23514'],
    ['names an account that does not exist', [5, -5], 1, '23503'],
    ['names one account twice', [5, -5], 2, '23514'],
    ['goes beyond the safe integers', [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER], 0, '23514'],
  ])('refuses a posting that %s', async (_, amounts, foreign, state) => {
    const memberId = await memberWith(store, 10)
    const { rows } = await store.db.execute<{ id: string }>(sql`
      select id from account where owner_id in (${memberId}, 'issue') order by owner_type desc limit 2`)
    const ids = rows.map(({ id }) => id)
    if (foreign === 1) ids[1] = '00000000-0000-7000-8000-000000000000'
    if (foreign === 2) ids[1] = ids[0] ?? ''
    const posting = store.db
      .execute(
        sql`select ledger_post(gen_random_uuid(), 'test', 'test', 'test', ${newKey()}, 'hash', null,
        ${sql.param(ids.slice(0, amounts.length))}::uuid[], ${sql.param(amounts)}::bigint[], now())`,
      )
      .then(() => null)
    expect(await stateOf(posting)).toBe(state)
    expect(await ledger.coinBalance(memberId)).toBe(10)
  })

  it('books a gift once if the first attempt ends in a deadlock', async () => {
    const memberId = await memberWith(store, DRUM.price)
    let attempts = 0
    const execute = (...statement: Parameters<typeof store.db.execute>) => {
      attempts += 1
      const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
      return attempts === 1 ? Promise.reject(deadlock) : store.db.execute(...statement)
    }
    const db: typeof store.db = Object.assign(Object.create(store.db), { execute })
    const deadlocked = new Ledger({ ...store, db }, { now: clock.now })
    expect(await deadlocked.sendGift(drum(memberId))).toMatchObject({ ok: true, data: { balance: 0 } })
    expect(attempts).toBe(2)
  })

  it('distributes the house account over several rows', async () => {
    const memberId = await memberWith(store, 10_000)
    await Promise.all(Array.from({ length: 60 }, () => ledger.sendGift(drum(memberId, { giftId: 1 }))))
    const { rows } = await store.db.execute<{ stripes: number }>(
      sql`select count(*)::int as stripes from account where owner_id = 'gift' and balance > 0`,
    )
    expect(rows[0]?.stripes).toBeGreaterThan(4)
  })
})
