import type { FrameRound } from '#protocol/games/frame-messages.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { seededDraw } from '#protocol/games/draw.ts'
import type { EGame, RoundStep } from '#protocol/games/round.ts'
import { rulesOf } from '#protocol/games/rules.ts'

/** A change of a round, or why there is none. */
export type RoundOutcome =
  | { readonly ok: true; readonly round: FrameRound; readonly balance: number; readonly roundId: string | null }
  | { readonly ok: false; readonly text: string }

/** Where rounds are played: on the server, or in this page for demo play. */
export interface Rounds {
  /** The round that has not ended and the balance. */
  open(): Promise<{ readonly round: FrameRound | null; readonly balance: number } | { readonly text: string }>
  start(stake: number, options: unknown): Promise<RoundOutcome>
  move(step: number, move: unknown): Promise<RoundOutcome>
}

const SEED_BYTES = 32
/** Points of a demo visit, minor units. */
export const DEMO_BALANCE = 100_000

const randomSeed = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)))

/** Demo play: rounds of the same rules with seeds of this page. No call, no money. */
export function demoRounds(game: EGame, shortText: string, newSeed: () => string = randomSeed): Rounds {
  const rules = rulesOf(game)
  let balance = DEMO_BALANCE
  let step: RoundStep<unknown> | null = null
  let steps = 0
  const frameRound = ({ staked, payout }: RoundStep<unknown>): FrameRound => ({
    staked,
    payout,
    pool: 0,
    view: step === null ? null : rules.view(step),
    steps,
  })
  const take = (next: RoundStep<unknown>, stakedBefore: number): RoundOutcome => {
    const cost = next.staked - stakedBefore
    if (cost > balance) return { ok: false, text: shortText }
    balance += (next.payout ?? 0) - cost
    step = next
    return { ok: true, round: frameRound(next), balance, roundId: null }
  }
  return {
    open: () => Promise.resolve({ round: step === null || step.payout !== null ? null : frameRound(step), balance }),
    start(stake, options) {
      const isFree = step === null || step.payout !== null
      const { min, max } = rules.stake
      if (!isFree || !rules.isOptions(options) || stake < min || stake > max) return Promise.resolve(refusal(shortText))
      steps = 0
      const draw = seededDraw({ server: newSeed(), member: 'demo', nonce: 0 })
      return Promise.resolve(take(rules.start(stake, options, draw), 0))
    },
    move(at, move) {
      if (step === null || step.payout !== null || at !== steps || !rules.isMove(move)) {
        return Promise.resolve(refusal(shortText))
      }
      try {
        const next = rules.move(step, move)
        const before = steps
        steps += 1
        const outcome = take(next, step.staked)
        if (!outcome.ok) steps = before
        return Promise.resolve(outcome)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        return Promise.resolve(refusal(''))
      }
    },
  }
}

const refusal = (text: string): RoundOutcome => ({ ok: false, text })
