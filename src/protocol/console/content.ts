import * as z from 'zod/mini'
import { text } from '../endpoints/shapes.ts'
import { consoleAction, itemVersion, rowId } from './action.ts'
import { CONTENT_KINDS, FLOAT_POSITIONS, PAGE_POSITIONS } from './constants.ts'

export type ContentKind = (typeof CONTENT_KINDS)[number]

const reason = z.string().check(z.trim(), z.minLength(2), z.maxLength(100))
const title = (length: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(length))
/** A picture of this site. Pages may not load pictures of other sites. */
const picture = z.string().check(z.regex(/^\/(?!\/)[\w./-]{1,255}$/))
/** 0 = no link, 1 = a path of this site, 2 = another site. */
const jumpType = z.union([z.literal(0), z.literal(1), z.literal(2)])
const jump = { jumpType, jumpUrl: text(512) }

const JUMPS = [/^$/, /^\/(?!\/)\S*$/, /^https:\/\/[^\s/]+(?:\/\S*)?$/] as const
const withJump = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject({ ...shape, ...jump }).check(
    z.refine((item) => JUMPS[(item as { jumpType: 0 | 1 | 2 }).jumpType].test((item as { jumpUrl: string }).jumpUrl), {
      path: ['jumpUrl'],
    }),
  )

/** The editable part of each kind of content. */
export const CONTENT_BODIES = {
  /** `popup` 1 opens once for each member, 0 is in the marquee and the list only (S7.28). */
  announcement: z.strictObject({
    title: title(80),
    content: title(2000),
    popup: z.union([z.literal(0), z.literal(1)]),
  }),
  banner: withJump({ position: z.enum(PAGE_POSITIONS), title: title(64), img: picture, imgH5: picture }),
  floatWindow: withJump({ position: z.enum(FLOAT_POSITIONS), img: picture }),
} as const satisfies Readonly<Record<ContentKind, z.ZodMiniType>>

export type ContentBodyOf<Kind extends ContentKind> = z.infer<(typeof CONTENT_BODIES)[Kind]>

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
export type RevisionView = z.infer<typeof Revision>

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
  /** Versions of the configuration (`config`) or of a content item (its id), newest first. */
  'revision.list': consoleAction({
    access: ['operator', 'editor', 'auditor'],
    readOnly: true,
    request: z.strictObject({ subject: z.union([z.literal('config'), rowId]), after: z.optional(revisionId) }),
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
  'content.remove': consoleAction({
    access: ['operator', 'editor'],
    request: z.strictObject({ id: rowId, version: itemVersion, reason }),
    data: z.object({}),
  }),
} as const
