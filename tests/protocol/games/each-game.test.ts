import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blackjackRules, type BlackjackState, totalOf } from '#protocol/games/blackjack.ts'
import type { Draw } from '#protocol/games/draw.ts'
import { dropRules } from '#protocol/games/drop.ts'
import { LADDER_PLACES, LADDER_STEPS, ladderPayout, ladderRules } from '#protocol/games/ladder.ts'
import { MINE_COUNTS, MINES_CELLS, minesGoal, minesPayout, minesRules } from '#protocol/games/mines.ts'
import { payoutOf } from '#protocol/games/odds.ts'
import { lineWin, SLOT_MAX_MULTIPLE, SLOT_STRIPS, slotRules, slotSpin } from '#protocol/games/slot.ts'

/** Draws the given numbers, then zeros. */
const drawing = (...numbers: number[]): Draw => ({ below: () => numbers.shift() ?? 0 })
const cell = (cell: number) => ({ kind: 'open', cell }) as const
const collect = { kind: 'collect' } as const

describe('S1.9 payouts', () => {
  it('are rounded down, exactly, also above the safe integers', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat(1_000_000_000), fc.integer({ min: 1, max: 1_000_000 }), (stake, up, down) => {
        const exact = (BigInt(stake) * BigInt(up)) / BigInt(down)
        expect(payoutOf(stake, up, down)).toBe(Number(exact))
      }),
    )
  })
})

describe('S1.9 扫雷', () => {
  it('ends without a payout on a mine, and shows the mines then', () => {
    const start = minesRules.start(1_000, { mines: 1 }, drawing(7))
    expect(minesRules.view(start)).toMatchObject({ mines: null, collectNow: null, collectNext: 1_010 })
    const hit = minesRules.move(minesRules.move(start, cell(3)), cell(7))
    expect(hit).toMatchObject({ staked: 1_000, payout: 0 })
    expect(minesRules.view(hit)).toMatchObject({ mines: [7], open: [3, 7], collectNow: null })
  })

  it('refuses an open cell and collecting before the first one', () => {
    const start = minesRules.start(1_000, { mines: 3 }, drawing(7))
    expect(() => minesRules.move(start, collect)).toThrow(RangeError)
    const step = minesRules.move(start, cell(3))
    expect(() => minesRules.move(step, cell(3))).toThrow(RangeError)
    expect(minesRules.move(step, collect).payout).toBe(payoutOf(1_000, 97 * 25, 100 * 22))
  })

  it.each(MINE_COUNTS)('with %s mines pays by itself once the ceiling or the last free cell is reached', (mines) => {
    let step = minesRules.start(100, { mines }, drawing())
    // Without chance the mines are the first cells.
    for (let next = MINES_CELLS - 1; step.payout === null; next -= 1) step = minesRules.move(step, cell(next))
    expect(step.state.open).toHaveLength(minesGoal(mines))
    expect(step.payout).toBe(minesPayout(100, mines, minesGoal(mines)))
    expect(minesPayout(minesRules.stake.max, mines, minesGoal(mines))).toBeLessThan(50_000_000)
  })
})

describe('S1.9 爬梯', () => {
  it('ends at a broken place and shows them then', () => {
    const start = ladderRules.start(1_000, { places: 3 }, drawing(1, 2))
    expect(ladderRules.view(start)).toMatchObject({ broken: null, collectNext: ladderPayout(1_000, 3, 1) })
    const fallen = ladderRules.move(ladderRules.move(start, { kind: 'step', place: 0 }), { kind: 'step', place: 2 })
    expect(fallen.payout).toBe(0)
    expect(ladderRules.view(fallen).broken).toHaveLength(LADDER_STEPS)
  })

  it.each(LADDER_PLACES)('with %s places pays at the top, and refuses a place that is not there', (places) => {
    let step = ladderRules.start(100, { places }, drawing())
    expect(() => ladderRules.move(step, { kind: 'step', place: places })).toThrow(RangeError)
    expect(() => ladderRules.move(step, collect)).toThrow(RangeError)
    for (let count = 0; count < LADDER_STEPS; count += 1) step = ladderRules.move(step, { kind: 'step', place: 1 })
    expect(step.payout).toBe(ladderPayout(100, places, LADDER_STEPS))
  })
})

describe('S1.9 落球', () => {
  it('pays the slot below the path', () => {
    const left = dropRules.start(1_000, { risk: 'high' }, drawing(0))
    expect(left.payout).toBe(170_460)
    expect(dropRules.view(left)).toMatchObject({ slot: 0, multiple: 17_046 })
    expect(dropRules.view(dropRules.start(1_000, { risk: 'low' }, drawing(0b101)))).toMatchObject({
      slot: 2,
      multiple: 150,
    })
  })
})

describe('S1.9 看台转轴', () => {
  it('counts 看台座 as any symbol but 球票, from the left', () => {
    expect(lineWin([0, 1, 1, 2, 1])).toEqual({ symbol: 1, count: 3, tenths: 20 })
    expect(lineWin([2, 0, 2, 2, 0])).toEqual({ symbol: 2, count: 5, tenths: 250 })
    expect(lineWin([0, 0, 7, 1, 1]).tenths).toBe(0)
    expect(lineWin([0, 0, 0, 7, 1])).toEqual({ symbol: 1, count: 3, tenths: 20 })
    expect(lineWin([7, 0, 0, 0, 0]).tenths).toBe(0)
    expect(lineWin([3, 3, 0, 7, 3])).toEqual({ symbol: 3, count: 3, tenths: 10 })
    expect(lineWin([0, 0, 0, 0, 0])).toEqual({ symbol: 1, count: 5, tenths: 500 })
    expect(lineWin([6, 6, 5, 6, 6]).tenths).toBe(0)
    expect(lineWin([0, 0, 0, 5, 2])).toEqual({ symbol: 1, count: 3, tenths: 20 })
    expect(lineWin([0, 0, 0, 5, 5])).toEqual({ symbol: 5, count: 5, tenths: 60 })
  })

  it('gives free spins for three 球票, whose lines pay twice and give no further ones', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(21)), (stops) => {
        const step = slotRules.start(1_000, {}, { below: () => stops.next().value as number })
        const { spins } = slotRules.view(step)
        expect(spins).toHaveLength(1 + (spins[0]?.freeSpins ?? 0))
        expect(spins.slice(1).every(({ isFree, freeSpins }) => isFree && freeSpins === 0)).toBe(true)
        expect(step.payout).toBe(spins.reduce((sum, { tenths }) => sum + tenths, 0) * 100)
      }),
    )
    const tickets = SLOT_STRIPS.map((strip, reel) => (strip.indexOf(7) + (reel < 3 ? 0 : 1)) % 22)
    const three = slotSpin(tickets, false)
    expect(three.wins.find(({ line }) => line === null)).toMatchObject({ count: 3, tenths: 10 })
    expect(three.freeSpins).toBe(8)
    expect(slotSpin(tickets, true).freeSpins).toBe(0)
    expect(slotRules.stake.max * SLOT_MAX_MULTIPLE).toBeLessThan(50_000_000)
  })
})

describe('S1.9 21点', () => {
  const ten = 9
  const start = (...cards: number[]) => blackjackRules.start(1_000, {}, drawing(...cards))

  it('pays a first hand of 21 with 3 to 2, and returns the stake if the dealer has one too', () => {
    expect(start(0, ten, 5, 5).payout).toBe(2_500)
    expect(start(0, ten, 0, ten).payout).toBe(1_000)
    expect(start(8, 8, ten, 0).payout).toBe(0)
  })

  it('hides the second card of the dealer and all that follow while the round is open', () => {
    const open = start(8, 8, 5, 6)
    expect(blackjackRules.view(open)).toMatchObject({ dealer: [5], dealerTotal: 6, result: null })
    expect(blackjackRules.view(blackjackRules.move(open, { kind: 'stand' })).dealer.length).toBeGreaterThan(1)
  })

  it('doubles the stake once, on two cards', () => {
    const doubled = blackjackRules.move(start(4, 5, 9, 6, ten), { kind: 'double' })
    expect(doubled).toMatchObject({ staked: 2_000, payout: 4_000 })
    const third = blackjackRules.move(start(1, 1, 9, 6, 2), { kind: 'hit' })
    expect(blackjackRules.view(third).moves).toEqual(['hit', 'stand'])
    expect(() => blackjackRules.move(third, { kind: 'double' })).toThrow(RangeError)
  })

  it('stops at 21 and above, and the dealer does not draw then', () => {
    const bust = blackjackRules.move(start(ten, 5, 9, 5, ten), { kind: 'hit' })
    expect(bust).toMatchObject({ payout: 0 })
    expect(blackjackRules.view(bust)).toMatchObject({ result: 'bust', dealer: [9, 5] })
  })

  it('never runs out of cards', () => {
    const aces: BlackjackState = start(0, 0, 0, 0).state
    expect(aces.playerNext).toHaveLength(18)
    let step = start(0, 0, 5, 5, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    while (step.payout === null) step = blackjackRules.move(step, { kind: 'hit' })
    expect(step.state.player).toHaveLength(20)
    expect(totalOf(step.state.player).total).toBe(21)
  })
})
