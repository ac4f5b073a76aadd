import * as z from 'zod/mini'
import { SelectionId } from './markets.ts'

/** Result of a leg by the rule table of its market. */
export const LEG_RESULTS = ['won', 'half-won', 'push', 'half-lost', 'lost', 'void'] as const
export type LegResult = (typeof LEG_RESULTS)[number]

/**
 * Annex E.7. `pending`: the stake is held for the live delay. `rejected`: not accepted, the stake is back. `refunded`: all
 * legs were returned. `cancelled`: voided by an operator. A 串关 is never half won or lost: such a leg changes its odds.
 */
export const BET_STATES = [
  'pending',
  'accepted',
  'rejected',
  'won',
  'lost',
  'refunded',
  'half-won',
  'half-lost',
  'cashed-out',
  'cancelled',
] as const
export type BetState = (typeof BET_STATES)[number]

/** States of bets that may still return something. */
export const OPEN_BET_STATES: readonly BetState[] = ['pending', 'accepted']

/** What the member accepts when a price changes before the bet is accepted: any price, better ones, or none. */
export const ACCEPT_MODES = ['any', 'better', 'none'] as const
export type AcceptMode = (typeof ACCEPT_MODES)[number]

/** Why a bet was not accepted. */
export const REJECTIONS = ['price-changed', 'suspended', 'closed', 'delay-event'] as const
export type Rejection = (typeof REJECTIONS)[number]

/** Name of the venue whose balance bets are placed from. */
export const SPORTSBOOK_VENUE = 'YBTY'

export const MAX_LEGS = 8
/** Seconds between a bet on a match in play and its acceptance. */
export const LIVE_DELAY_SECONDS = 6
/** The lowest stake, and the highest return of a bet, in minor units of CNY; other currencies by their fixed factor. */
export const MIN_STAKE = 100
export const MAX_RETURN = 50_000_000

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
