import type { Draw } from '#protocol/games/draw.ts'
import { type BlackjackView, pointsOf } from '#protocol/games/blackjack.ts'
import { BlackjackOdds } from '#protocol/games/blackjack-odds.ts'
import { DROP_RISKS } from '#protocol/games/drop.ts'
import { LADDER_PLACES, LADDER_STEPS, type LadderView } from '#protocol/games/ladder.ts'
import { MINE_COUNTS, MINES_CELLS, type MinesView } from '#protocol/games/mines.ts'
import { E_GAMES, type EGame, type RoundStep } from '#protocol/games/round.ts'
import { type AnyRules, rulesOf } from '#protocol/games/rules.ts'

/** A player who sees what a member sees. `pick(n)` chooses a number below n. */
interface Player {
  readonly options: readonly unknown[]
  nextMove(view: unknown, pick: (limit: number) => number): unknown
}

const odds = Array.from({ length: 11 }, (_, up) => new BlackjackOdds(Math.max(1, up)))

/** Plays 21点 in the best way, because its stated return is that of the best play. */
function bestMove(view: BlackjackView) {
  const hand = { total: view.playerTotal, isSoft: view.isSoft }
  return { kind: odds[pointsOf(view.dealer[0] as number)]!.best(hand, view.moves.includes('double')).kind }
}

const PLAYERS: Readonly<Record<EGame, Player>> = {
  slot: { options: [{}], nextMove: () => null },
  drop: { options: DROP_RISKS.map((risk) => ({ risk })), nextMove: () => null },
  blackjack: { options: [{}], nextMove: (view) => bestMove(view as BlackjackView) },
  mines: {
    options: MINE_COUNTS.map((mines) => ({ mines })),
    nextMove(view, pick) {
      const { open } = view as MinesView
      if (open.length > 0 && pick(3) === 0) return { kind: 'collect' }
      for (;;) {
        const cell = pick(MINES_CELLS)
        if (!open.includes(cell)) return { kind: 'open', cell }
      }
    },
  },
  ladder: {
    options: LADDER_PLACES.map((places) => ({ places })),
    nextMove(view, pick) {
      const { path, places } = view as LadderView
      if (path.length > 0 && pick(LADDER_STEPS) < 3) return { kind: 'collect' }
      return { kind: 'step', place: pick(places) }
    },
  },
}

export interface Played {
  readonly step: RoundStep<unknown>
  readonly moves: readonly unknown[]
  /** Views from the start to the end. */
  readonly views: readonly unknown[]
}

export const GAMES: readonly (Player & { readonly game: EGame; readonly rules: AnyRules })[] = E_GAMES.map((game) => ({
  game,
  rules: rulesOf(game),
  ...PLAYERS[game],
}))

/** Plays a round to its end. */
export function play(
  game: (typeof GAMES)[number],
  { stake, options, draw, pick }: { stake: number; options: unknown; draw: Draw; pick: (limit: number) => number },
): Played {
  const { rules } = game
  let step = rules.start(stake, options, draw)
  const moves: unknown[] = []
  const views = [rules.view(step)]
  while (step.payout === null) {
    const move = game.nextMove(views.at(-1), pick)
    moves.push(move)
    step = rules.move(step, move)
    views.push(rules.view(step))
  }
  return { step, moves, views }
}

/** A fast source of chance that repeats by its seed (sfc32). Not for rounds of members. */
export function fastDraw(seed: number): Draw {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 1]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let round = 0; round < 15; round += 1) next()
  // The bias is below limit / 2^32.
  return { below: (limit) => Math.floor((next() / 2 ** 32) * limit) }
}
