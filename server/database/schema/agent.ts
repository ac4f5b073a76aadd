import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { member } from './member.ts'

/** Applications of members as agents (S1.28). The last one of a member has the status of `member.agent_status`. */
export const agentApplication = pgTable(
  'agent_application',
  {
    id: uuid('id').primaryKey(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => member.id),
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
