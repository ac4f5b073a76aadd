import * as z from 'zod/mini'
import { chatRoomNo, count, publicId, shownText, text } from '../endpoints/shapes.ts'
import { AnchorStatus } from '../room/feed.ts'
import { operatorName } from './access.ts'
import { consoleAction, itemVersion, nextPage, rowId } from './action.ts'
import { ANCHOR_KBPS_MAX, ANCHOR_KBPS_MIN, COVER_MAX_CHARACTERS, ROOM_ADMINS_MAX } from './constants.ts'

const nick = shownText(2, 16)
const title = shownText(2, 40)
const intro = shownText(0, 120)
const maxKbps = z.int().check(z.minimum(ANCHOR_KBPS_MIN), z.maximum(ANCHOR_KBPS_MAX))

const LiveAnchor = z.object({
  id: rowId,
  nick: text(32),
  /** Sign-in name of the anchor's account; null without one. */
  account: z.nullable(text(32)),
  /** When the stream key was issued; null before the first one. */
  keyIssuedAt: z.nullable(z.int()),
  maxKbps: z.int(),
  room: z.nullable(z.object({ id: rowId, title: text(80) })),
  version: itemVersion,
})
export type LiveAnchorView = z.infer<typeof LiveAnchor>

const LiveRoomRow = z.object({
  id: rowId,
  eid: publicId,
  title: text(80),
  nick: text(32),
  startsAt: z.int(),
  /** Null while the room is open. */
  closedAt: z.nullable(z.int()),
  anchorStatus: AnchorStatus,
  viewers: count,
})
export type LiveRoomRow = z.infer<typeof LiveRoomRow>

/**
 * Why a publisher was refused or ended: wrong key, another one publishes, too high a bit rate, codecs and profiles
 * that browsers cannot play, sound and picture too far apart, no key frame, sound alone, a clock that stands still or has run for too long.
 */
export const IngestProblem = z.enum([
  'key',
  'busy',
  'bitrate',
  'hevc',
  'av1',
  'picture',
  'profile',
  'opus',
  'mp3',
  'sound',
  'sampleRate',
  'offset',
  'keyFrames',
  'soundOnly',
  'clock',
  'tooLong',
])
export type IngestProblem = z.infer<typeof IngestProblem>

/** What a publisher sends. */
const PublishedFormat = z.object({
  /** Codecs, '' for none so far. */
  video: text(32),
  audio: text(32),
  /** Of the picture, else as its metadata says; null without both. */
  width: z.nullable(count),
  height: z.nullable(count),
  /** Pictures per second, measured. */
  fps: count,
  /** Milliseconds since its last key frame; null before the first one, and after its end. */
  keyFrameAgeMs: z.nullable(count),
  /** Correction of its sound against its picture in milliseconds; null without both. */
  soundCorrectionMs: z.nullable(z.int()),
  /** How far the clock of its sound has moved against that of its picture since the start (ms); null until known. */
  driftMs: z.nullable(z.int()),
  /** Silence replaces its sound. */
  isSilent: z.boolean(),
  /** Messages of further tracks, which are ignored. */
  extraTags: count,
})
export type PublishedFormat = z.infer<typeof PublishedFormat>

/** What the server measures of a publisher. */
const IngestState = z.object({
  state: z.enum(['none', 'live', 'lost']),
  /** When the publisher connected; null without one. */
  since: z.nullable(z.int()),
  /** Of the last seconds. */
  kbps: count,
  /** Time between the last two key frames in milliseconds; null before the second one. */
  keyFrameMs: z.nullable(count),
  /** Pictures missing in the stream since the publisher connected. Null if the encoder reports no frame rate. */
  droppedFrames: z.nullable(count),
  /** Of the last publisher since the last success; null if it had none. */
  problem: z.nullable(IngestProblem),
  /** Of the publisher, or of the last one; null without one since the start of the server. */
  format: z.nullable(PublishedFormat),
})
export type IngestStateView = z.infer<typeof IngestState>

const LiveRoomDetail = z.object({
  ...LiveRoomRow.shape,
  chatRoomNo,
  intro: text(200),
  isGiftOpen: z.boolean(),
  hasTestPicture: z.boolean(),
  /** Path; '' without one. */
  coverUrl: text(128),
  /** Sign-in names. */
  admins: z.array(text(32)),
  rules: z.object({ slowModeSeconds: count, minVipLevel: count, muteAll: z.boolean(), welcomeText: text(100) }),
  pinned: text(200),
  /** Null if this server accepts no publishers. */
  ingest: z.nullable(IngestState),
  /** The address that encoders enter; '' without one. */
  server: text(256),
  /** Signed path of the stream for a preview; '' if its URLs are not signed. */
  previewUrl: text(256),
  anchor: LiveAnchor,
  version: itemVersion,
})
export type LiveRoomDetail = z.infer<typeof LiveRoomDetail>

const room = { id: rowId }
const edited = { id: rowId, version: itemVersion }
const listRequest = z.strictObject({ text: text(40), after: z.optional(rowId) })
const Changed = z.object({ room: LiveRoomDetail })
const ChangedAnchor = z.object({ anchor: LiveAnchor })
const CAN_READ = ['operator', 'editor', 'moderator', 'anchor', 'auditor'] as const
const CAN_EDIT = ['operator', 'editor'] as const

/** Anchors and live rooms. The role `anchor` reaches its own room only; others answer NOT_FOUND. */
export const roomActions = {
  'anchor.list': consoleAction({
    access: ['operator', 'editor', 'auditor'],
    readOnly: true,
    /** `isFree`: only anchors without a room. */
    request: z.strictObject({ ...listRequest.shape, isFree: z.optional(z.boolean()) }),
    data: z.object({ list: z.array(LiveAnchor), next: nextPage }),
  }),
  /** Refused with NAME_TAKEN if another anchor has the name or the account. */
  'anchor.create': consoleAction({
    access: ['operator'],
    request: z.strictObject({ nick, account: z.nullable(operatorName), maxKbps }),
    data: ChangedAnchor,
  }),
  'anchor.update': consoleAction({
    access: ['operator'],
    request: z.strictObject({ ...edited, nick, account: z.nullable(operatorName), maxKbps }),
    data: ChangedAnchor,
  }),
  /** Replaces the stream key and disconnects the running publisher. The key is returned once. */
  'anchor.renewKey': consoleAction({
    access: ['operator', 'anchor'],
    request: z.strictObject(edited),
    data: z.object({ anchor: LiveAnchor, server: text(256), streamKey: text(128) }),
  }),
  'room.list': consoleAction({
    access: CAN_READ,
    readOnly: true,
    request: listRequest,
    data: z.object({ list: z.array(LiveRoomRow), next: nextPage }),
  }),
  'room.get': consoleAction({ access: CAN_READ, readOnly: true, request: z.strictObject(room), data: LiveRoomDetail }),
  /** The room of the calling anchor; null without one. */
  'stream.get': consoleAction({
    access: ['anchor'],
    readOnly: true,
    request: z.strictObject({}),
    data: z.object({ room: z.nullable(LiveRoomDetail) }),
  }),
  /** Refused with NAME_TAKEN if another room has the title, or the anchor has a room. */
  'room.create': consoleAction({
    access: CAN_EDIT,
    request: z.strictObject({ anchorId: rowId, title, intro, startsAt: z.int() }),
    data: Changed,
  }),
  'room.update': consoleAction({
    access: CAN_EDIT,
    request: z.strictObject({
      ...edited,
      title,
      intro,
      startsAt: z.int(),
      isGiftOpen: z.boolean(),
      hasTestPicture: z.boolean(),
    }),
    data: Changed,
  }),
  /** Closing ends chat, gifts and video; the history stays readable. */
  'room.setOpen': consoleAction({
    access: CAN_EDIT,
    request: z.strictObject({ ...edited, isOpen: z.boolean() }),
    data: Changed,
  }),
  /** A picture in base64; null removes the cover. */
  'room.setCover': consoleAction({
    access: CAN_EDIT,
    request: z.strictObject({
      ...edited,
      picture: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/), z.maxLength(COVER_MAX_CHARACTERS))),
    }),
    data: Changed,
  }),
  /** Replaces the administrators by the members with these sign-in names. */
  'room.setAdmins': consoleAction({
    access: ['operator'],
    request: z.strictObject({ ...edited, names: z.array(text(32)).check(z.maxLength(ROOM_ADMINS_MAX)) }),
    data: Changed,
  }),
  'room.setRules': consoleAction({
    access: ['operator', 'moderator'],
    request: z.strictObject({
      ...room,
      slowModeSeconds: z.int().check(z.minimum(0), z.maximum(3_600)),
      minVipLevel: z.int().check(z.minimum(0), z.maximum(10)),
      muteAll: z.boolean(),
    }),
    data: Changed,
  }),
  'room.setWelcome': consoleAction({
    access: ['operator', 'moderator', 'anchor'],
    request: z.strictObject({ ...room, welcomeText: shownText(0, 100) }),
    data: Changed,
  }),
  /** An empty text removes the pin. */
  'room.pin': consoleAction({
    access: ['operator', 'moderator', 'anchor'],
    request: z.strictObject({ ...room, text: shownText(0, 200) }),
    data: Changed,
  }),
} as const
