import { CODES, failureOf } from '#protocol/codes.ts'
import type { chatroomAdminEndpoints } from '#protocol/endpoints/chatroom-admin.ts'
import type { Result } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import type { CallContext, Handlers, SessionMember } from './context.ts'
import type { AdminServices } from '../../rooms/moderation/admin.ts'
import { RoomAdmin } from '../../rooms/moderation/admin.ts'
import { auditList } from '../../rooms/moderation/audit.ts'
import { MessageModeration } from '../../rooms/moderation/message-moderation.ts'
import type { ReportQueue } from '../../rooms/moderation/reports.ts'
import type { Room } from '../../rooms/room.ts'

export interface ChatroomAdminServices extends AdminServices {
  readonly reports: ReportQueue
}

type AdminHandlers = Pick<Handlers, keyof typeof chatroomAdminEndpoints>

/** Handlers for administrators of a room (S6.7). */
export function chatroomAdminCalls(services: ChatroomAdminServices): AdminHandlers {
  const { hub, reports, now } = services
  const admin = new RoomAdmin(services)
  const messages = new MessageModeration(services)

  /** Runs an administrator's action. The router requires a session; the room checks the role. */
  async function asAdmin<Data>(
    chatRoomNo: string,
    call: CallContext,
    act: (room: Room, session: SessionMember) => Promise<Result<Data>>,
  ): Promise<Result<Data>> {
    const room = hub.room(chatRoomNo)
    if (!call.session) return failureOf(CODES.NEED_LOGIN)
    if (!room?.isAdmin(call.session.memberId)) return failureOf(CODES.NOT_ROOM_ADMIN)
    return act(room, call.session)
  }

  return {
    'chatroom.setup': ({ chatRoomNo, setup }, call) =>
      asAdmin(chatRoomNo, call, (room, session) => admin.setup(room, session, setup)),
    'chatroom.words': ({ chatRoomNo }, call) =>
      asAdmin(chatRoomNo, call, async (room) => success({ words: [...room.terms] })),
    'chatroom.setWords': ({ chatRoomNo, ...change }, call) =>
      asAdmin(chatRoomNo, call, (room, session) => admin.setBlockedTerms(room, session, change)),
    'chatroom.muteList': ({ chatRoomNo }, call) =>
      asAdmin(chatRoomNo, call, async (room) =>
        success({
          list: room
            .mutes(now())
            .map(({ userId, memberName, until, reason, byName }) => ({ userId, memberName, until, reason, byName })),
        }),
      ),
    'chatroom.mute': ({ chatRoomNo, ...mute }, call) =>
      asAdmin(chatRoomNo, call, (room, session) => admin.mute(room, session, mute)),
    'chatroom.unblock': ({ chatRoomNo, userId }, call) =>
      asAdmin(chatRoomNo, call, (room, session) => admin.unblock(room, session, userId)),
    'chatroom.operation': (operation, call) =>
      asAdmin(operation.chatRoomNo, call, (room, session) => messages.operate(room, session, operation)),
    'chatroom.audit': ({ chatRoomNo }, call) =>
      asAdmin(chatRoomNo, call, async (room) => success({ list: await auditList(hub, room) })),
    'chatroom.reports': ({ chatRoomNo }, call) =>
      asAdmin(chatRoomNo, call, async (room) => success({ list: await reports.list(room) })),
  }
}
