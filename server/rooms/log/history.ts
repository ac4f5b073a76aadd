import { HISTORY_PAGE_SIZE } from '#protocol/constants.ts'
import { isStateRoom, ROW_KINDS } from '#protocol/room/kinds.ts'
import type { CatchUp } from '#protocol/room/server-events.ts'
import type { FeedPosition } from '#protocol/worker/api.ts'
import type { LogEntry } from './entries.ts'
import type { RoomLog } from './log.ts'
import type { Room } from '../room.ts'

/**
 * Maximum entries and sealed characters of one part of a catch-up, so that a slow connection is not closed. The client
 * requests the rest.
 */
const PART_ENTRIES = 1_000
const PART_LENGTH = 96 * 1024

/** Kinds shown as rows in the list of a new viewer. */

interface NumberedEntry {
  readonly seq: number
  readonly entry: unknown
}

function numbered(entries: readonly LogEntry[]): NumberedEntry[] {
  return entries.map(({ seq, json }) => ({ seq, entry: JSON.parse(json) as unknown }))
}

/** The newest displayable entries up to `throughSeq`, oldest first. */
export async function newestEntries(room: Room, log: RoomLog, throughSeq: number): Promise<NumberedEntry[]> {
  if (isStateRoom(room.chatRoomNo)) return []
  return numbered(await log.before(room.chatRoomNo, throughSeq + 1, HISTORY_PAGE_SIZE, ROW_KINDS))
}

/** One page of older displayable entries, oldest first (S7.110). */
export async function olderEntries(
  room: Room,
  log: RoomLog,
  beforeSeq: number,
  size: number,
): Promise<{ list: NumberedEntry[]; hasMore: boolean }> {
  if (isStateRoom(room.chatRoomNo)) return { list: [], hasMore: false }
  const found = await log.before(room.chatRoomNo, beforeSeq, size + 1, ROW_KINDS)
  return { list: numbered(found.slice(-size)), hasMore: found.length > size }
}

/** Whether a client that has everything up to `position` can continue, and otherwise what it has lost. */
export async function recovery(
  room: Room,
  log: RoomLog,
  position: FeedPosition,
): Promise<{ recovered: boolean; missed: number }> {
  await log.reach(room.chatRoomNo, position)
  const head = log.head(room.chatRoomNo)
  if (position.epoch === head.epoch && (await log.canRecover(room.chatRoomNo, position.seq))) {
    return { recovered: true, missed: 0 }
  }
  return { recovered: false, missed: Math.max(0, head.seq - position.seq) }
}

/**
 * The catch-up of a socket that subscribes now. `subscribe` runs in the same turn in which the end of the catch-up is
 * determined, so that the first live frame follows it directly without gap or overlap.
 */
export async function catchUp(
  room: Room,
  log: RoomLog,
  position: FeedPosition,
  subscribe: () => boolean,
): Promise<CatchUp | null> {
  const { chatRoomNo } = room
  await log.reach(chatRoomNo, position)
  // Entries may be written that no frame contained yet. A client that joined by HTTP has them already.
  if (position.epoch === log.head(chatRoomNo).epoch && position.seq <= log.head(chatRoomNo).seq) {
    await room.coalescer.whenSent(position.seq)
  }
  const { recovered, missed } = await recovery(room, log, position)
  if (!subscribe()) return null
  const head = room.coalescer.sentThrough
  const { epoch } = log.head(chatRoomNo)
  if (!recovered) return { ok: true, chatRoomNo, epoch, head, recovered, missed, frames: [] }
  const { generation } = room.sealer
  const through = Math.min(head, position.seq + PART_ENTRIES)
  const entries = await log.range(chatRoomNo, position.seq, through)
  const isWhole = entries.length === through - position.seq
  if (!isWhole) return { ok: true, chatRoomNo, epoch, head, recovered: false, missed: head - position.seq, frames: [] }
  const frames = entries.length === 0 ? [] : onePart(await room.sealer.sealRange(entries, generation))
  return { ok: true, chatRoomNo, epoch, head, recovered, missed, frames }
}

/** The first of these frames; at least one. */
function onePart(frames: readonly string[]): string[] {
  let length = 0
  const end = frames.findIndex((frame, position) => {
    length += frame.length
    return position > 0 && length > PART_LENGTH
  })
  return frames.slice(0, end < 0 ? frames.length : end)
}
