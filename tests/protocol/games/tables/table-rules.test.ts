import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baccarat, baccaratValue } from '#protocol/games/tables/baccarat.ts'
import { dragonTiger } from '#protocol/games/tables/dragon-tiger.ts'
import { type Card, SHOE_CARDS } from '#protocol/games/tables/shoe.ts'
import {
  type BetSide,
  returnOf,
  roundLetter,
  roundsOf,
  type TableOutcome,
  type TableRules,
} from '#protocol/games/tables/table-rules.ts'
import { LIVE_TABLES, sideOf, tableOf, tableRules } from '#protocol/games/tables/tables.ts'

const RANKS = 'A23456789TJQK'
const SUITS = 'SHCD'
const card = (name: string): Card => SUITS.indexOf(name[1] ?? 'S') * 13 + RANKS.indexOf(name[0] ?? '')
const deal = (rules: TableRules, names: string) => {
  const cards = names.split(' ').map(card)
  const dealt = rules.deal((index) => cards[index] ?? Number.NaN)
  return { ...dealt, used: dealt.cards.length }
}
const side = (rules: TableRules, id: string): BetSide => {
  const found = rules.sides.find((one) => one.id === id)
  if (!found) throw new Error(id)
  return found
}
const cards = fc.array(fc.integer({ min: 0, max: 51 }), { minLength: 6, maxLength: 6 })

describe('S1.8 third cards of 百家乐', () => {
  it.each([
    // Player, banker, player, banker, then the third cards.
    ['a natural 8 ends the round', '3S 2S 5S 5H 9S', 4, [7, 8], 'second'],
    ['a natural 9 of the banker ends the round', 'KS 4S 2S 5H 9S', 4, [9, 2], 'first'],
    ['both stand on 6 and 7', '2S 3S 4S 4H 9S', 4, [7, 6], 'first'],
    ['the player draws on 5, the banker with 7 stands', '2S 3S 3S 4H 9S 9H', 5, [7, 4], 'first'],
    ['the banker draws on 5 if the player stands', '2S 2H 4S 3S 4C', 5, [9, 6], 'first'],
    ['the banker stands on 6 if the player stands', '3S 2H 4S 4H 4C', 4, [6, 7], 'second'],
    ['a banker of 3 stands after an 8', 'KS KH 2S 3H 8S 9H', 5, [3, 0], 'first'],
    ['a banker of 3 draws after a 9', 'KS KH 2S 3H 9S 5H', 6, [8, 1], 'first'],
    ['a banker of 4 stands after an ace', 'KS KH 2S 4H AS 9H', 5, [4, 3], 'first'],
    ['a banker of 5 draws after a 4', 'KS KH 2S 5H 4S KD', 6, [5, 6], 'second'],
    ['a banker of 6 draws after a 6', 'KS KH 2S 6H 6S AD', 6, [7, 8], 'second'],
    ['a banker of 6 stands after a 5', 'KS KH AS 6H 5S AD', 5, [6, 6], 'tie'],
  ])('%s', (_, names, used, points, winner) => {
    const dealt = deal(baccarat, names)
    expect(dealt.used).toBe(used)
    expect(dealt.outcome).toMatchObject({ points, winner })
  })

  it('deals four to six cards with the points of the hands', () => {
    fc.assert(
      fc.property(cards, (drawn) => {
        const dealt = baccarat.deal((index) => drawn[index] ?? Number.NaN)
        expect(dealt.cards.map((one) => one.card)).toEqual(drawn.slice(0, dealt.cards.length))
        const points = (hand: string) =>
          dealt.cards.reduce((sum, one) => (one.hand === hand ? sum + baccaratValue(one.card) : sum), 0) % 10
        expect(dealt.outcome.points).toEqual([points('first'), points('second')])
      }),
    )
  })
})

describe('S1.8 returns of table bets', () => {
  const outcome = (values: Partial<TableOutcome>): TableOutcome => ({
    winner: 'tie',
    points: [0, 0],
    pairs: [false, false],
    isSuited: false,
    ...values,
  })

  it.each([
    [baccarat, 'banker', { winner: 'first' }, 1_000, 1_950],
    [baccarat, 'banker', { winner: 'first' }, 101, 196],
    [baccarat, 'banker', { winner: 'tie' }, 1_000, 1_000],
    [baccarat, 'banker', { winner: 'second' }, 1_000, 0],
    [baccarat, 'player', { winner: 'second' }, 1_000, 2_000],
    [baccarat, 'player', { winner: 'tie' }, 1_000, 1_000],
    [baccarat, 'tie', { winner: 'tie' }, 1_000, 9_000],
    [baccarat, 'banker-pair', { pairs: [true, false] }, 1_000, 12_000],
    [baccarat, 'player-pair', { pairs: [true, false] }, 1_000, 0],
    [dragonTiger, 'dragon', { winner: 'first' }, 1_000, 2_000],
    [dragonTiger, 'tiger', { winner: 'tie' }, 1_001, 500],
    [dragonTiger, 'tie', { winner: 'tie' }, 1_000, 12_000],
    [dragonTiger, 'suited-tie', { isSuited: true }, 1_000, 51_000],
    [dragonTiger, 'suited-tie', { winner: 'tie' }, 1_000, 0],
  ] as const)('%o pays %s', (rules, id, values, stake, expected) => {
    expect(returnOf(side(rules, id), stake, outcome(values))).toBe(expected)
  })

  it('decides 龙虎 by rank, with the ace as the lowest, and a suited tie by suit', () => {
    expect(deal(dragonTiger, 'AS 2S').outcome.winner).toBe('second')
    expect(deal(dragonTiger, 'KS QS').outcome.winner).toBe('first')
    expect(deal(dragonTiger, '7S 7H').outcome).toMatchObject({ winner: 'tie', isSuited: false })
    expect(deal(dragonTiger, '7S 7S').outcome).toMatchObject({ winner: 'tie', isSuited: true })
  })

  it('states the exact returns of 百家乐 over all values of six cards from 8 decks', () => {
    const returned = new Map(['banker', 'player', 'tie'].map((id) => [id, 0]))
    const left: number[] = Array.from({ length: 10 }, (_, value) => (value === 0 ? 128 : 32))
    const drawn: number[] = []
    // A card of each value: ten for 0.
    const cardOf = (index: number): Card => ((drawn[index] ?? 0) + 9) % 10
    const walk = (chance: number) => {
      if (drawn.length === 6) {
        const { outcome: result } = baccarat.deal(cardOf)
        for (const [id, sum] of returned) {
          returned.set(id, sum + chance * returnOf(side(baccarat, id), 1_000_000, result))
        }
        return
      }
      for (let value = 0; value < 10; value += 1) {
        const count = left[value] ?? 0
        left[value] = count - 1
        drawn.push(value)
        walk((chance * count) / (SHOE_CARDS - drawn.length + 1))
        drawn.pop()
        left[value] = count
      }
    }
    walk(1)
    for (const [id, sum] of returned) expect(Math.round(sum)).toBe(side(baccarat, id).rtp)
  })

  it('states the exact returns of pairs and of 龙虎', () => {
    const [pair, suited] = [31 / 415, 7 / 415]
    const rtp = (rules: TableRules, id: string) => side(rules, id).rtp / 1e6
    expect(rtp(baccarat, 'banker-pair')).toBeCloseTo(12 * pair, 6)
    expect(rtp(baccarat, 'player-pair')).toBeCloseTo(12 * pair, 6)
    expect(rtp(dragonTiger, 'dragon')).toBeCloseTo(1 - pair + pair / 2, 6)
    expect(rtp(dragonTiger, 'tiger')).toBeCloseTo(1 - pair + pair / 2, 6)
    expect(rtp(dragonTiger, 'tie')).toBeCloseTo(12 * pair, 6)
    expect(rtp(dragonTiger, 'suited-tie')).toBeCloseTo(51 * suited, 6)
  })

  it('never returns a fraction, less than nothing, or more than the stated odds', () => {
    fc.assert(
      fc.property(cards, fc.integer({ min: 1, max: 5_000_000 }), (drawn, stake) => {
        for (const rules of [baccarat, dragonTiger]) {
          const { outcome: result } = rules.deal((index) => drawn[index] ?? Number.NaN)
          for (const one of rules.sides) {
            const returned = returnOf(one, stake, result)
            expect(Number.isSafeInteger(returned)).toBe(true)
            expect(returned).toBeGreaterThanOrEqual(0)
            expect(returned).toBeLessThanOrEqual(stake + (stake * one.pays[0]) / one.pays[1])
          }
        }
      }),
    )
  })
})

describe('history of a shoe', () => {
  it('keeps winner and pairs of every round', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            winner: fc.constantFrom('first' as const, 'second' as const, 'tie' as const),
            pairs: fc.tuple(fc.boolean(), fc.boolean()),
          }),
        ),
        (rounds) => {
          expect(roundsOf(rounds.map(roundLetter).join(''))).toEqual(rounds)
        },
      ),
    )
  })

  it('leaves out letters that it does not know', () => {
    expect(roundsOf('a?z')).toEqual([{ winner: 'first', pairs: [false, false] }])
  })
})

describe('tables of the venue', () => {
  it('have their own ids, and sides of their game', () => {
    expect(new Set(LIVE_TABLES.map(({ tableId }) => tableId)).size).toBe(LIVE_TABLES.length)
    for (const { tableId, game, min, max } of LIVE_TABLES) {
      expect(tableOf(tableId)?.game).toBe(game)
      expect(tableRules(game).game).toBe(game)
      expect(min).toBeLessThan(max)
      expect(sideOf(game, 'tie')?.id).toBe('tie')
    }
    expect(tableOf('none')).toBeNull()
    expect(sideOf('baccarat', 'dragon')).toBeNull()
  })
})
