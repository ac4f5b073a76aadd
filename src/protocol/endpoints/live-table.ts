import * as z from 'zod/mini'
import { TableState } from '../games/tables/table-state.ts'
import { TABLE_GAMES } from '../games/tables/table-rules.ts'
import { endpoint } from './endpoint.ts'
import { count, text } from './shapes.ts'

const SettleCurrency = z.enum(['CNY', 'USDT'])
const tableId = z.string().check(z.regex(/^[a-z0-9]{1,16}$/))
const side = z.string().check(z.regex(/^[a-z-]{1,16}$/))
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Sides that a confirmation can have. */
const MAX_SIDES = 8

/** What a member has on a side of a round. */
const SideStake = z.object({ side, amount: count })

/** Live tables (S1.8, Annex D.3). Pages get the state of a table through its room. */
export const liveTableEndpoints = {
  'table.list': endpoint({
    path: '/api/site/gameassist/table/v1/list',
    readOnly: true,
    summary: 'The live tables with their limits and states. Amounts are minor units of CNY.',
    request: z.strictObject({}),
    data: z.object({
      list: z.array(
        z.object({ tableId, game: z.enum(TABLE_GAMES), minStake: count, maxStake: count, state: TableState }),
      ),
    }),
  }),
  'table.bet': endpoint({
    path: '/api/site/group/game/table/v1/bet',
    access: 'member',
    idempotent: true,
    playAction: 'bet',
    summary:
      'Bets on sides of the current round from the balance at the venue (I9). BET_TOO_LATE: the round takes no bets; ' +
      'BET_LIMIT: a side would have less or more than the limits; NOT_FOUND: no such round at this table; VENUE_MAINTAIN.',
    request: z.strictObject({
      tableId,
      roundId: z.uuid(),
      currency: SettleCurrency,
      bets: z
        .array(z.strictObject({ side, amount: z.int().check(z.minimum(1)) }))
        .check(z.minLength(1), z.maxLength(MAX_SIDES)),
    }),
    data: z.object({
      betId: z.uuid(),
      /** What the member has on the round now. */
      stakes: z.array(SideStake),
      balance: count,
    }),
  }),
  'table.mine': endpoint({
    path: '/api/site/group/game/table/v1/mine',
    access: 'member',
    readOnly: true,
    summary: 'Own stakes on a round and what they returned, and the balance at the venue.',
    request: z.strictObject({ roundId: z.uuid(), currency: SettleCurrency }),
    data: z.object({
      stakes: z.array(SideStake),
      /** What all stakes returned; null until the round is settled. */
      returned: z.nullable(count),
      balance: count,
    }),
  }),
  'table.proof': endpoint({
    path: '/api/site/gameassist/table/v1/proof',
    readOnly: true,
    summary:
      'What everybody needs to check a settled round of a table: its cards with their salts, and the leaves of the shoe. ' +
      'ROUND_OPEN while it is not settled. The seed is null until the shoe has ended.',
    request: z.strictObject({ roundId: z.uuid() }),
    data: z.object({
      roundId: z.uuid(),
      tableId,
      game: z.enum(TABLE_GAMES),
      number: count,
      shoe: z.object({ no: count, commitment: hash, leaves: text(26_624), seed: z.nullable(hash) }),
      position: count,
      cards: z.array(z.int()),
      salts: z.array(text(32)),
      outcome: text(1),
      settledAt: z.int(),
    }),
  }),
} as const
