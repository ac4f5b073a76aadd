import type { Members } from '../members/members.ts'
import type { SealServices } from './frames.ts'
import type { FramePace } from './frame-pace.ts'
import { Coalescer, RoomSealer } from './frames.ts'
import { fromRow } from './log/entries.ts'
import type { EntryStorage } from './log/entries.ts'
import type { RoomLog } from './log/log.ts'
import { Room, type RoomDefinition } from './room.ts'
import type { RoomStorage } from './room-repository.ts'

/** Entries per read while a state is brought up to date. */
const PAGE = 2_000

export interface OpenRoomOptions extends SealServices {
  readonly entries: EntryStorage
  readonly rooms: RoomStorage
  readonly members: Pick<Members, 'profile'>
  /** Reports errors of background work. */
  readonly onError: (error: unknown) => void
}

/** Where the frames of a room go. */
interface FrameOutput {
  readonly pace: FramePace
  readonly emit: (chatRoomNo: string, sealed: string, entries: number) => void
  /** The most viewers that one process writes a frame to. */
  readonly writes: (chatRoomNo: string) => number
}

/**
 * Opens a room: loads its stored state and applies all later entries. Null if another process writes the rooms and has
 * not created this one yet.
 *
 * @param isWriter false if another process writes the rooms
 */
export async function openRoom(
  definition: RoomDefinition,
  log: RoomLog,
  output: FrameOutput,
  options: OpenRoomOptions,
  isWriter: boolean,
): Promise<Room | null> {
  const { chatRoomNo } = definition
  const { rooms, members, now, onError } = options
  const stored = await rooms.load(chatRoomNo)
  if (stored === null && !isWriter) return null
  const head = await log.open(chatRoomNo, stored && { epoch: stored.epoch, seq: stored.seq, at: 0 }, isWriter)
  const admins = await readAdmins(definition.admins, members)
  const sealer = new RoomSealer(chatRoomNo, head.epoch, options)
  const coalescer: Coalescer = new Coalescer({
    chatRoomNo,
    log,
    sealer,
    viewers: () => room.presence.viewers,
    writes: () => output.writes(chatRoomNo),
    pace: output.pace,
    emit: output.emit,
    onError,
  })
  const room = new Room(definition, stored, admins, sealer, coalescer)
  await replay(room, log, options.entries, head.epoch, stored?.seq ?? 0)
  await readRules(room, rooms, now())
  if (isWriter && (stored?.epoch !== head.epoch || room.isDirty)) await saveRoom(room, rooms, log, now())
  return room
}

/** Internal ids to public ids of the members that exist. */
export async function readAdmins(
  memberIds: readonly string[],
  members: OpenRoomOptions['members'],
): Promise<ReadonlyMap<string, string>> {
  const admins = new Map<string, string>()
  for (const memberId of memberIds) {
    const member = await members.profile(memberId)
    if (member) admins.set(memberId, member.userId)
  }
  return admins
}

/** Reads what is not in the log: mutes and blocked terms. */
export async function readRules(room: Room, rooms: RoomStorage, now: number): Promise<void> {
  const { chatRoomNo } = room
  room.setMutes(await rooms.mutes(chatRoomNo, now))
  room.setBlockedTerms(await rooms.blockedTerms(chatRoomNo))
}

/** Applies entries written after the stored state. The newest entries also give the remembered `cid`s. */
async function replay(room: Room, log: RoomLog, entries: EntryStorage, epoch: number, stateSeq: number): Promise<void> {
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
export async function saveRoom(room: Room, rooms: RoomStorage, log: RoomLog, now: number): Promise<void> {
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
