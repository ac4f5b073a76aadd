import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CODES, PLAY_STOP_CODES } from '#protocol/codes.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { DAY_MS, MINUTE_MS, siteDayOf } from '#protocol/time.ts'
import { LIMIT_KINDS, LIMIT_PERIODS, type LimitKind, type LimitPeriod, periodStart } from '#protocol/wallet/limits.ts'
import { coinValue, PLAY_ACTIONS, type PlayAction, playStop } from '#protocol/wallet/play-stop.ts'
import { rgPlay } from '#server/database/schema/limits.ts'
import type { MemberCall } from '#server/http/context.ts'
import { responsibleCalls } from '#server/calls/account/responsible.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { playStateOf } from '#server/wallet/limits/overview.ts'
import { newKey, signInMemberWith } from '../../support/ledger-members.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { walletWorld } from '../../support/wallet.ts'

/** A gift of 99 coins. */
const GIFT_ID = 4
const GIFT_VALUE = coinValue(99)
const YUAN = 100

type Wanted = RequestOf<'responsible.setLimit'>

describe.each(SHORT_KINDS)('limits bind on %s', (kind) => {
  const world = walletWorld(kind)
  const { clock } = world

  /** A new member with 1,000.00 in the centre, 10,000 coins, and every way to spend. */
  async function player() {
    const { store, wallet, limits } = world
    const memberId = await signInMemberWith(store, 10_000, clock.now)
    await world.deposit(memberId, 1_000 * YUAN)
    const ledger = new Ledger(store, { now: clock.now })
    const services = { database: store, playLimits: limits, now: clock.now }
    const calls = responsibleCalls(services)
    const caller = {
      site: CONFIG_DEFAULTS,
      session: { sessionId: 's', memberId, expireAt: 0, member: {} },
    } as unknown as MemberCall
    const money = (amount: number) => ({ memberId, amount, idempotencyKey: newKey() })
    const gift = (count = 1) =>
      ledger.sendGift({
        memberId,
        anchorRoomId: 'anchor-1',
        chatRoomNo: 'room-1',
        giftId: GIFT_ID,
        count,
        comboId: `combo-${newKey()}`,
        idempotencyKey: newKey(),
      })
    const venue = { venueEnName: 'YBTY', currency: 'CNY' } as const
    const ways = {
      gift: (value = GIFT_VALUE) => gift(value / GIFT_VALUE),
      transfer: (value = YUAN) => wallet.transfer('transferIn', venue, money(value)),
      deposit: (value = 10 * YUAN) => wallet.deposit('demo-bank', money(value)),
      coins: () => ledger.buyCoins({ memberId, coins: 1, idempotencyKey: newKey() }),
    } satisfies Partial<Record<PlayAction, unknown>>
    const codes = async () => {
      const found: Record<string, number> = {}
      for (const way of ['gift', 'transfer', 'deposit', 'coins'] as const) {
        const result = await ways[way]()
        found[way] = result.ok ? 0 : result.code
      }
      return found
    }
    const set = async (wanted: Wanted) => expect((await calls['responsible.setLimit'](wanted, caller)).ok).toBe(true)
    const get = async () => {
      const result = await calls['responsible.get']({}, caller)
      if (!result.ok) throw new Error('refused')
      return result.data
    }
    const tick = async () => {
      const result = await calls['responsible.session']({}, caller)
      if (!result.ok) throw new Error('refused')
      return result.data
    }
    /** Uses the site, with a report each minute. */
    const use = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        clock.move(MINUTE_MS)
        await tick()
      }
    }
    return { memberId, calls, caller, ledger, gift, ways, codes, set, get, tick, use, money, venue }
  }

  const free = { gift: 0, transfer: 0, deposit: 0, coins: 0 }
  /** What a used-up limit of each kind refuses. */
  const REFUSED: Readonly<Record<LimitKind, Record<string, number>>> = {
    deposit: { ...free, deposit: CODES.RG_DEPOSIT_LIMIT },
    loss: { ...free, gift: CODES.RG_LOSS_LIMIT, transfer: CODES.RG_LOSS_LIMIT, coins: CODES.RG_LOSS_LIMIT },
    stake: { ...free, gift: CODES.RG_LOSS_LIMIT, transfer: CODES.RG_LOSS_LIMIT, coins: CODES.RG_LOSS_LIMIT },
    session: {
      gift: CODES.RG_SESSION_LIMIT,
      transfer: CODES.RG_SESSION_LIMIT,
      deposit: CODES.RG_SESSION_LIMIT,
      coins: CODES.RG_SESSION_LIMIT,
    },
  }
  const EACH = LIMIT_KINDS.flatMap((limit) => LIMIT_PERIODS.map((period) => [limit, period] as const))

  it.each(EACH)(
    'Annex I limits 60001 60002 60005 a used-up %s limit of a %s refuses its ways to spend',
    async (limit, period) => {
      const { set, use, codes, tick } = await player()
      await tick()
      if (limit === 'deposit') await set({ kind: limit, period, amount: 1_000 * YUAN })
      else if (limit === 'session') await set({ kind: limit, period, amount: 2 })
      else await set({ kind: limit, period, amount: GIFT_VALUE })
      expect((await codes()).gift).toBe(0)
      if (limit === 'session') await use(2)
      expect(await codes()).toEqual(REFUSED[limit])
      // The next period begins at zero.
      clock.move(periodStart(period, clock.now() + 32 * DAY_MS) - clock.now())
      expect((await codes()).gift).toBe(0)
      await world.pass(60 * MINUTE_MS, 10 * MINUTE_MS)
    },
  )

  it.each(['loss', 'stake'] as const)('60002 with a %s limit of 0.01 a day nothing is spent', async (limit) => {
    const { set, gift, ways, ledger, memberId } = await player()
    await set({ kind: limit, period: 'day', amount: 1 })
    expect(await gift(16)).toMatchObject({ ok: false, code: CODES.RG_LOSS_LIMIT })
    expect(await ways.transfer(500 * YUAN)).toMatchObject({ ok: false, code: CODES.RG_LOSS_LIMIT })
    expect(await ledger.coinBalance(memberId)).toBe(10_000)
    expect(await world.balance(memberId, 'venue:YBTY')).toBe(0)
  })

  it('60002 Annex H I9 of 40 parallel gifts, in batches, only those within the limit are charged', async () => {
    const { set, gift, get } = await player()
    await set({ kind: 'loss', period: 'week', amount: 5 * GIFT_VALUE + 1 })
    const results = await Promise.all(Array.from({ length: 40 }, () => gift()))
    expect(results.filter(({ ok }) => ok)).toHaveLength(5)
    for (const result of results) if (!result.ok) expect(result.code).toBe(CODES.RG_LOSS_LIMIT)
    expect(await get()).toMatchObject({ limits: [{ used: 5 * GIFT_VALUE }], remaining: { loss: 1 } })
  })

  it('60002 a gift that is refused for its coins is not counted, and a repeated one is counted once', async () => {
    const { set, get, ledger, memberId, gift } = await player()
    await set({ kind: 'stake', period: 'month', amount: 100_000 * YUAN })
    expect(await gift(9_999)).toMatchObject({ code: CODES.BALANCE_NOT_ENOUGH })
    const command = {
      memberId,
      anchorRoomId: 'anchor-1',
      chatRoomNo: 'room-1',
      giftId: GIFT_ID,
      count: 1,
      comboId: 'combo-once',
      idempotencyKey: newKey(),
    }
    await Promise.all([ledger.sendGift(command), ledger.sendGift(command), ledger.sendGift(command)])
    expect((await get()).limits).toMatchObject([{ used: GIFT_VALUE }])
  })

  it('60002 gifts before the limit count, and wins reduce the loss', async () => {
    const { set, gift, get, codes, memberId } = await player()
    expect((await gift()).ok).toBe(true)
    await set({ kind: 'loss', period: 'day', amount: GIFT_VALUE })
    expect((await codes()).gift).toBe(CODES.RG_LOSS_LIMIT)
    await world.store.db.execute(
      sql`select rg_record(${memberId}, 0, ${GIFT_VALUE}, ${new Date(clock.now()).toISOString()})`,
    )
    expect((await get()).remaining.loss).toBe(GIFT_VALUE)
    expect((await gift()).ok).toBe(true)
    expect((await gift()).ok).toBe(false)
  })

  it('60002 money in venues and on its way to them counts with the next transfer', async () => {
    const { set, ways, memberId, money, venue } = await player()
    await set({ kind: 'loss', period: 'day', amount: 300 * YUAN })
    expect((await ways.transfer(200 * YUAN)).ok).toBe(true)
    expect(await ways.transfer(101 * YUAN)).toMatchObject({ code: CODES.RG_LOSS_LIMIT })
    const refusal = await world.limits.refusal(memberId, CODES.RG_LOSS_LIMIT, 'transfer', {
      kind: 'transfer',
      currency: 'CNY',
      amount: 101 * YUAN,
    })
    expect(refusal.message).toBe('超过你设定的每日亏损限额 ¥300.00：已计 ¥0.00，场馆内还有 ¥200.00，这次计 ¥101.00')
    await world.bank.choose(memberId, 'silent')
    expect((await ways.transfer(100 * YUAN)).ok).toBe(true)
    expect(await ways.transfer(1)).toMatchObject({ code: CODES.RG_LOSS_LIMIT })
    await world.bank.choose(memberId, 'normal')
    await world.pass(60_000)
    expect((await world.wallet.transfer('transferOut', venue, money(150 * YUAN))).ok).toBe(true)
    expect((await ways.transfer(150 * YUAN)).ok).toBe(true)
  })

  it('60002 the text of a refused gift names the limit, what was counted and the rate of coins', async () => {
    const { set, gift, memberId } = await player()
    await set({ kind: 'loss', period: 'day', amount: 10 * YUAN })
    await gift()
    const refusal = await world.limits.refusal(memberId, CODES.RG_LOSS_LIMIT, 'gift', GIFT_VALUE)
    expect(refusal).toMatchObject({
      code: CODES.RG_LOSS_LIMIT,
      message: '超过你设定的每日亏损限额 ¥10.00：已计 ¥9.90，这次计 ¥9.90（10 金币计 ¥1.00）',
      details: { stop: { limit: { kind: 'loss', period: 'day', used: GIFT_VALUE } } },
    })
  })

  it('Annex I reality check: one that is due has to be answered before anything is spent', async () => {
    const { tick, use, codes, calls, caller, get } = await player()
    await calls['responsible.realityCheck']({ minutes: 15 }, caller)
    await tick()
    await use(14)
    expect((await get()).isCheckDue).toBe(false)
    expect(await codes()).toEqual(free)
    await use(1)
    expect(await tick()).toMatchObject({ seconds: 900, isCheckDue: true })
    const due = CODES.RG_CHECK_DUE
    expect(await codes()).toEqual({ gift: due, transfer: due, deposit: due, coins: due })
    // The answer to an earlier check does not answer this one.
    expect(await calls['responsible.answerCheck']({ seconds: 0 }, caller)).toMatchObject({ data: { isCheckDue: true } })
    expect((await codes()).gift).toBe(due)
    // Nobody answers a later check in advance.
    const early = await calls['responsible.answerCheck']({ seconds: 80_000 }, caller)
    expect(early).toMatchObject({ ok: true, data: { seconds: 900, isCheckDue: false } })
    expect((await codes()).gift).toBe(0)
    await use(15)
    expect((await get()).isCheckDue).toBe(true)
    clock.move(DAY_MS)
    expect((await get()).isCheckDue).toBe(false)
  })

  /** Moves to a minute before the next midnight of the site. */
  const moveToLastMinute = () => clock.move(periodStart('day', clock.now() + DAY_MS) - MINUTE_MS - clock.now())

  it('Annex I reality check: one that is due stays due over midnight while the site is in use', async () => {
    const { tick, use, codes, calls, caller, get } = await player()
    await calls['responsible.realityCheck']({ minutes: 15 }, caller)
    moveToLastMinute()
    clock.move(-16 * MINUTE_MS)
    await tick()
    await use(16)
    const due = CODES.RG_CHECK_DUE
    const refused = { gift: due, transfer: due, deposit: due, coins: due }
    clock.move(MINUTE_MS + 1_000)
    // No page has called on the new day yet.
    expect((await get()).isCheckDue).toBe(true)
    expect(await codes()).toEqual(refused)
    expect(await tick()).toMatchObject({ seconds: 0, isCheckDue: true })
    expect(await codes()).toEqual(refused)
    const answered = await calls['responsible.answerCheck']({ seconds: 960 }, caller)
    expect(answered).toMatchObject({ ok: true, data: { isCheckDue: false } })
    expect(await codes()).toEqual(free)
    await use(14)
    expect((await get()).isCheckDue).toBe(false)
  })

  it('Annex I reality check: the answer to one of the last day counts before a page calls on the new day', async () => {
    const { tick, use, calls, caller, get } = await player()
    await calls['responsible.realityCheck']({ minutes: 15 }, caller)
    moveToLastMinute()
    clock.move(-15 * MINUTE_MS)
    await tick()
    await use(15)
    clock.move(MINUTE_MS + 1_000)
    await calls['responsible.answerCheck']({ seconds: 840 }, caller)
    expect((await get()).isCheckDue).toBe(false)
    await use(13)
    expect((await get()).isCheckDue).toBe(false)
  })

  it('Annex I reality check: its time goes on over midnight while the site is in use', async () => {
    const { tick, use, get, calls, caller, memberId } = await player()
    await calls['responsible.realityCheck']({ minutes: 15 }, caller)
    moveToLastMinute()
    clock.move(-10 * MINUTE_MS)
    await tick()
    await use(10)
    // A win of the new day opens its row before a page calls.
    clock.move(MINUTE_MS)
    await world.store.db.execute(sql`select rg_record(${memberId}, 0, 1, ${new Date(clock.now()).toISOString()})`)
    await tick()
    await use(4)
    expect((await get()).isCheckDue).toBe(false)
    await use(1)
    expect((await get()).isCheckDue).toBe(true)
  })

  it('withdrawals and transfers out are never refused', async () => {
    const { set, use, tick, ways, money, venue, codes } = await player()
    await tick()
    expect((await ways.transfer(100 * YUAN)).ok).toBe(true)
    for (const limit of LIMIT_KINDS) await set({ kind: limit, period: 'day', amount: 1 })
    await use(1)
    expect((await codes()).gift).not.toBe(0)
    expect((await world.wallet.transfer('transferOut', venue, money(50 * YUAN))).ok).toBe(true)
    const card = { id: 'demo-card', name: '演示银行', masked: '', kind: 'bank', currency: 'CNY' } as const
    expect((await world.wallet.withdraw('withdraw', card, money(100 * YUAN))).ok).toBe(true)
  })

  it('the database finds the first day of each period like the pages', async () => {
    const times = fc.sample(fc.integer({ min: 0, max: 4_000_000_000_000 }), { numRuns: 200, seed: 7 })
    for (const period of LIMIT_PERIODS) {
      const { rows } = await world.store.db.execute<{ day: number }>(sql`
        select rg_first_day(${period}, to_timestamp(ms / 1000.0)) as day
        from unnest(${sql.param(times)}::bigint[]) with ordinality as time(ms, index) order by index`)
      expect(rows.map(({ day }) => day)).toEqual(times.map((time) => siteDayOf(periodStart(period, time))))
    }
  })

  it('the database refuses what the pages show as refused', async () => {
    const { memberId, set } = await player()
    const { db } = world.store
    let amount = 1_000_000
    const numbers = fc.sample(
      fc.record({
        kind: fc.constantFrom('loss', 'stake', 'session' as const),
        period: fc.constantFrom(...LIMIT_PERIODS),
        staked: fc.nat(2_000_000),
        won: fc.nat(2_000_000),
        seconds: fc.nat(60_000),
        daysAgo: fc.nat(40),
        value: fc.integer({ min: 1, max: 1_000_000 }),
      }),
      { numRuns: 60, seed: 11 },
    ) as readonly {
      kind: LimitKind
      period: LimitPeriod
      staked: number
      won: number
      seconds: number
      daysAgo: number
      value: number
    }[]
    for (const { kind: limit, period, staked, won, seconds, daysAgo, value } of numbers) {
      // Lower each time, so that it counts at once.
      amount -= 15_000
      await set({ kind: limit, period, amount: limit === 'session' ? Math.ceil(amount / 1_000) : amount })
      const row = { staked, won, seconds }
      await db
        .insert(rgPlay)
        .values({ memberId, day: siteDayOf(clock.now()) - daysAgo, ...row })
        .onConflictDoUpdate({ target: [rgPlay.memberId, rgPlay.day], set: row })
      const { rows } = await db.execute<{ code: number }>(
        sql`select rg_play_code(${memberId}, ${value}::bigint, ${new Date(clock.now()).toISOString()}) as code`,
      )
      const state = await playStateOf(db, memberId, { now: clock.now(), rate: null })
      for (const action of PLAY_ACTIONS.filter((one) => one === 'gift' || one === 'transfer' || one === 'coins')) {
        const stop = playStop(state, action, value)
        expect(stop?.code ?? 0).toBe(rows[0]?.code)
        if (stop) expect(PLAY_STOP_CODES).toContain(stop.code)
      }
    }
  })
})
