import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Append-only: acts of operators and of the program that are not about one chat room. */
export const auditLog = pgTable('audit_log', {
  id: uuid('id').primaryKey(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  target: text('target').notNull(),
  details: jsonb('details').notNull(),
  at: instant('at').notNull(),
})

/** Facts about this database itself, such as which seed made its demo world. */
export const meta = pgTable('meta', { key: text('key').primaryKey(), value: text('value').notNull() })
