import * as z from 'zod/mini'
import { SelectionId } from './markets.ts'
import { ACCEPT_MODES, BET_STATES, LEG_RESULTS, MAX_LEGS, REJECTIONS } from './bet-terms.ts'

const count = z.int().check(z.nonnegative())
const text = (length: number) => z.string().check(z.maxLength(length))

/** One selection of a bet. */
export const BetLeg = z.object({
  selection: SelectionId,
  /** Thousandths, when the bet was accepted. */
  price: z.int(),
  /** The match when the bet was placed. */
  match: z.object({
    eid: text(64),
    matchId: text(64),
    sport: z.enum(['football', 'basketball', 'esports']),
    league: text(48),
    home: text(48),
    away: text(48),
    startAt: z.int(),
    /** `1:0` when the bet was placed in play; empty before the match. */
    score: text(16),
    isLive: z.boolean(),
  }),
  /** Null until the market is decided. */
  result: z.nullable(z.enum(LEG_RESULTS)),
  /** The facts that decided it: scores of the periods, such as `1:0 1:1`. Empty until then. */
  facts: text(64),
  /** Key of the rule that decided it (`SETTLEMENT_RULES`, or `operator`); absent until then. */
  rule: z.optional(text(32)),
})
export type BetLeg = z.infer<typeof BetLeg>

/** A bet of a member. Amounts are minor units of `currency`. */
export const Bet = z.object({
  betId: z.uuid(),
  state: z.enum(BET_STATES),
  currency: z.enum(['CNY', 'USDT']),
  stake: count,
  /** Product of the prices in thousandths, rounded down; for display. */
  price: z.int(),
  accept: z.enum(ACCEPT_MODES),
  legs: z.array(BetLeg).check(z.minLength(1), z.maxLength(MAX_LEGS)),
  /** Return if all legs win. */
  maxReturn: count,
  /** What was paid back, stake included. 0 while the bet is open. */
  returned: count,
  rejection: z.nullable(z.enum(REJECTIONS)),
  placedAt: z.int(),
  /** When a pending bet is decided, epoch milliseconds; null otherwise. */
  decidesAt: z.nullable(z.int()),
  settledAt: z.nullable(z.int()),
  /** Room where the member shows the bet; null if it is not shown. */
  shownIn: z.nullable(text(64)),
})
export type Bet = z.infer<typeof Bet>

/** A posting of a bet after its acceptance: settlement, corrections of results, cash-out. */
export const BetPosting = z.object({
  at: z.int(),
  kind: z.enum(['stake', 'return', 'settlement', 'correction', 'cash-out', 'cancellation']),
  /** What changed in the member's balance. */
  change: z.int(),
  state: z.enum(BET_STATES),
})
export type BetPosting = z.infer<typeof BetPosting>
