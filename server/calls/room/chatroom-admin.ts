import { CODES, failureOf } from '#protocol/codes.ts'
import type { chatroomAdminEndpoints } from '#protocol/endpoints/chatroom-admin.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { type Result, success } from '#protocol/result.ts'
import type { CallOf, Handlers, MemberCall } from '../../http/context.ts'
import type { SessionMember } from '../../members/sessions/session-member.ts'
import { type AdminServices, RoomAdmin } from '../../rooms/moderation/admin.ts'
import { auditList } from '../../rooms/moderation/audit.ts'
import { MessageModeration } from '../../rooms/moderation/message-moderation.ts'
import type { ReportQueue } from '../../rooms/moderation/reports.ts'
import type { Room } from '../../rooms/room.ts'
import type { RoomWriter } from '../../rooms/room-writer.ts'

interface ChatroomAdminServices extends AdminServices {
  readonly reports: ReportQueue
}

type AdminHandlers = Pick<Handlers, keyof typeof chatroomAdminEndpoints>

/** A handler that uses the caller's session only. */
type SessionHandler<Name extends EndpointName> = (
  params: RequestOf<Name>,
  call: Pick<CallOf<Name>, 'session'>,
) => Promise<Result<DataOf<Name>>>

/**
 * Returns a function that makes handlers run in the process that writes the rooms: they change a room, or read what other
 * processes do not have.
 */
export function atWriterOf(writer: RoomWriter) {
  return <Name extends EndpointName>(name: Name, handler: SessionHandler<Name>): SessionHandler<Name> => {
    const run = writer.define(
      name,
      ({ params, session }: { params: RequestOf<Name>; session: CallOf<Name>['session'] }) =>
        handler(params, { session }),
    )
    return (params, { session }) => run({ params, session })
  }
}

/** Handlers for administrators of a room (S6.7). */
export function chatroomAdminCalls(services: ChatroomAdminServices): AdminHandlers {
  const { hub, reports, now } = services
  const admin = new RoomAdmin(services)
  const messages = new MessageModeration(services)

  /** Runs an administrator's action. The process that writes the room checks the role again. */
  async function asAdmin<Data>(
    chatRoomNo: string,
    { session }: Pick<MemberCall, 'session'>,
    act: (room: Room, session: SessionMember) => Promise<Result<Data>>,
  ): Promise<Result<Data>> {
    const room = hub.room(chatRoomNo)
    if (!room?.isAdmin(session.memberId)) return failureOf(CODES.NOT_ROOM_ADMIN)
    return act(room, session)
  }

  const atWriter = atWriterOf(hub.writer)
  return {
    'chatroom.setup': atWriter('chatroom.setup', ({ chatRoomNo, setup }, call) =>
      asAdmin(chatRoomNo, call, (room, session) => admin.setup(room, session, setup)),
    ),
    'chatroom.words': atWriter('chatroom.words', ({ chatRoomNo }, call) =>
      asAdmin(chatRoomNo, call, async (room) => success({ words: [...room.terms] })),
    ),
    'chatroom.setWords': atWriter('chatroom.setWords', ({ chatRoomNo, ...change }, call) =>
      asAdmin(chatRoomNo, call, (room, session) => admin.setBlockedTerms(room, session, change)),
    ),
    'chatroom.muteList': atWriter('chatroom.muteList', ({ chatRoomNo }, call) =>
      asAdmin(chatRoomNo, call, async (room) =>
        success({
          list: room
            .mutes(now())
            .map(({ userId, memberName, until, reason, byName }) => ({ userId, memberName, until, reason, byName })),
        }),
      ),
    ),
    'chatroom.mute': atWriter('chatroom.mute', ({ chatRoomNo, ...mute }, call) =>
      asAdmin(chatRoomNo, call, (room, session) => admin.mute(room, session, mute)),
    ),
    'chatroom.unblock': atWriter('chatroom.unblock', ({ chatRoomNo, userId }, call) =>
      asAdmin(chatRoomNo, call, (room, session) => admin.unblock(room, session, userId)),
    ),
    'chatroom.operation': atWriter('chatroom.operation', (operation, call) =>
      asAdmin(operation.chatRoomNo, call, (room, session) => messages.operate(room, session, operation)),
    ),
    'chatroom.audit': ({ chatRoomNo }, call) =>
      asAdmin(chatRoomNo, call, async (room) => success({ list: await auditList(hub, room) })),
    'chatroom.reports': ({ chatRoomNo }, call) =>
      asAdmin(chatRoomNo, call, async (room) => success({ list: await reports.list(room) })),
  }
}
