import type { ContentKind } from '#protocol/console/content-bodies.ts'
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'
import { operator } from './console.ts'

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

/** Uploaded pictures of content, by the hexadecimal SHA-256 of their bytes. Versions of items name them, so they stay. */
export const contentPicture = pgTable('content_picture', {
  hash: text('hash').primaryKey(),
  type: text('type').notNull(),
  bytes: bytes('bytes').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** Content of the site that operators edit, by kind: `src/protocol/console/content-bodies.ts`. */
export const contentItem = pgTable(
  'content_item',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<ContentKind>().notNull(),
    body: jsonb('body').notNull(),
    isPublished: boolean('is_published').notNull(),
    /** Inclusive; null: at once. */
    startsAt: instant('starts_at'),
    /** Exclusive; null: without end. */
    endsAt: instant('ends_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [index('content_item_of_kind').on(table.kind, table.id)],
)

/**
 * Every version of the configuration, of each content item and of each gift, and the settings of set-up, in the order of
 * the changes: each change locks the table. The newest id tells other processes that the site has changed. The value of a
 * deleted item is null.
 */
export const siteRevision = pgTable(
  'site_revision',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** `config`, `site` (the settings of set-up), the id of a content item, or `gift-<id>`. */
    subject: text('subject').notNull(),
    version: integer('version').notNull(),
    value: jsonb('value'),
    operatorId: uuid('operator_id')
      .notNull()
      .references(() => operator.id),
    reason: text('reason').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [unique('site_revision_of_subject').on(table.subject, table.version)],
)
