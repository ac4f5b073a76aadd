import type { RoundData } from '#protocol/endpoints/game-round.ts'
import type { EGame } from '#protocol/games/round.ts'
import type { Result } from '#protocol/result.ts'
import type { MoveCommand, Rounds, StartCommand } from '#server/games/rounds.ts'
import { newKey } from './ledger-members.ts'

/** A game with a stake, options and the moves that play a round to its end. */
export interface RealGame {
  readonly gameId: EGame
  readonly stake: number
  readonly options: unknown
  readonly moves: readonly unknown[]
}

/** All games. Wins and losses may end a round before its last move. */
export const REAL_GAMES: readonly RealGame[] = [
  { gameId: 'slot', stake: 10_00, options: {}, moves: [] },
  { gameId: 'blackjack', stake: 10_00, options: {}, moves: [{ kind: 'hit' }, { kind: 'stand' }] },
  {
    gameId: 'mines',
    stake: 10_00,
    options: { mines: 3 },
    moves: [{ kind: 'open', cell: 0 }, { kind: 'open', cell: 24 }, { kind: 'collect' }],
  },
  {
    gameId: 'ladder',
    stake: 10_00,
    options: { places: 3 },
    moves: [{ kind: 'step', place: 0 }, { kind: 'step', place: 1 }, { kind: 'collect' }],
  },
  { gameId: 'drop', stake: 10_00, options: { risk: 'low' }, moves: [] },
]

function dataOf<Data>(result: Result<Data>): Data {
  if (!result.ok) throw new Error(`${result.code} ${result.message}`)
  return result.data
}

/** The command of the next round of a member. `known`: its commitment, which is requested without it. */
export async function nextStart(
  rounds: Rounds,
  memberId: string,
  { gameId, stake, options }: RealGame,
  known?: string,
): Promise<StartCommand> {
  const commitment = known ?? dataOf(await rounds.open(memberId, gameId)).commitment
  const terms = { currency: 'CNY', memberSeed: 'seed 7', idempotencyKey: newKey() } as const
  return { ...terms, memberId, gameId, stake, options, commitment }
}

/** The next move of an open round. */
export function nextMove(memberId: string, round: RoundData, { moves }: RealGame): MoveCommand {
  const { roundId, steps } = round
  return { memberId, roundId, step: steps, move: moves[steps], idempotencyKey: newKey() }
}

/** Finishes an open round. */
export async function finishRound(
  rounds: Rounds,
  memberId: string,
  round: RoundData,
  game: RealGame,
): Promise<RoundData> {
  let current = round
  // oxlint-disable-next-line no-await-in-loop -- one move after the other
  while (current.payout === null) current = dataOf(await rounds.move(nextMove(memberId, current, game)))
  return current
}

/** Plays a round from its start to its end. */
export async function playRound(rounds: Rounds, memberId: string, game: RealGame): Promise<RoundData> {
  const started = dataOf(await rounds.start(await nextStart(rounds, memberId, game)))
  return finishRound(rounds, memberId, started, game)
}
