import { describe, expect, it } from 'vitest'
import type { Market } from '#protocol/sports/markets.ts'
import { Book, mainMarkets } from '#server/sports/book.ts'
import { betWorld } from './sports-support.ts'

const odds = (home: number, draw: number, away: number, suspended = false) => ({
  home: { value: home, move: 'same' as const },
  draw: { value: draw, move: 'same' as const },
  away: { value: away, move: 'same' as const },
  suspended,
  delaySeconds: 0,
})

function open() {
  const world = betWorld()
  const reported: Market[] = []
  const book = new Book({
    matches: world.matches,
    now: () => world.now,
    onError: (error) => {
      throw error
    },
  })
  book.onChange((markets) => reported.push(...markets))
  return { world, book, reported }
}
const summary = (markets: readonly Market[]) => markets.map(({ kind, line, state }) => `${kind} ${line} ${state}`)

describe('S1.7 markets of the sportsbook', () => {
  it('come from the odds of a match without markets', () => {
    const { world, book } = open()
    world.set({ odds: odds(1_800, 3_400, 4_200) })
    expect(book.marketsOf('m1').slice(0, 1)).toMatchObject([
      {
        matchId: 'm1',
        kind: 'winner',
        line: 0,
        state: 'open',
        selections: [{ outcome: 'home', price: 1_800 }, {}, {}],
      },
    ])
    expect(book.find('m1')).toMatchObject({ sport: 'football', homeScore: 0 })
  })

  it('raise their version by one with each change, and show its direction', () => {
    const { world, book, reported } = open()
    world.set({ odds: odds(1_800, 3_400, 4_200) })
    const first = book.market('m1', 'm1.winner.0')?.version ?? 0
    expect(first).toBeGreaterThanOrEqual(1)
    world.set({ odds: odds(1_700, 3_400, 4_400) })
    book.refresh()
    world.set({ odds: odds(1_700, 3_400, 4_400) })
    book.refresh()
    world.set({ odds: odds(1_700, 3_400, 4_400, true) })
    book.refresh()
    const winners = reported.filter(({ kind }) => kind === 'winner')
    expect(winners.map(({ version }) => version - first)).toEqual([0, 1, 2])
    expect(winners.at(-1)).toMatchObject({
      state: 'suspended',
      selections: [{ move: 'down' }, { move: 'same' }, { move: 'up' }],
    })
  })

  it('have a higher version after a restart', () => {
    const { world, book } = open()
    world.set({ odds: odds(1_800, 3_400, 4_200) })
    const before = book.market('m1', 'm1.winner.0')?.version ?? 0
    world.now += 5_000
    const again = new Book({ matches: world.matches, now: () => world.now, onError: () => undefined })
    expect(again.market('m1', 'm1.winner.0')?.version).toBeGreaterThan(before)
  })

  it('are suspended with a price outside of the bounds', () => {
    const { world, book } = open()
    const market = { kind: 'total', line: 10, isSuspended: false, prices: { over: 1_005, under: 9_000 } } as const
    world.set({ markets: [market] })
    expect(book.marketsOf('m1')).toMatchObject([{ state: 'suspended', selections: [{ price: 1_010 }, {}] }])
  })

  it('are closed when the source offers them no longer, and open again with a new version', () => {
    const { world, book, reported } = open()
    const total = (line: number) => ({
      kind: 'total' as const,
      line,
      isSuspended: false,
      prices: { over: 1_900, under: 1_900 },
    })
    world.set({ markets: [total(10)] })
    book.refresh()
    world.set({ markets: [total(14)] })
    expect(summary(book.marketsOf('m1'))).toEqual(['total 10 closed', 'total 14 open'])
    expect(book.find('m1')?.marketCount).toBe(1)
    world.set({ markets: [total(10)] })
    expect(summary(book.marketsOf('m1'))).toEqual(['total 10 open', 'total 14 closed'])
    const versions = reported.filter(({ line }) => line === 10).map(({ version }) => version)
    expect(versions.map((version) => version - (versions[0] ?? 0))).toEqual([0, 1, 2])
  })

  it.each([
    ['has ended', { clock: { phase: 'ended', phaseStartedAt: 0 } }],
    ['is abandoned', { broken: 'abandoned' }],
    ['is postponed', { broken: 'postponed' }],
  ] as const)('are closed when the match %s', (_name, change) => {
    const { world, book } = open()
    world.set({ odds: odds(1_800, 3_400, 4_200) })
    book.refresh()
    world.set(change)
    expect(new Set(book.marketsOf('m1').map(({ state }) => state))).toEqual(new Set(['closed']))
    expect(book.find('m1')?.marketCount).toBe(0)
  })

  it('are reported as closed when the match is removed', () => {
    const { world, book, reported } = open()
    world.set({ odds: odds(1_800, 3_400, 4_200) })
    book.refresh()
    world.clear()
    book.refresh()
    const winners = reported.filter(({ kind }) => kind === 'winner')
    expect(winners.map(({ state }) => state)).toEqual(['open', 'closed'])
    expect(book.find('m1')).toBeNull()
    expect(book.marketsOf('m1')).toEqual([])
  })

  it('of the board are one line of each main kind, the one with the closest prices', () => {
    const { world, book } = open()
    const total = (line: number, over: number, under: number) => ({
      kind: 'total' as const,
      line,
      isSuspended: false,
      prices: { over, under },
    })
    world.set({ markets: [total(8, 1_500, 2_500), total(10, 1_900, 1_950), total(12, 2_600, 1_450)] })
    expect(summary(mainMarkets('football', book.marketsOf('m1')))).toEqual(['total 10 open'])
  })
})
