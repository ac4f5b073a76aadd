import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { Responsible } from '#protocol/endpoints/responsible.ts'
import { ENDPOINTS, type RequestOf } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, siteDateOf } from '#protocol/time.ts'
import { CONFIRM_WINDOW_MS, exclusionEnd, LIMIT_MAX, periodStart } from '#protocol/wallet/limits.ts'
import { sqlStateOf } from '#server/database/errors.ts'
import type { MemberCall } from '#server/http/context.ts'
import { responsibleCalls } from '#server/calls/account/responsible.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import { memberWith, newKey } from '../../support/ledger-members.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { walletWorld } from '../../support/wallet.ts'

type Wanted = RequestOf<'responsible.setLimit'>

describe.each(SHORT_KINDS)('responsible-play limits on %s', (kind) => {
  const world = walletWorld(kind)
  const { clock } = world

  /** Calls of a new member. */
  async function signedIn(coins = 0) {
    const { store } = world
    const memberId = await memberWith(store, coins, clock.now)
    const playLimits = new Limits(store, { now: clock.now, rates: null })
    const services = { database: store, playLimits, now: clock.now }
    const calls = responsibleCalls(services)
    const session = { sessionId: 's', memberId, expireAt: 0, member: {} } as unknown as MemberCall['session']
    const caller = { session, site: CONFIG_DEFAULTS } as MemberCall
    const stateOf = (result: Result<Responsible>): Responsible => {
      if (!result.ok) throw new Error(`refused: ${result.code} ${result.message}`)
      return ENDPOINTS['responsible.get'].data.parse(result.data)
    }
    return {
      memberId,
      calls,
      caller,
      playLimits,
      get: async () => stateOf(await calls['responsible.get']({}, caller)),
      set: async (wanted: Wanted) => stateOf(await calls['responsible.setLimit'](wanted, caller)),
      confirm: (id: string) => calls['responsible.confirmRaise']({ id }, caller),
      deposit: (amount: number, payTypeId = 'demo-bank') =>
        world.wallet.deposit(payTypeId, { memberId, amount, idempotencyKey: newKey() }),
    }
  }

  it('Annex H I9 of 50 parallel deposits only those within the limit are created', async () => {
    const { set, deposit, get } = await signedIn()
    expect(await get()).toMatchObject({ limits: [], hasNoLimit: true, hasDeposited: false, realityCheckMinutes: 60 })
    await set({ kind: 'deposit', period: 'day', amount: 25_00 })
    const results = await Promise.all(Array.from({ length: 50 }, () => deposit(10_00)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(2)
    for (const result of results) if (!result.ok) expect(result.code).toBe(CODES.RG_DEPOSIT_LIMIT)
    expect(await get()).toMatchObject({ limits: [{ used: 20_00 }], remaining: { deposit: 5_00 }, hasNoLimit: false })
  })

  it('60001 the lowest of several limits wins, with USDT valued in CNY; the next period begins at zero', async () => {
    const { set, deposit, get } = await signedIn()
    await set({ kind: 'deposit', period: 'month', amount: 150_00 })
    await set({ kind: 'deposit', period: 'day', amount: 100_00 })
    expect((await deposit(10_000_000, 'demo-usdt')).ok).toBe(true)
    expect((await get()).remaining.deposit).toBe(28_00)
    expect(await deposit(28_01)).toMatchObject({ code: CODES.RG_DEPOSIT_LIMIT })
    expect((await deposit(28_00)).ok).toBe(true)
    // The orders expire, and a day later no payment of theirs is expected.
    await world.pass(31 * MINUTE_MS, MINUTE_MS)
    clock.move(DAY_MS)
    expect((await get()).limits.map(({ period, used }) => [period, used])).toEqual([
      ['day', 0],
      ['month', 0],
    ])
  })

  it('Annex E.12 lowers at once, and raises after the delay and a second confirmation', async () => {
    const { set, confirm, get, deposit, calls, caller } = await signedIn()
    await set({ kind: 'deposit', period: 'week', amount: 100_00 })
    expect((await set({ kind: 'deposit', period: 'week', amount: 50_00 })).limits).toMatchObject([{ amount: 50_00 }])
    const raised = await set({ kind: 'deposit', period: 'week', amount: 200_00 })
    const raise = raised.limits[0]?.raise
    expect(raise).toMatchObject({ amount: 200_00, state: 'pending', effectiveAt: clock.now() + 7 * DAY_MS })
    const id = raise?.id ?? ''
    expect(await deposit(60_00)).toMatchObject({ code: CODES.RG_DEPOSIT_LIMIT })
    expect(await confirm(id)).toMatchObject({ code: CODES.ORDER_STATE_CHANGED })
    clock.move(7 * DAY_MS)
    expect((await get()).limits).toMatchObject([{ amount: 50_00, raise: { state: 'awaitingConfirm' } }])
    expect(await confirm(id)).toMatchObject({ ok: true, data: { limits: [{ amount: 200_00, raise: null }] } })
    expect(await confirm(id)).toMatchObject({ code: CODES.NOT_FOUND })
    const removal = (await set({ kind: 'deposit', period: 'week', amount: null })).limits[0]?.raise?.id ?? ''
    expect(await calls['responsible.cancelRaise']({ id: removal }, caller)).toMatchObject({
      data: { limits: [{ amount: 200_00, raise: null }] },
    })
    const again = (await set({ kind: 'deposit', period: 'week', amount: null })).limits[0]?.raise?.id ?? ''
    clock.move(7 * DAY_MS)
    expect(await confirm(again)).toMatchObject({ ok: true, data: { limits: [], hasNoLimit: true } })
  })

  it('Annex E.12 a raise that is not confirmed lapses, and a lower limit withdraws it', async () => {
    const { set, confirm, get } = await signedIn()
    await set({ kind: 'stake', period: 'day', amount: 100_00 })
    const id = (await set({ kind: 'stake', period: 'day', amount: 300_00 })).limits[0]?.raise?.id ?? ''
    clock.move(DAY_MS + CONFIRM_WINDOW_MS)
    expect((await get()).limits).toMatchObject([{ amount: 100_00, raise: null }])
    expect(await confirm(id)).toMatchObject({ code: CODES.ORDER_STATE_CHANGED })
    await set({ kind: 'stake', period: 'day', amount: 300_00 })
    expect((await set({ kind: 'stake', period: 'day', amount: 90_00 })).limits).toMatchObject([
      { amount: 90_00, raise: null },
    ])
  })

  it('Annex E.12 refuses a limit above the maximum, and creates no raise for an unchanged limit', async () => {
    const { memberId, playLimits, set, get } = await signedIn()
    const wanted = { kind: 'deposit', period: 'day' } as const
    expect(await playLimits.setLimit(memberId, { ...wanted, amount: LIMIT_MAX.deposit + 1 })).toMatchObject({
      code: CODES.PARAM_ERROR,
      details: { fields: { amount: '限额超出可设置的范围' } },
    })
    expect((await get()).limits).toEqual([])
    for (const amount of [null, LIMIT_MAX.deposit, LIMIT_MAX.deposit]) {
      // oxlint-disable-next-line no-await-in-loop -- one change after the other
      await set({ ...wanted, amount })
    }
    expect((await get()).limits).toMatchObject([{ amount: LIMIT_MAX.deposit, raise: null }])
  })

  it('Annex E.12 refuses to confirm a raise during an exclusion, and to cancel an unknown one', async () => {
    const { set, confirm, get, calls, caller } = await signedIn()
    const unknown = await calls['responsible.cancelRaise']({ id: newKey() }, caller)
    expect(unknown).toMatchObject({ code: CODES.NOT_FOUND })
    await set({ kind: 'loss', period: 'day', amount: 100_00 })
    const id = (await set({ kind: 'loss', period: 'day', amount: 300_00 })).limits[0]?.raise?.id ?? ''
    clock.move(DAY_MS)
    await calls['responsible.timeOut']({ hours: 24 }, caller)
    expect(await confirm(id)).toMatchObject({ code: CODES.RG_TIME_OUT })
    expect((await get()).limits).toMatchObject([{ amount: 100_00 }])
  })

  it('60001 values USDT at the rate of the source', async () => {
    const { memberId, set } = await signedIn()
    await set({ kind: 'deposit', period: 'day', amount: 100_00 })
    const rates = { current: async () => ({ rate: 80_000, source: 'test', at: clock.now() }) }
    const limits = new Limits(world.store, { now: clock.now, rates })
    const check = (amount: number) =>
      world.store.transaction((tx) => limits.check(tx, memberId, { kind: 'deposit', currency: 'USDT', amount }))
    expect(await check(12_500_000)).toBe(0)
    expect(await check(12_600_000)).toBe(CODES.RG_DEPOSIT_LIMIT)
  })

  it('Annex H I10 a time-out stops deposits, transfers to venues, gifts and coins, and no withdrawal', async () => {
    const { memberId, calls, caller, deposit, get } = await signedIn(500)
    await world.deposit(memberId, 300_00)
    const ledger = new Ledger(world.store, { now: clock.now })
    const gift = () =>
      ledger.sendGift({
        memberId,
        anchorRoomId: 'anchor-1',
        chatRoomNo: 'room-1',
        giftId: 4,
        count: 1,
        comboId: 'combo-0001',
        idempotencyKey: newKey(),
      })
    const transfer = (direction: 'transferIn' | 'transferOut') =>
      world.wallet.transfer(
        direction,
        { venueEnName: 'YBTY', currency: 'CNY' },
        { memberId, amount: 50_00, idempotencyKey: newKey() },
      )
    expect((await transfer('transferIn')).ok).toBe(true)
    await calls['responsible.timeOut']({ hours: 24 }, caller)
    const until = clock.now() + DAY_MS
    expect((await get()).exclusion).toEqual({ kind: 'timeOut', since: clock.now(), until })
    const card = { id: 'demo-card', name: '演示银行', masked: '', kind: 'bank', currency: 'CNY' } as const
    for (const refused of [
      await deposit(10_00),
      await transfer('transferIn'),
      await gift(),
      await ledger.buyCoins({ memberId, coins: 10, idempotencyKey: newKey() }),
    ]) {
      expect(refused).toMatchObject({ ok: false, code: CODES.RG_TIME_OUT })
    }
    expect((await transfer('transferOut')).ok).toBe(true)
    const requested = { memberId, amount: 100_00, idempotencyKey: newKey() }
    expect((await world.wallet.withdraw('withdraw', card, requested)).ok).toBe(true)
    clock.move(DAY_MS)
    expect((await gift()).ok).toBe(true)
    expect((await get()).exclusion).toBeNull()
  })

  it('Annex I a self-exclusion needs its text, precedes a time-out, and cannot be changed in the database', async () => {
    const { calls, caller, deposit, memberId, get } = await signedIn()
    const exclude = (confirmText: string) => calls['responsible.selfExclude']({ months: null, confirmText }, caller)
    expect(await exclude('好')).toMatchObject({
      code: CODES.PARAM_ERROR,
      details: { fields: { confirmText: /自我排除/ } },
    })
    await calls['responsible.timeOut']({ hours: 168 }, caller)
    expect((await exclude('自我排除')).ok).toBe(true)
    expect((await get()).exclusion).toMatchObject({ kind: 'selfExclusion', until: null })
    expect(await deposit(10_00)).toMatchObject({ code: CODES.RG_SELF_EXCLUDED })
    const { db } = world.store
    for (const change of [
      sql`update rg_exclusion set until = now() where member_id = ${memberId}`,
      sql`delete from rg_exclusion where member_id = ${memberId}`,
      sql`delete from rg_limit where member_id = ${memberId}`,
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one connection
      expect(sqlStateOf(await db.execute(change).then(null, (error: unknown) => error))).toBe('23001')
    }
  })

  it('Annex I a self-exclusion of some months ends', async () => {
    const { calls, caller, get } = await signedIn()
    await calls['responsible.selfExclude']({ months: 6, confirmText: '自我排除' }, caller)
    expect((await get()).exclusion).toMatchObject({ until: exclusionEnd(clock.now(), 6) })
  })

  it('S7.75 the statement of a calendar month ends with the balance at its end', async () => {
    const { memberId, calls, caller } = await signedIn()
    const monthNow = (): string => siteDateOf(clock.now()).slice(0, 7)
    const statement = async (period: string) => {
      const request = ENDPOINTS['responsible.statement'].request.parse({ period })
      const result = await calls['responsible.statement'](request, caller)
      if (!result.ok) throw new Error('refused')
      return result.data
    }
    const first = monthNow()
    await world.deposit(memberId, 300_00)
    clock.move(periodStart('month', clock.now() + 31 * DAY_MS) - clock.now())
    const second = monthNow()
    await world.deposit(memberId, 100_00)
    expect(second).not.toBe(first)
    expect((await statement(first)).currencies[0]).toMatchObject({
      opening: 0,
      closing: 300_00,
      lines: [{ type: 'deposit', amount: 300_00, count: 1 }],
    })
    const current = await statement(second)
    expect(current).toMatchObject({ start: periodStart('month', clock.now()), end: clock.now() })
    expect(current.currencies[0]).toMatchObject({ opening: 300_00, closing: 400_00, lines: [{ amount: 100_00 }] })
    const later = await statement('2099-12')
    expect(later.currencies[0]).toEqual({ currency: 'CNY', opening: 400_00, closing: 400_00, lines: [] })
    for (const period of ['2026-13', '2026-1', '1999-12', '13m', '']) {
      expect(ENDPOINTS['responsible.statement'].request.safeParse({ period }).success, period).toBe(false)
    }
  })

  it('Annex D.10 Annex I statement: adds up to the balance', async () => {
    const { memberId, calls, caller } = await signedIn()
    await world.deposit(memberId, 300_00)
    clock.move(8 * DAY_MS)
    await world.deposit(memberId, 100_00)
    const statement = async (period: '24h' | '12m') => {
      const result = await calls['responsible.statement']({ period }, caller)
      if (!result.ok) throw new Error('refused')
      return ENDPOINTS['responsible.statement'].data.parse(result.data).currencies[0]
    }
    expect(await statement('24h')).toEqual({
      currency: 'CNY',
      opening: 300_00,
      closing: 400_00,
      lines: [{ type: 'deposit', amount: 100_00, count: 1 }],
    })
    expect(await statement('12m')).toMatchObject({ opening: 0, closing: 400_00, lines: [{ amount: 400_00, count: 2 }] })
    clock.move(HOUR_MS)
    await calls['responsible.realityCheck']({ minutes: 30 }, caller)
    expect(await calls['responsible.get']({}, caller)).toMatchObject({
      data: { realityCheckMinutes: 30, hasDeposited: true },
    })
  })
})
