import type { RoomDefinition } from '../http/calls/context.ts'
import { Coalescer } from './socket/coalescer.ts'
import { fromRow } from './log/entry.ts'
import type { SealServices } from './socket/frames.ts'
import { RoomSealer } from './socket/frames.ts'
import type { RoomLog } from './log/log.ts'
import { Room } from './room.ts'
import type { RoomServices } from './hub.ts'
import type { RoomRepository } from './log/repositories.ts'

/** Entries per read while a state is brought up to date. */
const PAGE = 2_000

interface OpenServices extends SealServices, Pick<RoomServices, 'entries' | 'rooms' | 'members' | 'onError'> {
  readonly log: RoomLog
  readonly emit: (chatRoomNo: string, sealed: string, entries: number) => void
}

/** Opens a room: loads its stored state and applies all later entries. */
export async function openRoom(definition: RoomDefinition, services: OpenServices): Promise<Room> {
  const { chatRoomNo } = definition
  const { log, now } = services
  const stored = await services.rooms.load(chatRoomNo)
  const head = await log.open(chatRoomNo, stored && { epoch: stored.epoch, seq: stored.seq, at: 0 })
  const admins = new Map<string, string>()
  for (const memberId of definition.admins) {
    const member = await services.members.profile(memberId)
    if (member) admins.set(memberId, member.userId)
  }
  const sealer = new RoomSealer(chatRoomNo, head.epoch, services)
  const coalescer: Coalescer = new Coalescer({
    sentThrough: head.seq,
    viewers: () => room.presence.viewers,
    head: () => log.head(chatRoomNo).seq,
    recent: (afterSeq, limit) => log.recent(chatRoomNo, afterSeq, limit),
    seal: (entries) => sealer.seal(entries),
    emit: (sealed, entries) => services.emit(chatRoomNo, sealed, entries),
    now,
    onError: services.onError,
  })
  const room = new Room(definition, stored, admins, sealer, coalescer)
  await replay(room, services, head.epoch, stored?.seq ?? 0)
  for (const mute of await services.rooms.mutes(chatRoomNo, now())) room.setMute(mute, now())
  room.setBlockedTerms(await services.rooms.words(chatRoomNo))
  if (stored?.epoch !== head.epoch || room.isDirty) await saveRoom(room, services.rooms, log, now())
  return room
}

/** Applies entries written after the stored state. The newest entries also give the remembered `cid`s. */
async function replay(room: Room, { entries, log }: OpenServices, epoch: number, stateSeq: number): Promise<void> {
  const warm = log.recent(room.chatRoomNo, 0, Number.POSITIVE_INFINITY)
  const warmFrom = warm[0]?.seq ?? Number.POSITIVE_INFINITY
  for (let after = stateSeq; after + 1 < warmFrom;) {
    const rows = await entries.load(room.chatRoomNo, epoch, after, Math.min(PAGE, warmFrom - after - 1))
    room.take(rows.map(fromRow))
    if (rows.length === 0) break
    after = rows.at(-1)?.seq ?? after
  }
  room.take(warm)
}

/** Stores a room with its state at the head of its log. */
export async function saveRoom(room: Room, rooms: RoomRepository, log: RoomLog, now: number): Promise<void> {
  const { chatRoomNo, definition, title, isOpen, state } = room
  const { epoch, seq } = log.head(chatRoomNo)
  room.isDirty = false
  const { matchId, anchorRoomId } = definition
  try {
    await rooms.save({ chatRoomNo, matchId, anchorRoomId, title, isOpen, epoch, seq, state }, now)
  } catch (error) {
    room.isDirty = true
    throw error
  }
}
