import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, siteDayOf, startOfSiteDay } from '#protocol/time.ts'
import { QUOTE_MS } from '#protocol/wallet/conversion.ts'
import { accrualTime, interestOfDay } from '#protocol/wallet/interest.ts'
import { fundCalls } from '#server/calls/wallet/wallet-funds.ts'
import type { MoneyCall } from '#server/http/context.ts'
import { interestDay, interestRate } from '#server/database/schema/funds.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import { ContactCipher } from '#server/members/contact.ts'
import { openWallet } from '#server/wallet/open-wallet.ts'
import { demoRateOf, demoRates } from '#server/wallet/funds/rates.ts'
import { operationResult } from '#server/wallet/ledger/operation-result.ts'
import { newKey } from '../../support/ledger-members.ts'
import { testLog } from '../../support/logs.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { fundWorld } from '../../support/wallet-funds.ts'

function dataOf<Data>(result: Result<Data>): Data {
  if (!result.ok) throw new Error(`refused: ${result.code} ${result.message}`)
  return result.data
}

describe.each(SHORT_KINDS)('conversions on %s', (kind) => {
  const world = fundWorld(kind)

  it('S7.69 converts at the quote once for 50 parallel copies, with one result', async () => {
    const memberId = await world.member({ CNY: 1_000_00, USDT: 1 })
    const quote = dataOf(await world.conversions.quote(memberId, 'CNY', 723_60))
    expect(quote).toMatchObject({ amount: 723_60, receive: 100_000_000, rate: 72_360, mid: 72_000 })
    world.rate.value = 71_000
    const call = { memberId, quoteId: quote.id, from: 'CNY', amount: 723_60, idempotencyKey: newKey() } as const
    const results = await Promise.all(Array.from({ length: 50 }, () => world.conversions.accept(call)))
    world.rate.value = 72_000
    for (const result of results) {
      expect(dataOf(result)).toMatchObject({ receive: 100_000_000, balances: { CNY: 276_40, USDT: 100_000_001 } })
    }
    expect(results.filter((result) => result.ok && result.isReplay !== true)).toHaveLength(1)
    expect(await world.balance(memberId, 'main', 'USDT')).toBe(100_000_001)
    const asked = { memberId, idempotencyKey: call.idempotencyKey, endpoint: 'usdt.transfer' } as const
    expect(await operationResult(world.store, asked, world.clock.now())).toMatchObject({
      state: 'settled',
      data: { balance: 276_40 },
    })
  })

  it('S7.69 refuses an expired, used, foreign or changed quote, and repeats the refusal', async () => {
    const [memberId, other] = [await world.member({ CNY: 1_000_00 }), await world.member({ CNY: 1_000_00 })]
    const accept = (quoteId: string, amount: number, who = memberId, idempotencyKey = newKey()) =>
      world.conversions.accept({ memberId: who, quoteId, from: 'CNY', amount, idempotencyKey })
    const first = dataOf(await world.conversions.quote(memberId, 'CNY', 100_00))
    expect(await accept(first.id, first.amount, other)).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await accept(first.id, first.amount + 1)).toMatchObject({ code: CODES.PARAM_ERROR })
    const key = newKey()
    expect((await accept(first.id, first.amount, memberId, key)).ok).toBe(true)
    expect(await accept(first.id, first.amount)).toMatchObject({ code: CODES.ORDER_STATE_CHANGED })
    const second = dataOf(await world.conversions.quote(memberId, 'CNY', 100_00))
    expect(await accept(second.id, second.amount, memberId, key)).toMatchObject({ code: CODES.IDEMPOTENCY_CONFLICT })
    world.clock.move(QUOTE_MS)
    const late = newKey()
    for (const _ of [1, 2]) {
      expect(await accept(second.id, second.amount, memberId, late)).toMatchObject({
        code: CODES.ORDER_STATE_CHANGED,
        message: '报价已失效，请重新获取',
      })
    }
    expect(await world.balance(memberId, 'main', 'CNY')).toBe(900_00)
  })

  it('S7.69 refuses more than the balance, amounts outside of the limits and stale rates', async () => {
    const memberId = await world.member({ USDT: 5_000_000 })
    const quote = dataOf(await world.conversions.quote(memberId, 'USDT', 5_000_001))
    const call = { memberId, quoteId: quote.id, from: 'USDT', amount: quote.amount, idempotencyKey: newKey() } as const
    expect(quote.amount).toBe(5_000_000)
    expect((await world.conversions.accept(call)).ok).toBe(true)
    const more = dataOf(await world.conversions.quote(memberId, 'USDT', 5_000_000))
    const again = { ...call, quoteId: more.id, amount: more.amount, idempotencyKey: newKey() }
    expect(await world.conversions.accept(again)).toMatchObject({
      code: CODES.BALANCE_NOT_ENOUGH,
      message: '余额不足',
    })
    expect(await world.conversions.quote(memberId, 'USDT', 999_999)).toMatchObject({ code: CODES.LIMIT_EXCEEDED })
    world.rate.age = MINUTE_MS + 1
    expect(await world.conversions.quote(memberId, 'USDT', 5_000_000)).toMatchObject({ code: CODES.INTERFACE_DEGRADE })
    world.rate.age = 0
  })
})

describe.each(SHORT_KINDS)('the interest wallet on %s', (kind) => {
  const world = fundWorld(kind)
  /** Moves the clock to a time of the next site day and accrues. */
  async function nextDay(minute: number) {
    const midnight = startOfSiteDay(world.clock.now()) + DAY_MS
    world.clock.move(midnight + minute * MINUTE_MS - world.clock.now())
    return world.interest.accrue()
  }

  it('S7.77 Annex E.6 transfers to and from it once for 50 parallel copies', async () => {
    const memberId = await world.member({ CNY: 1_000_00 })
    const call = { memberId, currency: 'CNY', amount: 600_00, idempotencyKey: newKey() } as const
    const results = await Promise.all(Array.from({ length: 50 }, () => world.interest.move('to', call)))
    for (const result of results)
      expect(dataOf(result)).toEqual({ currency: 'CNY', principal: 600_00, balance: 400_00 })
    expect(results.filter((result) => result.ok && result.isReplay !== true)).toHaveLength(1)
    const move = (direction: 'to' | 'from', amount: number) =>
      world.interest.move(direction, { memberId, currency: 'CNY', amount, idempotencyKey: newKey() })
    expect(await move('to', 400_01)).toMatchObject({ code: CODES.BALANCE_NOT_ENOUGH, message: '余额不足' })
    expect(await move('to', 99)).toMatchObject({ code: CODES.LIMIT_EXCEEDED, details: { min: 100 } })
    expect(await move('from', 600_01)).toMatchObject({ code: CODES.BALANCE_NOT_ENOUGH })
    expect(dataOf(await move('from', 599_50))).toMatchObject({ principal: 50, balance: 999_50 })
    expect(dataOf(await move('from', 50))).toMatchObject({ principal: 0, balance: 1_000_00 })
  })

  it('Annex E.6 pays at 00:05 on the least principal of the day and carries the rest', async () => {
    const memberId = await world.member({ CNY: 100_000_00 })
    const move = (direction: 'to' | 'from', amount: number) =>
      world.interest.move(direction, { memberId, currency: 'CNY', amount, idempotencyKey: newKey() })
    dataOf(await move('to', 50_000_00))
    const first = siteDayOf(world.clock.now())
    await nextDay(5)
    expect((await world.interest.info(memberId, 'CNY')).total).toBe(0)
    world.clock.move(8 * HOUR_MS)
    dataOf(await move('from', 20_000_50))
    dataOf(await move('to', 60_000_00))
    await nextDay(4)
    expect((await world.interest.info(memberId, 'CNY')).total).toBe(0)
    world.clock.move(MINUTE_MS)
    await world.interest.accrue()
    const expected = interestOfDay(29_999_50, 55, 0)
    expect(expected).toEqual({ paid: 164, carried: 997_250 })
    const info = ENDPOINTS['interest.info'].data.parse(await world.interest.info(memberId, 'CNY'))
    expect(info).toMatchObject({ principal: 89_999_50 + 164, yesterday: 164, total: 164, carriedMicro: 997_250 })
    expect(info.series).toHaveLength(30)
    expect(info.series.at(-1)).toMatchObject({ amount: 164, principal: 29_999_50 })
    expect(info.nextAccrualAt).toBe(accrualTime(first + 2))
    const records = ENDPOINTS['interest.records'].data.parse(await world.interest.records(memberId, 'CNY'))
    expect(records.list.map(({ type, amount }) => [type, amount])).toEqual([
      ['interest', 164],
      ['to', 60_000_00],
      ['from', -20_000_50],
      ['to', 50_000_00],
    ])
    expect((await world.interest.records(memberId, 'CNY', records.list[1]?.id)).list).toHaveLength(2)
  })

  /** Interest of consecutive days without transfers. The interest of a day counts from the day after next on. */
  function expectedInterest(amount: number, days: number): number[] {
    let [principal, before, carried] = [amount, 0, 0]
    return Array.from({ length: days }, () => {
      const interest = interestOfDay(principal, 55, carried)
      principal += before
      before = interest.paid
      carried = interest.carried
      return interest.paid
    })
  }

  it('Annex E.6 catches up once after days of downtime, with the same interest as without', async () => {
    const amounts = { CNY: 400_000_00, USDT: 400_000_000_123 } as const
    const memberId = await world.member(amounts)
    for (const currency of ['CNY', 'USDT'] as const) {
      const call = { memberId, currency, amount: amounts[currency], idempotencyKey: newKey() }
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      dataOf(await world.interest.move('to', call))
    }
    for (let day = 0; day < 4; day += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one day after the other
      await nextDay(5)
    }
    world.clock.move(6 * DAY_MS)
    world.restart()
    await Promise.all([world.interest.accrue(), world.interest.accrue(), world.interest.accrue()])
    world.restart()
    expect(await world.interest.accrue()).toBe(0)
    const rows = await world.store.db.select().from(interestDay).orderBy(interestDay.day)
    for (const currency of ['CNY', 'USDT'] as const) {
      const paid = rows.filter((row) => row.memberId === memberId && row.currency === currency).map((row) => row.paid)
      expect(paid).toEqual(expectedInterest(amounts[currency], 9))
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const balance = await world.balance(memberId, 'interest', currency)
      expect(balance).toBe(paid.reduce((sum, one) => sum + one, amounts[currency]))
    }
  })

  it('Annex E.6 the jobs of the wallet accrue what is due', async () => {
    const memberId = await world.member({ CNY: 50_000_00 })
    dataOf(await world.interest.move('to', { memberId, currency: 'CNY', amount: 40_000_00, idempotencyKey: newKey() }))
    world.clock.move(2 * DAY_MS)
    const { walletJobs, interestWallet } = openWallet({
      database: world.store,
      secret: 'a secret of the tests',
      hasDemoBank: true,
      contacts: { cipher: new ContactCipher('a secret of the tests') },
      mayRun: () => false,
      log: testLog(),
      now: world.clock.now,
    })
    try {
      await walletJobs.tick()
      expect((await interestWallet.info(memberId, 'CNY')).yesterday).toBe(220)
      await walletJobs.tick()
      expect((await interestWallet.info(memberId, 'CNY')).total).toBe(220)
    } finally {
      await walletJobs.close()
    }
  })

  it('Annex E.6 uses the rate of each day', async () => {
    const memberId = await world.member({ CNY: 10_000_00 })
    dataOf(await world.interest.move('to', { memberId, currency: 'CNY', amount: 10_000_00, idempotencyKey: newKey() }))
    await nextDay(5)
    const day = siteDayOf(world.clock.now())
    const id = uuidV7(world.clock.now())
    await world.store.db.insert(interestRate).values({ id, currency: 'CNY', dailyPpm: 100, fromDay: day, toDay: day })
    await nextDay(5)
    await nextDay(5)
    const { series } = await world.interest.info(memberId, 'CNY')
    expect(series.slice(-2).map(({ amount }) => amount)).toEqual([100, 55])
  })
})

describe('calls of conversion and interest', () => {
  const world = fundWorld('pglite')

  it('S7.69 S7.77 check currencies and switches', async () => {
    const services = { conversions: world.conversions, interestWallet: world.interest }
    const calls = fundCalls(services)
    const memberId = await world.member({ CNY: 1_000_00 })
    const session = { sessionId: 's', memberId, expireAt: 0, member: {} } as unknown as MoneyCall['session']
    const caller = { session, site: CONFIG_DEFAULTS, idempotencyKey: newKey() } as MoneyCall
    const rate = dataOf(await calls['usdt.rate']({}, caller))
    expect(ENDPOINTS['usdt.rate'].data.parse(rate)).toMatchObject({
      rate: 72_000,
      ask: 72_360,
      bid: 71_640,
      spreadPpm: 5_000,
      source: 'test',
      maxAgeMs: 60_000,
    })
    const wrong = await calls['usdt.quote']({ from: 'CNY', to: 'CNY', amount: 100 }, caller)
    expect(wrong).toMatchObject({ code: CODES.PARAM_ERROR })
    const offer = dataOf(await calls['usdt.quote']({ from: 'CNY', to: 'USDT', amount: 100_00 }, caller))
    const { quoteId, from, to, amount } = ENDPOINTS['usdt.quote'].data.parse(offer)
    const converted = dataOf(await calls['usdt.transfer']({ from, to, amount, quoteId }, caller))
    expect(ENDPOINTS['usdt.transfer'].data.parse(converted)).toMatchObject({ amount: 100_00, receive: 13_819_789 })
    const off = { ...caller, site: { ...CONFIG_DEFAULTS, interestWalletSwitch: 0, usdtWalletSwitch: 0 } } as const
    expect(await calls['usdt.rate']({}, off)).toMatchObject({ code: CODES.INTERFACE_DEGRADE })
    expect(await calls['interest.to']({ currency: 'CNY', amount: 100 }, off)).toMatchObject({ code: CODES.NOT_FOUND })
  })

  it('the demo rates are fresh, move slowly and stay near their centre', async () => {
    expect(await demoRates(() => 1_234_567).current()).toEqual({ rate: demoRateOf(123), source: 'demo', at: 1_230_000 })
    const rates = Array.from({ length: 20_000 }, (_, index) => demoRateOf(179_000_000 + index))
    const steps = rates.slice(1).map((rate, index) => Math.abs(rate - (rates[index] ?? 0)))
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(71_784)
    expect(Math.max(...rates)).toBeLessThanOrEqual(72_216)
    expect(Math.max(...steps)).toBeLessThan(50)
    expect(new Set(rates).size).toBeGreaterThan(150)
  })
})
