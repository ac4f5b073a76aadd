import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Append-only: actions of operators and of the program that do not concern one chat room. */
export const auditLog = pgTable('audit_log', {
  id: uuid('id').primaryKey(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  target: text('target').notNull(),
  details: jsonb('details').notNull(),
  at: instant('at').notNull(),
})

/** Metadata of this database, for example the seed of its demo world. */
export const meta = pgTable('meta', { key: text('key').primaryKey(), value: text('value').notNull() })
