import { describe, expect, it } from 'vitest'
import { parseFeed } from '#server/matches/feed/feed-document.ts'
import { MatchRepository } from '#server/matches/match-repository.ts'
import { matchFacts } from '#server/sports/settlement.ts'
import { testRooms } from '../../rooms/rooms-support.ts'
import { openTestStore } from '../../../support/store.ts'
import { at, MATCH, testFeed } from './feed-support.ts'

const text = (matches: readonly object[], generatedAt = at(0), format = 2): string =>
  JSON.stringify({ format: `grandstand-matches/${format}`, generatedAt, matches })

const winner = { kind: 'winner', prices: { home: 1_620, draw: 3_400, away: 5_000 } }
const handicap = { kind: 'handicap', line: -3, prices: { home: 1_900, away: 1_880 } }
const FULL = { ...MATCH, markets: [winner, handicap], periods: [{ home: 1, away: 0 }], goals: ['home'] }

describe('S1.7 format 2 of the feed', () => {
  it('delivers markets, periods and goals; the odds are the market of the winner', async () => {
    const { feed, match, room, close } = await testFeed(text([FULL]))
    await feed.start()
    expect(feed.health).toMatchObject({ failure: null, problems: [] })
    expect(match()?.state).toMatchObject({
      periods: [[1, 0]],
      goals: ['home'],
      odds: { home: { value: 1_620 }, draw: { value: 3_400 }, suspended: false },
      markets: [
        { kind: 'winner', line: 0, isSuspended: false, prices: winner.prices },
        { kind: 'handicap', line: -3, isSuspended: false, prices: handicap.prices },
      ],
    })
    expect(room()).toMatchObject({ periods: [[1, 0]], goals: ['home'] })
    await close()
  })

  it('suspends all markets while a lower score is in doubt, and then takes the goal back', async () => {
    const { feed, match, next, close } = await testFeed(text([FULL]))
    await feed.start()
    const back = { ...FULL, score: { home: 0, away: 0 }, periods: [{ home: 0, away: 0 }], goals: [] }
    await next(text([back], at(1)))
    expect(match()?.state).toMatchObject({ homeScore: 1, goals: ['home'], odds: { suspended: true } })
    expect(match()?.state.markets?.every(({ isSuspended }) => isSuspended)).toBe(true)
    await next(text([back], at(2)), 60_000)
    expect(match()?.state).toMatchObject({ homeScore: 0, goals: [], periods: [[0, 0]], odds: { suspended: false } })
    await close()
  })

  it('does not finish a match, for its settlement, while its last score is in doubt', async () => {
    const { feed, match, next, close } = await testFeed(text([FULL]))
    await feed.start()
    const score = { home: 0, away: 0 }
    const ended = { ...FULL, phase: 'ended', phaseStartedAt: at(1), score, periods: [score], goals: [] }
    await next(text([ended], at(1)), 60_000)
    expect(matchFacts(match()!)).toMatchObject({ state: 'live', goals: ['home'] })
    await next(text([ended], at(2)), 60_000)
    expect(matchFacts(match()!)).toMatchObject({ state: 'ended', goals: [] })
    await close()
  })

  it('begins the second half in the break, so that the first is decided', async () => {
    const { feed, match, close } = await testFeed(text([{ ...FULL, phase: 'half-time', phaseStartedAt: at(0) }]))
    await feed.start()
    expect(match()?.state.periods).toEqual([
      [1, 0],
      [0, 0],
    ])
    await close()
  })

  it('offers no prices for broken and finished matches', async () => {
    const { feed, match, next, close } = await testFeed(text([{ ...FULL, broken: 'abandoned' }]))
    await feed.start()
    expect(match()?.state).toMatchObject({ broken: 'abandoned', odds: null, markets: [] })
    await next(text([FULL], at(1)))
    expect(match()?.state.broken).toBeUndefined()
    expect(match()?.state.markets).toHaveLength(2)
    await close()
  })

  it('keeps periods and goals across a restart of a silent feed', async () => {
    const world = await testRooms({}, [])
    const one = await testFeed(text([FULL]), { world })
    await one.feed.start()
    const { homeScore, guestScore, clock, anchorStatus } = one.match()!.state
    const { fixture, kickOffAt, round } = one.match()!
    const state = { homeScore, guestScore, clock, anchorStatus, odds: null }
    const again = await testFeed('nothing', { world })
    again.stored.push({ fixture, kickOffAt, round, state })
    await again.feed.start()
    expect(again.match()?.state).toMatchObject({ homeScore: 1, periods: [[1, 0]], goals: ['home'] })
    await again.close()
  })

  it.each(['abandoned', 'postponed'] as const)(
    'keeps a match %s across a restart with a feed that has dropped it, and in a process that follows',
    async (broken) => {
      const world = await testRooms({}, [])
      const database = await openTestStore()
      const repository = new MatchRepository(database)
      const one = await testFeed(text([{ ...FULL, broken }]), { world, repository })
      await one.feed.start()
      await repository.saveMatch(one.match()!, 0)
      await one.feed.stop()
      const again = await testFeed(text([]), { world, repository })
      await again.feed.start()
      expect(matchFacts(again.match()!)).toMatchObject({ state: broken, goals: ['home'] })
      await again.feed.stop()
      await again.feed.follow()
      expect(matchFacts(again.match()!)).toMatchObject({ state: broken, goals: ['home'] })
      const { fixture, kickOffAt, round, state } = one.match()!
      const { broken: _broken, ...played } = state
      await repository.saveState({ fixture, kickOffAt, round, state: played })
      expect((await repository.list()).map((stored) => stored.state.broken)).toEqual([undefined])
      await again.close()
      await database.close()
    },
  )

  it.each<readonly [name: string, change: object, problem: string]>([
    ['an unknown kind', { markets: [{ ...winner, kind: 'corners' }] }, 'markets.0.kind: '],
    [
      'a kind of another sport',
      { kind: 'basketball', goals: undefined, markets: [{ kind: 'parity', prices: {} }] },
      'markets.0.kind: is no market of basketball',
    ],
    [
      'an unknown outcome',
      { markets: [{ ...handicap, prices: { home: 1_900, guest: 1_900 } }] },
      'markets.0.prices: has an outcome',
    ],
    [
      'a missing outcome',
      { markets: [{ ...winner, prices: { home: 1_620, away: 5_000 } }] },
      'markets.0.prices.draw: is missing',
    ],
    [
      'a price below the lowest',
      { markets: [{ ...handicap, prices: { home: 1_000, away: 1_900 } }] },
      'markets.0.prices.home: ',
    ],
    [
      'prices as text',
      { markets: [{ ...handicap, prices: { home: '1.90', away: 1_900 } }] },
      'markets.0.prices.home: ',
    ],
    [
      'prices without a margin',
      { markets: [{ ...handicap, prices: { home: 2_100, away: 2_100 } }] },
      'markets.0.prices: leave no margin',
    ],
    ['a market twice', { markets: [handicap, handicap] }, 'markets.1: is the market of an earlier one'],
    ['a line of a kind without', { markets: [{ ...winner, line: 2 }] }, 'markets.0.line: is no line'],
    [
      'odds that differ',
      { odds: { home: 1_700, draw: 3_400, away: 5_000 } },
      'markets.0.prices.home: differs from odds',
    ],
    [
      'periods with another sum',
      { periods: [{ home: 0, away: 0 }] },
      'periods: sum up to another score of the home team',
    ],
    ['goals that are not the score', { goals: ['away'] }, 'goals: are not the score of the home team'],
    ['an unknown end', { broken: 'cancelled' }, 'broken: '],
  ])('names the field of %s, and keeps the last good state', async (_, change, problem) => {
    const { feed, match, next, close } = await testFeed(text([FULL]))
    await feed.start()
    const before = match()?.state
    await next(
      text(
        [
          { ...FULL, ...change },
          { ...MATCH, id: 'm2' },
        ],
        at(1),
      ),
    )
    expect(feed.health.problems).toEqual([expect.stringContaining(`matches[0] ${problem}`)])
    expect(match()?.state).toEqual(before)
    expect(match('m2')).not.toBeNull()
    await close()
  })

  it('refuses its fields in format 1, which stays valid', () => {
    expect(parseFeed(text([FULL], at(0), 1)).problems).toEqual([expect.stringContaining('matches[0] it: ')])
    expect(parseFeed(text([MATCH], at(0), 1))).toMatchObject({ matches: [{ id: 'm1' }], problems: [] })
  })
})
