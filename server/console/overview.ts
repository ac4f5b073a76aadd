import { sql } from 'drizzle-orm'
import type { ConsoleDataOf } from '#protocol/console/table.ts'
import type { Database } from '../database/database.ts'
import type { RoomHub } from '../rooms/hub.ts'
import { programVersion } from '../site/pages/html.ts'

/** State of the site and of its ledger. `now` and `startedAt` are epoch milliseconds. */
export async function readOverview(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  rooms: Pick<RoomHub, 'openRooms'>,
  { now, startedAt }: { readonly now: number; readonly startedAt: number },
): Promise<ConsoleDataOf<'overview.get'>> {
  const { rows } = await db.execute<{ members: number; sessions: number; waitingAdjustments: number }>(sql`select
    (select count(*) from member)::int as members,
    (select count(*) from session where revoked_at is null and expires_at > ${new Date(now).toISOString()})::int
      as sessions,
    (select count(*) from coin_adjustment where state = 'waiting')::int as "waitingAdjustments"`)
  const sums = await db.execute<{ currency: string; sum: number }>(
    sql`select currency, sum(balance)::bigint as sum from account group by currency order by currency`,
  )
  const counts = rows[0] ?? { members: 0, sessions: 0, waitingAdjustments: 0 }
  return {
    version: programVersion(),
    database: kind,
    startedAt,
    ...counts,
    rooms: rooms.openRooms(),
    ledgerSums: sums.rows,
  }
}
