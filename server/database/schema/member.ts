import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * Annex H `member`. `publicId` is the id that others see (settled 15). `name` is the sign-in name and never leaves the
 * server.
 */
export const member = pgTable(
  'member',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull().unique(),
    publicId: text('public_id').notNull().unique(),
    /** argon2id in PHC format (settled 32), or the hash of an older system (S3.1). Null disables sign-in. */
    passwordHash: text('pwd_hash'),
    nickname: text('nickname').notNull(),
    avatar: text('avatar').notNull(),
    siteId: integer('site_id').notNull(),
    currency: text('currency').$type<'CNY' | 'USDT'>().notNull(),
    realName: text('real_name'),
    birthDate: date('birth_date'),
    /** Encrypted contacts, and keyed hashes to find them by (server/members/contact.ts). */
    phoneEncrypted: text('phone_enc'),
    phoneHash: text('phone_hash'),
    emailEncrypted: text('email_enc'),
    emailHash: text('email_hash'),
    /** Sign-in by password or code also needs a passkey. */
    isPasskeyRequired: boolean('passkey_required').notNull().default(false),
    vipLevel: integer('vip_level').notNull().default(0),
    level: integer('level').notNull().default(0),
    /** S3.34 */
    status: text('status').$type<'0' | '1' | '2'>().notNull().default('1'),
    tags: text('tags').array().notNull().default([]),
    agentStatus: integer('agent_status').notNull().default(0),
    invitedBy: uuid('invited_by').references((): AnyPgColumn => member.id),
    inviteCode: text('i_code').unique(),
    referralCode: text('r_code').unique(),
    dormantAt: instant('dormant_at'),
    passwordChangedAt: instant('password_changed_at'),
    nicknameChangedAt: instant('nickname_changed_at'),
    /** Account holder chosen for withdrawals (S3.33). */
    holderName: text('holder_name'),
    /** Minutes without a call after which a session ends (S7.50); 0 = never. */
    idleMinutes: integer('idle_minutes').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('member_phone_per_site').on(table.siteId, table.phoneHash),
    uniqueIndex('member_email_per_site').on(table.siteId, table.emailHash),
    // Partial index: the few blocked members are queried every second.
    index('member_invited_by')
      .on(table.invitedBy)
      .where(sql`invited_by is not null`),
    index('member_blocked')
      .on(table.id)
      .where(sql`status <> '1'`),
    check('member_name_is_lower', sql`${table.name} = lower(${table.name})`),
    check('member_status_known', sql`${table.status} in ('0', '1', '2')`),
    check('member_currency_known', sql`${table.currency} in ('CNY', 'USDT')`),
    check('member_agent_status_known', sql`${table.agentStatus} between 0 and 4`),
  ],
)

/** The column of a row that belongs to a member. */
export const memberId = () =>
  uuid('member_id')
    .notNull()
    .references(() => member.id)

/** Applications of members as agents (S1.28). The last one of a member has the status of `member.agent_status`. */
export const agentApplication = pgTable(
  'agent_application',
  {
    id: uuid('id').primaryKey(),
    memberId: memberId(),
    /** Sealed, as contacts of members are. */
    contactSealed: text('contact_enc').notNull(),
    channel: text('channel').notNull(),
    note: text('note').notNull(),
    /** E.10 */
    status: integer('status').notNull(),
    reason: text('reason').notNull(),
    operator: text('operator').notNull(),
    version: integer('version').notNull(),
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (table) => [index('agent_application_of_member').on(table.memberId, table.createdAt)],
)
