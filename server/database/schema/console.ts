import type { ADJUSTMENT_STATES, OperatorRole } from '#protocol/console/constants.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { credential, instant, safeInteger } from './columns.ts'
import { member, memberId } from './member.ts'

/** People who run the site. They are no members and have a sign-in of their own. */
export const operator = pgTable(
  'operator',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull().unique(),
    /** argon2id in PHC format. Null until the invitation was accepted. */
    passwordHash: text('pwd_hash'),
    role: text('role').$type<OperatorRole>().notNull(),
    /** Secret of the second factor, encrypted. Null before it is set up and after a reset. */
    totpSecret: text('totp_secret'),
    /** Time step of the last accepted code. A code is accepted once. */
    totpStep: safeInteger('totp_step').notNull().default(0),
    isDisabled: boolean('is_disabled').notNull().default(false),
    /** Grows with each change by another operator. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('operator_role_known', sql`${table.role} in ('operator', 'editor', 'moderator', 'anchor', 'auditor')`),
    check('operator_name_is_lower', sql`${table.name} = lower(${table.name})`),
  ],
)

const operatorId = () =>
  uuid('operator_id')
    .notNull()
    .references(() => operator.id)

/** Sign-ins of operators. Ended ones are deleted; the audit log records the end. */
export const operatorSession = pgTable(
  'operator_session',
  {
    id: uuid('id').primaryKey(),
    operatorId: operatorId(),
    /** Hexadecimal SHA-256 of the token in the cookie. */
    tokenHash: text('token_hash').notNull().unique(),
    /** `enrol` and `verify` wait for the second factor. */
    state: text('state').$type<'enrol' | 'verify' | 'open'>().notNull(),
    /** Secret of a second factor that is being set up, encrypted. */
    newSecret: text('new_secret'),
    address: text('address').notNull(),
    device: text('device').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeen: instant('last_seen').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('operator_session_of_operator').on(table.operatorId),
    check('operator_session_state_known', sql`${table.state} in ('enrol', 'verify', 'open')`),
  ],
)

/** Recovery codes of operators, as hexadecimal SHA-256 of 80 random bits. Each is used once and then deleted. */
export const operatorRecoveryCode = pgTable(
  'operator_recovery_code',
  { operatorId: operatorId(), hash: text('hash').notNull() },
  (table) => [primaryKey({ columns: [table.operatorId, table.hash] })],
)

/** WebAuthn credentials of operators. */
export const operatorPasskey = pgTable('operator_passkey', { ...credential, operatorId: operatorId() }, (table) => [
  index('operator_passkey_of_operator').on(table.operatorId),
])

/** Single-use links: set-up of a site without operators, invitations of operators. */
export const consoleLink = pgTable('console_link', {
  /** Hexadecimal SHA-256 of the token. */
  tokenHash: text('token_hash').primaryKey(),
  /** The invited operator; null for a set-up link. */
  operatorId: uuid('operator_id').references(() => operator.id),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})

/** Settings that operators edit, by name. */
export const siteSetting = pgTable('site_setting', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  version: integer('version').notNull().default(1),
  updatedAt: instant('updated_at').notNull(),
})

/** What operators record about a member. */
export const memberRecord = pgTable('member_record', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => member.id),
  note: text('note').notNull().default(''),
  banReason: text('ban_reason').notNull().default(''),
  version: integer('version').notNull(),
})

/** Coins that operators grant or take. Posted in the ledger at once, or after a second operator has approved. */
export const coinAdjustment = pgTable(
  'coin_adjustment',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    coins: safeInteger('coins').notNull(),
    reason: text('reason').notNull(),
    state: text('state').$type<(typeof ADJUSTMENT_STATES)[number]>().notNull(),
    /** Key of the request; the same key with other content is refused. */
    idemKey: text('idem_key').notNull().unique(),
    proposedBy: uuid('proposed_by')
      .notNull()
      .references(() => operator.id),
    proposedAt: instant('proposed_at').notNull(),
    /** Null for an adjustment that needed no approval. */
    decidedBy: uuid('decided_by').references(() => operator.id),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    index('coin_adjustment_of_member').on(table.memberId, table.id),
    index('coin_adjustment_of_operator').on(table.proposedBy, table.proposedAt),
    index('coin_adjustment_of_state').on(table.state, table.id),
    index('coin_adjustment_of_member_and_state').on(table.memberId, table.state, table.id),
    index('coin_adjustment_waiting')
      .on(table.id)
      .where(sql`state = 'waiting'`),
    check('coin_adjustment_state_known', sql`${table.state} in ('waiting', 'posted', 'refused')`),
    check('coin_adjustment_not_zero', sql`${table.coins} <> 0`),
    check('coin_adjustment_decided_by_another', sql`${table.decidedBy} <> ${table.proposedBy}`),
  ],
)
