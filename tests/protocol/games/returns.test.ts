import { describe, expect, it } from 'vitest'
import { blackjackRules } from '#protocol/games/blackjack.ts'
import { BlackjackOdds, blackjackReturn } from '#protocol/games/blackjack-odds.ts'
import { DROP_MULTIPLES, DROP_RISKS, DROP_ROWS, dropRules } from '#protocol/games/drop.ts'
import { LADDER_PLACES, LADDER_STEPS, ladderPayout, ladderRules } from '#protocol/games/ladder.ts'
import { MINE_COUNTS, MINES_CELLS, minesGoal, minesPayout, minesRules } from '#protocol/games/mines.ts'
import { binomial } from '#protocol/games/odds.ts'
import {
  FREE_FACTOR,
  FREE_SPINS,
  lineWin,
  SLOT_LINES,
  SLOT_REELS,
  SLOT_STRIPS,
  SLOT_SYMBOLS,
  slotRules,
  TICKET_PAYS,
} from '#protocol/games/slot.ts'

const millionths = (share: number) => Math.round(share * 1_000_000)
/** A stake at which no payout is rounded by more than a millionth. */
const STAKE = 100_000_000

describe('S1.9 stated return of each game, computed exactly', () => {
  it('看台转轴: all combinations of symbols on a line, and all numbers of 球票', () => {
    const counts = SLOT_STRIPS.map((strip) =>
      SLOT_SYMBOLS.map((_, symbol) => strip.filter((its) => its === symbol).length),
    )
    const ofLine = (symbols: readonly number[], ways: number): number =>
      symbols.length === SLOT_REELS
        ? ways * lineWin(symbols).tenths
        : (counts[symbols.length] ?? []).reduce(
            (sum, count, symbol) => sum + (count && ofLine([...symbols, symbol], ways * count)),
            0,
          )
    const all = SLOT_STRIPS.reduce((product, strip) => product * strip.length, 1)
    const lines = (ofLine([], 1) * SLOT_LINES.length) / 10 / all
    let tickets = [1]
    for (const strip of SLOT_STRIPS) {
      const shown = strip.filter((_, top) => [0, 1, 2].some((row) => strip[(top + row) % strip.length] === 7)).length
      const chance = shown / strip.length
      tickets = [...tickets, 0].map((its, count) => its * (1 - chance) + (tickets[count - 1] ?? 0) * chance)
    }
    const sum = (of: readonly number[]) =>
      tickets.reduce((total, chance, count) => total + chance * (of[count] ?? 0), 0)
    expect(millionths(lines * (1 + sum(FREE_SPINS) * FREE_FACTOR) + sum(TICKET_PAYS) / 10)).toBe(slotRules.rtp)
  })

  it('看台转轴 has one 球票 on each reel, so that none shows two', () => {
    expect(SLOT_STRIPS.every((strip) => strip.length === 22 && strip.filter((its) => its === 7).length === 1)).toBe(
      true,
    )
  })

  it('21点 by its best play', () => {
    expect(millionths(blackjackReturn())).toBe(blackjackRules.rtp)
    // Known points of the best play against an independent table (dealer stands on soft 17, no split).
    const against = (up: number) => new BlackjackOdds(up)
    expect(against(6).best({ total: 12, isSoft: false }, true).kind).toBe('stand')
    expect(against(2).best({ total: 12, isSoft: false }, true).kind).toBe('hit')
    expect(against(10).best({ total: 16, isSoft: false }, true).kind).toBe('hit')
    expect(against(6).best({ total: 11, isSoft: false }, true).kind).toBe('double')
    expect(against(9).best({ total: 18, isSoft: true }, true).kind).toBe('hit')
  })

  it.each(MINE_COUNTS)('扫雷 with %s mines, whenever the member collects', (mines) => {
    for (let opened = 1; opened <= minesGoal(mines); opened += 1) {
      const chance = binomial(MINES_CELLS - mines, opened) / binomial(MINES_CELLS, opened)
      expect(millionths((chance * minesPayout(STAKE, mines, opened)) / STAKE)).toBe(minesRules.rtp)
    }
  })

  it.each(LADDER_PLACES)('爬梯 with %s places, whenever the member collects', (places) => {
    for (let steps = 1; steps <= LADDER_STEPS; steps += 1) {
      const chance = ((places - 1) / places) ** steps
      expect(millionths((chance * ladderPayout(STAKE, places, steps)) / STAKE)).toBe(ladderRules.rtp)
    }
  })

  it.each(DROP_RISKS)('落球 with the table %s', (risk) => {
    const sum = DROP_MULTIPLES[risk].reduce((total, multiple, slot) => total + multiple * binomial(DROP_ROWS, slot), 0)
    expect(sum * 10_000).toBe(dropRules.rtp * 2 ** DROP_ROWS)
  })
})
