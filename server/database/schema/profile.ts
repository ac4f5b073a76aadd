import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'
import { member } from './member.ts'

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
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id),
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
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id),
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
