import * as z from 'zod/mini'
import { INBOX_KINDS, MESSAGE_TEXT_MAX, MESSAGE_TITLE_MAX } from '../inbox-limits.ts'
import { count, publicId, shownLines, shownText, text } from '../endpoints/shapes.ts'
import { inboxJump, isInboxJump } from '../rules/jump.ts'
import { consoleAction, nextPage, reason, rowId } from './action.ts'

const GRADE_MAX = 10
const grade = z.int().check(z.minimum(0), z.maximum(GRADE_MAX))

/** Who gets a message. The grade is the current one of each member. */
const Audience = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('all') }),
  z
    .strictObject({ type: z.literal('grade'), min: grade, max: grade })
    .check(z.refine(({ min, max }) => min <= max, { path: ['max'] })),
  z.strictObject({ type: z.literal('member'), userId: publicId }),
])
export type ConsoleAudience = z.infer<typeof Audience>

const Sent = z.object({
  id: rowId,
  kind: z.enum(INBOX_KINDS),
  audience: Audience,
  title: text(MESSAGE_TITLE_MAX),
  content: text(MESSAGE_TEXT_MAX),
  jumpUrl: text(512),
  operator: text(32),
  publishAt: z.int(),
  recalledAt: z.nullable(z.int()),
  /** Members who have opened it. */
  readers: count,
})
export type SentMessage = z.infer<typeof Sent>

/** Messages to members (Annex D.6). */
export const messageActions = {
  /** Newest publication first. */
  'inbox.list': consoleAction({
    access: ['operator', 'editor', 'auditor'],
    readOnly: true,
    request: z.strictObject({ after: z.optional(rowId) }),
    data: z.object({ list: z.array(Sent), next: nextPage }),
  }),
  /** Number of members who would get a message now, counted up to `MAX_REACH_COUNTED`. */
  'inbox.count': consoleAction({
    access: ['operator', 'editor'],
    readOnly: true,
    request: z.strictObject({ audience: Audience }),
    data: z.object({ members: count }),
  }),
  /** Publishes a message at once (`publishAt` null) or later. A repetition with the same id changes nothing. */
  'inbox.send': consoleAction({
    access: ['operator', 'editor'],
    request: z.strictObject({
      id: rowId,
      kind: z.enum(INBOX_KINDS),
      audience: Audience,
      title: shownText(1, MESSAGE_TITLE_MAX),
      content: shownLines(1, MESSAGE_TEXT_MAX),
      /** Empty, a path of this site, or an `https:` URL. */
      jumpUrl: text(512).check(z.refine((url) => url === '' || isInboxJump(inboxJump(url)))),
      publishAt: z.nullable(z.int()),
      reason,
    }),
    data: z.object({ message: Sent }),
  }),
  /** Removes a message from all inboxes; a scheduled one is not published. */
  'inbox.recall': consoleAction({
    access: ['operator', 'editor'],
    request: z.strictObject({ id: rowId, reason }),
    data: z.object({ message: Sent }),
  }),
} as const
