import * as z from 'zod/mini'
import { nothing, publicId, text } from '../endpoints/shapes.ts'
import { BET_STATES } from '../sports/bet-terms.ts'
import { BET_SPORTS } from '../sports/market-keys.ts'
import { consoleAction, nextPage, reason, rowId } from './action.ts'

const count = z.int().check(z.nonnegative())
const market = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}\.[a-z-]{5,13}\.-?\d{1,4}$/))
const outcome = z.string().check(z.regex(/^(?:[a-z]{2,5}|[0-4]-[0-4])$/))
const score = z.tuple([count, count])

const BetMatchRow = z.object({
  matchId: publicId,
  sport: z.enum(BET_SPORTS),
  home: text(48),
  away: text(48),
  startAt: z.int(),
  bets: count,
  /** Bets that are not settled. */
  open: count,
})
export type BetMatchRow = z.infer<typeof BetMatchRow>

const BetRow = z.object({
  betId: rowId,
  userId: publicId,
  nickname: text(48),
  currency: z.enum(['CNY', 'USDT']),
  stake: count,
  returned: count,
  state: z.enum(BET_STATES),
  /** Selections of the bet on this match and others, with their results. */
  legs: z.array(
    z.object({
      selection: text(96),
      price: z.int(),
      result: z.nullable(text(16)),
      sport: z.enum(BET_SPORTS),
      home: text(48),
      away: text(48),
    }),
  ),
  placedAt: z.int(),
})
export type BetConsoleRow = z.infer<typeof BetRow>

/** Facts of a match as operators enter them. */
const Facts = z.strictObject({
  state: z.enum(['live', 'ended', 'abandoned', 'postponed']),
  periods: z.array(score).check(z.minLength(1), z.maxLength(9)),
  goals: z.array(z.enum(['home', 'away'])).check(z.maxLength(40)),
})

const readers = ['operator', 'auditor'] as const

/** Bets of the sportsbook by match, and their settlement by hand. */
export const betActions = {
  /** Matches with bets of members, latest kick-off first. */
  'bet.matches': consoleAction({
    access: readers,
    readOnly: true,
    request: nothing,
    data: z.object({ list: z.array(BetMatchRow) }),
  }),
  /** Bets of members on a match, newest first, and its markets that operators have decided. */
  'bet.list': consoleAction({
    access: readers,
    readOnly: true,
    request: z.strictObject({ matchId: publicId, after: z.optional(rowId) }),
    data: z.object({
      list: z.array(BetRow),
      next: nextPage,
      decided: z.array(z.object({ market: text(96), won: z.nullable(text(8)), operator: text(32), at: z.int() })),
      /** Facts by which the match was settled last; `operator` is empty if they come from the source. */
      facts: z.nullable(z.object({ ...Facts.shape, operator: text(32) })),
    }),
  }),
  /** Cancels a bet and returns its stake, also after its settlement. */
  'bet.void': consoleAction({
    access: ['operator'],
    request: z.strictObject({ betId: rowId, reason }),
    data: nothing,
  }),
  /** Decides a market: `won` is the outcome that won, null returns all stakes. */
  'bet.settleMarket': consoleAction({
    access: ['operator'],
    request: z.strictObject({ matchId: publicId, market, won: z.nullable(outcome), reason }),
    data: z.object({ changed: count }),
  }),
  /** The facts decide a market again. */
  'bet.releaseMarket': consoleAction({
    access: ['operator'],
    request: z.strictObject({ matchId: publicId, market, reason }),
    data: z.object({ changed: count }),
  }),
  /** Settles a match by facts of the operator, or again by those of its source for null. */
  'bet.resettle': consoleAction({
    access: ['operator'],
    request: z.strictObject({ matchId: publicId, facts: z.nullable(Facts), reason }),
    data: z.object({ changed: count }),
  }),
} as const
