import { sql } from 'drizzle-orm'
import { index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ClientType } from '#protocol/headers.ts'
import { instant } from './columns.ts'
import { member } from './member.ts'

/** Annex H `session`. The token itself is not stored. One live session per member and class of client. */
export const session = pgTable(
  'session',
  {
    id: uuid('id').primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id),
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text('token_hash').notNull().unique(),
    deviceId: text('device_id').notNull(),
    clientType: smallint('client_type').$type<ClientType>().notNull(),
    /** `browser` or `app`: what a login elsewhere is compared by. */
    clientClass: text('client_class').notNull(),
    ip: text('ip').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeen: instant('last_seen').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** A response code: what the holder of the token is told. */
    revokedReason: integer('revoked_reason'),
  },
  (table) => [
    uniqueIndex('session_live')
      .on(table.memberId, table.clientClass)
      .where(sql`revoked_at is null`),
    index('session_of_member').on(table.memberId, table.createdAt),
    index('session_live_expiry')
      .on(table.expiresAt)
      .where(sql`revoked_at is null`),
  ],
)

/** Append-only trail of sign-ins, refusals and ends of sessions. */
export const authEvent = pgTable(
  'auth_event',
  {
    id: uuid('id').primaryKey(),
    memberId: uuid('member_id'),
    kind: text('kind').notNull(),
    /** A response code, where the event has one. */
    code: integer('code'),
    deviceId: text('device_id').notNull(),
    clientType: smallint('client_type').$type<ClientType>().notNull(),
    ip: text('ip').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('auth_event_of_member').on(table.memberId, table.at),
    index('auth_event_at').using('brin', table.at),
  ],
)

/** Counters over a fixed window that starts with the first count, such as failed sign-ins (S9.12). */
export const rateCounter = pgTable('rate_counter', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowStart: instant('window_start').notNull(),
})
