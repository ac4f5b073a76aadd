import * as z from 'zod/mini'
import { text } from '../endpoints/shapes.ts'
import { consoleAction, itemVersion, rowId, reason } from './action.ts'
import { CONTENT_KINDS, PICTURE_MAX_CHARACTERS } from './constants.ts'

const contentKind = z.enum(CONTENT_KINDS)
/** Epoch milliseconds, start inclusive, end exclusive. Null: unlimited. */
const window = { startsAt: z.nullable(z.int()), endsAt: z.nullable(z.int()) }
const body = z.record(z.string(), z.unknown())

const Item = z.object({
  id: rowId,
  kind: contentKind,
  body,
  isPublished: z.boolean(),
  ...window,
  version: itemVersion,
})
export type ContentItem = z.infer<typeof Item>

const giftSubject = z.string().check(z.regex(/^gift-\d{1,9}$/))
const revisionId = z.string().check(z.regex(/^\d{1,15}$/))
const Revision = z.object({
  id: revisionId,
  version: itemVersion,
  at: z.int(),
  operator: text(64),
  reason: text(100),
  /** Null: deleted. */
  value: z.unknown(),
})

const Configuration = z.object({
  version: itemVersion,
  /** Values that are in force. */
  values: body,
  /** Values that operators have set. */
  stored: body,
  /** Values of keys that nobody has set. */
  defaults: body,
  /** Keys that the environment sets (SITE_CONFIG and the lists of origins). They cannot be edited. */
  fixed: z.array(text(64)),
})
export type ConfigurationView = z.infer<typeof Configuration>

/** Configuration and content of the site, with their history. */
export const contentActions = {
  'config.get': consoleAction({
    access: ['operator', 'editor', 'auditor'],
    readOnly: true,
    request: z.strictObject({}),
    data: Configuration,
  }),
  /** Replaces the values that operators have set. A key that is missing gets its default. */
  'config.save': consoleAction({
    access: ['operator', 'editor'],
    request: z.strictObject({ version: itemVersion, stored: body, reason }),
    data: Configuration,
  }),
  /** Versions of the configuration (`config`), of a content item (its id) or of a gift (`gift-<id>`), newest first. */
  'revision.list': consoleAction({
    access: ['operator', 'editor', 'auditor'],
    readOnly: true,
    request: z.strictObject({
      subject: z.union([z.literal('config'), rowId, giftSubject]),
      after: z.optional(revisionId),
    }),
    data: z.object({ list: z.array(Revision), next: z.nullable(revisionId) }),
  }),
  /** All items of a kind in the order of their creation. In demo mode pages show built-in content if there are none. */
  'content.list': consoleAction({
    access: ['operator', 'editor', 'auditor'],
    readOnly: true,
    request: z.strictObject({ kind: contentKind }),
    data: z.object({ list: z.array(Item) }),
  }),
  /** Creates an item (`id` null, `version` 0) or changes it. */
  'content.save': consoleAction({
    access: ['operator', 'editor'],
    request: z.strictObject({
      id: z.nullable(rowId),
      version: itemVersion,
      kind: contentKind,
      body,
      isPublished: z.boolean(),
      ...window,
      reason,
    }),
    data: z.object({ item: Item }),
  }),
  /** Stores a picture in base64 and returns its path. The same picture has the same path. */
  'picture.add': consoleAction({
    access: ['operator', 'editor'],
    request: z.strictObject({
      picture: z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/), z.maxLength(PICTURE_MAX_CHARACTERS)),
    }),
    data: z.object({ path: text(128) }),
  }),
  'content.remove': consoleAction({
    access: ['operator', 'editor'],
    request: z.strictObject({ id: rowId, version: itemVersion, reason }),
    data: z.object({}),
  }),
} as const
