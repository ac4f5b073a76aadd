import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * Append-only: actions of operators. Ids are ordered by time. `before` and `after` hold the changed values.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    /** Null for the program and for unknown callers. */
    actorId: uuid('actor_id'),
    /** Name of the operator at that time. */
    actor: text('actor').notNull(),
    address: text('address').notNull(),
    action: text('action').notNull(),
    target: text('target').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (table) => [
    index('audit_log_of_actor').on(table.actor, table.id),
    index('audit_log_of_action').on(table.action, table.id),
    index('audit_log_of_target').on(table.target, table.id),
  ],
)

/** Periods that triggers of the database enforce. Only the owner of the tables changes them. */
export const retentionRule = pgTable('retention_rule', {
  name: text('name').primaryKey(),
  days: integer('days').notNull(),
})

/** Metadata of this database, for example the seed of its demo world. */
export const meta = pgTable('meta', { key: text('key').primaryKey(), value: text('value').notNull() })
