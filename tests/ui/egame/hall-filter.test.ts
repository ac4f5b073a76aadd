import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GAME_TAGS } from '#protocol/games/catalogue.ts'
import {
  gameKey,
  HALL_TABS,
  type HallFilter,
  readHallFilter,
  shownGames,
  withHallFilter,
} from '#features/egame/hall-filter.ts'
import { GAMES } from './egame-fixtures.ts'

const filters: fc.Arbitrary<HallFilter> = fc.record({
  tab: fc.constantFrom(...HALL_TABS),
  brand: fc.constantFrom('', 'terrace', 'lamplight', 'nobody'),
  tag: fc.constantFrom(null, ...GAME_TAGS),
  keyword: fc.constantFrom('', '看台', 'SLOT', '21', '没有'),
})

it('a filter of the hall survives the URL, and other parameters stay', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      const search = withHallFilter(new URLSearchParams('siteId=5001'), filter)
      expect(search.get('siteId')).toBe('5001')
      expect(readHallFilter(search)).toEqual(filter)
    }),
  )
  const unknown = readHallFilter(new URLSearchParams(`tab=x&tag=y&name=${'a'.repeat(99)}`))
  expect(unknown).toEqual({ tab: 'all', brand: '', tag: null, keyword: 'a'.repeat(24) })
})

it('shows each matching game once; hot games have rounds, most first', () => {
  fc.assert(
    fc.property(filters, fc.array(fc.constantFrom('YBDZ/slot', 'YBDZ/drop', 'X/gone')), (filter, favourites) => {
      const shown = shownGames(GAMES, filter, { favourites, recent: ['看台落球', '看台落球', '已下线'] })
      expect(new Set(shown).size).toBe(shown.length)
      for (const game of shown) {
        if (filter.brand !== '') expect(game.brand).toBe(filter.brand)
        if (filter.tag !== null) expect(game.tags).toContain(filter.tag)
        if (filter.tab === 'favourites') expect(favourites).toContain(gameKey(game))
        if (filter.tab === 'hot') expect(game.rounds).toBeGreaterThan(0)
      }
      const rounds = shown.map((game) => game.rounds)
      if (filter.tab === 'hot') expect(rounds).toEqual(rounds.toSorted((one, other) => other - one))
    }),
  )
})
