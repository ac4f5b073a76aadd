import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'
import { operator } from './console.ts'
import { memberId } from './member.ts'

/** Anchors that operators have created. Each publishes one stream and presents one room. */
export const liveAnchor = pgTable('live_anchor', {
  id: uuid('id').primaryKey(),
  /** Public number; the ids of stream, match and chat room contain it. */
  no: integer('no').notNull().unique(),
  nick: text('nick').notNull().unique(),
  /** The account with which the anchor signs in to the console; null if there is none. */
  operatorId: uuid('operator_id')
    .unique()
    .references(() => operator.id),
  /** Hexadecimal SHA-256 of the stream key; null before the first one. */
  streamKeyHash: text('stream_key_hash'),
  streamKeyAt: instant('stream_key_at'),
  /** A publisher that sends more is disconnected. */
  maxKbps: integer('max_kbps').notNull(),
  /** Grows with each change. */
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
})

/** The live room of an anchor. Rules of speaking, welcome text and pin are in the state of its chat room. */
export const liveRoom = pgTable('live_room', {
  id: uuid('id').primaryKey(),
  anchorId: uuid('anchor_id')
    .notNull()
    .unique()
    .references(() => liveAnchor.id),
  title: text('title').notNull().unique(),
  intro: text('intro').notNull(),
  startsAt: instant('starts_at').notNull(),
  /** Null while the room is open. */
  closedAt: instant('closed_at'),
  isGiftOpen: boolean('is_gift_open').notNull().default(true),
  /** True if the test picture is shown while nobody publishes. */
  hasTestPicture: boolean('has_test_picture').notNull().default(false),
  /** Hexadecimal SHA-256 of the cover; null without one. */
  coverHash: text('cover_hash'),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
})

const roomId = () =>
  uuid('room_id')
    .notNull()
    .references(() => liveRoom.id)

/** Members who administrate a live room. */
export const liveRoomAdmin = pgTable(
  'live_room_admin',
  {
    roomId: roomId(),
    memberId: memberId(),
  },
  (table) => [
    primaryKey({ columns: [table.roomId, table.memberId] }),
    index('live_room_admin_of_member').on(table.memberId),
  ],
)

/** Uploaded covers of live rooms. */
export const liveCover = pgTable('live_cover', {
  roomId: roomId().primaryKey(),
  type: text('type').notNull(),
  bytes: bytes('bytes').notNull(),
})
