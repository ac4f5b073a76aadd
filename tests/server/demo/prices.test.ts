import { describe, expect, it } from 'vitest'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import { MARKETS_OF } from '#protocol/sports/market-keys.ts'
import { MatchRoom } from '#server/demo/world/match-room.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { oddsAfter, type PlayedState, priceInputOf, ratesOf, withPrices } from '#server/demo/world/prices.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { marketsOf } from '#server/sports/prices/markets-of.ts'
import { testRooms } from '../rooms/rooms-support.ts'

const NOW = Date.UTC(2026, 10, 29, 12)
const plan = (kind: string) => planWorld(createRandom(5)).find((one) => one.kind === kind && one.minutesAtStart > 0)!
const football = { ...plan('football'), edge: 0 }

const state = (values: Partial<PlayedState> = {}): PlayedState => ({
  clock: { phase: 'second-half', phaseStartedAt: NOW - 20 * MINUTE_MS },
  homeScore: 1,
  guestScore: 0,
  anchorStatus: 1,
  odds: null,
  periods: [
    [1, 0],
    [0, 0],
  ],
  goals: ['home'],
  ...values,
})
const RED: MatchEvent = { id: 'r', type: 'red-card', side: 'home', minute: 60, text: '', homeScore: 1, awayScore: 0 }

const winnerOf = (events: readonly MatchEvent[]) =>
  marketsOf(priceInputOf(football, state(), events, NOW)!).find(({ kind }) => kind === 'winner')!

describe('prices of demo matches', () => {
  it('S1.7 are those of the odds, so that room, board and slip agree', () => {
    const priced = withPrices(state(), priceInputOf(football, state(), [], NOW)!)
    const { prices, isSuspended } = priced.markets!.find(({ kind }) => kind === 'winner')!
    const { home, draw, away, suspended } = priced.odds!
    expect({ home: home.value, draw: draw?.value, away: away.value }).toEqual(prices)
    expect(suspended).toBe(isSuspended)
  })

  it('fall for the side with more players, in the model and on the pitch', () => {
    expect(winnerOf([RED]).prices['away']!).toBeLessThan(winnerOf([]).prices['away']!)
    const [home, away] = ratesOf(football, [RED])
    expect(home).toBeLessThan(ratesOf(football, [])[0])
    expect(away).toBeGreaterThan(ratesOf(football, [])[1])
  })

  it('have no arrows while they are suspended', () => {
    const market = (home: number, isSuspended: boolean) =>
      ({ kind: 'winner', line: 0, isSuspended, prices: { home, draw: 3_000, away: 5_000 } }) as const
    const open = oddsAfter(null, market(1_500, false))
    const suspended = oddsAfter(open, market(1_400, true))
    expect([suspended.suspended, suspended.home.move]).toEqual([true, 'same'])
    expect(oddsAfter(suspended, market(1_600, false)).home.move).toBe('up')
  })

  it.each(['football', 'basketball', 'esports'])(
    'of %s are those of a whole half after the clock was set back',
    (kind) => {
      const match = plan(kind)
      const at = (now: number) => priceInputOf(match, state({ periods: [[9, 7]] }), [], now)!
      const started = at(NOW - 20 * MINUTE_MS)
      expect(at(NOW - 60 * 24 * 60 * MINUTE_MS)).toEqual(started)
      const prices = marketsOf(started).flatMap((market) => Object.values(market.prices))
      expect(prices.length).toBeGreaterThan(2)
      expect(prices.every((price) => Number.isSafeInteger(price))).toBe(true)
    },
  )

  it('are suspended for some seconds after a goal', () => {
    const suspended = state({ suspendedUntil: NOW + 1 })
    expect(priceInputOf(football, suspended, [], NOW)!.isSuspended).toBe(true)
    expect(priceInputOf(football, suspended, [], NOW + 1)!.isSuspended).toBe(false)
    expect(priceInputOf(football, state({ clock: { phase: 'ended', phaseStartedAt: NOW } }), [], NOW)).toBeNull()
  })

  it.each(['football', 'basketball', 'esports'] as const)(
    'are delivered by a room of %s with all its markets',
    async (kind) => {
      const { hub, clock } = await testRooms({}, [])
      const fixture = planWorld(createRandom(5)).find((one) => one.kind === kind && one.minutesAtStart < 0)!
      const room = new MatchRoom(fixture, hub, createRandom(1), clock.now())
      await room.open(clock.now(), [])
      const { markets } = room.state
      expect([...new Set(markets!.map((market) => market.kind))]).toEqual(MARKETS_OF[kind])
      // Nothing that the prices depend on changes before the match.
      clock.move(10 * SECOND_MS)
      await room.step(clock.now(), SECOND_MS)
      clock.move(10 * SECOND_MS)
      const again = room.state.markets
      await room.step(clock.now(), SECOND_MS)
      expect(room.state.markets).toBe(again)
      await hub.close()
    },
  )
})

describe('a match room after a restart', () => {
  it('continues the periods and goals of its log', async () => {
    const { hub, clock } = await testRooms({}, [])
    const now = clock.now()
    const room = new MatchRoom(football, hub, createRandom(1), now)
    await room.open(now, [])
    const status = {
      clock: { phase: 'second-half', phaseStartedAt: now - MINUTE_MS },
      homeScore: 2,
      guestScore: 1,
      periods: [
        [2, 0],
        [0, 1],
      ],
      goals: ['home', 'home', 'away'],
    } as const
    await hub.setStatus(football.chatRoomNo, status)
    const again = new MatchRoom(football, hub, createRandom(2), now)
    await again.open(now, [])
    expect(again.state).toMatchObject({ periods: status.periods, goals: status.goals })
    // The periods follow the score of an operator.
    await hub.setStatus(football.chatRoomNo, { homeScore: 1 })
    const corrected = new MatchRoom(football, hub, createRandom(3), now)
    await corrected.open(now, [])
    expect(corrected.state).toMatchObject({
      periods: [
        [1, 0],
        [0, 1],
      ],
      goals: ['home', 'away'],
    })
    await hub.close()
  })
})
