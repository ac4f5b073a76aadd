import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { checkTableProof } from '#protocol/games/tables/proof.ts'
import { LAST_CARDS, SHOE_CARDS } from '#protocol/games/tables/shoe.ts'
import { returnOf } from '#protocol/games/tables/table-rules.ts'
import { sideOf } from '#protocol/games/tables/tables.ts'
import { HOUR_MS, siteDayOf } from '#protocol/time.ts'
import { rgPlay } from '#server/database/schema/limits.ts'
import { tableBetRecord, venueRecords, venueTotals } from '#server/venues/records.ts'
import { tableBetUnder } from '#server/games/tables/table-bets.ts'
import { roundProof, settleRound } from '#server/games/tables/table-rows.ts'
import { memberKey } from '#server/wallet/ledger/postings.ts'
import { newKey } from '../../support/ledger-members.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { tablesWorld } from './tables-world.ts'

describe.each(SHORT_KINDS)('S1.8 live table on %s', (kind) => {
  const world = tablesWorld(kind)
  const returned = (sides: Readonly<Record<string, number>>) => {
    const { outcome } = world.state
    if (!outcome) throw new Error('the round has no outcome')
    return Object.entries(sides).reduce((sum, [id, amount]) => {
      const side = sideOf(world.table.game, id)
      return sum + (side ? returnOf(side, amount, outcome) : 0)
    }, 0)
  }

  it('commits a shoe, takes bets for the window, deals card by card and shows the result', async () => {
    const opened = await world.nextRound()
    expect(opened).toMatchObject({ phase: 'betting', cards: [], outcome: null })
    expect(opened.closesAt - world.clock.now()).toBe(world.table.bettingMs)
    const first = world.states.length
    const result = await world.until('result')
    const dealt = world.states.slice(first).filter(({ phase }) => phase === 'dealing')
    expect(dealt.map(({ cards }) => cards.length)).toEqual(result.cards.map((_, index) => index + 1))
    expect(dealt.every(({ outcome }) => outcome === null)).toBe(true)
    expect(result.outcome).not.toBeNull()
    expect(result.history.length).toBe(opened.number)
    expect(result.shoe.commitment).toBe(opened.shoe.commitment)
    const versions = world.states.map(({ version }) => version)
    expect(versions).toEqual([...new Set(versions)].toSorted((one, other) => one - other))
  })

  it('S7.64 pays every side of a bet by the rules, and the records equal the ledger', async () => {
    const member = await world.member(1_000_00)
    await world.nextRound()
    const sides = { banker: 100_00, player: 50_00, tie: 20_00, 'player-pair': 10_00 }
    expect(await world.place(member, sides)).toMatchObject({ ok: true, data: { balance: 820_00 } })
    await world.until('result')
    const paid = returned(sides)
    expect(await world.balance(member)).toBe(820_00 + paid)
    const filter = { memberId: member, currency: 'CNY' as const, start: 0, end: world.clock.now() }
    expect(await venueTotals(world.store, 'YBZR', filter)).toEqual({
      count: 1,
      staked: 180_00,
      returned: paid,
      open: 0,
    })
    expect((await venueRecords(world.store, 'YBZR', { ...filter, status: 'settled', pageNum: 1 })).list).toMatchObject([
      { kind: 'round', venueEnName: 'YBZR', title: '百家乐 1 号桌', stake: 180_00, returned: paid },
    ])
  })

  it('S7.64 shows the sides, cards, shoe and postings of a bet, which equal the ledger', async () => {
    const member = await world.member(100_00)
    const { roundId, shoe, number } = await world.nextRound()
    const sides = { banker: 30_00, tie: 10_00 }
    const placed = await world.place(member, sides)
    const id = placed.ok ? placed.data.betId : ''
    const open = await tableBetRecord(world.store, member, id)
    expect(open).toMatchObject({
      record: { id, roundId, state: 'open', stake: 40_00 },
      endedAt: null,
      postings: [{ kind: 'stake', change: -40_00 }],
      table: { cards: [], outcome: null, seed: null, sides: [{ returned: null }, { returned: null }] },
    })
    const { cards, outcome } = await world.until('result')
    const settled = await tableBetRecord(world.store, member, id)
    expect(settled).toMatchObject({
      record: { returned: returned(sides) },
      table: { game: 'baccarat', number, shoeNo: shoe.no, commitment: shoe.commitment, cards, outcome },
    })
    expect(settled?.table?.sides.map((side) => side.returned)).toEqual([
      returned({ banker: 30_00 }),
      returned({ tie: 10_00 }),
    ])
    const changes = settled?.postings.reduce((sum, { change }) => sum + change, 0)
    expect(changes).toBe((await world.balance(member)) - 100_00)
    expect(settled?.endedAt).not.toBeNull()
    expect(await tableBetRecord(world.store, await world.member(1), id)).toBeNull()
    for (const unknown of [randomUUID(), 'x', '']) {
      expect(await tableBetRecord(world.store, member, unknown)).toBeNull()
    }
  })

  it('shows the totals of all players per side', async () => {
    const [one, other] = [await world.member(100_00), await world.member(100_00)]
    await world.nextRound()
    await world.place(one, { banker: 30_00 })
    await world.place(one, { banker: 20_00, tie: 10_00 })
    await world.place(other, { banker: 10_00 })
    await world.tick(600)
    expect(world.state.totals).toEqual([
      { side: 'banker', amount: 60_00, players: 2 },
      { side: 'tie', amount: 10_00, players: 1 },
    ])
  })

  it('accepts a bet in the last millisecond of the window and refuses it one millisecond later', async () => {
    const member = await world.member(100_00)
    const { closesAt } = await world.nextRound()
    world.clock.move(closesAt - 1 - world.clock.now())
    expect(await world.place(member, { banker: 10_00 })).toMatchObject({ ok: true })
    world.clock.move(1)
    expect(await world.place(member, { banker: 10_00 })).toMatchObject({ code: CODES.BET_TOO_LATE })
    expect(await world.balance(member)).toBe(90_00)
  })

  it('refuses a bet that is posted after the cards, although it was sent in the window', async () => {
    const member = await world.member(100_00)
    const { roundId } = await world.nextRound()
    await world.until('dealing')
    world.clock.move(-world.table.bettingMs)
    expect(await world.place(member, { banker: 10_00 }, { roundId })).toMatchObject({ code: CODES.BET_TOO_LATE })
    world.clock.move(world.table.bettingMs)
  })

  it('refuses the id of an earlier round, of no round and of a round at another table', async () => {
    const member = await world.member(100_00)
    const { roundId: earlier } = await world.nextRound()
    const { roundId } = await world.nextRound()
    const place = (more: object) => world.place(member, { banker: 10_00 }, more)
    expect(await place({ roundId: earlier })).toMatchObject({ code: CODES.BET_TOO_LATE })
    expect(await place({ roundId: '00000000-0000-7000-8000-000000000000' })).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await place({ roundId, tableId: 'bac2' })).toMatchObject({ ok: false })
    expect(await place({ roundId, tableId: 'none' })).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await world.balance(member)).toBe(100_00)
  })

  it.each([
    ['below the minimum', { banker: 9_99 }, CODES.BET_LIMIT],
    ['above the maximum', { banker: 5_000_01 }, CODES.BET_LIMIT],
    ['on a side of another game', { dragon: 10_00 }, CODES.NOT_FOUND],
    ['above the balance', { banker: 3_000_00, player: 4_000_00 }, CODES.BALANCE_NOT_ENOUGH],
  ] as const)('refuses a stake %s and posts nothing', async (_, sides, code) => {
    const member = await world.member(6_000_00)
    await world.nextRound()
    expect(await world.place(member, sides)).toMatchObject({ ok: false, code })
    expect(await world.balance(member)).toBe(6_000_00)
  })

  it('counts all bets of a member on a side towards the maximum, also from two tabs at once', async () => {
    const member = await world.member(20_000_00)
    await world.nextRound()
    const both = await Promise.all([1, 2].map(() => world.place(member, { banker: 3_000_00 })))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ code: CODES.BET_LIMIT, details: { maxStake: 5_000_00 } })
    expect(await world.place(member, { banker: 2_000_00, player: 5_000_00 })).toMatchObject({ ok: true })
    expect(await world.place(member, { banker: 10_00 })).toMatchObject({ code: CODES.BET_LIMIT })
  })

  it('two tabs cannot stake the same balance twice', async () => {
    const member = await world.member(50_00)
    await world.nextRound()
    const both = await Promise.all([1, 2].map(() => world.place(member, { banker: 30_00 })))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await world.balance(member)).toBe(20_00)
  })

  it('settled 7: repeats the first response under a key, and refuses other content under it', async () => {
    const member = await world.member(100_00)
    await world.nextRound()
    const idempotencyKey = newKey()
    const first = await world.place(member, { banker: 40_00 }, { idempotencyKey })
    expect(await world.place(member, { banker: 40_00 }, { idempotencyKey })).toMatchObject({
      isReplay: true,
      data: first.ok && first.data,
    })
    expect(await world.place(member, { banker: 41_00 }, { idempotencyKey })).toMatchObject({
      code: CODES.IDEMPOTENCY_CONFLICT,
    })
    expect(await tableBetUnder(world.store, memberKey(member, idempotencyKey))).toEqual(first.ok && first.data)
    expect(await world.balance(member)).toBe(60_00)
  })

  it('I9 I10 obeys limits and exclusions inside of the posting', async () => {
    const member = await world.member(100_00)
    await world.nextRound()
    await world.limits.setLimit(member, { kind: 'stake', period: 'day', amount: 50_00 })
    expect(await world.place(member, { banker: 60_00 })).toMatchObject({ code: CODES.RG_LOSS_LIMIT })
    expect(await world.place(member, { banker: 40_00 })).toMatchObject({ ok: true })
    await world.limits.timeOut(member, 24)
    expect(await world.place(member, { banker: 10_00 })).toMatchObject({ code: CODES.RG_TIME_OUT })
    expect(await world.balance(member)).toBe(60_00)
  })

  it('Annex I a reality check that is due and a used-up session limit refuse bets', async () => {
    const member = await world.member(100_00)
    await world.nextRound()
    const at = world.clock.now()
    await world.store.db
      .insert(rgPlay)
      .values({ memberId: member, day: siteDayOf(at), lastAt: at, seconds: 900, isCheckDue: true })
    expect(await world.place(member, { banker: 10_00 })).toMatchObject({ code: CODES.RG_CHECK_DUE })
    await world.store.db
      .update(rgPlay)
      .set({ isCheckDue: false, answeredSeconds: 900 })
      .where(eq(rgPlay.memberId, member))
    await world.limits.setLimit(member, { kind: 'session', period: 'day', amount: 15 })
    expect(await world.place(member, { banker: 10_00 })).toMatchObject({ code: CODES.RG_SESSION_LIMIT })
    expect(await world.balance(member)).toBe(100_00)
  })

  it('S7.65 finishes the round of a venue that closes in the middle of it, takes no bets and opens again', async () => {
    const member = await world.member(100_00)
    const { history } = await world.nextRound()
    await world.place(member, { banker: 10_00 })
    world.setOpen(false)
    expect(await world.place(member, { banker: 10_00 })).toMatchObject({ code: CODES.VENUE_MAINTAIN })
    const { history: after } = await world.until('result')
    expect(after.length).toBe(history.length + 1)
    expect(await world.balance(member)).toBe(90_00 + returned({ banker: 10_00 }))
    await world.until('closed')
    await world.tick(60_000)
    expect(world.state.phase).toBe('closed')
    world.setOpen(true)
    expect((await world.until('betting')).history).toBe(after)
  })

  describe('after a restart', () => {
    it('keeps an open window with its bets', async () => {
      const member = await world.member(100_00)
      const before = await world.nextRound()
      await world.place(member, { banker: 10_00 })
      await world.restart(1_000)
      const { roundId, closesAt, history, shoe, totals } = before
      expect(world.state).toMatchObject({ phase: 'betting', roundId, closesAt, history, shoe })
      expect(world.state.totals).not.toEqual(totals)
      expect(world.state.version).toBeGreaterThan(before.version)
      await world.until('result')
      expect(await world.balance(member)).toBe(90_00 + returned({ banker: 10_00 }))
    })

    it.each(['betting', 'dealing'] as const)(
      'settles every bet once, also a day after it stopped in %s',
      async (phase) => {
        const member = await world.member(100_00)
        const { roundId } = await world.nextRound()
        await world.place(member, { banker: 10_00, tie: 10_00 })
        await world.until(phase)
        await world.restart(86_400_000)
        expect(await world.place(member, { banker: 10_00 }, { roundId })).toMatchObject({ code: CODES.BET_TOO_LATE })
        await world.until('result')
        expect(world.state.roundId).toBe(roundId)
        const balance = 80_00 + returned({ banker: 10_00, tie: 10_00 })
        expect(await world.balance(member)).toBe(balance)
        await world.restart()
        await world.nextRound()
        expect(await world.balance(member)).toBe(balance)
      },
    )

    it('continues the number and the cards of the newest round if an older round of the shoe is missing', async () => {
      const { roundId } = await world.nextRound()
      await world.until('result')
      await world.nextRound()
      const last = await world.until('result')
      await world.store.db.execute(sql`delete from table_round where id = ${roundId}`)
      await world.restart()
      const opened = await world.until('betting')
      expect(opened.shoe.no).toBe(last.shoe.no)
      expect(opened).toMatchObject({ number: last.number + 1, cardsLeft: last.cardsLeft })
    })

    it('closes a window that ends an hour later because the clock was set back', async () => {
      const member = await world.member(100_00)
      const { roundId } = await world.nextRound()
      await world.place(member, { banker: 10_00 })
      await world.restart(-HOUR_MS)
      await world.tick(300)
      expect(world.state).toMatchObject({ phase: 'dealing', roundId })
      await world.until('result')
      expect(await world.balance(member)).toBe(90_00 + returned({ banker: 10_00 }))
      world.clock.move(HOUR_MS)
    })

    it('does not settle a round twice, in any process', async () => {
      const member = await world.member(100_00)
      const { roundId } = await world.nextRound()
      await world.place(member, { banker: 10_00 })
      const { outcome, cards } = await world.until('result')
      if (!outcome || !roundId) throw new Error('no outcome')
      const balance = await world.balance(member)
      const again = { roundId, game: world.table.game, outcome, cards: cards.length }
      const settled = [1, 2].map(() => settleRound(world.store, again, { now: world.clock.now(), rate: 72_000 }))
      expect(await Promise.all(settled)).toEqual([false, false])
      expect(await world.balance(member)).toBe(balance)
    })
  })

  it('deals a whole shoe without a card twice, then publishes its seed and shuffles', async () => {
    await world.nextRound()
    const { shoe } = world.state
    const rounds: string[] = []
    while (world.state.shoe.no === shoe.no) {
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      const { roundId } = await world.until('result')
      rounds.push(roundId ?? '')
      // oxlint-disable-next-line no-await-in-loop -- as above
      while (world.state.phase === 'result') await world.tick(1_000)
    }
    expect(world.state).toMatchObject({ phase: 'shuffling', cardsLeft: SHOE_CARDS, history: '', roundId: null })
    const proofs = await Promise.all(rounds.map((id) => roundProof(world.store.db, id)))
    let last = 0
    for (const proof of proofs) {
      if (proof === null || proof === 'open') throw new Error('no proof')
      expect(checkTableProof(proof)).toEqual({ commitment: true, cards: true, outcome: true, shoe: true })
      expect(proof.shoe.commitment).toBe(shoe.commitment)
      expect(proof.position).toBeGreaterThanOrEqual(last)
      last = proof.position + proof.cards.length
    }
    expect(SHOE_CARDS - last).toBeLessThan(LAST_CARDS)
  })

  it('proves a settled round with the seed secret, and says nothing about an open one', async () => {
    const { roundId } = await world.nextRound()
    expect(await roundProof(world.store.db, roundId)).toBe('open')
    await world.until('result')
    const proof = await roundProof(world.store.db, roundId)
    if (proof === null || proof === 'open') throw new Error('no proof')
    expect(proof.shoe.seed).toBeNull()
    expect(checkTableProof(proof)).toEqual({ commitment: true, cards: true, outcome: true, shoe: null })
    expect(await roundProof(world.store.db, '00000000-0000-7000-8000-000000000000')).toBeNull()
  })

  it('I6 the database refuses a changed bet, a second settlement and a round that takes bets again', async () => {
    const member = await world.member(100_00)
    const { roundId } = await world.nextRound()
    await world.place(member, { banker: 10_00 })
    await world.until('result')
    const { db } = world.store
    await expect(db.execute(sql`update table_bet set returned = 1 where round_id = ${roundId}`)).rejects.toThrow()
    await expect(db.execute(sql`update table_round set state = 'betting' where id = ${roundId}`)).rejects.toThrow()
    await expect(db.execute(sql`delete from table_bet where round_id = ${roundId}`)).rejects.toThrow()
  })
})
