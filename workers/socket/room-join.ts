import { CODES } from '#protocol/codes.ts'
import type { DataOf, EndpointName } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import type { ChatNamespace } from '#protocol/room/server-events.ts'
import type { FeedPosition } from '#protocol/worker/api.ts'
import type { Caller } from '../http/caller.ts'
import type { Deadline } from '../http/deadline.ts'

export type JoinData = DataOf<'chatroom.anonJoin'>

/** Settled 9: one call for each role; all three answer alike. */
const JOIN_CALLS = {
  anon: 'chatroom.anonJoin',
  web: 'chatroom.webJoin',
  app: 'chatroom.appJoin',
} as const satisfies Record<ChatNamespace, EndpointName>

const HISTORY_CALLS = {
  anon: 'chatroom.anonHistory',
  web: 'chatroom.webHistory',
  app: 'chatroom.appHistory',
} as const satisfies Record<ChatNamespace, EndpointName>

/** Refusals that trying again does not change: the room is gone, closed, or not a room. */
const FINAL: ReadonlySet<number> = new Set([
  CODES.PARAM_ERROR,
  CODES.NOT_FOUND,
  CODES.ROOM_CLOSED,
  CODES.CHAT_LEVEL_TOO_LOW,
])

export function isFinal(code: number): boolean {
  return FINAL.has(code)
}

/** The sealed join: room key, one-use ticket, and what has happened so far. */
export function joinCall(
  caller: Caller,
  namespace: ChatNamespace,
  chatRoomNo: string,
  position: FeedPosition | null,
  deadline: Deadline,
): Promise<Result<JoinData>> {
  const params = position === null ? { chatRoomNo } : { chatRoomNo, position: { ...position } }
  return caller.call(JOIN_CALLS[namespace], params, { deadline })
}

export function historyCall(
  caller: Caller,
  namespace: ChatNamespace,
  params: { chatRoomNo: string; beforeSeq: number; size: number },
): Promise<Result<DataOf<'chatroom.anonHistory'>>> {
  return caller.call(HISTORY_CALLS[namespace], params)
}

/** The path of the join call, for outcomes that concern it. */
export function joinPathName(namespace: ChatNamespace): EndpointName {
  return JOIN_CALLS[namespace]
}
