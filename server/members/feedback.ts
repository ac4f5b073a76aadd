import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import {
  feedbackRefusal,
  type FeedbackLoad,
  type FeedbackState,
  type FeedbackType,
  replyRefusal,
  stateAfter,
} from '#protocol/club/feedback.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import {
  FEEDBACK_EXCERPT_MAX,
  type FeedbackSummary,
  type FeedbackThread,
} from '#protocol/endpoints/account/feedback.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { DAY_MS } from '#protocol/time.ts'
import type { Database, DrizzleDatabase, Transaction } from '../database/database.ts'
import { feedback, feedbackReply, upload } from '../database/schema/profile.ts'
import { type Inbox, sendPrivateMessage } from './inbox/inbox.ts'

export type FeedbackRow = typeof feedback.$inferSelect
type ReplyRow = typeof feedbackReply.$inferSelect

interface NewFeedback {
  readonly id: string
  readonly type: FeedbackType
  readonly content: string
  readonly images: readonly string[]
}

/** Feedback of one member. Every method names the member. Operators answer with `answerFeedback`. */
export class Feedback {
  readonly #database: Database
  readonly #inbox: Pick<Inbox, 'unreadOf' | 'readSeveral'>
  readonly #now: () => number

  constructor(
    database: Database,
    { inbox, now }: { inbox: Pick<Inbox, 'unreadOf' | 'readSeveral'>; now: () => number },
  ) {
    this.#database = database
    this.#inbox = inbox
    this.#now = now
  }

  /** Stores a feedback once per id, within the limits of the member. */
  async submit(memberId: string, { id, type, content, images }: NewFeedback): Promise<Result<FeedbackThread>> {
    const refused = await this.#database.transaction(async (tx) => {
      // Serializes the submissions of one member, so that they cannot pass the limits together.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${memberId}, 5))`)
      const [known] = await tx.select({ owner: feedback.memberId }).from(feedback).where(eq(feedback.id, id))
      if (known) return known.owner === memberId ? null : failureOf(CODES.PARAM_ERROR)
      const problem = feedbackRefusal(await this.#loadOf(tx, memberId))
      if (problem !== null) return failure(CODES.LIMIT_EXCEEDED, problem)
      const unique = [...new Set(images)]
      if ((await ownPictures(tx, memberId, unique)).size < unique.length) {
        return failureOf(CODES.PARAM_ERROR, { details: { fields: { images: '图片已失效，请重新选择' } } })
      }
      const at = this.#now()
      const row = { id, memberId, type, content, images: unique, status: '0', version: 1 } as const
      await tx.insert(feedback).values({ ...row, createdAt: at, updatedAt: at })
      return null
    })
    return refused ?? this.find(memberId, id)
  }

  async list(
    memberId: string,
    { pageNum, pageSize }: { readonly pageNum: number; readonly pageSize: number },
  ): Promise<{ list: FeedbackSummary[]; total: number }> {
    const { db } = this.#database
    const own = eq(feedback.memberId, memberId)
    const rows = await db
      .select()
      .from(feedback)
      .where(own)
      .orderBy(desc(feedback.updatedAt), desc(feedback.id))
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
    const replies = await repliesOf(db, rows)
    const unread = await this.#unread(memberId, replies)
    const list = rows.map((row) => {
      const content = Array.from(row.content).slice(0, FEEDBACK_EXCERPT_MAX).join('')
      return { ...headOf(row), content, unread: unread(row.id) }
    })
    return { list, total: await db.$count(feedback, own) }
  }

  async find(memberId: string, id: string): Promise<Result<FeedbackThread>> {
    const { db } = this.#database
    const [row] = await db.select().from(feedback).where(ofMember(memberId, id))
    if (!row) return failureOf(CODES.NOT_FOUND)
    const replies = await repliesOf(db, [row])
    const unread = await this.#unread(memberId, replies)
    const pictures = await ownPictures(db, memberId, row.images)
    return success({
      ...headOf(row),
      unread: unread(id),
      images: row.images.filter((one) => pictures.has(one)),
      replies: replies.map((reply) => ({
        id: reply.id,
        by: writerOf(reply),
        content: reply.content,
        createTime: reply.createdAt,
      })),
    })
  }

  /** Adds a text of the member once per `replyId`. */
  async reply(
    memberId: string,
    { id, replyId, content }: { readonly id: string; readonly replyId: string; readonly content: string },
  ): Promise<Result<FeedbackThread>> {
    const refused = await this.#database.transaction(async (tx) => {
      const [row] = await tx.select().from(feedback).where(ofMember(memberId, id)).for('update')
      if (!row) return failureOf(CODES.NOT_FOUND)
      const replies = await repliesOf(tx, [row])
      if (replies.some((one) => one.id === replyId)) return null
      const written = replies.map((one) => ({ by: writerOf(one) }))
      const problem = replyRefusal(row.status, written)
      if (problem !== null) return failure(CODES.LIMIT_EXCEEDED, problem)
      const at = this.#now()
      const reply = { id: replyId, feedbackId: id, memberId, operator: null, content, createdAt: at }
      const added = await tx
        .insert(feedbackReply)
        .values(reply)
        .onConflictDoNothing()
        .returning({ id: feedbackReply.id })
      if (added.length === 0) return failureOf(CODES.PARAM_ERROR)
      await change(tx, row, stateAfter('member', false), at)
      return null
    })
    return refused ?? this.find(memberId, id)
  }

  /** Reads the messages that announced the answers. False if the member has no such feedback. */
  async read(memberId: string, id: string): Promise<boolean> {
    const { db } = this.#database
    const [row] = await db.select().from(feedback).where(ofMember(memberId, id))
    if (!row) return false
    const messages = messagesOf(await repliesOf(db, [row]))
    const unread = await this.#inbox.unreadOf(memberId, messages)
    await this.#inbox.readSeveral(memberId, [...unread])
    return true
  }

  async #loadOf(tx: Transaction, memberId: string): Promise<FeedbackLoad> {
    const since = new Date(this.#now() - DAY_MS).toISOString()
    const [load] = await tx
      .select({
        open: sql<number>`count(*) filter (where status <> '2')::int`,
        ofDay: sql<number>`count(*) filter (where created_at > ${since})::int`,
      })
      .from(feedback)
      .where(eq(feedback.memberId, memberId))
    return load ?? { open: 0, ofDay: 0 }
  }

  /** The number of unread answers of a feedback, by its id. */
  async #unread(memberId: string, replies: readonly ReplyRow[]): Promise<(feedbackId: string) => number> {
    const unread = await this.#inbox.unreadOf(memberId, messagesOf(replies))
    return (id) => replies.filter((one) => one.feedbackId === id && unread.has(one.messageId ?? '')).length
  }
}

interface Answer {
  readonly id: string
  readonly content: string
  readonly isClosed: boolean
  readonly operator: string
}

/** Stores an answer of an operator and the private message to the member. The row is locked by the caller. */
export async function answerFeedback(tx: Transaction, row: FeedbackRow, answer: Answer, now: number): Promise<void> {
  const { id, content, isClosed, operator } = answer
  const { memberId } = row
  const jumpUrl = `/app/feedback/${row.id}`
  const message = { memberId, title: '客服回复了您的反馈', content, jumpUrl, operator }
  const messageId = await sendPrivateMessage(tx, message, now)
  const reply = { id, feedbackId: row.id, memberId, operator, content, createdAt: now, messageId }
  await tx.insert(feedbackReply).values(reply)
  await change(tx, row, stateAfter('operator', isClosed), now)
}

/** Closes a feedback without an answer. The row is locked by the caller. */
export function closeFeedback(tx: Transaction, row: FeedbackRow, now: number): Promise<void> {
  return change(tx, row, '2', now)
}

async function change(tx: Transaction, row: FeedbackRow, status: FeedbackState, now: number): Promise<void> {
  await tx
    .update(feedback)
    .set({ status, version: row.version + 1, updatedAt: now })
    .where(eq(feedback.id, row.id))
}

/** The replies of some feedback, the oldest first. */
export async function repliesOf(
  db: Pick<DrizzleDatabase, 'select'>,
  rows: readonly Pick<FeedbackRow, 'id'>[],
): Promise<ReplyRow[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  return db
    .select()
    .from(feedbackReply)
    .where(inArray(feedbackReply.feedbackId, ids))
    .orderBy(asc(feedbackReply.createdAt), asc(feedbackReply.id))
}

export const writerOf = ({ operator }: Pick<ReplyRow, 'operator'>): 'member' | 'operator' =>
  operator === null ? 'member' : 'operator'

/** Those of some pictures that the member has uploaded for feedback and not removed. */
async function ownPictures(
  db: Pick<DrizzleDatabase, 'select'>,
  memberId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const isOwn = and(eq(upload.memberId, memberId), eq(upload.purpose, 'feedback'), isNull(upload.removedAt))
  const rows = await db
    .select({ id: upload.id })
    .from(upload)
    .where(and(isOwn, inArray(upload.id, [...ids])))
  return new Set(rows.map(({ id }) => id))
}

function ofMember(memberId: string, id: string) {
  return and(eq(feedback.memberId, memberId), eq(feedback.id, id))
}

function headOf({ id, type, content, status, createdAt, updatedAt }: FeedbackRow) {
  return { id, type, content, status, createTime: createdAt, updateTime: updatedAt }
}

function messagesOf(replies: readonly ReplyRow[]): string[] {
  return replies.flatMap(({ messageId }) => (messageId === null ? [] : [messageId]))
}
