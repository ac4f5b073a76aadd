import * as z from 'zod/mini'
import { FEEDBACK_PICTURES_MAX, FEEDBACK_STATES, FEEDBACK_TEXT_MAX, FEEDBACK_TYPES } from '../../club/feedback.ts'
import { endpoint } from '../endpoint.ts'
import { count, nothing, pageNum, shownLines, text } from '../shapes.ts'

/** Characters of a feedback that lists contain. */
export const FEEDBACK_EXCERPT_MAX = 80

const id = z.uuid()
const path = (verb: string) => `/api/site/group/member/feedback/v1/${verb}`
const content = shownLines(1, FEEDBACK_TEXT_MAX)

const head = {
  id,
  type: z.enum(FEEDBACK_TYPES),
  content: text(FEEDBACK_TEXT_MAX),
  status: z.enum(FEEDBACK_STATES),
  /** Epoch milliseconds. */
  createTime: z.int(),
  updateTime: z.int(),
  /** Replies of operators that the member has not read. Each is also an unread private message. */
  unread: count,
}
const Summary = z.object(head)
export type FeedbackSummary = z.infer<typeof Summary>

const Thread = z.object({
  ...head,
  /** Ids of pictures for `upload.image`. Expired ones are missing. */
  images: z.array(id),
  /** Oldest first. Operators have no names here. */
  replies: z.array(
    z.object({ id, by: z.enum(['member', 'operator']), content: text(FEEDBACK_TEXT_MAX), createTime: z.int() }),
  ),
})
export type FeedbackThread = z.infer<typeof Thread>

/** Feedback of members, with a thread (S1.27, S3.10). Members see their own only. */
export const feedbackEndpoints = {
  'feedback.types': endpoint({
    path: path('types'),
    access: 'member',
    readOnly: true,
    summary: 'What a feedback can be about, and how much it may contain.',
    request: nothing,
    data: z.object({ types: z.array(z.enum(FEEDBACK_TYPES)), maxText: count, maxImages: count }),
  }),
  'feedback.submit': endpoint({
    path: path('submit'),
    access: 'member',
    summary:
      'Submits a feedback with up to three pictures of `upload.images`. The client makes the id: a repetition with the ' +
      'same id changes nothing (S7.88).',
    request: z.strictObject({
      id,
      type: z.enum(FEEDBACK_TYPES),
      content,
      images: z.array(id).check(z.maxLength(FEEDBACK_PICTURES_MAX)),
    }),
    data: Thread,
  }),
  'feedback.list': endpoint({
    path: path('list'),
    access: 'member',
    readOnly: true,
    summary: 'Feedback of this member, the latest change first. Texts are cut to 80 characters.',
    request: z.strictObject({ pageNum, pageSize: z.int().check(z.minimum(1), z.maximum(50)) }),
    data: z.object({ list: z.array(Summary), total: count, pageNum: z.int(), pageSize: z.int() }),
  }),
  'feedback.detail': endpoint({
    path: path('detail'),
    access: 'member',
    readOnly: true,
    summary: 'One feedback with its thread. Its replies do not count as read.',
    request: z.strictObject({ id }),
    data: Thread,
  }),
  'feedback.reply': endpoint({
    path: path('reply'),
    access: 'member',
    summary: 'Adds a text to a feedback that is not closed. A repetition with the same `replyId` changes nothing.',
    request: z.strictObject({ id, replyId: id, content }),
    data: Thread,
  }),
  'feedback.read': endpoint({
    path: path('read'),
    access: 'member',
    summary: 'Marks the replies of a feedback as read, and the private messages that announced them. Idempotent.',
    request: z.strictObject({ id }),
    data: nothing,
  }),
} as const
