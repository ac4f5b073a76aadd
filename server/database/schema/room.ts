import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { ReportReason } from '#protocol/endpoints/chatroom.ts'
import { instant, safeInteger } from './columns.ts'

/** A room and its state. `state` is valid at entry `stateSeq` of `epoch`; later entries change it. */
export const chatRoom = pgTable('chat_room', {
  no: text('no').primaryKey(),
  matchId: text('match_id').notNull(),
  anchorRoomId: text('anchor_room_id').notNull(),
  title: text('title').notNull(),
  epoch: integer('epoch').notNull(),
  stateSeq: safeInteger('state_seq').notNull().default(0),
  /** False: nobody may speak, the history stays readable (S3.12). */
  isOpen: boolean('is_open').notNull().default(true),
  /** Score, clock, odds, events, pinned text, setup, marquee. */
  state: jsonb('state').notNull(),
  /** Blocked terms of this room in addition to the built-in ones. Not part of the state, which all viewers receive. */
  words: jsonb('words').$type<string[]>().notNull().default([]),
  createdAt: instant('created_at').notNull(),
})

/**
 * The ordered log of all rooms. `json` is the entry as it is sent, so that a frame is concatenated instead of
 * serialized.
 */
export const roomEntry = pgTable(
  'room_entry',
  {
    chatRoomNo: text('chat_room_no').notNull(),
    epoch: integer('epoch').notNull(),
    seq: safeInteger('seq').notNull(),
    id: text('id').notNull(),
    at: instant('at').notNull(),
    /** Number of the kind on the wire (`MSG_TYPES`). */
    kind: smallint('kind').notNull(),
    /** Public id of the author, or null. */
    authorUserId: text('author_user_id'),
    json: text('json').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chatRoomNo, table.epoch, table.seq] }),
    /** Finds the entry of a gift order after a crash between charge and delivery. Kind 3 is `gift`. */
    index('room_entry_gift_order')
      .on(sql`((json::jsonb)->'data'->>'giftOrderNo')`)
      .where(sql`kind = 3`),
    /** Finds whether a member has spoken, and what. Kind 1 is `text`. */
    index('room_entry_text_author')
      .on(table.authorUserId)
      .where(sql`kind = 1`),
  ],
)

/**
 * The lease of the process that numbers entries (decision 110). `fence` grows with each change of the holder; a write
 * with an older one is refused.
 */
export const roomSequencer = pgTable('room_sequencer', {
  name: text('name').primaryKey(),
  /** Id of a process. */
  holder: text('holder').notNull(),
  fence: safeInteger('fence').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** A member may not speak in a room until `until`, unless the mute was lifted. */
export const chatMute = pgTable(
  'chat_mute',
  {
    id: uuid('id').primaryKey(),
    chatRoomNo: text('chat_room_no').notNull(),
    memberId: uuid('member_id').notNull(),
    until: instant('until').notNull(),
    reason: text('reason').notNull(),
    byMemberId: uuid('by_member_id').notNull(),
    createdAt: instant('created_at').notNull(),
    liftedAt: instant('lifted_at'),
    liftedBy: uuid('lifted_by'),
  },
  (table) => [
    index('chat_mute_live')
      .on(table.chatRoomNo, table.memberId, table.until)
      .where(sql`lifted_at is null`),
  ],
)

/** Append-only: actions of room administrators. */
export const chatAudit = pgTable(
  'chat_audit',
  {
    id: uuid('id').primaryKey(),
    chatRoomNo: text('chat_room_no').notNull(),
    actorMemberId: uuid('actor_member_id').notNull(),
    action: text('action').notNull(),
    target: jsonb('target').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('chat_audit_of_room').on(table.chatRoomNo, table.at)],
)

/** Reported messages: one row per entry and member. The text stays in the log, where it can be deleted. */
export const chatReport = pgTable(
  'chat_report',
  {
    chatRoomNo: text('chat_room_no').notNull(),
    entryId: text('entry_id').notNull(),
    memberId: uuid('member_id').notNull(),
    reason: text('reason').$type<ReportReason>().notNull(),
    note: text('note').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chatRoomNo, table.entryId, table.memberId] }),
    index('chat_report_of_room').on(table.chatRoomNo, table.at),
  ],
)
