import type { Draw } from './draw.ts'
import { binomial, hasKeys, payoutOf } from './odds.ts'
import type { GameRules } from './round.ts'

/*
 * 扫雷: 25 cells hide some mines. Each open cell raises the multiple; a mine ends the round without a payout; the member
 * collects at any time after the first cell. The multiple after k cells is 0.97 divided by the probability to open k cells
 * without a mine, so every way to play returns 97 %.
 */

export const MINES_CELLS = 25
/** Numbers of mines that members choose from. */
export const MINE_COUNTS = [1, 3, 5, 10] as const
/** The round is paid at this multiple of the stake without another move. */
const MINES_CEILING = 250

export interface MinesOptions {
  readonly mines: (typeof MINE_COUNTS)[number]
}
export type MinesMove = { readonly kind: 'open'; readonly cell: number } | { readonly kind: 'collect' }

interface MinesState {
  readonly stake: number
  /** Cells with a mine, ascending. */
  readonly mines: readonly number[]
  /** Opened cells in their order; the last one may be a mine. */
  readonly open: readonly number[]
}

export interface MinesView {
  readonly mineCount: number
  readonly open: readonly number[]
  /** Cells with a mine, null while the round is open. */
  readonly mines: readonly number[] | null
  /** Minor units that collecting pays now, and those after one more cell. Null if the round does not go on. */
  readonly collectNow: number | null
  readonly collectNext: number | null
}

/** What is paid for `stake` after `opened` cells without a mine. */
export function minesPayout(stake: number, mines: number, opened: number): number {
  return payoutOf(stake, 97 * binomial(MINES_CELLS, mines), 100 * binomial(MINES_CELLS - opened, mines))
}

const GOALS = new Map<number, number>(
  MINE_COUNTS.map((mines) => {
    let opened = 1
    while (opened < MINES_CELLS - mines && minesPayout(100, mines, opened) < MINES_CEILING * 100) opened += 1
    return [mines, opened]
  }),
)

/** Number of cells after which the round is paid: the ceiling is reached, or only mines are left. */
export function minesGoal(mines: number): number {
  return GOALS.get(mines) ?? 1
}

function drawMines(count: number, draw: Draw): number[] {
  const cells = Array.from({ length: MINES_CELLS }, (_, cell) => cell)
  for (let index = 0; index < count; index += 1) {
    const other = index + draw.below(MINES_CELLS - index)
    const moved = cells[index] as number
    cells[index] = cells[other] as number
    cells[other] = moved
  }
  return cells.slice(0, count).sort((one, other) => one - other)
}

export const minesRules: GameRules<MinesState, MinesOptions, MinesMove, MinesView> = {
  game: 'mines',
  rtp: 970_000,
  stake: { min: 100, max: 50_000 },
  isOptions: (value): value is MinesOptions =>
    hasKeys(value, ['mines']) && MINE_COUNTS.some((count) => count === value.mines),
  isMove: (value): value is MinesMove =>
    (hasKeys(value, ['kind']) && value.kind === 'collect') ||
    (hasKeys(value, ['kind', 'cell']) &&
      value.kind === 'open' &&
      Number.isInteger(value.cell) &&
      (value.cell as number) >= 0 &&
      (value.cell as number) < MINES_CELLS),
  start: (stake, { mines }, draw) => ({
    state: { stake, mines: drawMines(mines, draw), open: [] },
    staked: stake,
    payout: null,
  }),
  move({ state, staked, payout }, move) {
    if (payout !== null) throw new RangeError('the round has ended')
    const { stake, mines, open } = state
    if (move.kind === 'collect') {
      if (open.length === 0) throw new RangeError('no cell is open')
      return { state, staked, payout: minesPayout(stake, mines.length, open.length) }
    }
    if (open.includes(move.cell)) throw new RangeError(`cell ${move.cell} is open`)
    const next = { ...state, open: [...open, move.cell] }
    if (mines.includes(move.cell)) return { state: next, staked, payout: 0 }
    const isGoal = next.open.length >= minesGoal(mines.length)
    return { state: next, staked, payout: isGoal ? minesPayout(stake, mines.length, next.open.length) : null }
  },
  view({ state: { stake, mines, open }, payout }) {
    const isOpen = payout === null
    return {
      mineCount: mines.length,
      open,
      mines: isOpen ? null : mines,
      collectNow: isOpen && open.length > 0 ? minesPayout(stake, mines.length, open.length) : null,
      collectNext: isOpen ? minesPayout(stake, mines.length, open.length + 1) : null,
    }
  },
}
