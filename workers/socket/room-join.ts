import { CODES } from '#protocol/codes.ts'
import type { DataOf, EndpointName } from '#protocol/endpoints/table.ts'
import type { Result, Failure } from '#protocol/result.ts'
import type { ChatNamespace } from '#protocol/room/server-events.ts'
import type { FeedPosition } from '#protocol/worker/api.ts'
import type { Caller } from '../http/caller.ts'
import type { Deadline } from '../http/deadline.ts'
import { MAINTENANCE_POLL_MS } from '#protocol/constants.ts'
import { Backoff } from './backoff.ts'

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

/** Only the server's own words: what becomes of the line and the session is told elsewhere. */
const TOLD: ReadonlySet<number> = new Set([
  CODES.NEED_ROBOT_CHECK,
  CODES.ACCESS_CAVEAT_CODE,
  CODES.CURRENT_LIMITING_A,
  CODES.CURRENT_LIMITING_B,
  CODES.CURRENT_LIMITING_C,
  CODES.SYSTEM_MAINTENANCE,
  CODES.INTERFACE_DEGRADE,
  CODES.SEAL_REFUSED,
  CODES.INTERNAL_ERROR,
])

/** These pass within seconds. */
const LIMITS: ReadonlySet<number> = new Set([
  CODES.CURRENT_LIMITING_A,
  CODES.CURRENT_LIMITING_B,
  CODES.CURRENT_LIMITING_C,
])

/**
 * Refusals of a join that trying again may change (S4.17, S4.22, S4.26): nobody called but the transport, so it is the
 * transport that has the page told. Once for each code, for all rooms together, until one is let in.
 */
export class JoinRefusals {
  private readonly told = new Set<number>()

  constructor(private readonly announce: (refused: Failure) => void) {}

  refused(refused: Failure): void {
    if (!TOLD.has(refused.code) || this.told.has(refused.code)) return
    this.told.add(refused.code)
    this.announce(refused)
  }

  /** A room was let in, or somebody wants to come in anew: the next refusal is news. */
  forget(): void {
    this.told.clear()
  }
}

/** When one room's join is tried again: soon where the line failed, more and more rarely where the server has refused. */
export class JoinPace {
  private readonly soon: Backoff
  private readonly later: Backoff

  constructor(random: () => number) {
    this.soon = new Backoff(random)
    this.later = new Backoff(random, MAINTENANCE_POLL_MS)
  }

  /** Another link: what went wrong on the one before says nothing about it. What the server has said still holds. */
  begin(): void {
    this.soon.reset()
  }

  /** The server has let the room in. */
  admitted(): void {
    this.later.reset()
  }

  /** Milliseconds until the next try after this failure; null = the join was good, and the link did not take it. */
  next(failed: Failure | null, isVisible: boolean): number {
    if (failed === null || !TOLD.has(failed.code)) return this.soon.next(isVisible)
    if (!LIMITS.has(failed.code)) return this.later.next(isVisible)
    return Math.max(waitOf(failed.details), this.soon.next(isVisible))
  }
}

/** How long the server says that a limit lasts. */
function waitOf(details: unknown): number {
  const wait = typeof details === 'object' && details !== null && 'retryAfterMs' in details ? details.retryAfterMs : 0
  return typeof wait === 'number' && wait > 0 ? Math.min(wait, MAINTENANCE_POLL_MS) : 0
}
