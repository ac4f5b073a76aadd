import * as z from 'zod/mini'
import { INBOX_KINDS, type InboxKind, MESSAGE_TEXT_MAX, MESSAGE_TITLE_MAX } from '../../inbox-limits.ts'
import { endpoint } from '../endpoint.ts'
import { count, nothing, pageNum, text } from '../shapes.ts'

const InboxKindSchema = z.enum(INBOX_KINDS)

/** Characters of a text that lists contain. */
export const MESSAGE_EXCERPT_MAX = 120
/** Messages per call that deletes or restores several. */
const MESSAGES_PER_CALL = 200
/** A deletion can be taken back for this time. The page offers it for five seconds. */
export const RESTORE_MS = 60_000

const id = z.uuid()
const ids = z.array(id).check(z.minLength(1), z.maxLength(MESSAGES_PER_CALL))

/** S3.11. Lists contain the beginning of `content`. */
const Message = z.object({
  id,
  kind: InboxKindSchema,
  title: text(MESSAGE_TITLE_MAX),
  content: text(MESSAGE_TEXT_MAX),
  /** Epoch milliseconds. */
  createTime: z.int(),
  isRead: z.boolean(),
  isTop: z.boolean(),
  /** A path of this site or an `https:` URL. */
  jumpUrl: z.optional(text(512)),
})
export type InboxMessage = z.infer<typeof Message>

const path = (kind: InboxKind, verb: string) => `/api/site/group/message/${kind}/v1/${verb}`

const listOf = (kind: InboxKind) =>
  endpoint({
    path: path(kind, 'list'),
    access: 'member',
    readOnly: true,
    summary: 'Messages of this member: those on top first, then the newest. Texts are cut to 120 characters.',
    request: z.strictObject({ pageNum, pageSize: z.int().check(z.minimum(1), z.maximum(100)) }),
    data: z.object({ list: z.array(Message), total: count, pageNum: z.int(), pageSize: z.int() }),
  })

const detailOf = (kind: InboxKind) =>
  endpoint({
    path: path(kind, 'detail'),
    access: 'member',
    readOnly: true,
    summary: 'One message with its whole text. It does not count as read.',
    request: z.strictObject({ id }),
    data: Message,
  })

const readOf = (kind: InboxKind) =>
  endpoint({
    path: path(kind, 'read'),
    access: 'member',
    summary: 'Marks a message as read. Idempotent.',
    request: z.strictObject({ id }),
    data: nothing,
  })

const deleteOf = (kind: InboxKind) =>
  endpoint({
    method: 'DELETE',
    path: path(kind, 'delete'),
    access: 'member',
    summary: 'Deletes a message for this member. `message.restore` takes it back for one minute.',
    request: z.strictObject({ id }),
    data: nothing,
  })

const stickyOf = (kind: InboxKind) =>
  endpoint({
    path: path(kind, 'sticky'),
    access: 'member',
    summary: 'Puts a message on top of the list, or back to its place.',
    request: z.strictObject({ id, top: z.boolean() }),
    data: nothing,
  })

const allOf = (kind: InboxKind, verb: 'oneKeyRead' | 'oneKeyDelete') =>
  endpoint({
    path: path(kind, verb),
    access: 'member',
    summary:
      verb === 'oneKeyRead'
        ? 'Marks all messages of the kind as read.'
        : 'Deletes all messages of the kind, also those on top, for good.',
    request: nothing,
    data: nothing,
  })

/** Messages to members (S1.25, S3.11, S7.89-S7.94). Members see and change their own state of a message only. */
export const messageEndpoints = {
  'publicMessage.list': listOf('public'),
  'publicMessage.detail': detailOf('public'),
  'publicMessage.read': readOf('public'),
  'publicMessage.delete': deleteOf('public'),
  'publicMessage.sticky': stickyOf('public'),
  'publicMessage.oneKeyRead': allOf('public', 'oneKeyRead'),
  'publicMessage.oneKeyDelete': allOf('public', 'oneKeyDelete'),
  'privateMessage.list': listOf('private'),
  'privateMessage.detail': detailOf('private'),
  'privateMessage.read': readOf('private'),
  'privateMessage.delete': deleteOf('private'),
  'privateMessage.sticky': stickyOf('private'),
  'privateMessage.oneKeyRead': allOf('private', 'oneKeyRead'),
  'privateMessage.oneKeyDelete': allOf('private', 'oneKeyDelete'),
  'noticeMessage.list': listOf('notice'),
  'noticeMessage.detail': detailOf('notice'),
  'noticeMessage.read': readOf('notice'),
  'noticeMessage.delete': deleteOf('notice'),
  'noticeMessage.sticky': stickyOf('notice'),
  'noticeMessage.oneKeyRead': allOf('notice', 'oneKeyRead'),
  'noticeMessage.oneKeyDelete': allOf('notice', 'oneKeyDelete'),
  'message.unread': endpoint({
    path: '/api/site/group/message/v1/unread',
    access: 'member',
    readOnly: true,
    summary: 'Numbers of unread messages. `until`: messages published until then are counted.',
    request: nothing,
    data: z.object({ public: count, private: count, notice: count, until: z.int() }),
  }),
  'message.deleteSeveral': endpoint({
    path: '/api/site/group/message/v1/deleteSeveral',
    access: 'member',
    summary: 'Deletes messages of any kind for this member. Ids of messages that the member does not have are ignored.',
    request: z.strictObject({ ids }),
    data: z.object({ deleted: z.array(id) }),
  }),
  'message.restore': endpoint({
    path: '/api/site/group/message/v1/restore',
    access: 'member',
    summary: 'Takes back deletions of the last minute.',
    request: z.strictObject({ ids }),
    data: z.object({ restored: z.array(id) }),
  }),
} as const
