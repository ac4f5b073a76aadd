import * as z from 'zod/mini'
import { LIVE_LIST_SIZE } from '../constants.ts'
import { AnchorStatus, MatchClock, MatchEvent, MatchOdds } from '../room/feed.ts'
import { endpoint } from './endpoint.ts'
import { chatRoomNo, count, publicId, text } from './shapes.ts'

/** S3.32 */
export const CONTENT_KINDS = ['football', 'basketball', 'esports', 'anchor'] as const
export const ContentKind = z.enum(CONTENT_KINDS)
export type ContentKind = z.infer<typeof ContentKind>

/** S3.20: 1 = horizontal, 2 = vertical. Names are accepted as well. */
const ScreenMode = z.union([z.literal(1), z.literal(2), z.literal('horizontal'), z.literal('vertical')])

/** S3.14, S3.19: match with its anchor, and additional fields for lists. Logos are paths below /art. */
export const AnchorMatch = z.object({
  eid: publicId,
  /** Id of the sport. */
  egid: publicId,
  matchId: publicId,
  anchorRoomId: publicId,
  /** Name code of the venue (S3.37). `ve_name` is the same. */
  venueName: text(32),
  /** Id of the match at its venue. */
  eventId: publicId,
  /** Video channel of the venue (S3.36). */
  channel: text(32),
  chatRoomNo,
  kind: ContentKind,
  /** Empty in talk shows, like the ids and logos. */
  team1: text(48),
  team2: text(48),
  team1_id: text(64),
  team2_id: text(64),
  team1_logo: text(128),
  team2_logo: text(128),
  homeScore: count,
  guestScore: count,
  /** `YYYY-MM-DD HH:mm:ss` in the site's time zone. */
  start_datetime: text(32),
  /** Epoch milliseconds. */
  start_time: z.int(),
  /** Path of the room with its animation open. */
  animation_url: text(256),
  league: text(48),
  sport_type: text(32),
  ve_name: text(32),
  anchor: z.object({ anchor_id: publicId, anchor_nick: text(32), logo_square: text(128) }),
  anchor_status: AnchorStatus,
  anchor_type: z.int(),
  room_info: z.object({ theme_id: text(32), desc: text(200), title: text(80) }),
  /** Id of the league. */
  tid: publicId,
  /** Id of the match at its source. */
  dpid: publicId,
  live: z.object({ web_flv_url: text(512) }),
  anchor_list: z.array(
    z.object({
      anchorRoomId: publicId,
      anchor_nick: text(32),
      logo_square: text(128),
      anchor_status: AnchorStatus,
      screen_mode: ScreenMode,
    }),
  ),
  /** Number of viewers, counted by socket. */
  viewers: count,
  clock: MatchClock,
  /** Path of a recent frame of the picture (480x270); '' if there is none. It changes every few seconds. */
  coverUrl: text(128),
})
export type AnchorMatch = z.infer<typeof AnchorMatch>

/** An entry of the list: the match with its odds, null if it has none. */
export const ListedMatch = z.object({ ...AnchorMatch.shape, odds: z.optional(z.nullable(MatchOdds)) })
export type ListedMatch = z.infer<typeof ListedMatch>

/** One video stream: FLV over WebSocket, or HLS. `url` may be a path of this origin. */
export const StreamSource = z.object({
  id: text(32),
  name: text(32),
  kind: z.enum(['flv', 'hls']),
  url: text(512),
  /**
   * Heights in pixels of the qualities of an FLV source, smallest first; `qualityUrl` (rules/video-quality.ts) is the URL
   * of one. Absent for a single quality, and for HLS, whose playlist lists them.
   */
  heights: z.optional(z.array(z.int().check(z.minimum(16), z.maximum(4320)))),
})
export type StreamSource = z.infer<typeof StreamSource>

export const liveEndpoints = {
  'live.popularList': endpoint({
    path: '/api/site/game/newsoccer/live/v1/popularList',
    readOnly: true,
    summary: 'Live and upcoming matches of one kind, most watched first (S7.106, S9.1).',
    request: z.strictObject({
      size: z.int().check(z.minimum(1), z.maximum(LIVE_LIST_SIZE)),
      page: z.int().check(z.minimum(1), z.maximum(1000)),
      kind: ContentKind,
    }),
    data: z.object({ list: z.array(ListedMatch), total: count, pageNum: z.int(), pageSize: z.int() }),
  }),
  'live.detail': endpoint({
    path: '/api/site/game/newsoccer/live/v1/detail',
    readOnly: true,
    summary: 'One match with its events and odds (S7.107).',
    request: z.strictObject({ eid: publicId }),
    data: z.object({
      match: AnchorMatch,
      events: z.array(MatchEvent),
      odds: z.nullable(MatchOdds),
      venue: text(48),
      round: text(48),
      weather: text(48),
    }),
  }),
  'live.odds': endpoint({
    path: '/api/site/game/newsoccer/live/v1/odds',
    readOnly: true,
    summary: 'The odds of a match (S7.108). Open rooms get them with their log.',
    request: z.strictObject({ matchId: publicId }),
    data: z.object({ odds: z.nullable(MatchOdds) }),
  }),
  'live.playingVideo': endpoint({
    path: '/api/site/game/newsoccer/live/v1/playingVideo',
    readOnly: true,
    summary: 'The stream sources of a match on its channel (S7.109). A venue name stands for its channel (S3.36).',
    request: z.strictObject({ matchId: publicId, channel: text(32) }),
    data: z.object({
      anchorStatus: AnchorStatus,
      lines: z.array(StreamSource),
      /** Epoch milliseconds at which the URLs expire. Absent for URLs that do not expire. */
      expireAt: z.optional(z.int()),
    }),
  }),
} as const

const videoKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** Third-party video (S7.114): the provider uses signed queries and encrypts a field of its responses. */
export const videoEndpoints = {
  'video.grant': endpoint({
    path: '/api/site/game/newsoccer/live/v1/videoGrant',
    readOnly: true,
    summary: 'Short-lived credentials for the provider. They stay in the worker.',
    request: z.strictObject({ matchId: publicId }),
    data: z.object({
      appId: text(64),
      /** HMAC-SHA256 key of the queries, base64url, 32 bytes. */
      signKey: videoKey,
      /** AES-256-GCM key of the responses' `data`, base64url, 32 bytes. */
      dataKey: videoKey,
      /** Origin of the provider. '' = this origin. */
      origin: text(256),
      expireAt: z.int(),
    }),
  }),
  'video.play': endpoint({
    method: 'GET',
    path: '/open/video/v1/play',
    response: 'field',
    credentials: false,
    readOnly: true,
    summary: 'Stream sources of a match. Query: appId, ts, nonce, matchId, and sign over the others, sorted.',
    request: z.strictObject({ matchId: publicId }),
    data: z.object({ matchId: publicId, lines: z.array(StreamSource), expireAt: z.int() }),
  }),
} as const
