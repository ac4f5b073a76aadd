import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'
import { member, memberId } from './member.ts'
import type { FeedbackState, FeedbackType } from '#protocol/club/feedback.ts'
import { message } from './message.ts'

/** Personal data of a member (S3.6). Empty = not filled in. The birthday is `member.birth_date`. */
export const memberMaterial = pgTable('member_material', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => member.id),
  gender: text('gender').$type<'' | 'male' | 'female' | 'other'>().notNull().default(''),
  email: text('email').notNull().default(''),
  qq: text('qq').notNull().default(''),
  wechat: text('wechat').notNull().default(''),
  province: text('province').notNull().default(''),
  city: text('city').notNull().default(''),
  receiver: text('receiver').notNull().default(''),
})

/** Postal addresses of a member, for prizes (S3.8). */
export const memberAddress = pgTable(
  'member_address',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    receiver: text('receiver').notNull(),
    areaCode: text('area_code').notNull(),
    phone: text('phone').notNull(),
    province: text('province').notNull(),
    city: text('city').notNull(),
    detail: text('detail').notNull(),
    isDefault: boolean('is_default').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('member_address_of_member').on(table.memberId, table.createdAt),
    uniqueIndex('member_address_default')
      .on(table.memberId)
      .where(sql`is_default`),
  ],
)

/** Uploaded pictures, referenced by proofs and feedback. */
export const upload = pgTable(
  'upload',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    purpose: text('purpose').$type<'feedback' | 'proof'>().notNull(),
    type: text('type').notNull(),
    size: integer('size').notNull(),
    bytes: bytes('bytes').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the member has removed the picture, which an open order still needs. */
    removedAt: instant('removed_at'),
  },
  (table) => [
    index('upload_of_member').on(table.memberId),
    check('upload_has_its_size', sql`${table.size} = octet_length(${table.bytes})`),
  ],
)

/** Anchors that a member follows. */
export const anchorFollow = pgTable(
  'anchor_follow',
  { memberId: memberId(), anchorKey: text('anchor_key').notNull(), followedAt: instant('followed_at').notNull() },
  (table) => [primaryKey({ columns: [table.memberId, table.anchorKey] })],
)

/** Teams that a member follows. */
export const teamFollow = pgTable(
  'team_follow',
  { memberId: memberId(), teamKey: text('team_key').notNull(), followedAt: instant('followed_at').notNull() },
  (table) => [primaryKey({ columns: [table.memberId, table.teamKey] })],
)

/** Rooms that a member has visited, with the time of the last visit. Only the newest twenty remain. */
export const roomVisit = pgTable(
  'room_visit',
  { memberId: memberId(), chatRoomNo: text('chat_room_no').notNull(), visitedAt: instant('visited_at').notNull() },
  (table) => [
    primaryKey({ columns: [table.memberId, table.chatRoomNo] }),
    index('room_visit_newest').on(table.memberId, table.visitedAt),
  ],
)

/** Annex H `feedback`. */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
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
    memberId: memberId(),
    /** Name of the operator; null for a text of the member. */
    operator: text('operator'),
    content: text('content').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The private message that reports an answer to the member. */
    messageId: uuid('message_id').references(() => message.id, { onDelete: 'set null' }),
  },
  (table) => [index('feedback_reply_of_feedback').on(table.feedbackId, table.createdAt)],
)
