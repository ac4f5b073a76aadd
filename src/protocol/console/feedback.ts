import * as z from 'zod/mini'
import { FEEDBACK_STATES, FEEDBACK_TEXT_MAX, FEEDBACK_TYPES } from '../club/feedback.ts'
import { publicId, shownLines, text } from '../endpoints/shapes.ts'
import { consoleAction, itemVersion, reason, rowId, timePosition } from './action.ts'

const Feedback = z.object({
  id: rowId,
  type: z.enum(FEEDBACK_TYPES),
  content: text(FEEDBACK_TEXT_MAX),
  status: z.enum(FEEDBACK_STATES),
  userId: publicId,
  memberName: text(32),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** Ids of pictures that still exist. */
  images: z.array(rowId),
  /** Oldest first. `operator` is empty for texts of the member. */
  replies: z.array(
    z.object({
      id: rowId,
      by: z.enum(['member', 'operator']),
      operator: text(32),
      content: text(FEEDBACK_TEXT_MAX),
      at: z.int(),
    }),
  ),
  version: itemVersion,
})
export type ConsoleFeedback = z.infer<typeof Feedback>

/** Feedback of members (S1.27). */
export const feedbackActions = {
  /** Open feedback with the longest waiting first, other feedback with the latest change first. */
  'feedback.list': consoleAction({
    access: ['operator', 'auditor'],
    readOnly: true,
    request: z.strictObject({
      status: z.enum(FEEDBACK_STATES),
      type: z.nullable(z.enum(FEEDBACK_TYPES)),
      after: z.optional(timePosition),
    }),
    data: z.object({ list: z.array(Feedback), next: z.nullable(timePosition) }),
  }),
  /** Answers a feedback and tells its member. Refused with EDIT_CONFLICT if it has changed since it was read. */
  'feedback.answer': consoleAction({
    access: ['operator'],
    request: z.strictObject({
      id: rowId,
      version: itemVersion,
      content: shownLines(1, FEEDBACK_TEXT_MAX),
      /** Closes it with the answer. */
      isClosed: z.boolean(),
    }),
    data: z.object({ feedback: Feedback }),
  }),
  /** Closes a feedback without an answer. */
  'feedback.close': consoleAction({
    access: ['operator'],
    request: z.strictObject({ id: rowId, version: itemVersion, reason }),
    data: z.object({ feedback: Feedback }),
  }),
  /** A picture of a feedback, as base64. */
  'feedback.picture': consoleAction({
    access: ['operator', 'auditor'],
    readOnly: true,
    request: z.strictObject({ id: rowId, image: rowId }),
    data: z.object({ type: z.enum(['image/jpeg', 'image/png', 'image/webp']), base64: z.string() }),
  }),
} as const
