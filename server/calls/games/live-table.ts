import { CODES, failureOf } from '#protocol/codes.ts'
import { stakeLimits, tableOf } from '#protocol/games/tables/tables.ts'
import { success } from '#protocol/result.ts'
import { valueInCny } from '#protocol/wallet/conversion.ts'
import type { Database } from '../../database/database.ts'
import type { LiveTables } from '../../games/tables/live-tables.ts'
import { roundProof } from '../../games/tables/table-rows.ts'
import type { Handlers } from '../../http/context.ts'
import type { Limits } from '../../wallet/limits/limits.ts'

type TableCalls = Pick<Handlers, Extract<keyof Handlers, `table.${string}`>>

interface TableCallServices {
  readonly database: Database
  readonly liveTables: LiveTables
  readonly playLimits: Pick<Limits, 'explained'>
}

/** Live tables (S1.8, Annex D.3). */
export function liveTableCalls({ database, liveTables, playLimits }: TableCallServices): TableCalls {
  const { bets } = liveTables
  return {
    'table.list': async () => {
      const states = await liveTables.states()
      const list = states.flatMap((state) => {
        const table = tableOf(state.tableId)
        return table ? [{ tableId: table.tableId, game: table.game, ...stakeLimits(table, 'CNY'), state }] : []
      })
      return success({ list })
    },

    'table.bet': async (wanted, { session, idempotencyKey }) => {
      const { memberId } = session
      const placed = await bets.place({ ...wanted, memberId, idempotencyKey })
      const stake = wanted.bets.reduce((sum, { amount }) => sum + amount, 0)
      return playLimits.explained(placed, memberId, 'bet', valueInCny(wanted.currency, stake, await bets.rate()))
    },

    'table.mine': async (wanted, { session }) => success(await bets.mine(session.memberId, wanted)),

    'table.proof': async ({ roundId }) => {
      const proof = await roundProof(database.db, roundId)
      if (proof === null) return failureOf(CODES.NOT_FOUND)
      return proof === 'open' ? failureOf(CODES.ROUND_OPEN, { details: { roundId } }) : success(proof)
    },
  }
}
