import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { sportResult } from '#server/database/schema/sports.ts'
import { statementOf } from '#server/wallet/records/statement.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { allRecords } from '../../support/wallet-records.ts'
import { sportsWorld } from './sports-world.ts'

describe.each(SHORT_KINDS)('Annex E.7 settlement on %s', (kind) => {
  const world = sportsWorld(kind)
  const single = (selection = 'm1.winner.0.home', price = 1_800) => [{ selection, price }]
  const treble = [...single(), ...single('m2.winner.0.home', 2_000), ...single('m3.winner.0.home', 2_500)]

  it('pays won bets once, and shows the facts and the rule', async () => {
    const member = await world.member(100_00)
    const won = await world.placed(member, { legs: single(), stake: 40_00 })
    const lost = await world.placed(member, { legs: single('m1.winner.0.away', 4_200), stake: 10_00 })
    world.play()
    expect(await world.settlement.settleChanged()).toBe(0)
    world.end(2, 1)
    expect(await world.settlement.settleChanged()).toBe(2)
    expect(await world.settlement.settleChanged()).toBe(0)
    expect(await world.settlement.settle(world.idOf('m1'))).toBe(0)
    expect(await world.bet(won)).toMatchObject({
      state: 'won',
      returned: 72_00,
      legs: [{ result: 'won', facts: '0:0 2:1', rule: 'final-score' }],
    })
    expect(await world.bet(lost)).toMatchObject({ state: 'lost', returned: 0, legs: [{ result: 'lost' }] })
    expect(await world.balance(member)).toBe(122_00)
  })

  it('S7.101 stores the final facts of a match without bets once, and a correction as the next version', async () => {
    const stored = async () => {
      const rows = await world.store.db
        .select()
        .from(sportResult)
        .where(eq(sportResult.matchId, world.idOf('m1')))
      return rows.map(({ version, facts }) => [version, facts.state])
    }
    world.play()
    await world.settlement.settleChanged()
    expect(await stored()).toEqual([])
    world.end(2, 1)
    await world.settlement.settleChanged()
    await world.settlement.settle(world.idOf('m1'))
    expect(await stored()).toEqual([[1, 'ended']])
    world.end(1, 1)
    await world.settlement.settleChanged()
    expect(await stored()).toEqual([
      [1, 'ended'],
      [2, 'ended'],
    ])
  })

  it('a corrected result posts the difference only', async () => {
    const member = await world.member(100_00)
    const home = await world.placed(member, { legs: single(), stake: 40_00 })
    const draw = await world.placed(member, { legs: single('m1.winner.0.draw', 3_400), stake: 10_00 })
    world.play()
    world.end(2, 1)
    await world.settlement.settleChanged()
    world.end(1, 1)
    expect(await world.settlement.settleChanged()).toBe(2)
    expect(await world.balance(member)).toBe(84_00)
    const changes = async (bet: typeof home) =>
      (await world.postings(bet)).map((one) => [one.kind, one.change, one.state])
    expect(await changes(home)).toEqual([
      ['stake', -40_00, 'accepted'],
      ['settlement', 72_00, 'won'],
      ['correction', -72_00, 'lost'],
    ])
    expect(await changes(draw)).toEqual([
      ['stake', -10_00, 'accepted'],
      ['settlement', 0, 'lost'],
      ['correction', 34_00, 'won'],
    ])
  })

  it('S7.75 stakes, returns and corrections are records of the wallet, in the statement too', async () => {
    const member = await world.member(100_00)
    await world.placed(member, { legs: single(), stake: 40_00 })
    world.play()
    world.end(2, 1)
    await world.settlement.settleChanged()
    world.end(1, 1)
    await world.settlement.settleChanged()
    const changes = new Map([
      ['bet', -40_00],
      ['bet-correction', -72_00],
      ['bet-return', 72_00],
    ])
    const records = await allRecords(world.store, member, { currency: 'CNY' })
    const ofBets = records.filter(({ type }) => type.startsWith('bet'))
    expect(new Map(ofBets.map(({ type, change }) => [type, change]))).toEqual(changes)
    const { currencies } = await statementOf(world.store, member, { period: '30d', now: world.now() })
    const lines = currencies.flatMap((one) => one.lines).filter(({ type }) => type.startsWith('bet'))
    expect(new Map(lines.map(({ type, amount }) => [type, amount]))).toEqual(changes)
    expect(ofBets).toHaveLength(changes.size)
  })

  it('a match that ends twice is settled once', async () => {
    const member = await world.member(100_00)
    await world.placed(member, { legs: single(), stake: 40_00 })
    world.end(2, 1)
    await world.settlement.settleChanged()
    world.play()
    world.set({ homeScore: 2, guestScore: 1 })
    await world.settlement.settleChanged()
    expect(await world.balance(member)).toBe(60_00)
    world.end(2, 1)
    await world.settlement.settleChanged()
    expect(await world.balance(member)).toBe(132_00)
  })

  it('a goal that is taken back and given again posts the difference each time, and nothing at a repetition', async () => {
    const member = await world.member(100_00)
    world.set({ markets: [{ kind: 'total', line: 2, isSuspended: false, prices: { over: 1_500, under: 2_500 } }] })
    const bet = await world.placed(member, { legs: [{ selection: 'm1.total.2.over', price: 1_500 }], stake: 10_00 })
    world.play()
    for (const goals of [1, 1, 0, 0, 1]) {
      world.set({ homeScore: goals })
      await world.settlement.settleChanged()
      await world.settlement.settle(world.idOf('m1'))
    }
    world.end(1, 0)
    await world.settlement.settleChanged()
    expect((await world.postings(bet)).map(({ kind: what, change }) => [what, change])).toEqual([
      ['stake', -10_00],
      ['settlement', 15_00],
      ['correction', -15_00],
      ['settlement', 15_00],
    ])
    expect(await world.balance(member)).toBe(105_00)
  })

  it('a correction takes what the account has, and the rest when it has money again', async () => {
    const member = await world.member(40_00)
    const bet = await world.placed(member, { legs: single(), stake: 40_00 })
    world.end(1, 0)
    await world.settlement.settleChanged()
    await world.placed(member, { legs: single('m2.winner.0.home', 2_000), stake: 60_00 })
    world.end(0, 0)
    await world.settlement.settleChanged()
    expect(await world.bet(bet)).toMatchObject({ state: 'lost', returned: 60_00 })
    expect(await world.balance(member)).toBe(0)
    expect(await world.settlement.collectOwed()).toBe(0)
    await world.credit(member, 70_00)
    expect(await world.settlement.collectOwed()).toBe(1)
    expect(await world.bet(bet)).toMatchObject({ state: 'lost', returned: 0 })
    expect(await world.balance(member)).toBe(10_00)
  })

  it('a 串关 is won by all legs, with the exact product rounded down once', async () => {
    const member = await world.member(100_00)
    const bet = await world.placed(member, { legs: treble, stake: 33_33 })
    world.end(1, 0)
    world.end(1, 0, 'm2')
    await world.settlement.settleChanged()
    expect(await world.bet(bet)).toMatchObject({
      state: 'accepted',
      legs: [{ result: 'won' }, { result: 'won' }, { result: null }],
    })
    world.set({ broken: 'postponed' }, 'm3')
    await world.settlement.settleChanged()
    expect(await world.bet(bet)).toMatchObject({
      state: 'won',
      returned: 119_98,
      legs: [{}, {}, { result: 'void', rule: 'postponed' }],
    })
  })

  it('a lost leg loses a 串关 at once; a goal that is taken back opens it again', async () => {
    const member = await world.member(100_00)
    world.set({ markets: [{ kind: 'total', line: 2, isSuspended: false, prices: { over: 1_500, under: 2_500 } }] })
    const bet = await world.placed(member, {
      legs: [{ selection: 'm1.total.2.under', price: 2_500 }, ...single('m2.winner.0.home', 2_000)],
      stake: 10_00,
    })
    world.play()
    world.set({ homeScore: 1 })
    await world.settlement.settleChanged()
    expect(await world.stateOf(bet)).toBe('lost')
    world.set({ homeScore: 0 })
    await world.settlement.settleChanged()
    expect(await world.bet(bet)).toMatchObject({
      state: 'accepted',
      returned: 0,
      settledAt: null,
      legs: [{ result: null }, {}],
    })
    world.end(0, 0)
    world.end(1, 0, 'm2')
    await world.settlement.settleChanged()
    expect(await world.bet(bet)).toMatchObject({ state: 'won', returned: 50_00 })
  })

  it('settles what was open before a restart, also of a match that its source has removed', async () => {
    const member = await world.member(100_00)
    world.set({
      markets: [
        { kind: 'total', line: 2, isSuspended: false, prices: { over: 1_500, under: 2_500 } },
        { kind: 'winner', line: 0, isSuspended: false, prices: { home: 1_800, draw: 3_400, away: 4_200 } },
      ],
    })
    const bet = await world.placed(member, { legs: single(), stake: 40_00 })
    world.end(2, 1)
    world.restart()
    expect(await world.settlement.settleOpen()).toBe(1)
    expect(await world.stateOf(bet)).toBe('won')
    const restarted = await world.balance(member)
    world.clear()
    world.restart()
    expect(await world.settlement.settle(world.idOf('m1'))).toBe(0)
    expect(await world.balance(member)).toBe(restarted)
  })

  it('a pending bet whose delay passed before a restart is rejected without a price, and decided by the price otherwise', async () => {
    const member = await world.member(100_00)
    world.play()
    world.play('m2')
    const gone = await world.placed(member, { legs: single(), stake: 10_00 })
    const kept = await world.placed(member, { legs: single('m2.winner.0.home', 2_000), stake: 10_00 })
    world.move(60_000)
    world.remove('m1')
    world.restart()
    await world.bets.decideDue()
    expect(await world.bet(gone)).toMatchObject({ state: 'rejected', rejection: 'closed', returned: 10_00 })
    expect(await world.stateOf(kept)).toBe('accepted')
  })

  it('repeats the change of a 串关 that the settlement of another match has changed meanwhile', async () => {
    const member = await world.member(100_00)
    const bet = await world.placed(member, {
      legs: [...single(), ...single('m2.winner.0.home', 2_000)],
      stake: 10_00,
    })
    world.end(1, 0)
    world.end(1, 0, 'm2')
    const change = vi.spyOn(world.bets, 'change')
    change.mockImplementationOnce(async (changes) => {
      expect(await world.settlement.settle(world.idOf('m2'))).toBe(1)
      return world.bets.change(changes)
    })
    expect(await world.settlement.settle(world.idOf('m1'))).toBe(1)
    change.mockRestore()
    expect(await world.bet(bet)).toMatchObject({
      state: 'won',
      returned: 36_00,
      legs: [{ result: 'won' }, { result: 'won' }],
    })
    expect(await world.balance(member)).toBe(126_00)
  })

  it('names the bets that change each time that they are read', async () => {
    const member = await world.member(100_00)
    const { betId } = await world.placed(member, { legs: single(), stake: 10_00 })
    world.end(1, 0)
    const change = vi.spyOn(world.bets, 'change').mockResolvedValue([])
    await expect(world.settlement.settleChanged()).rejects.toThrow(betId)
    change.mockRestore()
    expect(await world.settlement.settleChanged()).toBe(1)
  })

  it('two processes settle a match at the same time', async () => {
    const member = await world.member(100_00)
    const bets = []
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (let count = 0; count < 20; count += 1) bets.push(await world.placed(member, { legs: single(), stake: 1_00 }))
    world.end(1, 0)
    await Promise.all([
      world.settlement.settle(world.idOf('m1')),
      world.settlement.settle(world.idOf('m1')),
      world.settlement.settle(world.idOf('m1')),
    ])
    expect(await world.balance(member)).toBe(116_00)
    expect(bets).toHaveLength(20)
  })
})
