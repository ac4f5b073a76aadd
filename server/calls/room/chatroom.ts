import { CODES, failureOf } from '#protocol/codes.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { type Result, success } from '#protocol/result.ts'
import type { ChatNamespace } from '#protocol/room/server-events.ts'
import type { CallContext, Handlers } from '../../http/context.ts'
import type { SessionMember } from '../../members/sessions/session-member.ts'
import type { Members } from '../../members/members.ts'
import type { RoomHub } from '../../rooms/hub.ts'
import { authorOf } from '../../rooms/author.ts'
import { newestEntries, olderEntries, recovery } from '../../rooms/log/history.ts'
import { ReportQueue } from '../../rooms/moderation/reports.ts'
import type { Room } from '../../rooms/room.ts'
import { atWriterOf, chatroomAdminCalls } from './chatroom-admin.ts'

interface ChatroomCallServices {
  readonly hub: RoomHub
  readonly members: Pick<Members, 'findByUserId'>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Called for every member admitted to a room, reconnects included. */
  readonly onMemberIn?: (memberId: string, chatRoomNo: string) => void
  /** Called before a room is joined. Opens and updates rooms that exist on request. */
  readonly prepareRoom?: (chatRoomNo: string) => Promise<void>
}

type ChatroomHandlers = Pick<Handlers, Extract<keyof Handlers, `chatroom.${string}`>>
type JoinData = DataOf<'chatroom.anonJoin'>

/** Handlers of `chatroom.*` (S6.2, S6.4, S6.7, S7.110, settled 9). */
export function chatroomCalls(services: ChatroomCallServices): ChatroomHandlers {
  const { hub } = services
  const reports = new ReportQueue(services)

  const join = async (
    { chatRoomNo, position }: RequestOf<'chatroom.anonJoin'>,
    { deviceId, siteId }: CallContext,
    entrant: Entrant,
  ): Promise<Result<JoinData>> => {
    await services.prepareRoom?.(chatRoomNo)
    const room = hub.room(chatRoomNo)
    return room ? enter(services, room, { ...entrant, position, deviceId, siteId }) : notFound()
  }

  const history = async (
    params: RequestOf<'chatroom.anonHistory'>,
  ): Promise<Result<DataOf<'chatroom.anonHistory'>>> => {
    const room = hub.room(params.chatRoomNo)
    if (!room) return notFound()
    const { epoch } = hub.log.head(room.chatRoomNo)
    return success({ epoch, ...(await olderEntries(room, hub.log, params.beforeSeq, params.size)) })
  }

  return {
    // A signed-in caller is a visitor here: the anonymous namespace has no members.
    'chatroom.anonJoin': (params, call) => join(params, call, { namespace: 'anon', session: null }),
    'chatroom.webJoin': (params, call) => join(params, call, { namespace: 'web', session: call.session }),
    'chatroom.appJoin': (params, call) => join(params, call, { namespace: 'app', session: call.session }),
    'chatroom.anonHistory': history,
    'chatroom.webHistory': history,
    'chatroom.appHistory': history,
    'chatroom.status': async ({ matchIds }) =>
      success({ list: [...new Set(matchIds)].map((matchId) => statusOf(matchId, hub.roomOfMatch(matchId))) }),
    'chatroom.report': atWriterOf(hub.writer)('chatroom.report', async ({ chatRoomNo, ...report }, { session }) => {
      const room = hub.room(chatRoomNo)
      return room ? reports.report(room, session, report) : notFound()
    }),
    ...chatroomAdminCalls({ ...services, reports }),
  }
}

/** The namespace that a caller joins. Only members join the others than the anonymous one. */
type Entrant =
  | { readonly namespace: 'anon'; readonly session: null }
  | { readonly namespace: Exclude<ChatNamespace, 'anon'>; readonly session: SessionMember }

type JoinRequest = Pick<RequestOf<'chatroom.anonJoin'>, 'position'> & Pick<CallContext, 'deviceId' | 'siteId'> & Entrant

async function enter(
  { hub, now, onMemberIn }: ChatroomCallServices,
  room: Room,
  { namespace, session, deviceId, siteId, position }: JoinRequest,
): Promise<Result<JoinData>> {
  const { chatRoomNo } = room
  const { recovered, missed } = position ? await recovery(room, hub.log, position) : { recovered: true, missed: 0 }
  // Head, snapshot and ticket must be consistent, so nothing is awaited between them.
  const { epoch, seq } = hub.log.head(chatRoomNo)
  const mute = session && room.muteOf(session.member.userId, now())
  const snapshot = room.snapshot(mute)
  const holder = session && {
    sessionId: session.sessionId,
    memberId: session.memberId,
    expireAt: session.expireAt,
    author: authorOf(session.member, room.definition.venueName),
  }
  const from = position && recovered ? position : { epoch, seq }
  const ticket = await hub.tickets.issue({ ...from, chatRoomNo, namespace, holder, deviceId, siteId })
  const history = position && recovered ? [] : await newestEntries(room, hub.log, seq)
  const { roomKey } = room.sealer
  if (holder) onMemberIn?.(holder.memberId, chatRoomNo)
  return success({ chatRoomNo, roomKey, ticket, epoch, seq, recovered, missed, snapshot, history })
}

function statusOf(matchId: string, room: Room | null): DataOf<'chatroom.status'>['list'][number] {
  if (!room) return { matchId, status: 0, exist: false, gameStatus: '', chatRoomNo: null, type: 1 }
  const { state, isOpen, chatRoomNo, definition } = room
  return {
    matchId,
    status: isOpen ? 1 : 2,
    exist: true,
    gameStatus: state.clock.phase,
    chatRoomNo,
    // S3.18: with an anchor it is a cast, otherwise the match alone.
    type: definition.anchorRoomId !== '' && state.anchorStatus !== 3 ? 2 : 1,
  }
}

function notFound() {
  return failureOf(CODES.NOT_FOUND)
}
