import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import type { ConsoleFeedback, feedbackActions } from '#protocol/console/feedback.ts'
import { type Result, success } from '#protocol/result.ts'
import type { Database, DrizzleDatabase, Transaction } from '../../../database/database.ts'
import { feedback, upload } from '../../../database/schema/profile.ts'
import { member } from '../../../database/schema/member.ts'
import { uuidV7 } from '../../../database/uuid-v7.ts'
import { answerFeedback, closeFeedback, type FeedbackRow, repliesOf, writerOf } from '../../../members/feedback.ts'
import type { MessageEvents } from '../../../members/inbox/message-events.ts'
import type { Uploads } from '../../../members/uploads/uploads.ts'
import { pageOf, timePositionOf, timePositionRow } from '../audit-log.ts'
import { consoleFailure, type ConsoleHandlers, editConflict, refusable, refuse } from '../console-call.ts'
import { consolePicture } from './pictures.ts'

interface FeedbackServices {
  readonly database: Database
  readonly messageEvents: Pick<MessageEvents, 'poll'>
  readonly uploads: Pick<Uploads, 'find' | 'findProof'>
}

/** Threads per page: each is shown in full. */
const PAGE_THREADS = 20

/** Feedback of members: the queue, answers, closing. */
export function feedbackHandlers(services: FeedbackServices): Pick<ConsoleHandlers, keyof typeof feedbackActions> {
  const { database, messageEvents, uploads } = services

  /** Locks a feedback, changes it, and returns it as it is then. */
  async function changed(
    { id, version }: { readonly id: string; readonly version: number },
    work: (tx: Transaction, row: FeedbackRow) => Promise<void>,
  ): Promise<Result<{ feedback: ConsoleFeedback }>> {
    const result = await refusable(database, async (tx) => {
      const [row] = await tx.select().from(feedback).where(eq(feedback.id, id)).for('update')
      if (!row) return refuse(consoleFailure(CODES.NOT_FOUND))
      if (row.version !== version || row.status === '2') {
        return refuse(editConflict((await threadsOf(tx, eq(feedback.id, id)))[0] ?? null))
      }
      await work(tx, row)
      const [thread] = await threadsOf(tx, eq(feedback.id, id))
      return thread ? success({ feedback: thread }) : refuse(consoleFailure(CODES.NOT_FOUND))
    })
    if (result.ok) await messageEvents.poll()
    return result
  }

  return {
    async 'feedback.list'({ status, type, after }) {
      const isAfter = after === undefined ? undefined : positionAfter(after, status === '0')
      const where = and(eq(feedback.status, status), type === null ? undefined : eq(feedback.type, type), isAfter)
      const threads = await threadsOf(database.db, where, status === '0')
      return success(pageOf(threads, PAGE_THREADS, ({ updatedAt, id }) => timePositionOf(updatedAt, id)))
    },

    'feedback.answer': ({ id, version, content, isClosed }, call) =>
      changed({ id, version }, async (tx, row) => {
        const answer = { id: uuidV7(call.now), content, isClosed, operator: call.session.operator.name }
        await answerFeedback(tx, row, answer, call.now)
        const after = { status: isClosed ? '2' : '1', content }
        await call.audit(tx, { target: `feedback ${id}`, before: { status: row.status }, after })
      }),

    'feedback.close': ({ id, version, reason }, call) =>
      changed({ id, version }, async (tx, row) => {
        await closeFeedback(tx, row, call.now)
        const after = { status: '2', reason }
        await call.audit(tx, { target: `feedback ${id}`, before: { status: row.status }, after })
      }),

    async 'feedback.picture'({ id, image }) {
      const [row] = await database.db.select().from(feedback).where(eq(feedback.id, id))
      return consolePicture(row?.images.includes(image) ? await uploads.find(row.memberId, image) : null)
    },
  }
}

/** One thread more than a page. Open ones have the longest waiting first. */
async function threadsOf(
  db: Pick<DrizzleDatabase, 'select'>,
  where: SQL | undefined,
  isOldestFirst = false,
): Promise<ConsoleFeedback[]> {
  const order = isOldestFirst ? asc : desc
  const rows = await db
    .select({ row: feedback, userId: member.publicId, memberName: member.nickname })
    .from(feedback)
    .innerJoin(member, eq(member.id, feedback.memberId))
    .where(where)
    .orderBy(order(feedback.updatedAt), order(feedback.id))
    .limit(PAGE_THREADS + 1)
  const replies = await repliesOf(
    db,
    rows.map(({ row }) => row),
  )
  const pictures = await existing(
    db,
    rows.flatMap(({ row }) => row.images),
  )
  return rows.map(({ row, userId, memberName }) => ({
    id: row.id,
    type: row.type,
    content: row.content,
    status: row.status,
    userId,
    memberName,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    images: row.images.filter((one) => pictures.has(one)),
    replies: replies
      .filter(({ feedbackId }) => feedbackId === row.id)
      .map((one) => ({
        id: one.id,
        by: writerOf(one),
        operator: one.operator ?? '',
        content: one.content,
        at: one.createdAt,
      })),
    version: row.version,
  }))
}

async function existing(db: Pick<DrizzleDatabase, 'select'>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: upload.id })
    .from(upload)
    .where(and(inArray(upload.id, [...ids]), isNull(upload.removedAt)))
  return new Set(rows.map(({ id }) => id))
}

/** The rows after the position of the end of a page. */
function positionAfter(after: string, isOldestFirst: boolean): SQL {
  const position = sql`(${feedback.updatedAt}, ${feedback.id}::text)`
  return isOldestFirst ? sql`${position} > ${timePositionRow(after)}` : sql`${position} < ${timePositionRow(after)}`
}
