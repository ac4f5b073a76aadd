import { CODES, failureOf } from '#protocol/codes.ts'
import type { Result } from '#protocol/result.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import type { ActingAdmin } from '../../rooms/moderation/audit.ts'
import { OPERATOR_NICKNAME } from '../../rooms/room-repository.ts'
import type { Room } from '../../rooms/room.ts'

interface InRoom {
  readonly chatRoomNo: string
  readonly operatorId: string
}

/** Returns an action of an operator in a room. It runs in the process that writes the rooms, as the command `name`. */
export function roomAction<Command, Data>(
  rooms: RoomHub,
  name: string,
  act: (room: Room, operator: ActingAdmin, command: Command) => Promise<Result<Data>>,
) {
  return rooms.writer.define(name, async (command: Command & InRoom): Promise<Result<Data>> => {
    const room = rooms.room(command.chatRoomNo)
    const operator = { memberId: command.operatorId, member: { nickname: OPERATOR_NICKNAME } }
    return room ? act(room, operator, command) : failureOf(CODES.NOT_FOUND)
  })
}
