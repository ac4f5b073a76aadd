import { and, desc, eq, isNotNull, isNull, lt, lte, or } from 'drizzle-orm'
import { PAGE_ROWS, type REPORT_OUTCOMES } from '#protocol/console/constants.ts'
import { CODES } from '#protocol/codes.ts'
import type { ConsoleReport } from '#protocol/console/moderation.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { success, type Result } from '#protocol/result.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { reportCase } from '../../database/schema/moderation.ts'
import { pageOf } from './audit-log.ts'
import { consoleFailure, editConflict, refusable, refuse } from './console-call.ts'

type Row = typeof reportCase.$inferSelect
/** A claim that is older belongs to a process that has died. */
const CLAIM_MS = MINUTE_MS
/** Returns the title of a room; empty if it is not open. */
type TitleOf = (chatRoomNo: string) => string

/** A page of open or decided reports, newest first. */
export async function listReports(
  { db }: Pick<Database, 'db'>,
  { isOpen, chatRoomNo, after, now }: ConsoleRequestOf<'report.list'> & { readonly now: number },
  titleOf: TitleOf,
): Promise<{ list: ConsoleReport[]; next: string | null }> {
  const rows = await db
    .select()
    .from(reportCase)
    .where(
      and(
        isOpen ? isNull(reportCase.outcome) : isNotNull(reportCase.outcome),
        or(isNull(reportCase.claimedAt), lte(reportCase.claimedAt, now - CLAIM_MS)),
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
  readonly outcome: (typeof REPORT_OUTCOMES)[number]
  readonly reason: string
  readonly by: string
  readonly at: number
}

type Claimed = Pick<Row, 'id' | 'version'>

/**
 * Claims an open report, before its decision is carried out, so that two operators never act on the same one. A claim ends
 * with {@link decideReport}, {@link releaseReport}, or a minute after the process has died.
 */
export function claimReport(
  database: Database,
  { id, version, at }: Claimed & Pick<Decision, 'at'>,
  titleOf: TitleOf,
): Promise<Result<ConsoleReport>> {
  return refusable(database, async (tx) => {
    const [row] = await tx.select().from(reportCase).where(eq(reportCase.id, id)).for('update')
    if (!row) return refuse(consoleFailure(CODES.NOT_FOUND))
    // Further members may have reported it since; only a decision is a conflict.
    const isClaimed = row.claimedAt !== null && row.claimedAt > at - CLAIM_MS
    if (row.outcome !== null || isClaimed || row.version !== version) refuse(editConflict(reportView(row, titleOf)))
    const claim = { claimedAt: at, version: version + 1 }
    const [claimed] = await tx.update(reportCase).set(claim).where(eq(reportCase.id, id)).returning()
    return success(reportView(claimed ?? row, titleOf))
  })
}

/** Marks a claimed report as decided, after the decision was carried out. `audit` runs in the same transaction. */
export function decideReport(
  database: Database,
  claimed: Claimed,
  { outcome, reason, by, at }: Decision,
  titleOf: TitleOf,
  audit: (tx: Transaction, report: ConsoleReport) => Promise<void>,
): Promise<Result<ConsoleReport>> {
  return refusable(database, async (tx) => {
    const decision = { outcome, decisionReason: reason, decidedBy: by, decidedAt: at, claimedAt: null }
    const [decided] = await tx.update(reportCase).set(decision).where(isClaim(claimed)).returning()
    // Another operator has claimed it after a minute.
    if (!decided) return refuse(consoleFailure(CODES.NOT_FOUND))
    const view = reportView(decided, titleOf)
    await audit(tx, view)
    return success(view)
  })
}

/** Ends the claim of a report whose decision could not be carried out. */
export async function releaseReport({ db }: Pick<Database, 'db'>, claimed: Claimed): Promise<void> {
  const change = { claimedAt: null, version: claimed.version + 1 }
  await db.update(reportCase).set(change).where(isClaim(claimed))
}

const isClaim = ({ id, version }: Claimed) =>
  and(eq(reportCase.id, id), eq(reportCase.version, version), isNull(reportCase.outcome))

function reportView(row: Row, titleOf: TitleOf): ConsoleReport {
  const { outcome, decisionReason, decidedBy, decidedAt, claimedAt: _, context, complaints, ...report } = row
  const isDecided = outcome !== null && decidedBy !== null && decidedAt !== null
  return {
    ...report,
    room: titleOf(row.chatRoomNo),
    context: [...context],
    complaints: [...complaints],
    decision: isDecided ? { outcome, reason: decisionReason ?? '', by: decidedBy, at: decidedAt } : null,
  }
}
