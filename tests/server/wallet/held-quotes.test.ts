import { isNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { RATE_MAX_AGE_MS } from '#protocol/wallet/conversion.ts'
import { usdtQuote } from '#server/database/schema/funds.ts'
import { newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { fundWorld } from '../../support/wallet-funds.ts'

/** Rates of 151 seconds that the demo source had before it was narrowed, one every ten seconds. */
const RECORDED = [
  71_620, 71_666, 71_610, 71_660, 71_605, 71_650, 71_597, 71_607, 71_612, 71_649, 71_601, 71_637, 71_659, 71_609,
  71_666, 71_626,
]
const CENTS = 100_000_00

describe.each(STORE_KINDS)('held quotes on %s', (kind) => {
  const world = fundWorld(kind)

  it('S7.69 100,000.00 CNY do not become more by holding quotes and accepting the best', async () => {
    const memberId = await world.member({ CNY: CENTS })
    const open: { id: string; from: SettleCurrency; amount: number; receive: number }[] = []
    /** Gain of a quote at the rate of this moment, in CNY minor units. */
    const gainOf = ({ from, amount, receive }: (typeof open)[number]): number =>
      from === 'CNY' ? (receive * world.rate.value) / 1e8 - amount : receive - (amount * world.rate.value) / 1e8
    for (const rate of RECORDED) {
      world.rate.value = rate
      const held = {
        CNY: await world.balance(memberId, 'main', 'CNY'),
        USDT: await world.balance(memberId, 'main', 'USDT'),
      }
      const from: SettleCurrency = held.CNY > 100 ? 'CNY' : 'USDT'
      for (let copy = 0; copy < 3; copy += 1) {
        const quote = await world.conversions.quote(memberId, from, held[from])
        if (quote.ok) open.push(quote.data)
      }
      const best = open.filter((one) => one.from === from).sort((a, b) => gainOf(b) - gainOf(a))
      for (const quote of best.filter((one) => gainOf(one) > 0)) {
        await world.conversions.accept({
          memberId,
          quoteId: quote.id,
          from,
          amount: quote.amount,
          idempotencyKey: newKey(),
        })
      }
      world.clock.move(10 * SECOND_MS)
    }
    const [cny, usdt] = [await world.balance(memberId, 'main', 'CNY'), await world.balance(memberId, 'main', 'USDT')]
    expect(cny + (usdt * world.rate.value) / 1e8).toBeLessThanOrEqual(CENTS)
    world.rate.value = 72_000
  })

  it('S7.69 a member has one open quote, also after parallel requests; a used one stays', async () => {
    const memberId = await world.member({ CNY: 1_000_00, USDT: 10_000_000 })
    const ask = (from: SettleCurrency, amount: number) => world.conversions.quote(memberId, from, amount)
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ask(index % 2 === 0 ? 'CNY' : 'USDT', index % 2 === 0 ? 500_00 : 5_000_000),
      ),
    )
    const quotes = results.flatMap((result) => (result.ok ? [result.data] : []))
    expect(quotes).toHaveLength(20)
    const accepted = await Promise.all(
      quotes.map(({ id: quoteId, from, amount }) =>
        world.conversions.accept({ memberId, quoteId, from, amount, idempotencyKey: newKey() }),
      ),
    )
    expect(accepted.filter(({ ok }) => ok)).toHaveLength(1)
    expect(new Set(accepted.flatMap((result) => (result.ok ? [] : [result.code])))).toEqual(new Set([CODES.NOT_FOUND]))
    await ask('CNY', 100_00)
    expect((await world.conversions.records(memberId)).list).toHaveLength(1)
    const other = await world.member({ CNY: 1_000_00 })
    await world.conversions.quote(other, 'CNY', 100_00)
    const rows = await world.store.db.select().from(usdtQuote).where(isNull(usdtQuote.usedTx))
    expect(rows.filter((row) => row.memberId === memberId || row.memberId === other)).toHaveLength(2)
  })

  it('S7.69 states the spread, and refuses a quote that has become worth more than it costs', async () => {
    const memberId = await world.member({ CNY: 10_000_00, USDT: 1_000_000_000 })
    for (const [from, amount, rate, still, moved] of [
      ['CNY', 1_000_00, 72_360, 72_360, 72_361],
      ['USDT', 100_000_000, 71_640, 71_640, 71_639],
    ] as const) {
      for (const [market, isAccepted] of [
        [still, true],
        [moved, false],
      ] as const) {
        world.rate.value = 72_000
        const quote = await world.conversions.quote(memberId, from, amount)
        if (!quote.ok) throw new Error('refused')
        expect(quote.data).toMatchObject({ rate, mid: 72_000 })
        world.rate.value = market
        const { id: quoteId, amount: debit } = quote.data
        const call = { memberId, quoteId, from, amount: debit, idempotencyKey: newKey() }
        const result = await world.conversions.accept(call)
        expect(result.ok, `${from} at ${market}`).toBe(isAccepted)
        // The result of a key stays, whatever the market does.
        world.rate.value = isAccepted ? moved : 72_000
        expect((await world.conversions.accept(call)).ok).toBe(isAccepted)
        if (!result.ok)
          expect(result).toMatchObject({ code: CODES.ORDER_STATE_CHANGED, message: '报价已失效，请重新获取' })
      }
    }
    world.rate.value = 72_000
    const quote = await world.conversions.quote(memberId, 'CNY', 100_00)
    if (!quote.ok) throw new Error('refused')
    world.rate.age = RATE_MAX_AGE_MS + 1
    const call = {
      memberId,
      quoteId: quote.data.id,
      from: 'CNY',
      amount: quote.data.amount,
      idempotencyKey: newKey(),
    } as const
    expect(await world.conversions.accept(call)).toMatchObject({ code: CODES.ORDER_STATE_CHANGED })
    world.rate.age = 0
  })
})
