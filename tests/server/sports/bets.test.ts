import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { HOUR_MS } from '#protocol/time.ts'
import { EXCLUSION_CONFIRM_TEXT } from '#protocol/wallet/limits.ts'
import { newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { sportsWorld } from './sports-world.ts'

describe('Annex H I7 the request of a bet', () => {
  const bet = { currency: 'CNY', legs: [{ selection: 'm1.winner.0.home', price: 1_800 }], accept: 'none' }
  const { request } = ENDPOINTS['bet.place']

  it.each([
    ['a thousandth', 0.001],
    ['a fraction', 1.5],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['beyond exact integers', 1e16],
    ['zero', 0],
    ['negative', -1_00],
    ['a text', '100'],
    ['full-width digits', '１００'],
    ['nothing', null],
  ])('is malformed with a stake that is %s', (_name, stake) => {
    expect(request.safeParse({ ...bet, stake }).success).toBe(false)
    expect(request.safeParse({ ...bet, stake: 1_00 }).success).toBe(true)
  })

  it('has no return, and at most eight legs', () => {
    const stake = 1_00
    expect(request.safeParse({ ...bet, stake, maxReturn: 1e9 }).success).toBe(false)
    expect(request.safeParse({ ...bet, stake, legs: [] }).success).toBe(false)
    expect(request.safeParse({ ...bet, stake, legs: Array(9).fill(bet.legs[0]) }).success).toBe(false)
  })
})

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
      // The next decision is due in a millisecond.
      expect(await world.bets.decideDue()).toBe(bet.decidesAt)
      expect(await world.stateOf(bet)).toBe('pending')
      world.move(1)
      expect(await world.bets.decideDue()).toBeNull()
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

  describe('Annex H I9 I10 limits count stakes of accepted bets only', () => {
    const played = async (member: string) => {
      const { rows } = await world.store.db.execute<{ staked: number; won: number }>(
        sql`select staked, won from rg_play where member_id = ${member} order by day`,
      )
      return rows
    }

    it('a rejected bet gives back what it used of the stake limit', async () => {
      const member = await world.member(100_00)
      await world.limits.setLimit(member, { kind: 'stake', period: 'day', amount: 50_00 })
      world.play()
      await world.placed(member, { legs: single(), stake: 40_00 })
      world.set({ homeScore: 1 })
      world.move(6_000)
      await world.bets.decideDue()
      expect(await played(member)).toEqual([{ staked: 0, won: 0 }])
      await world.placed(member, { legs: single('m2.winner.0.home', 2_000), stake: 50_00 })
    })

    it('a bet that is rejected after midnight is no win of the new day', async () => {
      const member = await world.member(100_00)
      await world.placed(member, { legs: single('m2.winner.0.home', 2_000), stake: 10_00 })
      world.play()
      world.move(4 * HOUR_MS - 3_000)
      await world.placed(member, { legs: single(), stake: 40_00 })
      world.set({ homeScore: 1 })
      world.move(6_000)
      await world.bets.decideDue()
      expect(await played(member)).toEqual([{ staked: 10_00, won: 0 }])
    })

    it('a bet that an operator voids counts as a stake only if it was settled before', async () => {
      const member = await world.member(100_00)
      const open = await world.placed(member, { legs: single('m2.winner.0.home', 2_000), stake: 10_00 })
      const settled = await world.placed(member, { legs: single(), stake: 40_00 })
      await world.bets.cancel(open.betId, 'op')
      expect(await played(member)).toEqual([{ staked: 40_00, won: 0 }])
      world.end(0, 1)
      await world.settlement.settleChanged()
      await world.bets.cancel(settled.betId, 'op')
      expect(await played(member)).toEqual([{ staked: 40_00, won: 40_00 }])
    })
  })

  it.each([
    ['a time-out', CODES.RG_TIME_OUT, (member: string) => world.limits.timeOut(member, 24)],
    [
      'a self-exclusion',
      CODES.RG_SELF_EXCLUDED,
      (member: string) => world.limits.selfExclude(member, 6, EXCLUSION_CONFIRM_TEXT),
    ],
  ] as const)('Annex H I10 %s refuses singles and 串关, before the match and in play', async (_name, code, exclude) => {
    const member = await world.member(100_00)
    const accepted = await world.placed(member, { legs: single(), stake: 10_00 })
    await exclude(member)
    const both = [...single(), ...single('m2.winner.0.home', 2_000)]
    const refused = [await world.place(member, { legs: single(), stake: 10_00 })]
    refused.push(await world.place(member, { legs: both, stake: 10_00, accept: 'any' }))
    world.play()
    refused.push(await world.place(member, { legs: single(), stake: 10_00 }))
    // The exclusion is the reason also of a bet that would be refused anyway.
    refused.push(await world.place(member, { legs: single('m1.winner.0.home', 9_000), stake: 10_00 }))
    for (const one of refused) expect(one).toMatchObject({ ok: false, code })
    expect(await world.balance(member)).toBe(90_00)
    world.end(1, 0)
    await world.settlement.settleChanged()
    // What was bet before is paid.
    expect(await world.bet(accepted)).toMatchObject({ state: 'won', returned: 18_00 })
  })

  it('Annex H I4 a refused bet is repeated under another key, which is a bet of its own', async () => {
    const member = await world.member(100_00)
    const wanted = { legs: single('m1.winner.0.home', 1_900), stake: 10_00, accept: 'none' as const }
    expect(await world.place(member, wanted)).toMatchObject({ code: CODES.ODDS_CHANGED })
    const [first, second] = [1, 2].map(() => world.placed(member, { legs: single(), stake: 10_00 }))
    expect((await first)?.betId).not.toBe((await second)?.betId)
    expect(await world.balance(member)).toBe(80_00)
  })

  it('50004 a line that the source has changed takes no bets, and the new one does', async () => {
    const member = await world.member(100_00)
    const total = (line: number) => [
      { kind: 'total' as const, line, isSuspended: false, prices: { over: 1_900, under: 1_900 } },
    ]
    world.set({ markets: total(10) })
    const bet = await world.placed(member, { legs: single('m1.total.10.over', 1_900), stake: 10_00 })
    world.set({ markets: total(14) })
    expect(await world.place(member, { legs: single('m1.total.10.over', 1_900), stake: 10_00 })).toMatchObject({
      code: CODES.BET_TOO_LATE,
    })
    await world.placed(member, { legs: single('m1.total.14.over', 1_900), stake: 10_00 })
    world.end(2, 1)
    await world.settlement.settleChanged()
    // The bet keeps its line.
    expect(await world.bet(bet)).toMatchObject({ state: 'won', returned: 19_00 })
    expect(await world.balance(member)).toBe(99_00)
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
