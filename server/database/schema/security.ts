import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { credential, instant } from './columns.ts'
import { operator } from './console.ts'
import { member, memberId } from './member.ts'

/** Changes that the member has to acknowledge (S7.51), because somebody else may have made them. */
export const NOTICE_KINDS = [
  'password-changed',
  'password-reset',
  'phone-bound',
  'email-bound',
  'withdraw-password-set',
  'passkey-added',
  'passkey-removed',
  'passkey-required',
  'passkey-optional',
] as const
export type SecurityNoticeKind = (typeof NOTICE_KINDS)[number]

/** Annex H `withdraw_pwd`: six digits (S5.17), argon2id. */
export const withdrawPassword = pgTable('withdraw_pwd', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => member.id),
  hash: text('hash').notNull(),
  /** Wrong entries since the last right one or the last lock. */
  failCount: smallint('fail_count').notNull().default(0),
  lockedUntil: instant('locked_until'),
})

/** WebAuthn credentials of members. */
export const passkey = pgTable('passkey', { ...credential, memberId: memberId() }, (table) => [
  index('passkey_of_member').on(table.memberId),
])

/** Open WebAuthn ceremonies. Each is used once. */
export const webAuthnChallenge = pgTable(
  'webauthn_challenge',
  {
    /** Hexadecimal SHA-256 of the ticket; for a registration, of its session. */
    id: text('id').primaryKey(),
    kind: text('kind').$type<'register' | 'sign-in' | 'second-factor' | 'confirm'>().notNull(),
    /** Null for a sign-in without a name. */
    memberId: uuid('member_id').references(() => member.id),
    /** Set in ceremonies of the console only. */
    operatorId: uuid('operator_id').references(() => operator.id),
    /** Device of a member; session of an operator. */
    deviceId: text('device_id').notNull(),
    challenge: text('challenge').notNull(),
    /** Origin of the page, whose host name is the relying party id. */
    origin: text('origin').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('webauthn_challenge_expiry').on(table.expiresAt),
    check('webauthn_challenge_one_owner', sql`${table.memberId} is null or ${table.operatorId} is null`),
  ],
)

/** S7.51: security changes that the member has to acknowledge. */
export const securityNotice = pgTable(
  'security_notice',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    kind: text('kind').$type<SecurityNoticeKind>().notNull(),
    /** Device and address of the caller that made the change. */
    deviceId: text('device_id').notNull(),
    address: text('address').notNull(),
    at: instant('at').notNull(),
    acknowledgedAt: instant('acknowledged_at'),
  },
  (table) => [
    index('security_notice_of_member').on(table.memberId, table.at),
    index('security_notice_open')
      .on(table.memberId, table.at, table.id)
      .where(sql`acknowledged_at is null`),
  ],
)

/** Annex H `usdt_address` (S3.4). The address itself is encrypted. */
export const usdtAddress = pgTable(
  'usdt_address',
  {
    memberId: memberId(),
    chain: text('chain').notNull(),
    addressEncrypted: text('address_enc').notNull(),
    /** Keyed hash, to find duplicates. */
    addressHash: text('address_hash').notNull(),
    last4: text('last4').notNull(),
    status: text('status').$type<'0' | '1'>().notNull(),
    createdAt: instant('created_at').notNull(),
    id: uuid('id').notNull().defaultRandom().unique('usdt_address_id'),
    alias: text('alias').notNull().default(''),
    isDefault: boolean('is_default').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.chain, table.addressHash] }),
    uniqueIndex('usdt_address_default')
      .on(table.memberId)
      .where(sql`is_default`),
  ],
)

/** Annex H `bank_card`. The number is encrypted; a trigger refuses a fourth active card. */
export const bankCard = pgTable(
  'bank_card',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    cardEncrypted: text('card_enc').notNull(),
    /** Keyed hash of the digits. */
    cardHash: text('card_hash').notNull(),
    last4: text('last4').notNull(),
    bankCode: text('bank_code').notNull(),
    /** Name of the branch; empty if the member gave none. */
    branch: text('branch').notNull().default(''),
    holder: text('holder').notNull(),
    status: text('status').$type<'0' | '1'>().notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('bank_card_once').on(table.memberId, table.cardHash),
    uniqueIndex('bank_card_default')
      .on(table.memberId)
      .where(sql`is_default`),
  ],
)
