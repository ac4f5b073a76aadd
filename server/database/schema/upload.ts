import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'
import { member } from './member.ts'

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
