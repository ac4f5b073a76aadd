import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchName, searchForm } from '#features/search/name-match.ts'
import { parseReadings } from '#features/search/pinyin.ts'
import readingList from '#features/search/readings.json' with { type: 'json' }
import { recentSearchesAtom, withSearch } from '#features/search/search-rows.ts'
import type { SearchItem } from '#features/search/search-index.ts'
import { indexOf, search, SEARCH_GROUPS, sectionsOf } from '#features/search/search-index.ts'
import { ANCHORS, LEAGUES, TEAMS } from '#server/demo/world/teams.ts'
import { matchItems } from '#features/search/search-items.ts'
import { GALLERY_MATCHES } from '#gallery/fixtures.ts'
import { readingLines } from '../../../scripts/list-readings.mjs'

const readings = parseReadings(readingList)

const item = (name: string, more: Partial<SearchItem> = {}): SearchItem => ({
  key: name,
  group: 'match',
  title: name,
  note: '',
  end: '',
  path: '/',
  isLive: false,
  weight: 0,
  picture: null,
  names: [name],
  ...more,
})
const titles = (items: readonly SearchItem[], query: string) =>
  search(indexOf(items), query, readings).map(({ title }) => title)

/** Runs of characters with a reading. */
const names = fc.string({
  unit: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...readings.keys()) },
    fc.constantFrom(...Array.from('abK7 · ')),
  ),
  minLength: 1,
  maxLength: 8,
})
const named = names.filter((name) => searchForm(name) !== '')
/** A possible input for a name: for each character one of its readings, cut to `letters`. */
const typed = (name: string, choice: number, letters: number) =>
  Array.from(searchForm(name))
    .map((character) => {
      const all = readings.get(character) ?? [character]
      return (all[choice % all.length] ?? '').slice(0, letters)
    })
    .join('')

describe('search by name and pinyin', () => {
  it('finds 北港联 by bgl, beigang, gl, 北gang and 港联, but not by the inside of a syllable', () => {
    for (const query of ['bgl', 'beigang', 'BeiGangLian', 'bei gang', 'gl', '北gang', '港联', 'beig', 'ｂｇｌ']) {
      expect(titles([item('北港联')], query), query).toEqual(['北港联'])
    }
    for (const query of ['eigang', 'ang', 'an', 'lb', 'bgll', '', '  ', '·']) {
      expect(titles([item('北港联')], query), query).toEqual([])
    }
  })

  it('finds every item by its name, its initials and its full pinyin, in all readings', () => {
    fc.assert(
      fc.property(named, fc.nat(5), (name, choice) => {
        const items = [item(name)]
        expect(titles(items, name)).toEqual([name])
        expect(titles(items, typed(name, choice, 1))).toEqual([name])
        expect(titles(items, typed(name, choice, 6))).toEqual([name])
      }),
    )
  })

  it('finds a start and a middle part of a name, from any character on', () => {
    fc.assert(
      fc.property(named, fc.nat(7), (name, at) => {
        const characters = Array.from(searchForm(name))
        const from = at % characters.length
        const part = characters.slice(from).join('')
        const place = matchName(searchForm(name), part, readings)
        expect(place).not.toBeNull()
        if (from === 0) expect(place).toBe('whole')
      }),
    )
  })

  it('finds only what can be spelled by consecutive characters of the name', () => {
    fc.assert(
      fc.property(
        named,
        fc.string({ unit: fc.constantFrom(...Array.from('abeghilnou')), maxLength: 6 }),
        (name, query) => {
          if (query === '' || matchName(searchForm(name), query, readings) === null) return
          const first = Array.from(searchForm(name)).flatMap((character) => [
            character,
            ...(readings.get(character) ?? []),
          ])
          expect(first.some((start) => start[0] === query[0])).toBe(true)
        },
      ),
    )
  })

  it('has bounded cost for hostile input of a given length', () => {
    const long = item('安安安安安安安安安安安安安安安安')
    expect(titles([long], 'an'.repeat(16))).toEqual([long.title])
    expect(titles([long], 'na'.repeat(500))).toEqual([])
    expect(titles([long], 'a'.repeat(5_000))).toEqual([])
  })

  it('requires every word in some name of the item', () => {
    const derby = item('北港联 对 南屿', { names: ['北港联', '南屿', '海岸联赛', '楚楚讲球'] })
    expect(titles([derby], 'nanyu 海岸')).toEqual([derby.title])
    expect(titles([derby], 'nanyu 江城')).toEqual([])
  })
})

describe('the order of results', () => {
  const ended = item('北港', { key: 'ended', weight: 9 })
  const live = item('老北港', { key: 'live', isLive: true, weight: 1 })
  const prefix = item('北港联', { key: 'prefix', weight: 1 })
  const infix = item('海北港', { key: 'infix', weight: 5 })

  it('is live, whole name, start of name, part of name', () => {
    expect(titles([infix, prefix, ended, live], 'beigang')).toEqual(['老北港', '北港', '北港联', '海北港'])
  })

  it('is by weight for equal ranks, otherwise stable', () => {
    const two = [item('北一', { weight: 1 }), item('北二', { weight: 7 }), item('北三', { weight: 1 })]
    expect(titles(two, 'bei')).toEqual(['北二', '北一', '北三'])
  })

  it('contains no lost or duplicate items', () => {
    fc.assert(
      fc.property(fc.array(named, { maxLength: 12 }), fc.constantFrom('a', 'b', 'li', 'sh'), (all, query) => {
        const items = all.map((name) => item(name))
        const found = search(indexOf(items), query, readings)
        expect(new Set(found.map(({ key }) => key)).size).toBe(found.length)
        expect(found.every((hit) => items.some(({ key }) => key === hit.key))).toBe(true)
      }),
    )
  })

  it('has groups in order, each with its first items and its total', () => {
    const many = [
      ...Array.from({ length: 9 }, (_, at) => item(`北${at}`, { key: `m${at}` })),
      item('北帮助', { key: 'h', group: 'help' }),
      item('北主播', { key: 'a', group: 'anchor' }),
    ]
    const sections = sectionsOf(search(indexOf(many), 'bei', readings))
    expect(sections.map(({ group, items, total }) => [group, items.length, total])).toEqual([
      ['match', 6, 9],
      ['anchor', 1, 1],
      ['help', 1, 1],
    ])
    expect(SEARCH_GROUPS[0]).toBe('match')
  })
})

describe('the pinyin readings', () => {
  it('equal those of the library for GB 2312', () => {
    expect(readingList).toEqual(readingLines())
  })

  it('cover every character of names in the demo world', () => {
    const all = [
      ...Object.values(TEAMS).flatMap((teams) => teams.map(({ name }) => name)),
      ...Object.values(LEAGUES).map(({ name }) => name),
      ...ANCHORS.map(({ nick }) => nick),
    ].join('')
    expect(Array.from(all).filter((character) => !readings.has(character))).toEqual([])
  })

  it('ignore malformed lines', () => {
    expect([...parseReadings(['', '北', 'bei北', '7x'])]).toEqual([['北', ['bei']]])
  })
})

it('keeps the last six searches of this tab, without duplicates', () => {
  expect(recentSearchesAtom.init).toEqual([])
  const all = ['a', 'b', 'c', 'a', ' d ', 'e', 'f', 'g', '  '].reduce(withSearch, [] as readonly string[])
  expect(all).toEqual(['g', 'f', 'e', 'd', 'a', 'c'])
})

describe('what is searched', () => {
  it('S1.7 S3.32 a league is a result of its own, with its page', () => {
    const [known] = GALLERY_MATCHES.filter(({ kind }) => kind === 'football')
    const match = (eid: string, tid: string, league: string, viewers: number) => {
      return { ...known!, eid, tid, league, viewers }
    }
    const items = matchItems([match('1', 'coast', '沿海联赛', 5), match('2', 'coast', '沿海联赛', 9)], 0)
    const found = sectionsOf(search(indexOf(items), 'yhls', readings)).find(({ group }) => group === 'league')
    expect(found?.items).toMatchObject([{ title: '沿海联赛', path: '/app/league/coast', weight: 9 }])
  })
})
