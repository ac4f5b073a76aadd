import * as z from 'zod/mini'
import { HISTORY_PAGE_SIZE } from '../constants.ts'
import { MarqueeItem, MatchEvent, MatchOdds, RoomSetup, RoomStatus } from '../room/feed.ts'
import { TableState } from '../games/tables/table-state.ts'
import { Market } from '../sports/markets.ts'
import { endpoint } from './endpoint.ts'
import { chatRoomNo, count, nothing, publicId, text } from './shapes.ts'

/** State of a room at sequence number `seq`. Later entries change it. */
export const RoomSnapshot = z.object({
  ...z.omit(RoomStatus, { event: true, odds: true }).shape,
  title: text(80),
  events: z.array(MatchEvent),
  odds: z.nullable(MatchOdds),
  pinned: z.nullable(text(200)),
  setup: RoomSetup,
  marquee: z.array(MarqueeItem),
  /** Offered markets; in pseudo-rooms of markets only. */
  markets: z.array(Market),
  /** The live table of the room, or all tables in the pseudo-room of their hall. */
  tables: z.array(TableState),
  admins: z.array(publicId),
  /** End (epoch milliseconds) and reason of the caller's mute, or null. */
  mutedUntil: z.nullable(z.int()),
  muteReason: z.nullable(text(100)),
})
export type RoomSnapshot = z.infer<typeof RoomSnapshot>

/** Entries with their sequence numbers. The feed checks each like those of a frame. */
const NumberedEntries = z.array(z.object({ seq: z.int(), entry: z.unknown() }))

const joinRequest = z.strictObject({
  chatRoomNo,
  /** The last entry that the client has. No history is sent if the log still contains the next one. */
  position: z.optional(z.strictObject({ epoch: count, seq: count })),
})
const joinData = z.object({
  chatRoomNo,
  /** AES-256-GCM key of this room's frames, base64url, 32 bytes. */
  roomKey: z.string().check(z.length(43)),
  /** One-use ticket for the socket, valid for 30 s. */
  ticket: text(64),
  epoch: z.int(),
  /** Head of the log. The snapshot is valid at this entry, and `history` ends with it. */
  seq: z.int(),
  /** False = the log does not contain the client's position: `missed` entries are lost. */
  recovered: z.boolean(),
  missed: count,
  snapshot: RoomSnapshot,
  /** The newest entries, oldest first. Empty if a given position was recovered. */
  history: NumberedEntries,
})
const historyRequest = z.strictObject({
  chatRoomNo,
  /** Entries before this sequence number. */
  beforeSeq: count,
  size: z.int().check(z.minimum(1), z.maximum(HISTORY_PAGE_SIZE)),
})
const historyData = z.object({ epoch: z.int(), list: NumberedEntries, hasMore: z.boolean() })

export const ReportReason = z.enum(['flood', 'advertising', 'abuse', 'other'])
export type ReportReason = z.infer<typeof ReportReason>

const base = '/api/site/game/newsoccer/chatroom'

export const chatroomEndpoints = {
  'chatroom.anonJoin': endpoint({
    path: `${base}/anon/v1/join`,
    summary: 'Enters a room as a visitor, read-only (S6.2, settled 9).',
    request: joinRequest,
    data: joinData,
  }),
  'chatroom.webJoin': endpoint({
    path: `${base}/web/v1/join`,
    access: 'member',
    summary: 'Enters a room as a member on a desktop (S6.4).',
    request: joinRequest,
    data: joinData,
  }),
  'chatroom.appJoin': endpoint({
    path: `${base}/app/v1/join`,
    access: 'member',
    summary: 'Enters a room as a member on a phone (S6.4).',
    request: joinRequest,
    data: joinData,
  }),
  'chatroom.anonHistory': endpoint({
    path: `${base}/anon/v1/history`,
    readOnly: true,
    summary: 'Older entries for visitors (S7.110).',
    request: historyRequest,
    data: historyData,
  }),
  'chatroom.webHistory': endpoint({
    path: `${base}/web/v1/history`,
    access: 'member',
    readOnly: true,
    summary: 'Older entries for members on a desktop (S7.110).',
    request: historyRequest,
    data: historyData,
  }),
  'chatroom.appHistory': endpoint({
    path: `${base}/app/v1/history`,
    access: 'member',
    readOnly: true,
    summary: 'Older entries for members on a phone (S7.110).',
    request: historyRequest,
    data: historyData,
  }),
  'chatroom.status': endpoint({
    path: `${base}/v1/status`,
    readOnly: true,
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
  'chatroom.report': endpoint({
    path: `${base}/v1/report`,
    access: 'member',
    summary: 'Reports a message to the administrators of its room.',
    request: z.strictObject({
      chatRoomNo,
      /** The entry's id. */
      id: text(64),
      reason: ReportReason,
      note: z.optional(text(100)),
    }),
    data: nothing,
  }),
} as const
