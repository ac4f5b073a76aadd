import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { sportsWorld } from './sports-world.ts'

describe.each(STORE_KINDS)('Annex E.7 bets on %s', (kind) => {
  const world = sportsWorld(kind)
  const single = (selection = 'm1.winner.0.home', price = 1_800) => [{ selection, price }]

  it('S1.7 a bet before the match is accepted at once and takes the stake from the balance at the sportsbook', async () => {
    const member = await world.member(100_00)
    const placed = await world.place(member, { legs: single(), stake: 40_00 })
    expect(placed).toMatchObject({
      ok: true,
      data: { balance: 60_00, bet: { state: 'accepted', stake: 40_00, price: 1_800, maxReturn: 72_00, returned: 0 } },
    })
    expect(await world.balance(member)).toBe(60_00)
  })

  it('Annex H I4 a repetition gets the first bet, another content under the same key is a conflict', async () => {
    const member = await world.member(100_00)
    const idempotencyKey = newKey()
    const first = await world.place(member, { legs: single(), stake: 40_00, idempotencyKey })
    world.set({ odds: world.odds(1_500) })
    const again = await world.place(member, { legs: single(), stake: 40_00, idempotencyKey })
    expect(again).toMatchObject({ ok: true, isReplay: true, data: first.ok && first.data })
    const other = await world.place(member, { legs: single(), stake: 41_00, idempotencyKey })
    expect(other).toMatchObject({ code: CODES.IDEMPOTENCY_CONFLICT })
    expect(await world.balance(member)).toBe(60_00)
  })

  it('a refusal is stored under its key', async () => {
    const member = await world.member(10_00)
    const idempotencyKey = newKey()
    const wanted = { legs: single(), stake: 40_00, idempotencyKey }
    expect(await world.place(member, wanted)).toMatchObject({ code: CODES.BALANCE_NOT_ENOUGH })
    await world.credit(member, 100_00)
    expect(await world.place(member, wanted)).toMatchObject({ code: CODES.BALANCE_NOT_ENOUGH })
    expect(await world.balance(member)).toBe(110_00)
  })

  it('two tabs cannot stake the same balance twice', async () => {
    const member = await world.member(50_00)
    const both = await Promise.all([1, 2].map(() => world.place(member, { legs: single(), stake: 30_00 })))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await world.balance(member)).toBe(20_00)
  })

  it.each([
    ['a foreign match', [{ selection: 'm99.winner.0.home', price: 1_800 }], CODES.NOT_FOUND],
    ['an outcome of another market', [{ selection: 'm1.total.90.over', price: 1_800 }], CODES.BET_TOO_LATE],
    ['an id of no market', [{ selection: 'm1.winner.0.over', price: 1_800 }], CODES.NOT_FOUND],
    ['the same leg twice', [...single(), ...single()], CODES.PARAM_ERROR],
    ['two outcomes of one match', [...single(), ...single('m1.winner.0.away', 4_200)], CODES.PARAM_ERROR],
    ['a price that was made up', single('m1.winner.0.home', 99_000), CODES.ODDS_CHANGED],
    ['a stale price', single('m1.winner.0.home', 1_900), CODES.ODDS_CHANGED],
  ] as const)('%s is refused and nothing is staked', async (_name, legs, code) => {
    const member = await world.member(100_00)
    expect(await world.place(member, { legs, stake: 10_00 })).toMatchObject({ ok: false, code })
    expect(await world.balance(member)).toBe(100_00)
  })

  it.each([
    ['below the minimum', 1, CODES.BET_LIMIT],
    ['above the highest return', 1e9, CODES.BET_LIMIT],
  ])('50003 a stake %s is refused with the bounds', async (_name, stake, code) => {
    const member = await world.member(100_00)
    expect(await world.place(member, { legs: single(), stake })).toMatchObject({
      code,
      details: { minStake: 1_00, maxStake: 27_777_778 },
    })
  })

  it('50001 a changed price is refused with the current market, unless the member accepts it', async () => {
    const member = await world.member(100_00)
    world.set({ odds: world.odds(1_700) })
    const refused = await world.place(member, { legs: single(), stake: 10_00 })
    expect(refused).toMatchObject({
      code: CODES.ODDS_CHANGED,
      details: { markets: [{ kind: 'winner', selections: [{ price: 1_700 }, {}, {}] }] },
    })
    expect(await world.place(member, { legs: single(), stake: 10_00, accept: 'better' })).toMatchObject({
      code: CODES.ODDS_CHANGED,
    })
    expect(await world.place(member, { legs: single(), stake: 10_00, accept: 'any' })).toMatchObject({
      data: { bet: { price: 1_700, legs: [{ price: 1_700 }] } },
    })
    world.set({ odds: world.odds(1_900) })
    expect(await world.place(member, { legs: single(), stake: 10_00, accept: 'better' })).toMatchObject({
      data: { bet: { price: 1_900 } },
    })
  })

  it('50002 50004 a suspended market and an ended match are refused', async () => {
    const member = await world.member(100_00)
    world.set({ odds: { ...world.odds(1_800), suspended: true } })
    expect(await world.place(member, { legs: single(), stake: 10_00 })).toMatchObject({
      code: CODES.MARKET_SUSPENDED,
      details: { markets: [{ state: 'suspended' }] },
    })
    world.end(1, 0)
    expect(await world.place(member, { legs: single(), stake: 10_00, accept: 'any' })).toMatchObject({
      code: CODES.BET_TOO_LATE,
    })
  })

  describe('S1.29 the live delay', () => {
    it('holds the stake until the bet is accepted', async () => {
      const member = await world.member(100_00)
      world.play()
      const bet = await world.placed(member, { legs: single(), stake: 40_00 })
      expect(bet).toMatchObject({ state: 'pending', decidesAt: bet.placedAt + 6_000 })
      expect(await world.balance(member)).toBe(60_00)
      world.move(5_999)
      await world.bets.decideDue()
      expect(await world.stateOf(bet)).toBe('pending')
      world.move(1)
      await world.bets.decideDue()
      expect(await world.bet(bet)).toMatchObject({ state: 'accepted', decidesAt: null, price: 1_800 })
    })

    it.each([
      ['price-changed', () => world.set({ odds: world.odds(1_700) })],
      ['suspended', () => world.set({ odds: { ...world.odds(1_800), suspended: true } })],
      ['delay-event', () => world.set({ homeScore: 1 })],
      ['closed', () => world.end(0, 0)],
    ] as const)('rejects with %s and returns the stake', async (rejection, change) => {
      const member = await world.member(100_00)
      world.play()
      const bet = await world.placed(member, { legs: single(), stake: 40_00 })
      change()
      world.move(6_000)
      await world.bets.decideDue()
      expect(await world.bet(bet)).toMatchObject({ state: 'rejected', rejection, returned: 40_00 })
      expect(await world.balance(member)).toBe(100_00)
      expect((await world.postings(bet)).map(({ kind: what, change: moved }) => [what, moved])).toEqual([
        ['stake', -40_00],
        ['return', 40_00],
      ])
    })

    it('rejects after a suspension that has ended', async () => {
      const member = await world.member(100_00)
      world.play()
      const bet = await world.placed(member, { legs: single(), stake: 40_00 })
      world.move(1_000)
      world.set({ odds: { ...world.odds(1_800), suspended: true } })
      world.book.refresh()
      world.set({ odds: world.odds(1_800) })
      world.move(5_000)
      await world.bets.decideDue()
      expect(await world.bet(bet)).toMatchObject({ state: 'rejected', rejection: 'delay-event' })
    })

    it('accepts a new price that the member accepts', async () => {
      const member = await world.member(100_00)
      world.play()
      const bet = await world.placed(member, { legs: single(), stake: 40_00, accept: 'any' })
      world.set({ odds: world.odds(1_500) })
      world.move(6_000)
      await world.bets.decideDue()
      expect(await world.bet(bet)).toMatchObject({ state: 'accepted', price: 1_500, maxReturn: 60_00 })
    })
  })

  it('Annex H I9 I10 limits and exclusions refuse inside of the posting', async () => {
    const member = await world.member(100_00)
    await world.limits.setLimit(member, { kind: 'stake', period: 'day', amount: 50_00 })
    expect((await world.place(member, { legs: single(), stake: 40_00 })).ok).toBe(true)
    expect(await world.place(member, { legs: single(), stake: 20_00 })).toMatchObject({
      code: CODES.RG_LOSS_LIMIT,
    })
    await world.limits.timeOut(member, 24)
    expect(await world.place(member, { legs: single(), stake: 1_00 })).toMatchObject({ code: CODES.RG_TIME_OUT })
    expect(await world.balance(member)).toBe(60_00)
  })

  it('an operator voids a bet', async () => {
    const member = await world.member(100_00)
    const bet = await world.placed(member, { legs: single(), stake: 40_00 })
    expect(await world.bets.cancel(bet.betId, 'op')).toMatchObject({ state: 'cancelled', returned: 40_00 })
    expect(await world.bets.cancel(bet.betId, 'op')).toBeNull()
    expect(await world.balance(member)).toBe(100_00)
  })

  it('Annex H I6 no statement changes a final bet, or deletes one', async () => {
    const member = await world.member(100_00)
    const bet = await world.placed(member, { legs: single(), stake: 40_00 })
    await world.bets.cancel(bet.betId, 'op')
    const { db } = world.store
    await expect(
      db.execute(sql`update bet set state = 'won', version = version + 1 where id = ${bet.betId}`),
    ).rejects.toThrow()
    await expect(db.execute(sql`update bet set stake = 1 where id = ${bet.betId}`)).rejects.toThrow()
    await expect(db.execute(sql`delete from bet where id = ${bet.betId}`)).rejects.toThrow()
  })
})
