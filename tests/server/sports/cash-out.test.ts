import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { CASH_OUT_SPREAD_PPM, QUOTED_MS } from '#protocol/sports/cash-out.ts'
import { newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { sportsWorld } from './sports-world.ts'

describe.each(STORE_KINDS)('Annex E.7 cash-out on %s', (kind) => {
  const world = sportsWorld(kind)
  const legs = [{ selection: 'm1.winner.0.home', price: 1_800 }]

  async function placed() {
    const member = await world.member(100_00)
    return { member, bet: await world.placed(member, { legs, stake: 40_00 }) }
  }
  async function quoted(member: string, betId: string) {
    const quote = await world.cashOuts.quote(member, betId)
    if (!quote.ok) throw new Error(`${quote.code}`)
    return quote.data
  }
  const accept = (member: string, betId: string, quoteId: string, idempotencyKey = newKey()) =>
    world.cashOuts.accept({ memberId: member, betId, quoteId, idempotencyKey })

  it('pays the fair value less the spread, once', async () => {
    const { member, bet } = await placed()
    const { quoteId, amount } = await quoted(member, bet.betId)
    const prices = [1_800, 3_400, 4_200]
    const chance = 1 / 1_800 / prices.reduce((sum, price) => sum + 1 / price, 0)
    expect(amount).toBe(Math.floor((Math.floor(40_00 * 1.8 * chance) * (1e6 - CASH_OUT_SPREAD_PPM)) / 1e6))
    const key = newKey()
    const paid = await accept(member, bet.betId, quoteId, key)
    expect(paid).toMatchObject({ data: { balance: 60_00 + amount, bet: { state: 'cashed-out', returned: amount } } })
    expect(await accept(member, bet.betId, quoteId, key)).toMatchObject({ ok: true, isReplay: true })
    expect(await accept(member, bet.betId, quoteId)).toMatchObject({ code: CODES.ORDER_STATE_CHANGED })
    expect(await world.balance(member)).toBe(60_00 + amount)
    world.end(1, 0)
    await world.settlement.settleChanged()
    expect(await world.stateOf(bet)).toBe('cashed-out')
    expect(await world.balance(member)).toBe(60_00 + amount)
  })

  it('is refused after the life of the quote, and when the bet has lost value', async () => {
    const { member, bet } = await placed()
    const first = await quoted(member, bet.betId)
    world.move(QUOTED_MS)
    expect(await accept(member, bet.betId, first.quoteId)).toMatchObject({ code: CODES.ORDER_STATE_CHANGED })
    const second = await quoted(member, bet.betId)
    world.set({ odds: world.odds(2_600) })
    expect(await accept(member, bet.betId, second.quoteId)).toMatchObject({ code: CODES.ORDER_STATE_CHANGED })
    expect(await world.balance(member)).toBe(60_00)
  })

  it('has one open quote a member', async () => {
    const { member, bet } = await placed()
    const first = await quoted(member, bet.betId)
    await quoted(member, bet.betId)
    expect(await accept(member, bet.betId, first.quoteId)).toMatchObject({ code: CODES.NOT_FOUND })
  })

  it('is not offered while a market is suspended, for a settled bet, and to others', async () => {
    const { member, bet } = await placed()
    const other = await world.member(1_00)
    expect(await world.cashOuts.quote(other, bet.betId)).toMatchObject({ code: CODES.NOT_FOUND })
    const { quoteId } = await quoted(member, bet.betId)
    world.set({ odds: { ...world.odds(1_800), suspended: true } })
    expect(await world.cashOuts.quote(member, bet.betId)).toMatchObject({ code: CODES.MARKET_SUSPENDED })
    expect(await accept(member, bet.betId, quoteId)).toMatchObject({ code: CODES.MARKET_SUSPENDED })
    world.end(1, 0)
    await world.settlement.settleChanged()
    expect(await world.cashOuts.quote(member, bet.betId)).toMatchObject({ code: CODES.ORDER_STATE_CHANGED })
  })

  it('is paid once by two tabs, and not beside the settlement', async () => {
    const { member, bet } = await placed()
    const { quoteId, amount } = await quoted(member, bet.betId)
    const book = world.book.marketsOf(world.idOf('m1'))
    expect(book.length).toBeGreaterThan(0)
    const both = await Promise.all([accept(member, bet.betId, quoteId), accept(member, bet.betId, quoteId)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await world.balance(member)).toBe(60_00 + amount)
  })
})
