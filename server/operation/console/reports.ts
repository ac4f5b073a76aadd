import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { PAGE_ROWS, type REPORT_OUTCOMES } from '#protocol/console/constants.ts'
import { CODES } from '#protocol/codes.ts'
import type { ConsoleReport } from '#protocol/console/moderation.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { success, type Result } from '#protocol/result.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { reportCase } from '../../database/schema/moderation.ts'
import { pageOf } from './audit-log.ts'
import { consoleFailure, editConflict, refusable, refuse } from './console-call.ts'

type Row = typeof reportCase.$inferSelect
/** Returns the title of a room; empty if it is not open. */
type TitleOf = (chatRoomNo: string) => string

/** A page of open or decided reports, newest first. */
export async function listReports(
  { db }: Pick<Database, 'db'>,
  { isOpen, chatRoomNo, after }: ConsoleRequestOf<'report.list'>,
  titleOf: TitleOf,
): Promise<{ list: ConsoleReport[]; next: string | null }> {
  const rows = await db
    .select()
    .from(reportCase)
    .where(
      and(
        isOpen ? isNull(reportCase.outcome) : isNotNull(reportCase.outcome),
        chatRoomNo === undefined ? undefined : eq(reportCase.chatRoomNo, chatRoomNo),
        after === undefined ? undefined : lt(reportCase.id, after),
      ),
    )
    .orderBy(desc(reportCase.id))
    .limit(PAGE_ROWS + 1)
  const { list, next } = pageOf(rows, PAGE_ROWS, ({ id }) => id)
  return { list: list.map((row) => reportView(row, titleOf)), next }
}

interface Decision {
  readonly id: string
  readonly version: number
  readonly outcome: (typeof REPORT_OUTCOMES)[number]
  readonly reason: string
  readonly by: string
  readonly at: number
}

/**
 * Marks an open report as decided, before the decision is carried out, so that two operators never act on the same one.
 * `audit` runs in the same transaction.
 */
export function claimReport(
  database: Database,
  { id, version, outcome, reason, by, at }: Decision,
  titleOf: TitleOf,
  audit: (tx: Transaction, report: ConsoleReport) => Promise<void>,
): Promise<Result<ConsoleReport>> {
  return refusable(database, async (tx) => {
    const [row] = await tx.select().from(reportCase).where(eq(reportCase.id, id)).for('update')
    if (!row) return refuse(consoleFailure(CODES.NOT_FOUND))
    // Further members may have reported it since; only a decision is a conflict.
    if (row.outcome !== null || row.version !== version) refuse(editConflict(reportView(row, titleOf)))
    const [decided] = await tx
      .update(reportCase)
      .set({ outcome, decisionReason: reason, decidedBy: by, decidedAt: at, version: version + 1 })
      .where(eq(reportCase.id, id))
      .returning()
    const view = reportView(decided ?? row, titleOf)
    await audit(tx, view)
    return success(view)
  })
}

/** Opens a report again whose decision could not be carried out. */
export async function reopenReport({ db }: Pick<Database, 'db'>, id: string): Promise<void> {
  await db
    .update(reportCase)
    .set({
      outcome: null,
      decisionReason: null,
      decidedBy: null,
      decidedAt: null,
      version: sql`${reportCase.version} + 1`,
    })
    .where(eq(reportCase.id, id))
}

function reportView(row: Row, titleOf: TitleOf): ConsoleReport {
  const { outcome, decisionReason, decidedBy, decidedAt, context, complaints, ...report } = row
  const isDecided = outcome !== null && decidedBy !== null && decidedAt !== null
  return {
    ...report,
    room: titleOf(row.chatRoomNo),
    context: [...context],
    complaints: [...complaints],
    decision: isDecided ? { outcome, reason: decisionReason ?? '', by: decidedBy, at: decidedAt } : null,
  }
}
