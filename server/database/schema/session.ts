import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ClientType } from '#protocol/headers.ts'
import { instant } from './columns.ts'
import { member, memberId } from './member.ts'

/** Annex H `session`. The token itself is not stored. A member has one live session per client class. */
export const session = pgTable(
  'session',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    /** Hexadecimal SHA-256 of the token. */
    tokenHash: text('token_hash').notNull().unique(),
    deviceId: text('device_id').notNull(),
    /** Browser and system, such as `Chrome · Windows`; empty if unknown. */
    deviceName: text('device_name').notNull().default(''),
    clientType: smallint('client_type').$type<ClientType>().notNull(),
    /** `browser` or `app`. A sign-in ends other sessions of the same class. */
    clientClass: text('client_class').notNull(),
    ip: text('ip').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeen: instant('last_seen').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** Response code that the holder of the token receives. */
    revokedReason: integer('revoked_reason'),
  },
  (table) => [
    uniqueIndex('session_live')
      .on(table.memberId, table.clientClass)
      .where(sql`revoked_at is null`),
    index('session_of_member').on(table.memberId, table.createdAt),
    index('session_of_device').on(table.deviceId),
    index('session_live_expiry')
      .on(table.expiresAt)
      .where(sql`revoked_at is null`),
  ],
)

/** Append-only trail of sign-ins, refusals and session ends. */
export const authEvent = pgTable(
  'auth_event',
  {
    id: uuid('id').primaryKey(),
    memberId: uuid('member_id'),
    kind: text('kind').notNull(),
    /** Response code of the event, if it has one. */
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

/** Counters in a fixed window that starts with the first count, for example failed sign-ins (S9.12). */
export const rateCounter = pgTable('rate_counter', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowStart: instant('window_start').notNull(),
})

/** Annex H `verify_challenge`: one-time codes and tickets of processes in several steps. Both are single use. */
export const verifyChallenge = pgTable(
  'verify_challenge',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<'code' | 'ticket'>().notNull(),
    /** What it is for. It is valid for its own scene only. */
    scene: text('scene').notNull(),
    /** Keyed hash of the target of a code, or hash of a ticket. */
    keyHash: text('key_hash').notNull(),
    /** The member for whom it was created. Null for visitors, and for a recovery whose account and contact do not match. */
    memberId: uuid('member_id').references(() => member.id),
    deviceId: text('device_id').notNull(),
    /** Keyed hash of a code, or data of a ticket. */
    answer: text('answer').notNull(),
    attempts: integer('attempts').notNull().default(0),
    usedAt: instant('used_at'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('verify_challenge_key').on(table.keyHash, table.createdAt),
    index('verify_challenge_of_member').on(table.memberId),
    index('verify_challenge_expiry').on(table.expiresAt),
    check('verify_challenge_kind_known', sql`${table.kind} in ('code', 'ticket')`),
  ],
)
