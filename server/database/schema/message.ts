import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { InboxKind } from '#protocol/inbox-limits.ts'
import { instant } from './columns.ts'
import { member, memberId } from './member.ts'

/** Annex H `message`. One row for all members who get it. */
export const message = pgTable(
  'message',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<InboxKind>().notNull(),
    audience: text('audience').$type<'all' | 'grade' | 'member'>().notNull(),
    /** First and last VIP grade of the audience `grade`. */
    vipMin: integer('vip_min'),
    vipMax: integer('vip_max'),
    /** The member of the audience `member`. */
    memberId: uuid('member_id').references(() => member.id),
    title: text('title').notNull(),
    content: text('content').notNull(),
    /** Empty without a link. */
    jumpUrl: text('jump_url').notNull(),
    operator: text('operator').notNull(),
    createdAt: instant('created_at').notNull(),
    publishAt: instant('publish_at').notNull(),
    recalledAt: instant('recalled_at'),
  },
  (table) => [
    index('message_of_many')
      .on(table.kind, table.publishAt)
      .where(sql`member_id is null`),
    index('message_of_member')
      .on(table.memberId, table.kind, table.publishAt)
      .where(sql`member_id is not null`),
    index('message_published').on(table.publishAt),
    index('message_recalled')
      .on(table.recalledAt)
      .where(sql`recalled_at is not null`),
    check('message_kind_known', sql`${table.kind} in ('public', 'private', 'notice')`),
  ],
)

/** What a member did with a message. Without a row: nothing. */
export const messageState = pgTable(
  'message_state',
  {
    memberId: memberId(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => message.id, { onDelete: 'cascade' }),
    readAt: instant('read_at'),
    deletedAt: instant('deleted_at'),
    isTop: boolean('is_top').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.messageId] }),
    index('message_state_of_message').on(table.messageId),
  ],
)

/** One-key read and delete: messages published until these times are read or deleted. */
export const messageWatermark = pgTable(
  'message_watermark',
  {
    memberId: memberId(),
    kind: text('kind').$type<InboxKind>().notNull(),
    readUntil: instant('read_until'),
    deletedUntil: instant('deleted_until'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.kind] })],
)
