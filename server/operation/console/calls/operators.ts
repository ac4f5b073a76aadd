import { sql } from 'drizzle-orm'
import type { operatorActions } from '#protocol/console/operators.ts'
import type { ConsoleDataOf } from '#protocol/console/table.ts'
import { success } from '#protocol/result.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import type { Database } from '../../../database/database.ts'
import type { RoomHub } from '../../../rooms/hub.ts'
import { programVersion } from '../../../site/pages/html.ts'
import { readAudit } from '../audit-log.ts'
import type { ConsoleHandlers } from '../console-call.ts'
import type { IssuedLink, Operators } from '../operators.ts'

export interface OperatorServices {
  readonly database: Database
  readonly operators: Operators
  readonly rooms: Pick<RoomHub, 'rooms'>
  readonly now: () => number
  /** Epoch milliseconds. */
  readonly startedAt: number
}

type OperatorHandlers = Pick<ConsoleHandlers, keyof typeof operatorActions>

/** Path of an invitation. The token is in the fragment, which browsers do not send. */
const invitationPath = ({ token }: IssuedLink): string => `/console/invitation#${token}`

/** Handlers of operators, audit log and overview. */
export function operatorHandlers({ database, operators, rooms, now, startedAt }: OperatorServices): OperatorHandlers {
  return {
    'operator.list': async () => success({ list: await operators.list() }),
    async 'operator.invite'({ name, role }, call) {
      const invited = await operators.invite(name, role, (tx) =>
        call.audit(tx, { target: `operator ${name}`, after: { role } }),
      )
      if (!invited.ok) return invited
      const { operator, link } = invited.data
      return success({ operator, link: invitationPath(link), expiresAt: link.expiresAt })
    },
    'operator.renewLink': ({ id, version }, call) =>
      operators.change({ id, version }, {}, async (tx, _, operator) => {
        await call.audit(tx, { target: `operator ${operator.name}` })
        const link = await operators.renewLink(tx, id)
        return { operator, link: invitationPath(link), expiresAt: link.expiresAt }
      }),
    'operator.setRole': ({ id, version, role }, call) =>
      operators.change({ id, version }, { role }, async (tx, before, operator) => {
        await call.audit(tx, { target: `operator ${operator.name}`, before: { role: before.role }, after: { role } })
        return { operator }
      }),
    'operator.resetFactor': ({ id, version }, call) =>
      operators.change({ id, version }, { totpSecret: null }, async (tx, { hasSecondFactor }, operator) => {
        const line = { before: { hasSecondFactor }, after: { hasSecondFactor: false } }
        await call.audit(tx, { target: `operator ${operator.name}`, ...line })
        return { operator }
      }),
    'operator.setDisabled': ({ id, version, isDisabled }, call) =>
      operators.change({ id, version }, { isDisabled }, async (tx, before, operator) => {
        const line = { before: { isDisabled: before.isDisabled }, after: { isDisabled } }
        await call.audit(tx, { target: `operator ${operator.name}`, ...line })
        return { operator }
      }),
    'audit.list': async (filter) => success(await readAudit(database, filter)),
    'overview.get': async () => success(await readOverview(database, rooms, { now: now(), startedAt })),
  }
}

/** State of the site and of its ledger. `now` and `startedAt` are epoch milliseconds. */
async function readOverview(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  rooms: Pick<RoomHub, 'rooms'>,
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
    rooms: rooms.rooms
      .filter(({ chatRoomNo }) => chatRoomNo !== SITE_ROOM)
      .map(({ chatRoomNo, title, listeners }) => ({ chatRoomNo, title, viewers: listeners }))
      .sort((one, other) => other.viewers - one.viewers),
    ledgerSums: sums.rows,
  }
}
