import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { FeedbackState, FeedbackType } from '#protocol/club/feedback.ts'
import { instant } from './columns.ts'
import { member } from './member.ts'
import { message } from './message.ts'

/** Annex H `feedback`. */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid('id').primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id),
    type: text('type').$type<FeedbackType>().notNull(),
    content: text('content').notNull(),
    /** Ids of uploads. */
    images: jsonb('images').$type<string[]>().notNull(),
    status: text('status').$type<FeedbackState>().notNull(),
    version: integer('version').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('feedback_of_member').on(table.memberId, table.updatedAt),
    index('feedback_by_status').on(table.status, table.updatedAt),
  ],
)

/** Texts of a thread after the first one. */
export const feedbackReply = pgTable(
  'feedback_reply',
  {
    id: uuid('id').primaryKey(),
    feedbackId: uuid('feedback_id')
      .notNull()
      .references(() => feedback.id, { onDelete: 'cascade' }),
    /** The member of the feedback, also for answers. */
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id),
    /** Name of the operator; null for a text of the member. */
    operator: text('operator'),
    content: text('content').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The private message that tells the member about an answer. */
    messageId: uuid('message_id').references(() => message.id, { onDelete: 'set null' }),
  },
  (table) => [index('feedback_reply_of_feedback').on(table.feedbackId, table.createdAt)],
)
