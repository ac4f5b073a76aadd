import * as z from 'zod/mini'

const count = z.int().check(z.nonnegative())
const text = (length: number) => z.string().check(z.maxLength(length))

/** A hand of the table's game, see `HANDS`. */
const TableHand = z.enum(['first', 'second'])
const card = z.int().check(z.minimum(0), z.maximum(51))

/**
 * `shuffling`: a new shoe, bets follow. `betting`: bets are taken until `closesAt`. `dealing`: the cards appear. `result`: all
 * bets are settled. `closed`: the venue is closed, no round follows.
 */
const TABLE_PHASES = ['shuffling', 'betting', 'dealing', 'result', 'closed'] as const

/** Everything that all players of a table see. Times are epoch milliseconds of the server. */
export const TableState = z.object({
  tableId: text(16),
  /** Increases with each state. */
  version: z.int(),
  phase: z.enum(TABLE_PHASES),
  shoe: z.object({ no: count, commitment: text(64) }),
  /** Number of cards that are left in the shoe. */
  cardsLeft: count,
  /** Null before the first round of a shoe. */
  roundId: z.nullable(z.uuid()),
  /** Number of the round in the shoe, from 1. */
  number: count,
  /** End of the betting window. */
  closesAt: z.int(),
  /** Expected end of the phase. */
  nextAt: z.int(),
  /** The cards that have been dealt, in their order. */
  cards: z.array(z.object({ hand: TableHand, card })).check(z.maxLength(6)),
  /** Null until all cards are dealt. */
  outcome: z.nullable(
    z.object({
      winner: z.enum(['first', 'second', 'tie']),
      points: z.readonly(z.tuple([count, count])),
      pairs: z.readonly(z.tuple([z.boolean(), z.boolean()])),
      isSuited: z.boolean(),
    }),
  ),
  /** What all players have on each side, in minor units of CNY, and their number. */
  totals: z.array(z.object({ side: text(16), amount: count, players: count })).check(z.maxLength(8)),
  /** Rounds of the shoe for the roads, a letter each, see `roundsOf`. */
  history: text(256),
  /** Connections in the room of the table. */
  viewers: count,
})
export type TableState = z.infer<typeof TableState>
