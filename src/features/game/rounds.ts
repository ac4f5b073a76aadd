import type { FrameRound } from '#protocol/games/frame-messages.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { CODES } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { RoundData } from '#protocol/endpoints/game-round.ts'
import { seededDraw } from '#protocol/games/draw.ts'
import type { EGame, RoundStep } from '#protocol/games/round.ts'
import { rulesOf } from '#protocol/games/rules.ts'
import type { Result } from '#protocol/result.ts'
import { isOpenOutcome } from '#lib/open-outcome.ts'
import { call, serverNow } from '#transport/client.ts'

/** A change of a round, or why there is none. */
export type RoundOutcome =
  | { readonly ok: true; readonly round: FrameRound; readonly balance: number; readonly roundId: string | null }
  | {
      readonly ok: false
      readonly text: string
      /** The server knows another state of the round, or may do so soon: it has to be read again. */
      readonly isStale?: boolean
    }

/** Where rounds are played: on the server, or in this page for demo play. */
export interface Rounds {
  /** The round that has not ended and the balance. */
  open(): Promise<{ readonly round: FrameRound | null; readonly balance: number } | { readonly text: string }>
  start(stake: number, options: unknown): Promise<RoundOutcome>
  move(step: number, move: unknown): Promise<RoundOutcome>
}

const SEED_BYTES = 32
/** Length of a seed for a member who has not chosen one. */
const MEMBER_SEED_DIGITS = 16
/** Points of a demo visit, minor units. */
const DEMO_BALANCE = 100_000

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

/** Codes after which the round has to be read again. */
const STALE: readonly number[] = [CODES.ROUND_OPEN, CODES.ROUND_SEED, CODES.ROUND_STEP]

interface MemberRoundsOptions {
  readonly game: EGame
  readonly currency: SettleCurrency
  /** Balance at the venue, minor units; null if it cannot be read. */
  readonly balance: () => Promise<number | null>
  /** Shown when the game cannot be opened. */
  readonly failed: string
}

interface MemberRounds extends Rounds {
  /** The first seed of the member. */
  readonly seed: string
  /** Changes the seed for the rounds that start later. */
  readonly setSeed: (seed: string) => void
}

/** Rounds of a member on the server. */
export function memberRounds({ game, currency, balance, failed }: MemberRoundsOptions): MemberRounds {
  const firstSeed = randomSeed().slice(0, MEMBER_SEED_DIGITS)
  let seed = firstSeed
  let commitment = ''
  let notBefore = 0
  let roundId: string | null = null
  const frameRound = ({ staked, payout, pool, view, steps }: RoundData): FrameRound => ({
    staked,
    payout,
    pool,
    view,
    steps,
  })
  const take = (data: RoundData): void => {
    roundId = data.payout === null ? data.roundId : null
    notBefore = data.notBefore
    commitment = data.next?.commitment ?? commitment
  }
  const outcomeOf = (result: Result<RoundData>): RoundOutcome => {
    if (!result.ok) {
      return { ok: false, text: result.message, isStale: STALE.includes(result.code) || isOpenOutcome(result) }
    }
    take(result.data)
    return { ok: true, round: frameRound(result.data), balance: result.data.balance, roundId: result.data.roundId }
  }
  return {
    seed: firstSeed,
    setSeed(next) {
      seed = next
    },
    async open() {
      const [result, known] = await Promise.all([call('gameRound.open', { gameId: game }), balance()])
      if (!result.ok) return { text: result.message }
      commitment = result.data.commitment
      notBefore = result.data.notBefore
      const { round } = result.data
      roundId = round?.roundId ?? null
      const held = round?.balance ?? known
      return held === null ? { text: failed } : { round: round && frameRound(round), balance: held }
    },
    async start(stake, options) {
      // The pace of rounds (Annex I): the server refuses an earlier one.
      const earlyMs = notBefore - serverNow()
      if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs))
      const params = { gameId: game, currency, stake, options, memberSeed: seed, commitment }
      return outcomeOf(await call('gameRound.start', params))
    },
    async move(step, move) {
      if (roundId === null) return refusal('')
      return outcomeOf(await call('gameRound.move', { roundId, step, move }))
    },
  }
}
