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
