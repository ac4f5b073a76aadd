import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { BLOCK_KINDS, REPORT_OUTCOMES } from '#protocol/console/constants.ts'
import type { ReportReason } from '#protocol/endpoints/chatroom.ts'
import { instant } from './columns.ts'

/** A message beside a reported one, as it was when it was reported. */
export interface ReportedMessage {
  readonly id: string
  readonly userId: string
  readonly memberName: string
  readonly text: string
  readonly at: number
}

/** What one member wrote about a reported message, without the name of that member. */
interface Complaint {
  readonly reason: ReportReason
  readonly note: string
  readonly at: number
}

/** A reported message with its context, for the queue of the console. One row per message; open without an outcome. */
export const reportCase = pgTable(
  'report_case',
  {
    id: uuid('id').primaryKey(),
    chatRoomNo: text('chat_room_no').notNull(),
    entryId: text('entry_id').notNull(),
    /** Public id of the author. */
    userId: text('user_id').notNull(),
    memberName: text('member_name').notNull(),
    /** The message and messages around it, oldest first. Deleting the message in the room does not change them. */
    context: jsonb('context').$type<readonly ReportedMessage[]>().notNull(),
    /** The newest ones. */
    complaints: jsonb('complaints').$type<readonly Complaint[]>().notNull(),
    reports: integer('reports').notNull(),
    outcome: text('outcome').$type<(typeof REPORT_OUTCOMES)[number]>(),
    decisionReason: text('decision_reason'),
    /** Name of the operator. */
    decidedBy: text('decided_by'),
    decidedAt: instant('decided_at'),
    /** Time of the claim whose decision is being carried out. */
    claimedAt: instant('claimed_at'),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    unique('report_case_entry_unique').on(table.chatRoomNo, table.entryId),
    index('report_case_open')
      .on(table.id)
      .where(sql`outcome is null`),
    index('report_case_of_author').on(table.userId),
    check('report_case_outcome_known', sql`${table.outcome} in ('dismiss', 'delete', 'mute', 'ban')`),
  ],
)

/** Blocked terms of the site in addition to the built-in ones and those of a room. */
export const blockedTerm = pgTable('blocked_term', {
  term: text('term').primaryKey(),
  operator: text('operator').notNull(),
  at: instant('at').notNull(),
})

/** Addresses, ranges and devices that may not use the site. Expired ones have no effect. */
export const accessBlock = pgTable(
  'access_block',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<(typeof BLOCK_KINDS)[number]>().notNull(),
    value: text('value').notNull(),
    reason: text('reason').notNull(),
    operator: text('operator').notNull(),
    at: instant('at').notNull(),
    /** Null blocks until the row is removed. */
    expiresAt: instant('expires_at'),
  },
  (table) => [
    unique('access_block_value_unique').on(table.kind, table.value),
    check('access_block_kind_known', sql`${table.kind} in ('address', 'device')`),
  ],
)
