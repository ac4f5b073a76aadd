import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { MONEY_CALLS } from '#protocol/endpoints/call-lists.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { TABLES_VENUE } from '#protocol/games/tables/tables.ts'
import type { Result } from '#protocol/result.ts'
import { siteDayOf, siteDateOf, siteDateTimeOf } from '#protocol/time.ts'
import { rebateDay } from '#server/database/schema/club.ts'
import { member } from '#server/database/schema/member.ts'
import { DAY_MS } from '#protocol/time.ts'
import type { MoneyCall } from '#server/http/context.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { tableRound } from '#server/database/schema/tables.ts'
import { TableBets } from '#server/games/tables/table-bets.ts'
import { nextShoe, openRound } from '#server/games/tables/table-rows.ts'
import { newKey } from '../../support/ledger-members.ts'
import { testRounds } from '../../support/rounds.ts'
import { signedInToday, startedRain } from '../../support/activities.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { credit } from '../../support/wallet-funds.ts'
import { givePoints } from '../../support/club.ts'
import { walletWorld } from '../../support/wallet.ts'
import { walletCallsOn } from '../wallet/wallet-calls-support.ts'

const CNY = 'CNY' as const
const REBATE = 'rebate:2026-11-20:sport:CNY'
const VENUE = { venueEnName: 'YBTY', currency: CNY }
const BET = {
  currency: CNY,
  stake: 100_00,
  legs: [{ selection: 'm1.winner.0.home', price: 2_000 }],
  accept: 'none' as const,
}

describe.each(SHORT_KINDS)('settled 7: a money call whose response was lost, on %s', (kind) => {
  const world = walletWorld(kind)
  const { signedIn, typed } = walletCallsOn(world)

  async function richMember() {
    const member = await signedIn()
    await credit(world.store, member.memberId, 'CNY', 5_000_00)
    await credit(world.store, member.memberId, 'USDT', 500_000_000)
    return member
  }
  type Member = Awaited<ReturnType<typeof richMember>>

  const rebateOf = (memberId: string) =>
    world.store.db.insert(rebateDay).values({
      memberId,
      day: siteDayOf(world.clock.now()) - 1,
      venueClass: 'sport',
      currency: CNY,
      turnover: 1_000_00,
      ppm: 2_800,
      amount: 2_80,
      correction: 0,
      isBarred: false,
    })
  const bornToday = (memberId: string) =>
    world.store.db.update(member).set({ birthDate: '1990-11-21' }).where(eq(member.id, memberId))
  const ledger = () => new Ledger(world.store, { now: world.clock.now })
  const rounds = () => testRounds(world.store, world.clock.now)
  async function startRound({ calls, caller, memberId }: Member, gameId: 'slot' | 'mines', idempotencyKey: string) {
    await calls['transfer.in']({ ...VENUE, venueEnName: 'YBDZ', amount: 300_00 }, caller())
    const opened = await rounds().open(memberId, gameId)
    if (!opened.ok) return opened
    const options = gameId === 'slot' ? {} : { level: 1 }
    const wanted = { memberId, gameId, currency: CNY, stake: 10_00, options, memberSeed: 'seed' }
    return rounds().start({ ...wanted, commitment: opened.data.commitment, idempotencyKey })
  }
  const payOut = () => ({ accountId: 'demo-card', amount: 200_00, withdrawPwd: typed('246810') })

  /** Makes each money call with a key of `call`. */
  const CALLS: Readonly<Record<string, (member: Member, call: MoneyCall) => Promise<Result<unknown>>>> = {
    'pay.create': ({ calls }, call) => calls['pay.create']({ payTypeId: 'demo-bank', amount: 100_00 }, call),
    'usdt.pay': ({ calls }, call) => calls['usdt.pay']({ chain: 'ERC20', amount: 100_000_000 }, call),
    'withdraw.create': ({ calls }, call) => calls['withdraw.create'](payOut(), call),
    'fastWithdraw.create': ({ calls }, call) => calls['fastWithdraw.create'](payOut(), call),
    'transfer.in': ({ calls }, call) => calls['transfer.in']({ ...VENUE, amount: 300_00 }, call),
    'transfer.out': async ({ calls, caller }, call) => {
      await calls['transfer.in']({ ...VENUE, amount: 300_00 }, caller())
      return calls['transfer.out']({ ...VENUE, amount: 100_00 }, call)
    },
    'transfer.oneKeyRecover': async ({ calls, caller, memberId }, call) => {
      await calls['transfer.in']({ ...VENUE, venueEnName: 'FBTY', amount: 200_00 }, caller())
      await calls['transfer.in']({ ...VENUE, amount: 300_00 }, caller())
      // Its venue is under maintenance when the money is recovered.
      const stuck = { memberId, amount: 50_00, idempotencyKey: newKey() }
      await world.wallet.transfer('transferIn', { venueEnName: 'IMTY', currency: CNY }, stuck)
      return calls['transfer.oneKeyRecover']({ currency: CNY }, call)
    },
    'usdt.transfer': async ({ calls, caller }, call) => {
      const pair = { from: CNY, to: 'USDT' } as const
      const quote = await calls['usdt.quote']({ ...pair, amount: 720_00 }, caller())
      if (!quote.ok) throw new Error('no quote')
      const { quoteId, amount } = quote.data
      return calls['usdt.transfer']({ ...pair, amount, quoteId }, call)
    },
    'interest.to': ({ calls }, call) => calls['interest.to']({ currency: CNY, amount: 1_000_00 }, call),
    'interest.from': async ({ calls, caller }, call) => {
      await calls['interest.to']({ currency: 'USDT', amount: 100_000_000 }, caller())
      return calls['interest.from']({ currency: 'USDT', amount: 40_000_000 }, call)
    },
    'bet.place': async ({ calls, caller }, call) => {
      await calls['transfer.in']({ ...VENUE, amount: 300_00 }, caller())
      return calls['bet.place'](BET, call)
    },
    'bet.cashOut': async ({ calls, caller }, call) => {
      await calls['transfer.in']({ ...VENUE, amount: 300_00 }, caller())
      const placed = await calls['bet.place'](BET, caller())
      if (!placed.ok) return placed
      const { betId } = placed.data.bet
      const quote = await calls['bet.cashOutQuote']({ betId }, caller())
      return quote.ok ? calls['bet.cashOut']({ betId, quoteId: quote.data.quoteId }, call) : quote
    },
    // The handler returns what the bets of the tables return.
    'table.bet': async ({ calls, caller, memberId }, call) => {
      await calls['transfer.in']({ ...VENUE, venueEnName: TABLES_VENUE, amount: 300_00 }, caller())
      const { db } = world.store
      const [tableId, now] = ['bac1', world.clock.now()]
      const open = await openRound(db, tableId)
      const roundId = open?.id ?? randomUUID()
      if (!open) {
        const { no } = await nextShoe(world.store, tableId, now)
        const [openedAt, closesAt] = [now, now + DAY_MS]
        const round = { id: roundId, tableId, shoeNo: no, number: 1, position: 0, state: 'betting' as const }
        await db.insert(tableRound).values({ ...round, openedAt, closesAt })
      }
      const bets = new TableBets({
        database: world.store,
        now: world.clock.now,
        rate: () => Promise.resolve(null),
        isOpen: () => true,
      })
      const wanted = { tableId, roundId, currency: CNY, bets: [{ side: 'banker', amount: 100_00 }] }
      return bets.place({ ...wanted, memberId, idempotencyKey: call.idempotencyKey })
    },
    // The handlers of rounds return what the engine returns.
    'gameRound.start': (member, call) => startRound(member, 'slot', call.idempotencyKey),
    'gameRound.move': async (member, call) => {
      const started = await startRound(member, 'mines', newKey())
      if (!started.ok) return started
      const { roundId } = started.data
      const wanted = { memberId: member.memberId, roundId, step: 0, move: 'go' }
      return rounds().move({ ...wanted, idempotencyKey: call.idempotencyKey })
    },
    'game.launch': ({ calls }, call) => calls['game.launch'](VENUE, call),
    'rebate.receive': async ({ calls, memberId }, call) => {
      await rebateOf(memberId)
      return calls['rebate.receive']({ id: REBATE }, call)
    },
    'birthCash.receive': async ({ calls, memberId }, call) => {
      await bornToday(memberId)
      return calls['birthCash.receive']({}, call)
    },
    'welfare.receive': async ({ calls, memberId }, call) => {
      await bornToday(memberId)
      return calls['welfare.receive']({ id: 'birthday:2026' }, call)
    },
    'activity.receive': async ({ calls, memberId }, call) => {
      const { activityId, cycle } = await signedInToday(world.store, memberId, world.clock.now())
      return calls['activity.receive']({ name: 'signIn', activityId, cycle }, call)
    },
    'redRain.grab': async ({ calls, memberId }, call) => {
      const now = world.clock.now()
      const [time, day] = [siteDateTimeOf(now).slice(11, 16), siteDateOf(now)]
      const activityId = await startedRain(world.store, now, { times: [time] })
      expect(memberId).not.toBe('')
      return calls['redRain.grab']({ activityId, roundId: `${day}-${time.replace(':', '')}` }, call)
    },
    'points.exchange': async ({ calls, memberId }, call) => {
      await givePoints(world.store, memberId, 100)
      return calls['points.exchange']({ id: 'coins-20' }, call)
    },
    'soccerLottery.draw': async ({ calls, caller, memberId }, call) => {
      await givePoints(world.store, memberId, 20)
      const info = await calls['soccerLottery.info']({}, caller())
      if (!info.ok) return info
      return calls['soccerLottery.draw']({ commitment: info.data.commitment, memberSeed: 'seed' }, call)
    },
    // The handlers of coins and gifts return what the ledger returns.
    'coin.buy': ({ memberId }, call) => ledger().buyCoins({ memberId, coins: 50, idempotencyKey: call.idempotencyKey }),
    'gift.reward': async ({ memberId }, call) => {
      await ledger().buyCoins({ memberId, coins: 50, idempotencyKey: newKey() })
      const gift = { anchorRoomId: 'anchor-1', chatRoomNo: 'room-1', giftId: 2, count: 1, comboId: 'combo-1' }
      const sent = await ledger().sendGift({ ...gift, memberId, idempotencyKey: call.idempotencyKey })
      if (!sent.ok) return sent
      const { giftOrderNo, total, balance, comboCount } = sent.data
      return { ok: true, data: { giftOrderNo, total, balance, comboCount } }
    },
  }

  it('can be made for every money call of the table', () => {
    expect(Object.keys(CALLS).toSorted()).toEqual([...MONEY_CALLS].toSorted())
  })

  it.each(MONEY_CALLS)('%s has the same data in operation.result', async (endpoint) => {
    const member = await richMember()
    const call = member.caller()
    const response = await CALLS[endpoint]!(member, call)
    if (!response.ok) throw new Error(`refused: ${response.code} ${response.message}`)
    const asked = { endpoint, idempotencyKey: call.idempotencyKey }
    const outcome = await member.calls['operation.result'](asked, member.caller())
    expect(outcome).toEqual({ ok: true, data: { state: 'settled', code: 0, message: '', data: response.data } })
    expect(ENDPOINTS[endpoint].data.parse(response.data)).toEqual(response.data)
  })

  it('is unknown under the key of another call', async () => {
    const member = await richMember()
    for (const booked of ['interest.to', 'transfer.oneKeyRecover', 'usdt.pay']) {
      const call = member.caller()
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      expect((await CALLS[booked]!(member, call)).ok).toBe(true)
      // A deposit of USDT can also be made by pay.create.
      const others = MONEY_CALLS.filter((endpoint) => endpoint !== booked && endpoint !== 'pay.create')
      const asked = others.map((endpoint) => ({ endpoint, idempotencyKey: call.idempotencyKey }))
      // oxlint-disable-next-line no-await-in-loop -- as above
      const outcomes = await Promise.all(asked.map((one) => member.calls['operation.result'](one, member.caller())))
      for (const outcome of outcomes) expect(outcome).toMatchObject({ data: { state: 'unknown', data: null } })
    }
  })

  it('Annex E.5: a recovery names each venue, also when it is repeated, and transfers once', async () => {
    const member = await richMember()
    const call = member.caller()
    const first = await CALLS['transfer.oneKeyRecover']!(member, call)
    expect(first).toMatchObject({
      data: {
        recovered: 500_00,
        orders: [
          { channel: 'YBTY', status: '1' },
          { channel: 'FBTY', status: '1' },
        ],
        failed: [{ venueEnName: 'IMTY', code: CODES.VENUE_MAINTAIN, message: '场馆维护中' }],
      },
    })
    await member.calls['transfer.in']({ ...VENUE, amount: 100_00 }, member.caller())
    const again = await member.calls['transfer.oneKeyRecover']({ currency: CNY }, call)
    expect(again).toMatchObject({ ok: true, isReplay: true, data: first.ok && first.data })
    expect(await world.balance(member.memberId, 'venue:YBTY')).toBe(100_00)
    const conflict = await member.calls['transfer.oneKeyRecover']({ currency: 'USDT' }, call)
    expect(conflict).toMatchObject({ code: CODES.IDEMPOTENCY_CONFLICT })
  })

  it('Annex E.5: a recovery of nothing is known, and one that never arrived cannot arrive later', async () => {
    const { calls, caller, memberId } = await richMember()
    const result = (idempotencyKey: string) =>
      calls['operation.result']({ endpoint: 'transfer.oneKeyRecover', idempotencyKey }, caller())
    const call = caller()
    const nothing = { recovered: 0, orders: [], failed: [] }
    expect(await calls['transfer.oneKeyRecover']({ currency: CNY }, call)).toMatchObject({ data: nothing })
    expect(await result(call.idempotencyKey)).toMatchObject({ data: { state: 'settled', data: nothing } })
    await calls['transfer.in']({ ...VENUE, amount: 100_00 }, caller())
    const late = caller()
    expect(await result(late.idempotencyKey)).toMatchObject({ data: { state: 'unknown', data: null } })
    expect(await calls['transfer.oneKeyRecover']({ currency: CNY }, late)).toMatchObject({
      code: CODES.IDEMPOTENCY_CONFLICT,
    })
    expect(await world.balance(memberId, 'venue:YBTY')).toBe(100_00)
  })

  it('a recovery that runs books no transfer after its result was given', async () => {
    const member = await richMember()
    const call = member.caller()
    await member.calls['transfer.in']({ ...VENUE, amount: 100_00 }, member.caller())
    await member.calls['transfer.in']({ ...VENUE, venueEnName: 'FBTY', amount: 100_00 }, member.caller())
    const asked = { endpoint: 'transfer.oneKeyRecover', idempotencyKey: call.idempotencyKey }
    const [, outcome] = await Promise.all([
      member.calls['transfer.oneKeyRecover']({ currency: CNY }, call),
      member.calls['operation.result'](asked, member.caller()),
    ])
    const known = outcome.ok && outcome.data.state === 'settled' ? outcome.data.data : { orders: [] }
    const { orders } = known as { orders: readonly { amount: number }[] }
    const moved = orders.reduce((sum, { amount }) => sum + amount, 0)
    expect(await world.balance(member.memberId)).toBe(4_800_00 + moved)
  })
})
