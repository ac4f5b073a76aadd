import { E_GAMES, type EGame } from '#protocol/games/round.ts'
import { rulesOf } from '#protocol/games/rules.ts'
import { fastDraw, GAMES } from '../support/game-players.ts'
import type { Bench } from './harness/figures.ts'

export const RTP_ROUNDS = 10_000_000
/** Half-width of the interval that holds 99 % of the results, in standard errors. */
export const WITHIN_99 = 2.576

/** A game or table for this bench. */
export interface Simulated {
  readonly name: string
  /** Stated return in millionths. */
  readonly rtp: number
  /** Function that plays a round. */
  readonly round: () => { readonly staked: number; readonly payout: number }
}

export interface Simulation {
  /** Return of all rounds, in millionths. */
  readonly rtp: number
  /** Distance to the stated return in standard errors of the result. */
  readonly errors: number
  readonly seconds: number
}

/** Plays rounds on the processor of this process. */
export function simulate({ rtp, round }: Omit<Simulated, 'name'>, rounds: number): Simulation {
  const start = performance.now()
  const stated = rtp / 1_000_000
  let staked = 0
  let payout = 0
  let squares = 0
  for (let count = 0; count < rounds; count += 1) {
    const one = round()
    staked += one.staked
    payout += one.payout
    const gain = one.payout - stated * one.staked
    squares += gain * gain
  }
  const gain = payout - stated * staked
  return {
    rtp: Math.round((payout / staked) * 1_000_000),
    errors: Math.abs(gain) / Math.sqrt(squares - (gain * gain) / rounds),
    seconds: (performance.now() - start) / 1_000,
  }
}

/** A game with a player who chooses options, cells and steps at random, and the best move in 21点. */
export function simulatedGame(name: EGame, seed: number): Simulated {
  const game = GAMES.find(({ game }) => game === name)
  if (game === undefined) throw new Error(`no game ${name}`)
  const draw = fastDraw(seed)
  const choices = fastDraw(seed + 1)
  const pick = (limit: number) => choices.below(limit)
  // Rounded payouts are rarer than one in a hundred thousand of this stake.
  const stake = 10_000
  return {
    name,
    rtp: rulesOf(name).rtp,
    round() {
      const options = game.options[pick(game.options.length)]
      let step = game.rules.start(stake, options, draw)
      while (step.payout === null) step = game.rules.move(step, game.nextMove(game.rules.view(step), pick))
      return { staked: step.staked, payout: step.payout }
    },
  }
}

const SEED = 20_261_129
const SIMULATED: readonly Simulated[] = E_GAMES.map((game) => simulatedGame(game, SEED))

/** Return of ten million rounds of each game. */
export const rtpBench: Bench = {
  name: 'rtp',
  about: 'ten million simulated rounds of each game: distance of the return from the stated one in standard errors',
  figures: Object.fromEntries(
    SIMULATED.flatMap(({ name }) => [
      [name, { unit: 'score', atMost: WITHIN_99 }],
      [`${name} time`, { unit: 's', atMost: 60 }],
    ]),
  ),
  defaultRuns: 1,
  run: () => {
    const results = SIMULATED.map((one) => ({ name: one.name, ...simulate(one, RTP_ROUNDS) }))
    for (const { name, rtp } of results) console.log(`${name}: ${rtp / 10_000} %`)
    return Promise.resolve(
      Object.fromEntries(
        results.flatMap(({ name, errors, seconds }) => [
          [name, errors],
          [`${name} time`, seconds],
        ]),
      ),
    )
  },
}
