import type { SettleCurrency } from '../currency.ts'
import { commitmentOf, type Draw, seededDraw } from '../games/draw.ts'
import { type Reward, rewardIn } from './points.ts'

/** Points that a draw of the soccer lottery costs (S7.87). */
export const SOCCER_COST = 20
/** Draws of one member per site day. */
export const SOCCER_LIMIT = 10
/** A draw is one of this many numbers; each prize has {@link SoccerPrize.weight} of them. */
export const SOCCER_NUMBERS = 1_000_000

export const SOCCER_PRIZE_IDS = ['hat-trick', 'winner', 'volley', 'header', 'penalty', 'post', 'wide'] as const
export type SoccerPrizeId = (typeof SOCCER_PRIZE_IDS)[number]

/** A prize. The odds never change: a prize without stock pays its points instead. */
export interface SoccerPrize {
  readonly id: SoccerPrizeId
  readonly weight: number
  /** Coins, points, or money in minor units of CNY; null for a blank. */
  readonly gives: { readonly currency: 'COIN' | 'CNY' | 'POINT'; readonly amount: number } | null
  /** Prizes of all members per site day; null without a limit. */
  readonly stock: number | null
  /** Points in place of a prize that is out of stock. */
  readonly points: number
}

/** In the order of their numbers, from 0 on. */
export const SOCCER_PRIZES: readonly SoccerPrize[] = [
  { id: 'hat-trick', weight: 100, gives: { currency: 'CNY', amount: 88_00 }, stock: 2, points: 8_000 },
  { id: 'winner', weight: 900, gives: { currency: 'CNY', amount: 18_00 }, stock: 10, points: 1_700 },
  { id: 'volley', weight: 3_000, gives: { currency: 'COIN', amount: 200 }, stock: 50, points: 900 },
  { id: 'header', weight: 16_000, gives: { currency: 'COIN', amount: 50 }, stock: 300, points: 230 },
  { id: 'penalty', weight: 100_000, gives: { currency: 'COIN', amount: 10 }, stock: 2_000, points: 50 },
  { id: 'post', weight: 250_000, gives: { currency: 'POINT', amount: 10 }, stock: null, points: 10 },
  { id: 'wide', weight: 630_000, gives: null, stock: null, points: 0 },
]

/** The prize of a number from 0 to {@link SOCCER_NUMBERS} - 1. */
export function prizeOfNumber(number: number): SoccerPrize {
  let end = 0
  for (const prize of SOCCER_PRIZES) {
    end += prize.weight
    if (number < end) return prize
  }
  throw new RangeError(`number ${number}`)
}

/** Draws the number of a prize. */
export function soccerNumber(draw: Draw): number {
  return draw.below(SOCCER_NUMBERS)
}

/** What a drawn prize pays: the prize, or its points without stock. */
export function soccerReward(prize: SoccerPrize, isReplaced: boolean, currency: SettleCurrency): Reward | null {
  if (prize.gives === null) return null
  return isReplaced ? { currency: 'POINT', amount: prize.points } : rewardIn(prize.gives, currency)
}

/** The published values of a draw. */
export interface SoccerProof {
  readonly prize: SoccerPrizeId
  readonly isReplaced: boolean
  readonly reward: Reward | null
  /** Settlement currency of the member. */
  readonly currency: SettleCurrency
  readonly memberSeed: string
  readonly nonce: number
  readonly commitment: string
  readonly serverSeed: string
}

/** What {@link checkSoccerProof} has found. */
interface SoccerProofCheck {
  /** The server seed has the commitment that was published before the draw. */
  readonly commitment: boolean
  readonly prize: boolean
  readonly reward: boolean
  /** SHA-256 of the published server seed; null if it cannot be read. */
  readonly hash: string | null
  readonly number: number | null
  readonly drawn: SoccerPrize | null
}

/** Computes a draw again from the published values. Values that cannot be read count as wrong. */
export function checkSoccerProof(proof: SoccerProof): SoccerProofCheck {
  const { serverSeed, memberSeed, nonce, isReplaced, currency } = proof
  let hash: string | null = null
  let number: number | null = null
  try {
    hash = commitmentOf(serverSeed)
    number = soccerNumber(seededDraw({ server: serverSeed, member: memberSeed, nonce }))
  } catch {
    // Both stay null.
  }
  const drawn = number === null ? null : prizeOfNumber(number)
  // Only prizes with a stock can be replaced.
  const due = drawn && (drawn.stock !== null || !isReplaced) ? soccerReward(drawn, isReplaced, currency) : undefined
  return {
    commitment: hash !== null && hash === proof.commitment,
    prize: drawn?.id === proof.prize,
    reward: due !== undefined && isSame(due, proof.reward),
    hash,
    number,
    drawn,
  }
}

function isSame(one: Reward | null, other: Reward | null): boolean {
  return one?.currency === other?.currency && one?.amount === other?.amount
}
