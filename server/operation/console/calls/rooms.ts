import { CODES } from '#protocol/codes.ts'
import type { LiveRoomDetail, LiveRoomRow, roomActions } from '#protocol/console/rooms.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { type Result, success } from '#protocol/result.ts'
import type { Database } from '../../../database/database.ts'
import { liveCoverPath, liveRoomIds } from '../../../matches/live/live-room.ts'
import type { LiveRooms } from '../../../matches/live/live-rooms.ts'
import type { SharedPublishers } from '../../../media/ingest/shared-publishers.ts'
import type { Members } from '../../../members/members.ts'
import type { PictureDecoder } from '../../../members/uploads/picture-decoder.ts'
import type { RoomHub } from '../../../rooms/hub.ts'
import { RoomAdmin } from '../../../rooms/moderation/admin.ts'
import { MessageModeration } from '../../../rooms/moderation/message-moderation.ts'
import { consoleFailure, type ConsoleHandlers, type OperatorCall } from '../console-call.ts'
import { createAnchor, editAnchor, findAnchor, listAnchors, newStreamKey, numberOf } from '../live-anchors.ts'
import {
  adminNames,
  adminsWriter,
  coverWriter,
  createLiveRoom,
  editLiveRoom,
  findLiveRoom,
  listLiveRooms,
  type LiveRoomRecord,
  readCover,
  type RoomOwner,
  setChatRoomOpen,
} from '../live-rooms.ts'
import { roomAction } from '../room-actions.ts'

export interface LiveRoomServices {
  readonly database: Database
  readonly members: Members
  readonly rooms: RoomHub
  readonly pictures: PictureDecoder
  readonly liveRooms: LiveRooms
  /** Null if the server accepts no publishers. */
  readonly ingest: Pick<SharedPublishers, 'stateOf' | 'address'> | null
  /** The signature of the media URLs of a stream; null for a stream whose URLs are not signed. */
  readonly signedMedia: (stream: string) => { readonly query: string } | null
  readonly now: () => number
}

type RoomHandlers = Pick<ConsoleHandlers, keyof typeof roomActions>
type Changed = Result<{ room: LiveRoomDetail }>

/** Handlers of anchors and live rooms. */
export function roomHandlers(services: LiveRoomServices): RoomHandlers {
  return { ...anchorHandlers(services), ...editHandlers(services), ...chatHandlers(services) }
}

/** Anchors reach their own room only. */
function ownerOf({ session: { operator } }: OperatorCall): RoomOwner {
  return operator.role === 'anchor' ? operator.id : null
}

function anchorHandlers({ database, liveRooms, ingest }: LiveRoomServices) {
  const audit =
    (call: OperatorCall): Parameters<typeof editAnchor>[3]['audit'] =>
    async (tx, before, after) =>
      call.audit(tx, { target: `anchor ${after.nick}`, before, after })
  return {
    'anchor.list': async (filter) => success(await listAnchors(database, filter)),
    async 'anchor.create'(request, call) {
      const created = await createAnchor(database, request, { now: call.now, audit: audit(call) })
      return created.ok ? success({ anchor: created.data }) : created
    },
    async 'anchor.update'({ id, version, ...edit }, call) {
      const edited = await editAnchor(database, { id, version }, edit, { owner: null, audit: audit(call) })
      if (!edited.ok) return edited
      await liveRooms.refresh()
      return success({ anchor: edited.data })
    },
    async 'anchor.renewKey'(subject, call) {
      const { token, edit } = newStreamKey(call.now)
      const edited = await editAnchor(database, subject, edit, { owner: ownerOf(call), audit: audit(call) })
      if (!edited.ok) return edited
      await liveRooms.refresh()
      const { anchorRoomId } = liveRoomIds(await numberOf(database, subject.id))
      return success({ anchor: edited.data, server: ingest?.address ?? '', streamKey: `${anchorRoomId}?key=${token}` })
    },
  } satisfies Partial<RoomHandlers>
}

function editHandlers(services: LiveRoomServices) {
  const { database, liveRooms, now } = services
  const audit =
    (call: OperatorCall): Parameters<typeof editLiveRoom>[3]['audit'] =>
    async (tx, no, before, after) =>
      call.audit(tx, { target: `room ${liveRoomIds(no).eid}`, before, after })
  const changed = async (result: Result<LiveRoomRecord>): Promise<Changed> => {
    if (!result.ok) return result
    await liveRooms.refresh()
    return success({ room: await detailOf(services, result.data) })
  }
  return {
    async 'room.list'(filter, call) {
      const { list, next } = await listLiveRooms(database, filter, ownerOf(call))
      return success({ list: list.map((record) => rowOf(services, record)), next })
    },
    async 'room.get'({ id }, call) {
      const found = await findLiveRoom(database.db, id, ownerOf(call))
      return found ? success(await detailOf(services, found)) : consoleFailure(CODES.NOT_FOUND)
    },
    'room.create': async (request, call) =>
      changed(await createLiveRoom(database, request, { now: call.now, audit: audit(call) })),
    async 'stream.get'(_request, call) {
      const { list } = await listLiveRooms(database, { text: '' }, call.session.operator.id)
      const [own] = list
      return success({ room: own ? await detailOf(services, own) : null })
    },
    'room.update': async ({ id, version, ...edit }, call) =>
      changed(await editLiveRoom(database, { id, version }, edit, { audit: audit(call) })),
    'room.setOpen': async ({ isOpen, ...subject }, call) =>
      changed(
        await editLiveRoom(
          database,
          subject,
          { closedAt: isOpen ? null : now() },
          { audit: audit(call), also: setChatRoomOpen },
        ),
      ),
    async 'room.setCover'({ picture, ...subject }, call) {
      const read = picture === null ? success(null) : await readCover(services.pictures, call.session, picture)
      if (!read.ok) return read
      const cover = read.data
      const edit = { coverHash: cover?.hash ?? null }
      return changed(await editLiveRoom(database, subject, edit, { audit: audit(call), also: coverWriter(cover) }))
    },
    'room.setAdmins': async ({ names, ...subject }, call) =>
      changed(await editLiveRoom(database, subject, {}, { audit: audit(call), also: adminsWriter(names) })),
  } satisfies Partial<RoomHandlers>
}

/** Changes of the chat room. */
function chatHandlers(services: LiveRoomServices) {
  const { database, members, rooms, now } = services
  const admin = new RoomAdmin({ hub: rooms, members, now })
  const messages = new MessageModeration({ hub: rooms, members, now })
  type Rules = RequestOf<'chatroom.setup'>['setup']
  const setupAtWriter = roomAction(rooms, 'console.setup', (room, operator, { change }: { change: Rules }) =>
    admin.setup(room, operator, change),
  )
  const pinAtWriter = roomAction(rooms, 'console.pin', (room, operator, { text }: { text: string }) =>
    messages.operate(room, operator, { type: 'pin', chatRoomNo: room.chatRoomNo, text: text || null }),
  )
  /** Runs a change of the chat room of a live room and records it. */
  const change = async (
    id: string,
    call: OperatorCall,
    after: Readonly<Record<string, unknown>>,
    run: (at: { readonly chatRoomNo: string; readonly operatorId: string }) => Promise<Result<unknown>>,
  ): Promise<Changed> => {
    const found = await findLiveRoom(database.db, id, ownerOf(call))
    if (!found) return consoleFailure(CODES.NOT_FOUND)
    const { eid, chatRoomNo } = liveRoomIds(found.anchor.no)
    const before = rulesOf(rooms, chatRoomNo)
    const done = await run({ chatRoomNo, operatorId: call.session.operator.id })
    if (!done.ok) return done
    const earlier = Object.fromEntries(Object.entries(before).filter(([name]) => Object.hasOwn(after, name)))
    await call.audit(database.db, { target: `room ${eid}`, before: earlier, after })
    return success({ room: await detailOf(services, found) })
  }
  return {
    'room.setRules': ({ id, ...rules }, call) =>
      change(id, call, rules, (at) => setupAtWriter({ ...at, change: rules })),
    'room.setWelcome': ({ id, welcomeText }, call) =>
      change(id, call, { welcomeText }, (at) => setupAtWriter({ ...at, change: { welcomeText } })),
    'room.pin': ({ id, text }, call) => change(id, call, { pinned: text }, (at) => pinAtWriter({ ...at, text })),
  } satisfies Partial<RoomHandlers>
}

function rulesOf(rooms: RoomHub, chatRoomNo: string): LiveRoomDetail['rules'] & { pinned: string } {
  const state = rooms.room(chatRoomNo)?.state
  const setup = state?.setup ?? { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '' }
  return { ...setup, pinned: state?.pinned ?? '' }
}

function rowOf({ rooms }: LiveRoomServices, { room, anchor }: LiveRoomRecord): LiveRoomRow {
  const { eid, chatRoomNo } = liveRoomIds(anchor.no)
  const { id, title, startsAt, closedAt } = room
  const anchorStatus = closedAt === null ? (rooms.room(chatRoomNo)?.state.anchorStatus ?? 0) : 3
  return {
    id,
    eid,
    title,
    nick: anchor.nick,
    startsAt,
    closedAt,
    anchorStatus,
    viewers: rooms.listeners(chatRoomNo),
  }
}

async function detailOf(services: LiveRoomServices, record: LiveRoomRecord): Promise<LiveRoomDetail> {
  const { database, rooms, ingest, signedMedia } = services
  const { room } = record
  const { eid, chatRoomNo, anchorRoomId } = liveRoomIds(record.anchor.no)
  const { pinned, ...rules } = rulesOf(rooms, chatRoomNo)
  const anchor = await findAnchor(database.db, record.anchor.id)
  const query = signedMedia(anchorRoomId)?.query ?? null
  if (!anchor) throw new Error('a live room has no anchor')
  return {
    ...rowOf(services, record),
    chatRoomNo,
    intro: room.intro,
    isGiftOpen: room.isGiftOpen,
    hasTestPicture: room.hasTestPicture,
    coverUrl: room.coverHash === null ? '' : liveCoverPath(eid, room.coverHash),
    admins: await adminNames(database.db, room.id),
    rules,
    pinned,
    ingest: ingest?.stateOf(anchorRoomId) ?? null,
    server: ingest?.address ?? '',
    previewUrl: query === null ? '' : `/media/${anchorRoomId}.flv${query}`,
    anchor,
    version: room.version,
  }
}
