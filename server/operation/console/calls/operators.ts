import { sql } from 'drizzle-orm'
import type { operatorActions } from '#protocol/console/operators.ts'
import type { ConsoleDataOf } from '#protocol/console/table.ts'
import { success } from '#protocol/result.ts'
import { isChatRoom } from '#protocol/room/kinds.ts'
import type { Database } from '../../../database/database.ts'
import { countRows } from '../../../database/steps.ts'
import type { Config } from '../../../config/config.ts'
import type { RecentProblems } from '../../../config/recent-problems.ts'
import type { PaceFigures } from '../../../rooms/frame-pace.ts'
import type { RoomFigures } from '../../../rooms/room-figures.ts'
import { examineConfig } from '../../doctor/doctor.ts'
import type { RoomHub } from '../../../rooms/hub.ts'
import { programVersion } from '../../../site/pages/html.ts'
import { readAudit } from '../audit-log.ts'
import type { ConsoleHandlers } from '../console-call.ts'
import type { IssuedLink, Operators } from '../operators.ts'

interface OperatorServices {
  readonly database: Database
  readonly operators: Operators
  readonly rooms: Pick<RoomHub, 'rooms' | 'figuresOfRooms' | 'pace' | 'writer'>
  readonly config: Config
  readonly recentProblems: RecentProblems
  readonly now: () => number
  /** Epoch milliseconds. */
  readonly startedAt: number
}

type OperatorHandlers = Pick<ConsoleHandlers, keyof typeof operatorActions>

/** Path of an invitation. The token is in the fragment, which browsers do not send. */
const invitationPath = ({ token }: IssuedLink): string => `/console/invitation#${token}`

/** Handlers of operators, audit log and overview. */
export function operatorHandlers(services: OperatorServices): OperatorHandlers {
  const { database, operators, rooms, config, now } = services
  // Only the process that writes the rooms knows what happens in all of them.
  const figures = rooms.writer.define('console.figures', async () => ({
    rooms: rooms.figuresOfRooms(),
    frames: rooms.pace.figures,
  }))
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
      operators.change({ id, version, by: call.session.operator.id }, {}, async (tx, _, operator) => {
        await call.audit(tx, { target: `operator ${operator.name}` })
        const link = await operators.renewLink(tx, id)
        return { operator, link: invitationPath(link), expiresAt: link.expiresAt }
      }),
    'operator.setRole': ({ id, version, role }, call) =>
      operators.change({ id, version, by: call.session.operator.id }, { role }, async (tx, before, operator) => {
        await call.audit(tx, { target: `operator ${operator.name}`, before: { role: before.role }, after: { role } })
        return { operator }
      }),
    'operator.resetFactor': ({ id, version }, call) =>
      operators.change(
        { id, version, by: call.session.operator.id },
        { totpSecret: null },
        async (tx, { hasSecondFactor }, operator) => {
          const line = { before: { hasSecondFactor }, after: { hasSecondFactor: false } }
          await call.audit(tx, { target: `operator ${operator.name}`, ...line })
          return { operator }
        },
      ),
    'operator.setDisabled': ({ id, version, isDisabled }, call) =>
      operators.change({ id, version, by: call.session.operator.id }, { isDisabled }, async (tx, before, operator) => {
        const line = { before: { isDisabled: before.isDisabled }, after: { isDisabled } }
        await call.audit(tx, { target: `operator ${operator.name}`, ...line })
        return { operator }
      }),
    'audit.list': async (filter) => success(await readAudit(database, filter)),
    async 'doctor.run'() {
      const findings = await examineConfig(config)
      return success({ at: now(), findings: [...findings] })
    },
    'overview.get': async () => success(await readOverview(services, await figures(null))),
  }
}

interface WriterFigures {
  readonly rooms: ReturnType<RoomHub['figuresOfRooms']>
  readonly frames: PaceFigures
}
type Counts = { waitingAdjustments: number; openReports: number }

const NO_FIGURES: RoomFigures = { messagesPerSecond: 0, intervalMs: 0, lagMs: 0, refused: 0, errors: 0 }

/** Sections of docs/operations.md by what a text of the log contains; the first match counts. */
export const PROCEDURES = [
  [/feed of matches|source of matches/, 'matches'],
  [/redis|process that writes the rooms/i, 'several-processes'],
  [/relay/, 'relays'],
  [/clock/, 'check-an-installation'],
  [/retention|deleted after/, 'retention'],
  [/adapter sends|mail/, 'install'],
] as const

/** The section that says what to do about a problem. */
function procedureOf(text: string): string {
  return PROCEDURES.find(([pattern]) => pattern.test(text))?.[1] ?? 'failure-of-each-part'
}

/** State of the site and of its ledger. */
async function readOverview(
  { database: { db, kind }, rooms, recentProblems, now: clock, startedAt }: OperatorServices,
  figures: WriterFigures,
): Promise<ConsoleDataOf<'overview.get'>> {
  const isLive = sql`revoked_at is null and expires_at > ${new Date(clock()).toISOString()}`
  const members = await countRows(db, 'member', sql`true`)
  const sessions = await countRows(db, 'session', isLive)
  const { rows } = await db.execute<Counts>(sql`select
    (select count(*) from coin_adjustment where state = 'waiting')::int as "waitingAdjustments",
    (select count(*) from report_case where outcome is null)::int as "openReports"`)
  // The sums are of one moment, or they would not be zero: one statement for all accounts, on demand of an operator.
  const sums = await db.execute<{ currency: string; sum: number }>(
    sql`select currency, sum(balance)::bigint as sum from account group by currency order by currency`,
  )
  const counts = rows[0] ?? { waitingAdjustments: 0, openReports: 0 }
  const figuresOf = new Map(figures.rooms.map((one) => [one.chatRoomNo, one]))
  return {
    version: programVersion(),
    database: kind,
    startedAt,
    members,
    sessions,
    ...counts,
    rooms: rooms.rooms
      .filter(({ chatRoomNo }) => isChatRoom(chatRoomNo))
      .map(({ chatRoomNo, title, listeners }) => ({
        chatRoomNo,
        title,
        viewers: listeners,
        ...(figuresOf.get(chatRoomNo) ?? NO_FIGURES),
      }))
      .sort((one, other) => other.viewers - one.viewers),
    frames: figures.frames,
    ledgerSums: sums.rows,
    problems: recentProblems
      .list()
      .map(({ text, isError, count, lastAt }) => ({ text, isError, count, lastAt, procedure: procedureOf(text) })),
  }
}
