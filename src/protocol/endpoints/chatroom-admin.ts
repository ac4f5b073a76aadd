import * as z from 'zod/mini'
import { ROOM_TERM_MAX_LENGTH, ROOM_TERMS_MAX } from '../constants.ts'
import { RoomSetup } from '../room/feed.ts'
import { ReportReason } from './chatroom.ts'
import { endpoint } from './endpoint.ts'
import { chatRoomNo, count, nothing, publicId, shownText, text } from './shapes.ts'

const base = '/api/site/game/newsoccer/chatroom'

const words = z.array(text(ROOM_TERM_MAX_LENGTH)).check(z.maxLength(ROOM_TERMS_MAX))

export const AuditAction = z.enum(['setup', 'words', 'mute', 'unblock', 'delete', 'delete-all', 'pin', 'unpin'])
export type AuditAction = z.infer<typeof AuditAction>

/** Calls of room administrators (S6.7). */
export const chatroomAdminEndpoints = {
  'chatroom.setup': endpoint({
    path: `${base}/admin/v1/setup`,
    access: 'room-admin',
    summary: 'Changes slow mode, minimum VIP level, mute-all, welcome text (S6.7).',
    request: z.strictObject({ chatRoomNo, setup: z.partial(RoomSetup) }),
    data: z.object({ setup: RoomSetup }),
  }),
  'chatroom.muteList': endpoint({
    path: `${base}/admin/v1/muteList`,
    access: 'room-admin',
    readOnly: true,
    summary: 'Muted members (S6.7).',
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
    summary: 'Mutes a member for some minutes, with a reason (S6.7).',
    request: z.strictObject({
      chatRoomNo,
      userId: publicId,
      /** Null = permanent: `until` is then PERMANENT_MUTE_END. */
      minutes: z.nullable(z.int().check(z.minimum(1), z.maximum(525_600))),
      reason: shownText(1, 100),
    }),
    data: z.object({ until: z.int() }),
  }),
  'chatroom.unblock': endpoint({
    path: `${base}/admin/v1/unblock`,
    access: 'room-admin',
    summary: 'Lifts a mute (S6.7).',
    request: z.strictObject({ chatRoomNo, userId: publicId }),
    data: nothing,
  }),
  'chatroom.operation': endpoint({
    path: `${base}/admin/v1/operation`,
    access: 'room-admin',
    summary: 'Deletes messages or all texts of a member, pins or unpins a text (S6.7).',
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
    summary: 'Blocked words of this room, in addition to the built-in list (S6.7).',
    request: z.strictObject({ chatRoomNo }),
    data: z.object({ words }),
  }),
  'chatroom.setWords': endpoint({
    path: `${base}/admin/v1/setWords`,
    access: 'room-admin',
    summary: 'Adds and removes blocked words of this room; the server merges them with its list (S6.7).',
    request: z.strictObject({
      chatRoomNo,
      added: z.optional(words),
      removed: z.optional(words),
      /** Replaces the whole list. For clients of protocol version 2, which send nothing else. */
      words: z.optional(words),
    }),
    data: z.object({ words }),
  }),
  'chatroom.audit': endpoint({
    path: `${base}/admin/v1/audit`,
    access: 'room-admin',
    readOnly: true,
    summary: 'Audit log of administrators: who, what, to whom, when, why. Newest first (S6.7).',
    request: z.strictObject({ chatRoomNo }),
    data: z.object({
      list: z.array(
        z.object({
          id: text(64),
          at: z.int(),
          byName: text(32),
          action: AuditAction,
          /** The affected member, or null. */
          memberName: z.nullable(text(32)),
          /** Number of deleted messages. */
          count: z.nullable(count),
          /** Reason of a mute or pinned text. Null for a deleted text. */
          text: z.nullable(text(200)),
          /** End of a mute. */
          until: z.nullable(z.int()),
        }),
      ),
    }),
  }),
  'chatroom.reports': endpoint({
    path: `${base}/admin/v1/reports`,
    access: 'room-admin',
    readOnly: true,
    summary: 'Reported messages that are not deleted, newest first.',
    request: z.strictObject({ chatRoomNo }),
    data: z.object({
      list: z.array(
        z.object({
          /** Id of the reported entry. */
          id: text(64),
          userId: publicId,
          memberName: text(32),
          text: text(200),
          at: z.int(),
          /** Number of reporting members. Reason and note are those of the newest report. */
          count,
          reason: ReportReason,
          note: text(100),
        }),
      ),
    }),
  }),
} as const
