import * as z from 'zod/mini'
import { HISTORY_PAGE_SIZE } from '../constants.ts'
import { MarqueeItem, MatchEvent, MatchOdds, RoomSetup, RoomStatus } from '../room/feed.ts'
import { endpoint } from './endpoint.ts'
import { chatRoomNo, count, nothing, publicId, text } from './shapes.ts'

/** What is true of a room at sequence number `seq`; entries after it change it. */
export const RoomSnapshot = z.object({
  ...z.omit(RoomStatus, { event: true, odds: true }).shape,
  title: text(80),
  events: z.array(MatchEvent),
  odds: z.nullable(MatchOdds),
  pinned: z.nullable(text(200)),
  setup: RoomSetup,
  marquee: z.array(MarqueeItem),
  /** Public ids of the room's administrators. */
  admins: z.array(publicId),
  /** Whether the caller may speak, and if not until when (epoch ms) and why. */
  mutedUntil: z.nullable(z.int()),
  muteReason: z.nullable(text(100)),
})
export type RoomSnapshot = z.infer<typeof RoomSnapshot>

/** Entries with their sequence numbers; each is checked by the feed like one from a frame. */
const NumberedEntries = z.array(z.object({ seq: z.int(), entry: z.unknown() }))

const joinRequest = z.strictObject({
  chatRoomNo,
  /** The last entry that the client has: with it no history is sent when the log still reaches back. */
  position: z.optional(z.strictObject({ epoch: count, seq: count })),
})
const joinData = z.object({
  chatRoomNo,
  /** AES-256-GCM key of this room's frames, base64url, 32 bytes. */
  roomKey: z.string().check(z.length(43)),
  /** One use, 30 s, presented on the socket. */
  ticket: text(64),
  epoch: z.int(),
  /** Head of the log: the snapshot holds at this entry and `history` ends with it. */
  seq: z.int(),
  /** False = the client's position is gone from the log (or of another epoch): `missed` entries are lost. */
  recovered: z.boolean(),
  missed: count,
  snapshot: RoomSnapshot,
  /** The newest entries, oldest first; empty when `recovered` is true for a given position. */
  history: NumberedEntries,
})
const historyRequest = z.strictObject({
  chatRoomNo,
  /** Entries before this sequence number. */
  beforeSeq: count,
  size: z.int().check(z.minimum(1), z.maximum(HISTORY_PAGE_SIZE)),
})
const historyData = z.object({ epoch: z.int(), list: NumberedEntries, hasMore: z.boolean() })

const base = '/api/site/game/newsoccer/chatroom'
const memberId = publicId

export const chatroomEndpoints = {
  'chatroom.anonJoin': endpoint({
    path: `${base}/anon/v1/join`,
    summary: 'Enter a room as a visitor: read only (S6.2, settled 9).',
    request: joinRequest,
    data: joinData,
  }),
  'chatroom.webJoin': endpoint({
    path: `${base}/web/v1/join`,
    access: 'member',
    summary: 'Enter a room as a member on a desktop (S6.4).',
    request: joinRequest,
    data: joinData,
  }),
  'chatroom.appJoin': endpoint({
    path: `${base}/app/v1/join`,
    access: 'member',
    summary: 'Enter a room as a member on a phone (S6.4).',
    request: joinRequest,
    data: joinData,
  }),
  'chatroom.anonHistory': endpoint({
    path: `${base}/anon/v1/history`,
    summary: 'Older entries for visitors (S7.110).',
    request: historyRequest,
    data: historyData,
  }),
  'chatroom.webHistory': endpoint({
    path: `${base}/web/v1/history`,
    access: 'member',
    summary: 'Older entries for members on a desktop (S7.110).',
    request: historyRequest,
    data: historyData,
  }),
  'chatroom.appHistory': endpoint({
    path: `${base}/app/v1/history`,
    access: 'member',
    summary: 'Older entries for members on a phone (S7.110).',
    request: historyRequest,
    data: historyData,
  }),
  'chatroom.status': endpoint({
    path: `${base}/v1/status`,
    summary: 'Whether matches have a chat room, and its state (S3.17, S7.110).',
    request: z.strictObject({ matchIds: z.array(publicId).check(z.maxLength(200)) }),
    data: z.object({
      list: z.array(
        z.object({
          matchId: publicId,
          status: z.int(),
          exist: z.boolean(),
          gameStatus: text(16),
          chatRoomNo: z.nullable(chatRoomNo),
          /** 1 = pure match, 2 = cast live (S3.18). */
          type: z.int(),
        }),
      ),
    }),
  }),
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
    summary: 'Members who may not speak now (S6.7).',
    request: z.strictObject({ chatRoomNo }),
    data: z.object({
      list: z.array(
        z.object({ userId: memberId, memberName: text(32), until: z.int(), reason: text(100), byName: text(32) }),
      ),
    }),
  }),
  'chatroom.mute': endpoint({
    path: `${base}/admin/v1/mute`,
    access: 'room-admin',
    summary: 'Mute a member for some minutes, with a reason (S6.7).',
    request: z.strictObject({
      chatRoomNo,
      userId: memberId,
      minutes: z.int().check(z.minimum(1), z.maximum(525_600)),
      reason: z.string().check(z.minLength(1), z.maxLength(100)),
    }),
    data: z.object({ until: z.int() }),
  }),
  'chatroom.unblock': endpoint({
    path: `${base}/admin/v1/unblock`,
    access: 'room-admin',
    summary: 'Lift a mute (S6.7).',
    request: z.strictObject({ chatRoomNo, userId: memberId }),
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
      z.strictObject({ chatRoomNo, type: z.literal('delete-all'), userId: memberId }),
      z.strictObject({ chatRoomNo, type: z.literal('pin'), text: z.nullable(text(200)) }),
    ]),
    data: nothing,
  }),
} as const
