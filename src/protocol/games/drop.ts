import { hasKeys, payoutOf } from './odds.ts'
import type { GameRules } from './round.ts'

/*
 * 落球: a ball falls through twelve rows of pegs, left or right at each with the same probability, into one of 13 slots.
 * The slot pays. The three tables return exactly 97 %: the sum of ways times hundredths is 4096 * 97 in each.
 */

export const DROP_ROWS = 12
export const DROP_RISKS = ['low', 'medium', 'high'] as const
export type DropRisk = (typeof DROP_RISKS)[number]

/** Hundredths of the stake that each slot pays, from the edge to the middle; the other half is its mirror image. */
const HALVES: Readonly<Record<DropRisk, readonly number[]>> = {
  low: [730, 300, 150, 130, 110, 100, 48],
  medium: [2_406, 1_110, 410, 200, 110, 55, 30],
  high: [17_046, 2_420, 810, 200, 70, 20, 10],
}

/** Hundredths of the stake for slots 0 (left) to 12. */
export const DROP_MULTIPLES: Readonly<Record<DropRisk, readonly number[]>> = {
  low: mirrored(HALVES.low),
  medium: mirrored(HALVES.medium),
  high: mirrored(HALVES.high),
}

function mirrored(half: readonly number[]): readonly number[] {
  return [...half, ...half.slice(0, -1).toReversed()]
}

interface DropOptions {
  readonly risk: DropRisk
}

interface DropState {
  readonly risk: DropRisk
  /** Bit n is 1 if the ball went right at row n. */
  readonly path: number
}

export interface DropView {
  readonly risk: DropRisk
  /** For each row: true if the ball went right. */
  readonly path: readonly boolean[]
  readonly slot: number
  /** Hundredths of the stake. */
  readonly multiple: number
}

/** The slot below a path: how often the ball went right. */
function slotOf(path: number): number {
  let slot = 0
  for (let rest = path; rest > 0; rest >>= 1) slot += rest & 1
  return slot
}

export const dropRules: GameRules<DropState, DropOptions, never, DropView> = {
  game: 'drop',
  rtp: 970_000,
  stake: { min: 100, max: 50_000 },
  isOptions: (value): value is DropOptions =>
    hasKeys(value, ['risk']) && DROP_RISKS.some((risk) => risk === value.risk),
  isMove: (_value): _value is never => false,
  start(stake, { risk }, draw) {
    const path = draw.below(2 ** DROP_ROWS)
    return {
      state: { risk, path },
      staked: stake,
      payout: payoutOf(stake, DROP_MULTIPLES[risk][slotOf(path)] as number, 100),
    }
  },
  move() {
    throw new RangeError('the round has ended')
  },
  view({ state: { risk, path } }) {
    const slot = slotOf(path)
    return {
      risk,
      path: Array.from({ length: DROP_ROWS }, (_, row) => ((path >> row) & 1) === 1),
      slot,
      multiple: DROP_MULTIPLES[risk][slot] as number,
    }
  },
}
