import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bigColumns, ROAD_ROWS, type RoadCell, roadsOf } from '#protocol/games/tables/roads.ts'
import type { RoadRound } from '#protocol/games/tables/table-rules.ts'

const WINNERS = { B: 'first', P: 'second', T: 'tie' } as const
/** Rounds of a hand-made shoe: B banker, P player, T tie. */
const shoe = (text: string): RoadRound[] =>
  text.split('').map((letter) => ({ winner: WINNERS[letter as keyof typeof WINNERS], pairs: [false, false] }))
const places = (cells: readonly RoadCell<unknown>[]) => cells.map(({ column, row }) => `${column}.${row}`).join(' ')
const colours = (cells: readonly RoadCell<string>[]) => cells.map(({ value }) => (value === 'red' ? 'r' : 'b')).join('')

describe('S1.8 roads of hand-made shoes', () => {
  it('draws 珠盘路 column by column with ties', () => {
    const { bead } = roadsOf(shoe('BPTBPTB'))
    expect(places(bead)).toBe('0.0 0.1 0.2 0.3 0.4 0.5 1.0')
    expect(bead.map(({ value }) => value.winner)).toEqual(['first', 'second', 'tie', 'first', 'second', 'tie', 'first'])
  })

  it('draws 大路 with a column per streak and counts ties at the entry before them', () => {
    const { big } = roadsOf(shoe('TBBTTPTB'))
    expect(places(big)).toBe('0.0 0.1 1.0 2.0')
    expect(big.map(({ value }) => value.ties)).toEqual([1, 2, 1, 0])
  })

  it('bends a long streak to the right, and the next one below its tail before it', () => {
    expect(places(roadsOf(shoe('BBBBBBBBPPPPPPP')).big)).toBe(
      '0.0 0.1 0.2 0.3 0.4 0.5 1.5 2.5 1.0 1.1 1.2 1.3 1.4 2.4 3.4',
    )
  })

  it('begins the next streak in the first free column of the first row', () => {
    // Tails of earlier streaks leave the streaks after them fewer rows, until one bends in the first row.
    const long = 'B'.repeat(12) + 'P'.repeat(11) + 'B'.repeat(10) + 'P'.repeat(9) + 'B'.repeat(8) + 'P'.repeat(7) + 'B'
    const { big } = roadsOf(shoe(long))
    const last = big.filter(({ row }) => row === 0)
    expect(places(last.slice(-3))).toBe('10.0 11.0 12.0')
    expect(new Set(places(big).split(' ')).size).toBe(long.length)
  })

  // Columns of 大路: 3, 2, 1, 1, 2, 3.
  it.each([
    ['大眼仔', 'bigEye', 'rbbrbbrb'],
    ['小路', 'small', 'bbbbbr'],
    ['曱甴路', 'cockroach', 'brrbr'],
  ] as const)('colours %s by the lengths of columns', (_, road, expected) => {
    expect(colours(roadsOf(shoe('BBBPPBPBBPPP'))[road])).toBe(expected)
  })

  // Columns 1, 1, 1, 1, 1, 1: all regular.
  it('colours a shoe of single results red', () => {
    const roads = roadsOf(shoe('BPBPBP'))
    expect(colours(roads.bigEye)).toBe('rrrr')
    expect(colours(roads.small)).toBe('rrr')
    expect(colours(roads.cockroach)).toBe('rr')
  })

  it('starts 大眼仔 at the second entry of the second column, or at the first of the third', () => {
    expect(roadsOf(shoe('BBB')).bigEye).toEqual([])
    expect(roadsOf(shoe('BBBP')).bigEye).toEqual([])
    expect(colours(roadsOf(shoe('BBBPP')).bigEye)).toBe('r')
    expect(colours(roadsOf(shoe('BBBPB')).bigEye)).toBe('b')
  })

  it('turns blue one row below the compared column and red again after it', () => {
    // Columns 1 and 4: row 2 is compared with an empty cell below an entry, rows 3 and 4 with empty ones below empty ones.
    expect(colours(roadsOf(shoe('BPPPP')).bigEye)).toBe('brr')
  })

  it('ignores ties in the derived roads', () => {
    const [with_, without] = [roadsOf(shoe('BTBBTPPTBPBBTPPPT')), roadsOf(shoe('BBBPPBPBBPPP'))]
    expect([with_.bigEye, with_.small, with_.cockroach]).toEqual([without.bigEye, without.small, without.cockroach])
  })
})

describe('roads of any shoe', () => {
  const rounds = fc.array(fc.constantFrom('B', 'P', 'T'), { maxLength: 90 }).map((list) => shoe(list.join('')))

  it('have a cell of their own for every entry, within their rows', () => {
    fc.assert(
      fc.property(rounds, (list) => {
        const roads = roadsOf(list)
        for (const cells of Object.values(roads) as (readonly RoadCell<unknown>[])[]) {
          expect(new Set(cells.map(({ column, row }) => column * ROAD_ROWS + row)).size).toBe(cells.length)
          expect(cells.every(({ row, column }) => row >= 0 && row < ROAD_ROWS && column >= 0)).toBe(true)
        }
      }),
    )
  })

  it('keep all rounds: entries and their ties', () => {
    fc.assert(
      fc.property(rounds, (list) => {
        const won = list.filter(({ winner }) => winner !== 'tie').length
        const entries = bigColumns(list).flat()
        expect(entries.length).toBe(won)
        if (won > 0) expect(entries.reduce((sum, { ties }) => sum + ties, 0)).toBe(list.length - won)
      }),
    )
  })

  it('do not change earlier entries by a further round', () => {
    fc.assert(
      fc.property(rounds, fc.constantFrom('B', 'P', 'T'), (list, next) => {
        const [before, after] = [roadsOf(list), roadsOf([...list, ...shoe(next)])]
        for (const road of ['bigEye', 'small', 'cockroach', 'bead'] as const) {
          expect(after[road].slice(0, before[road].length)).toEqual(before[road])
        }
        expect(places(after.big.slice(0, before.big.length))).toBe(places(before.big))
      }),
    )
  })
})
