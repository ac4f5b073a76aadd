import * as z from 'zod/mini'
import { RoomSetup } from '../room/feed.ts'
import { ReportReason } from './chatroom.ts'
import { endpoint } from './endpoint.ts'
import { chatRoomNo, count, nothing, publicId, text } from './shapes.ts'

const base = '/api/site/game/newsoccer/chatroom'

const words = z.array(text(32)).check(z.maxLength(200))

export const AuditAction = z.enum(['setup', 'words', 'mute', 'unblock', 'delete', 'delete-all', 'pin', 'unpin'])
export type AuditAction = z.infer<typeof AuditAction>

/** What administrators of a room may do (S6.7). */
export const chatroomAdminEndpoints = {
  'chatroom.setup': endpoint({
    path: `${base}/admin/v1/setup`,
    access: 'room-admin',
    summary: 'Change slow mode, minimum VIP level, mute-all, welcome text (S6.7).',
    request: z.strictObject({ chatRoomNo, setup: z.partial(RoomSetup) }),
    data: z.object({ setup: RoomSetup }),
  }),
  'chatroom.muteList': endpoint({
    path: `${base}/admin/v1/muteList`,
    access: 'room-admin',
    readOnly: true,
    summary: 'Members who may not speak now (S6.7).',
    request: z.strictObject({ chatRoomNo }),
    data: z.object({
      list: z.array(
        z.object({ userId: publicId, memberName: text(32), until: z.int(), reason: text(100), byName: text(32) }),
      ),
    }),
  }),
  'chatroom.mute': endpoint({
    path: `${base}/admin/v1/mute`,
    access: 'room-admin',
    summary: 'Mute a member for some minutes, with a reason (S6.7).',
    request: z.strictObject({
      chatRoomNo,
      userId: publicId,
      /** null = for good: `until` is then MUTED_FOR_GOOD. */
      minutes: z.nullable(z.int().check(z.minimum(1), z.maximum(525_600))),
      reason: z.string().check(z.minLength(1), z.maxLength(100)),
    }),
    data: z.object({ until: z.int() }),
  }),
  'chatroom.unblock': endpoint({
    path: `${base}/admin/v1/unblock`,
    access: 'room-admin',
    summary: 'Lift a mute (S6.7).',
    request: z.strictObject({ chatRoomNo, userId: publicId }),
    data: nothing,
  }),
  'chatroom.operation': endpoint({
    path: `${base}/admin/v1/operation`,
    access: 'room-admin',
    summary: 'Delete one message or all of a member, pin or unpin a text (S6.7).',
    request: z.discriminatedUnion('type', [
      z.strictObject({
        chatRoomNo,
        type: z.literal('delete'),
        ids: z.array(text(64)).check(z.minLength(1), z.maxLength(200)),
      }),
      z.strictObject({ chatRoomNo, type: z.literal('delete-all'), userId: publicId }),
      z.strictObject({ chatRoomNo, type: z.literal('pin'), text: z.nullable(text(200)) }),
    ]),
    data: nothing,
  }),
  'chatroom.words': endpoint({
    path: `${base}/admin/v1/words`,
    access: 'room-admin',
    readOnly: true,
    summary: "Words that may not be said in this room beside the program's own list (S6.7).",
    request: z.strictObject({ chatRoomNo }),
    data: z.object({ words }),
  }),
  'chatroom.setWords': endpoint({
    path: `${base}/admin/v1/setWords`,
    access: 'room-admin',
    summary: 'Replace the words that may not be said in this room (S6.7).',
    request: z.strictObject({ chatRoomNo, words }),
    data: z.object({ words }),
  }),
  'chatroom.audit': endpoint({
    path: `${base}/admin/v1/audit`,
    access: 'room-admin',
    readOnly: true,
    summary: 'What administrators did in a room: who, what, to whom, when, why; newest first (S6.7).',
    request: z.strictObject({ chatRoomNo }),
    data: z.object({
      list: z.array(
        z.object({
          id: text(64),
          at: z.int(),
          byName: text(32),
          action: AuditAction,
          /** Whom it was done to, where it was done to a member. */
          memberName: z.nullable(text(32)),
          /** How many messages were deleted. */
          count: z.nullable(count),
          /** The reason of a mute, the pinned text; null for a text that is no longer there. */
          text: z.nullable(text(200)),
          /** The end of a mute. */
          until: z.nullable(z.int()),
        }),
      ),
    }),
  }),
  'chatroom.reports': endpoint({
    path: `${base}/admin/v1/reports`,
    access: 'room-admin',
    readOnly: true,
    summary: 'What members have reported and nobody has deleted since; newest first.',
    request: z.strictObject({ chatRoomNo }),
    data: z.object({
      list: z.array(
        z.object({
          /** The entry that was reported. */
          id: text(64),
          userId: publicId,
          memberName: text(32),
          text: text(200),
          at: z.int(),
          /** How many members reported it, and the newest report's reason and words. */
          count,
          reason: ReportReason,
          note: text(100),
        }),
      ),
    }),
  }),
} as const
