import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { member } from './member.ts'

const memberId = () =>
  uuid('member_id')
    .notNull()
    .references(() => member.id)

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
