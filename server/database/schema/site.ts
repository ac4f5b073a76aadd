import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Short URLs of paths of this site (S7.35), one code per path. */
export const shortUrl = pgTable(
  'short_url',
  {
    code: text('code').primaryKey(),
    path: text('path').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('short_url_created').on(table.createdAt)],
)
