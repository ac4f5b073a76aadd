import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { E_GAMES } from '#protocol/games/round.ts'
import { rulesOf } from '#protocol/games/rules.ts'
import { eGameCalls } from '#server/calls/games/e-game.ts'
import type { Database } from '#server/database/database.ts'
import { Favourites, FAVOURITES_MAX } from '#server/games/favourites.ts'
import type { GameVenue } from '#server/venues/venue.ts'
import { playRound, REAL_GAMES } from '../../support/e-game-play.ts'
import { signInMemberWith } from '../../support/ledger-members.ts'
import { testRounds } from '../../support/rounds.ts'
import { openTestStore, STORE_KINDS, testClock } from '../../support/store.ts'
import { creditVenue } from '../sports/sports-world.ts'

const VENUE = 'YBDZ'

describe.each(STORE_KINDS)('S1.9 lists of e-games on %s', (kind) => {
  const clock = testClock()
  const venue = { enName: VENUE, maintenance: () => ({ status: 0, start: null, end: null }) } as unknown as GameVenue
  let store: Database
  let favourites: Favourites
  let calls: ReturnType<typeof eGameCalls>
  let memberId: string

  beforeAll(async () => {
    store = await openTestStore(kind)
    favourites = new Favourites(store, { now: clock.now })
    calls = eGameCalls({ database: store, favourites, venues: [venue] })
  })
  beforeEach(async () => {
    memberId = await signInMemberWith(store, 0, clock.now)
  })
  afterAll(() => store.close())

  const context = (id = memberId) => ({ now: clock.now(), session: { memberId: id } }) as never
  const games = async (wanted: RequestOf<'egame.list'>) => {
    const result = await calls['egame.list'](wanted, context())
    if (!result.ok) throw new Error(result.message)
    return ENDPOINTS['egame.list'].data.parse(result.data).list
  }
  const idsOf = async (wanted: RequestOf<'egame.list'>) => (await games(wanted)).map(({ gameId }) => gameId)
  const collected = async (id = memberId) => {
    const result = await calls['collect.list']({}, context(id))
    if (!result.ok) throw new Error(result.message)
    return result.data.list.map(({ gameId }) => gameId)
  }
  const collect = (gameId: string, venueEnName = VENUE) => calls['collect.add']({ venueEnName, gameId }, context())

  it('S7.60 lists all games with the return of their rules', async () => {
    const list = await games({})
    expect(list.map(({ gameId }) => gameId).toSorted()).toEqual(E_GAMES.toSorted())
    for (const { gameId, rtp, minStake, maxStake } of list) {
      const { stake, ...rules } = rulesOf(gameId as (typeof E_GAMES)[number])
      expect([gameId, rtp, minStake, maxStake]).toEqual([gameId, rules.rtp, stake.min, stake.max])
    }
  })

  it('S7.60 filters by venue, brand, tag and a part of the name, alone and together', async () => {
    expect(await idsOf({ venueEnName: 'YBZR' })).toEqual([])
    expect(await idsOf({ brand: 'lamplight' })).toEqual(['blackjack', 'mines'])
    expect(await idsOf({ tag: 'pool' })).toEqual(['slot', 'drop'])
    expect(await idsOf({ keyword: '看台' })).toEqual(['slot'])
    expect(await idsOf({ keyword: 'MINE' })).toEqual(['mines'])
    expect(await idsOf({ keyword: '%' })).toEqual([])
    expect(await idsOf({ venueEnName: VENUE, brand: 'terrace', tag: 'choice', keyword: '梯' })).toEqual(['ladder'])
  })

  it('S7.61 S7.62 counts real rounds for the hot list, and the games of each brand', async () => {
    await creditVenue(store, memberId, 1_000_00, { now: clock.now(), venue: VENUE })
    const rounds = testRounds(store, clock.now, { rulesOf })
    const game = REAL_GAMES.find(({ gameId }) => gameId === 'drop')
    if (!game) throw new Error('no such game')
    await playRound(rounds, memberId, game)
    const hot = await calls['egame.hotList']({ size: 2 }, context())
    expect(hot.ok && hot.data.list.map(({ gameId }) => gameId)).toEqual(['drop', 'slot'])
    expect((await games({ keyword: 'drop' }))[0]?.rounds).toBe(1)
    expect(await calls['brand.list']({}, context())).toMatchObject({
      data: {
        list: [
          { brand: 'terrace', games: 3 },
          { brand: 'lamplight', games: 2 },
        ],
      },
    })
    expect(await calls['bonusPool.list']({}, context())).toMatchObject({
      data: {
        list: [
          { currency: 'CNY', amount: 5 },
          { currency: 'USDT', amount: 0, last: null },
        ],
      },
    })
  })

  it('S7.59 collects each game once, newest first, and removes it', async () => {
    for (const gameId of ['mines', 'slot', 'mines']) {
      expect((await collect(gameId)).ok).toBe(true)
      clock.move(1_000)
    }
    expect(await collected()).toEqual(['slot', 'mines'])
    expect(await collected(await signInMemberWith(store, 0, clock.now))).toEqual([])
    for (let count = 0; count < 2; count += 1) {
      expect(await calls['collect.remove']({ venueEnName: VENUE, gameId: 'slot' }, context())).toMatchObject({
        ok: true,
      })
    }
    expect(await collected()).toEqual(['mines'])
  })

  it('S7.59 refuses unknown games, and more than the maximum also at the same time', async () => {
    expect(await collect('chess')).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await collect('slot', 'YBZR')).toMatchObject({ code: CODES.NOT_FOUND })
    for (let count = 1; count < FAVOURITES_MAX; count += 1) {
      expect(await favourites.add(memberId, { venueEnName: VENUE, gameId: `removed${count}` })).toBe(true)
    }
    const both = await Promise.all([collect('slot'), collect('mines')])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.find(({ ok }) => !ok)).toMatchObject({ code: CODES.LIMIT_EXCEEDED })
    expect(await collected()).toHaveLength(1)
  })
})
