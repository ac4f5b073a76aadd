import type { SettleCurrency } from '../currency.ts'
import { hitsPool } from './bonus-pool.ts'
import { POOL_OF } from './catalogue.ts'
import { commitmentOf, type Draw, seededDraw } from './draw.ts'
import { type AnyRules, rulesOf } from './rules.ts'
import type { EGame, RoundStep } from './round.ts'

/** The published values of an ended round. Amounts are minor units of the currency. */
export interface RoundProof {
  readonly game: EGame
  readonly currency: SettleCurrency
  /** The first stake, and all stakes. */
  readonly stake: number
  readonly staked: number
  readonly options?: unknown
  readonly moves: readonly unknown[]
  readonly memberSeed: string
  readonly nonce: number
  readonly commitment: string
  readonly serverSeed: string
  readonly payout: number
  /** What the bonus pool paid beside it. */
  readonly pool: number
}

/** A draw: an integer from 0 to `limit` - 1. */
interface RoundDraw {
  readonly limit: number
  readonly value: number
}

/** What the rules make of a round. `views` has the state after the start and after each move. */
export interface PlayedRound {
  readonly draws: readonly RoundDraw[]
  readonly views: readonly unknown[]
  readonly staked: number
  /** Null if the moves do not end the round. */
  readonly payout: number | null
}

/** What {@link checkRoundProof} has found. */
export interface RoundProofCheck {
  /** The server seed has the commitment that was published before the bet. */
  readonly commitment: boolean
  /** The rules allow options and moves, and the moves end the round. */
  readonly moves: boolean
  readonly staked: boolean
  readonly payout: boolean
  /** The pool paid nothing to a round that did not hit it. */
  readonly pool: boolean
  /** SHA-256 of the published server seed; null if it cannot be read. */
  readonly hash: string | null
  /** Null if the round cannot be played by the rules. */
  readonly played: PlayedRound | null
  readonly hitsPool: boolean
}

/** Computes a round again from the published values. Values that cannot be read count as wrong. */
export function checkRoundProof(proof: RoundProof): RoundProofCheck {
  const hash = readable(() => commitmentOf(proof.serverSeed))
  const played = readable(() => play(proof))
  const isHit = readable(() => isPoolHit(proof)) ?? false
  return {
    commitment: hash !== null && hash === proof.commitment,
    moves: played !== null && played.payout !== null,
    staked: played?.staked === proof.staked,
    payout: played?.payout === proof.payout,
    pool: proof.pool === 0 || isHit,
    hash,
    played,
    hitsPool: isHit,
  }
}

function seedsOf({ serverSeed, memberSeed, nonce }: RoundProof) {
  return { server: serverSeed, member: memberSeed, nonce }
}

function isPoolHit(proof: RoundProof): boolean {
  return POOL_OF[proof.game] !== null && hitsPool(seedsOf(proof), proof.currency, proof.stake)
}

function play(proof: RoundProof): PlayedRound {
  const rules: AnyRules = rulesOf(proof.game)
  if (!rules.isOptions(proof.options)) throw new RangeError('the options break the rules')
  const draws: RoundDraw[] = []
  const views: unknown[] = []
  const view = (step: RoundStep<unknown>): RoundStep<unknown> => {
    views.push(rules.view(step))
    return step
  }
  const step = proof.moves.reduce<RoundStep<unknown>>(
    (before, move) => {
      if (!rules.isMove(move)) throw new RangeError('a move breaks the rules')
      return view(rules.move(before, move))
    },
    view(rules.start(proof.stake, proof.options, recorded(seededDraw(seedsOf(proof)), draws))),
  )
  return { draws, views, staked: step.staked, payout: step.payout }
}

/** Adds every draw to `draws`. */
function recorded(draw: Draw, draws: RoundDraw[]): Draw {
  return {
    below(limit) {
      const value = draw.below(limit)
      draws.push({ limit, value })
      return value
    },
  }
}

function readable<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
