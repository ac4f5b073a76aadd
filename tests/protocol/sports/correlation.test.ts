import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { correlatedSelections, correlationOf } from '#protocol/sports/correlation.ts'
import { parseSelectionId, selectionId } from '#protocol/sports/market-keys.ts'
import { anyLeg } from './facts-support.ts'

const anySelection = fc
  .tuple(fc.constantFrom('m1', 'm2', 'm3'), anyLeg('football'))
  .map(([matchId, { kind, line, outcome }]) => selectionId({ matchId, kind, line }, outcome))

describe('selections of a 串关', () => {
  it.each([
    ['m1.winner.0.home', 'm1.winner.0.home', 'same-selection'],
    ['m1.winner.0.home', 'm1.winner.0.away', 'same-market'],
    ['m1.handicap.-3.home', 'm1.handicap.-2.home', 'same-match'],
    ['m1.winner.0.home', 'm2.winner.0.home', null],
    ['m1.winner.0.home', 'nothing', null],
  ])('%s and %s: %s', (one, other, reason) => {
    expect(correlationOf(one, other)).toBe(reason)
  })

  it('can be combined if each is of another match', () => {
    fc.assert(
      fc.property(fc.array(anySelection, { minLength: 1, maxLength: 8 }), (selections) => {
        const matches = selections.map((selection) => parseSelectionId(selection)!.matchId)
        const repeated = selections.filter((_, index) => matches.filter((match) => match === matches[index]).length > 1)
        expect(correlatedSelections(selections).map(({ selection }) => selection)).toEqual(repeated)
      }),
    )
  })

  it('names the closest relation', () => {
    const found = correlatedSelections(['m1.parity.0.odd', 'm1.winner.0.home', 'm1.winner.0.draw'])
    expect(found.map(({ other, reason }) => [other, reason])).toEqual([
      ['m1.winner.0.home', 'same-match'],
      ['m1.winner.0.draw', 'same-market'],
      ['m1.winner.0.home', 'same-market'],
    ])
  })
})
