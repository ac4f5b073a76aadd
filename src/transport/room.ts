import { transport } from './client.ts'
import type { RoomHandle, RoomHandlers } from './room-membership.ts'

export type { RoomHandle, RoomHandlers } from './room-membership.ts'

/** Enters a room; everything that happens in it arrives at `handlers` until {@link RoomHandle.leave}. */
export function joinRoom(chatRoomNo: string, handlers: RoomHandlers): RoomHandle {
  return transport().joinRoom(chatRoomNo, handlers)
}
