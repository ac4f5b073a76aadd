import { hasKeys, payoutOf } from './odds.ts'
import type { GameRules } from './round.ts'

/*
 * 爬梯: eight steps up the stand. One of the places of each step is broken. A whole one leads a step up and raises the
 * multiple, the broken one ends the round without a payout; the member collects at any time after the first step. The
 * multiple after k steps is 0.97 divided by the probability to get there, so every way to play returns 97 %.
 */

export const LADDER_STEPS = 8
/** Places of a step that members choose from; fewer are harder. */
export const LADDER_PLACES = [4, 3, 2] as const

export interface LadderOptions {
  readonly places: (typeof LADDER_PLACES)[number]
}
export type LadderMove = { readonly kind: 'step'; readonly place: number } | { readonly kind: 'collect' }

interface LadderState {
  readonly stake: number
  readonly places: number
  /** The broken place of each step, from below. */
  readonly broken: readonly number[]
  /** Places that the member chose; the last one may be broken. */
  readonly path: readonly number[]
}

export interface LadderView {
  readonly places: number
  readonly path: readonly number[]
  /** The broken place of each step, null while the round is open. */
  readonly broken: readonly number[] | null
  /** Minor units that collecting pays now, and those after one more step. Null if the round does not go on. */
  readonly collectNow: number | null
  readonly collectNext: number | null
}

/** What is paid for `stake` after `steps` whole places. */
export function ladderPayout(stake: number, places: number, steps: number): number {
  return payoutOf(stake * 97, places ** steps, 100 * (places - 1) ** steps)
}

export const ladderRules: GameRules<LadderState, LadderOptions, LadderMove, LadderView> = {
  game: 'ladder',
  rtp: 970_000,
  stake: { min: 100, max: 50_000 },
  isOptions: (value): value is LadderOptions =>
    hasKeys(value, ['places']) && LADDER_PLACES.some((places) => places === value.places),
  isMove: (value): value is LadderMove =>
    (hasKeys(value, ['kind']) && value.kind === 'collect') ||
    (hasKeys(value, ['kind', 'place']) &&
      value.kind === 'step' &&
      Number.isInteger(value.place) &&
      (value.place as number) >= 0 &&
      (value.place as number) < LADDER_PLACES[0]),
  start(stake, { places }, draw) {
    const broken: number[] = []
    for (let step = 0; step < LADDER_STEPS; step += 1) broken.push(draw.below(places))
    return { state: { stake, places, broken, path: [] }, staked: stake, payout: null }
  },
  move({ state, staked, payout }, move) {
    if (payout !== null) throw new RangeError('the round has ended')
    const { stake, places, broken, path } = state
    if (move.kind === 'collect') {
      if (path.length === 0) throw new RangeError('no step is taken')
      return { state, staked, payout: ladderPayout(stake, places, path.length) }
    }
    if (move.place >= places) throw new RangeError(`place ${move.place} of ${places}`)
    const next = { ...state, path: [...path, move.place] }
    if (broken[path.length] === move.place) return { state: next, staked, payout: 0 }
    const isTop = next.path.length === LADDER_STEPS
    return { state: next, staked, payout: isTop ? ladderPayout(stake, places, LADDER_STEPS) : null }
  },
  view({ state: { stake, places, broken, path }, payout }) {
    const isOpen = payout === null
    return {
      places,
      path,
      broken: isOpen ? null : broken,
      collectNow: isOpen && path.length > 0 ? ladderPayout(stake, places, path.length) : null,
      collectNext: isOpen ? ladderPayout(stake, places, path.length + 1) : null,
    }
  },
}
