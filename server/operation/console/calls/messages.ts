import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import { PAGE_ROWS } from '#protocol/console/constants.ts'
import { MAX_REACH_COUNTED } from '#protocol/inbox-limits.ts'
import type { ConsoleAudience, messageActions, SentMessage } from '#protocol/console/messages.ts'
import { success } from '#protocol/result.ts'
import type { Database, DrizzleDatabase } from '../../../database/database.ts'
import { member } from '../../../database/schema/member.ts'
import { message, messageState } from '../../../database/schema/message.ts'
import type { MessageEvents } from '../../../members/inbox/message-events.ts'
import { pageOf } from '../audit-log.ts'
import { consoleFailure, type ConsoleHandlers, refusable, refuse } from '../console-call.ts'

interface MessageServices {
  readonly database: Database
  readonly messageEvents: Pick<MessageEvents, 'poll'>
  readonly now: () => number
}

/** Handlers of messages to members. One row per message, for any number of members. */
export function messageHandlers({
  database,
  messageEvents,
}: MessageServices): Pick<ConsoleHandlers, keyof typeof messageActions> {
  return {
    async 'inbox.list'({ after }) {
      const rows = await selectSent(database.db)
        .where(listedAfter(after))
        .orderBy(desc(message.publishAt), desc(message.id))
        .limit(PAGE_ROWS + 1)
      const { list, next } = pageOf(rows, PAGE_ROWS, ({ id }) => id)
      return success({ list: list.map(sentOf), next })
    },

    async 'inbox.count'({ audience }) {
      return success({ members: await countOf(database.db, audience) })
    },

    async 'inbox.send'({ id, kind, audience, title, content, jumpUrl, publishAt, reason }, call) {
      const sent = await refusable(database, async (tx) => {
        const to = await columnsOf(tx, audience)
        if (to === null) return refuse(consoleFailure(CODES.PARAM_ERROR, { fields: { userId: '没有这个会员' } }))
        const at = publishAt === null ? call.now : Math.max(publishAt, call.now)
        const row = { id, kind, ...to, title, content, jumpUrl, publishAt: at }
        const inserted = await tx
          .insert(message)
          .values({ ...row, operator: call.session.operator.name, createdAt: call.now })
          .onConflictDoNothing()
          .returning({ id: message.id })
        const [found] = await selectSent(tx).where(eq(message.id, id))
        if (!found) return refuse(consoleFailure(CODES.NOT_FOUND))
        // A repetition is in the audit log too, since it is a successful action.
        const after = { kind, audience, title, content, jumpUrl, publishAt: at, reason, isNew: inserted.length > 0 }
        await call.audit(tx, { target: `message ${id}`, after })
        return success({ message: sentOf(found) })
      })
      if (sent.ok) await messageEvents.poll()
      return sent
    },

    async 'inbox.recall'({ id, reason }, call) {
      const recalled = await refusable(database, async (tx) => {
        const changed = await tx
          .update(message)
          .set({ recalledAt: call.now })
          .where(and(eq(message.id, id), isNull(message.recalledAt)))
          .returning({ id: message.id })
        const [found] = await selectSent(tx).where(eq(message.id, id))
        if (!found || changed.length === 0) return refuse(consoleFailure(CODES.NOT_FOUND))
        await call.audit(tx, { target: `message ${id}`, after: { recalled: true, reason } })
        return success({ message: sentOf(found) })
      })
      if (recalled.ok) await messageEvents.poll()
      return recalled
    },
  }
}

function selectSent(db: Pick<DrizzleDatabase, 'select'>) {
  return db
    .select({
      message,
      userId: member.publicId,
      id: message.id,
      readers: sql<number>`(select count(*)::int from ${messageState}
        where ${messageState.messageId} = ${message.id} and ${messageState.readAt} is not null)`,
    })
    .from(message)
    .leftJoin(member, eq(member.id, message.memberId))
}

function sentOf(row: { message: typeof message.$inferSelect; userId: string | null; readers: number }): SentMessage {
  const { id, kind, vipMin, vipMax, title, content, jumpUrl, operator, publishAt, recalledAt } = row.message
  const audience: ConsoleAudience =
    row.userId !== null
      ? { type: 'member', userId: row.userId }
      : vipMin !== null && vipMax !== null
        ? { type: 'grade', min: vipMin, max: vipMax }
        : { type: 'all' }
  return { id, kind, audience, title, content, jumpUrl, operator, publishAt, recalledAt, readers: row.readers }
}

/** Null if there is no such member. */
async function columnsOf(db: Pick<DrizzleDatabase, 'select'>, audience: ConsoleAudience) {
  if (audience.type === 'all') return { audience: audience.type }
  if (audience.type === 'grade') return { audience: audience.type, vipMin: audience.min, vipMax: audience.max }
  const [row] = await db.select({ id: member.id }).from(member).where(eq(member.publicId, audience.userId))
  return row ? { audience: audience.type, memberId: row.id } : null
}

function countOf(db: Pick<DrizzleDatabase, '$count' | 'select'>, audience: ConsoleAudience): Promise<number> {
  const some = db.select({ id: member.id }).from(member).where(inAudience(audience)).limit(MAX_REACH_COUNTED)
  return db.$count(some.as('some'))
}

function inAudience(audience: ConsoleAudience) {
  if (audience.type === 'all') return undefined
  if (audience.type === 'member') return eq(member.publicId, audience.userId)
  return sql`${member.vipLevel} between ${audience.min} and ${audience.max}`
}

/** Messages of operators after a position. Those of the system have no operator: there is one per new member. */
const listedAfter = (after: string | undefined) =>
  and(
    ne(message.operator, ''),
    after === undefined ? undefined : sql`(${message.publishAt}, ${message.id}) < (${positionOf(after)})`,
  )

/** Position of the last message of a page. */
const positionOf = (id: string) => sql`select publish_at, id from message where id = ${id}`
