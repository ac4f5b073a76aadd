import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { betCalls } from '#server/calls/sports/bet.ts'
import { sportCalls } from '#server/calls/sports/sport.ts'
import type { RoomHub } from '#server/rooms/hub.ts'
import type { RoomWriter } from '#server/rooms/room-writer.ts'
import { CashOuts } from '#server/sports/cash-outs.ts'
import { Bets } from '#server/sports/bets.ts'
import { Book } from '#server/sports/book.ts'
import { newKey } from '../../support/ledger-members.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { betWorld, oddsOf } from './sports-support.ts'
import { sportsWorld } from './sports-world.ts'

type Work = (parameters: unknown) => Promise<unknown>

/** The writer as the two processes see it: commands of the other process pass as JSON. */
function twoProcesses() {
  const works = new Map<string, Work>()
  const rooms = (isHere: boolean) => {
    const define: RoomWriter['define'] = (name, work) => {
      if (isHere) {
        works.set(name, work as Work)
        return work
      }
      return async (parameters) => {
        const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
        const reply = works.get(name)?.(copy(parameters))
        return copy(await reply) as Awaited<ReturnType<typeof work>>
      }
    }
    return { writer: { isShared: true, isHere, define } } as unknown as RoomHub
  }
  return { writer: rooms(true), follower: rooms(false) }
}

describe.each(STORE_KINDS)('G area 3: the sportsbook of two processes on %s', (kind) => {
  const world = sportsWorld(kind)

  /** Calls of both processes. The follower reads the matches later and has older odds. */
  function calls() {
    const rooms = twoProcesses()
    const { store: database, limits: playLimits, now } = world
    const shownBets = { show: () => Promise.reject(new Error('not used')) }
    const old = betWorld([world.idOf('m1')], now())
    old.set({ odds: oddsOf(2_200) }, world.idOf('m1'))
    const onError = (error: unknown) => {
      throw error
    }
    const book = new Book({ matches: old.matches, now, onError })
    const rates = { rate: () => Promise.resolve(72_000), exclusionCode: () => Promise.resolve(0) }
    const bets = new Bets({ database, book, now, ...rates })
    const follower = { book, bets, cashOuts: new CashOuts({ database, book, bets, now }) }
    const of = (sportsbook: typeof follower, hub: RoomHub) => {
      const services = { database, sportsbook, rooms: hub, shownBets, playLimits }
      return { ...betCalls(services), ...sportCalls(services) }
    }
    return { writer: of(world, rooms.writer), follower: of(follower, rooms.follower) }
  }
  const context = (memberId: string) =>
    ({ session: { memberId }, idempotencyKey: newKey(), now: world.now() }) as unknown as Parameters<
      ReturnType<typeof calls>['writer']['bet.place']
    >[1]
  const wanted = (price: number) => ({
    currency: 'CNY' as const,
    stake: 40_00,
    legs: [{ selection: world.idOf('m1.winner.0.home'), price }],
    accept: 'none' as const,
  })

  it('50001 a bet at a stale version is refused wherever it arrives, and one at the current price is accepted', async () => {
    const { writer, follower } = calls()
    const member = await world.member(100_00)
    for (const at of [writer, follower]) {
      expect(await at['bet.place'](wanted(2_200), context(member))).toMatchObject({ code: CODES.ODDS_CHANGED })
      expect(await at['bet.place'](wanted(1_800), context(member))).toMatchObject({ ok: true })
    }
    expect(await world.balance(member)).toBe(20_00)
  })

  it('S1.7 Annex D.3 both show the same markets with the same versions', async () => {
    const { writer, follower } = calls()
    world.set({ odds: world.odds(1_700) })
    const call = context('')
    const matchId = world.idOf('m1')
    const selections = [world.idOf('m1.winner.0.home')]
    for (const name of ['sport.matchDetail', 'sport.odds'] as const) {
      expect(await follower[name]({ matchId }, call)).toEqual(await writer[name]({ matchId }, call))
    }
    const list = { kind: 'all', type: 'day' } as const
    expect(await follower['sport.matchList'](list, call)).toEqual(await writer['sport.matchList'](list, call))
    const quote = { currency: 'CNY', selections } as const
    expect(await follower['bet.quote'](quote, call)).toEqual(await writer['bet.quote'](quote, call))
  })

  it('Annex H I4 a cash-out that is quoted at one process is taken at the other, once', async () => {
    const { writer, follower } = calls()
    const member = await world.member(100_00)
    const { betId } = await world.placed(member, { legs: wanted(1_800).legs, stake: 40_00 })
    const quoted = await follower['bet.cashOutQuote']({ betId }, context(member))
    if (!quoted.ok) throw new Error(`${quoted.code}`)
    const { quoteId, amount } = quoted.data
    const taken = await Promise.all(
      [writer, follower].map((at) => at['bet.cashOut']({ betId, quoteId }, context(member))),
    )
    expect(taken.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await world.balance(member)).toBe(60_00 + amount)
  })
})

it('S1.7 versions begin above those of the process that wrote the rooms before', () => {
  const matches = betWorld(['m1'])
  const onError = (error: unknown) => {
    throw error
  }
  const book = new Book({ matches: matches.matches, now: () => matches.now, onError })
  const versionOf = () => book.market('m1', 'm1.winner.0')?.version ?? 0
  matches.set({ odds: oddsOf(1_800) })
  // A follower has read the match once. The writer has raised the version every second since.
  const atWriter = versionOf() + 60
  matches.now += 60_000
  book.start()
  book.stop()
  expect(versionOf()).toBeGreaterThanOrEqual(atWriter)
})
