import { sql } from 'drizzle-orm'
import { check, customType, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { member } from './member.ts'

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
})

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
  },
  (table) => [
    index('upload_of_member').on(table.memberId),
    check('upload_has_its_size', sql`${table.size} = octet_length(${table.bytes})`),
  ],
)
