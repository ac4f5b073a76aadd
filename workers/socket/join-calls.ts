import { CODES, RATE_LIMIT_CODES } from '#protocol/codes.ts'
import { MAINTENANCE_POLL_MS } from '#protocol/constants.ts'
import { type DataOf, type EndpointName, ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import type { ChatNamespace } from '#protocol/room/server-events.ts'
import { Backoff } from './backoff.ts'

export type JoinData = DataOf<'chatroom.anonJoin'>

/** Settled 9: one join call per role. All three have the same request and response. */
export const JOIN_CALLS = {
  anon: 'chatroom.anonJoin',
  web: 'chatroom.webJoin',
  app: 'chatroom.appJoin',
} as const satisfies Record<ChatNamespace, EndpointName>

export const HISTORY_CALLS = {
  anon: 'chatroom.anonHistory',
  web: 'chatroom.webHistory',
  app: 'chatroom.appHistory',
} as const satisfies Record<ChatNamespace, EndpointName>

/** Path of the join call, for outcomes that concern it. */
export function joinPath(namespace: ChatNamespace): string {
  return ENDPOINTS[JOIN_CALLS[namespace]].path
}

/** Refusals that a retry does not change. */
const FINAL: ReadonlySet<number> = new Set([
  CODES.PARAM_ERROR,
  CODES.NOT_FOUND,
  CODES.ROOM_CLOSED,
  CODES.CHAT_LEVEL_TOO_LOW,
])

export function isFinal(code: number): boolean {
  return FINAL.has(code)
}

/** Refusals by the server that are reported. Failures of the network and of the session are reported elsewhere. */
const REPORTED: ReadonlySet<number> = new Set([
  CODES.NEED_ROBOT_CHECK,
  CODES.ACCESS_CAVEAT_CODE,
  ...RATE_LIMIT_CODES,
  CODES.SYSTEM_MAINTENANCE,
  CODES.INTERFACE_DEGRADE,
  CODES.SEAL_REFUSED,
  CODES.INTERNAL_ERROR,
])

const RATE_LIMITS: ReadonlySet<number> = new Set(RATE_LIMIT_CODES)

/** Reports refused joins to the page (S4.17, S4.22, S4.26): each code once for all rooms, until a join succeeds. */
export class JoinRefusals {
  readonly #announce: (refused: Failure) => void
  readonly #reported = new Set<number>()

  constructor(announce: (refused: Failure) => void) {
    this.#announce = announce
  }

  report(refused: Failure): void {
    if (!REPORTED.has(refused.code) || this.#reported.has(refused.code)) return
    this.#reported.add(refused.code)
    this.#announce(refused)
  }

  /** Reports the next refusal again. Called when a join has succeeded or a room is entered. */
  reset(): void {
    this.#reported.clear()
  }
}

/** Retry delays of one room's join: short after network failures, growing up to 30 s after refusals by the server. */
export class JoinPace {
  readonly #afterFailure: Backoff
  readonly #afterRefusal: Backoff

  constructor(random: () => number) {
    this.#afterFailure = new Backoff(random)
    this.#afterRefusal = new Backoff(random, MAINTENANCE_POLL_MS)
  }

  /** Resets the delay after network failures for a new connection. */
  connectionChanged(): void {
    this.#afterFailure.reset()
  }

  joined(): void {
    this.#afterRefusal.reset()
  }

  /** Milliseconds until the next attempt. `failed` is null if the HTTP join succeeded and the socket join failed. */
  next(failed: Failure | null, isVisible: boolean): number {
    if (failed === null || !REPORTED.has(failed.code)) return this.#afterFailure.next(isVisible)
    if (!RATE_LIMITS.has(failed.code)) return this.#afterRefusal.next(isVisible)
    return Math.max(retryAfterMs(failed.details), this.#afterFailure.next(isVisible))
  }
}

function retryAfterMs(details: unknown): number {
  const delay = typeof details === 'object' && details !== null && 'retryAfterMs' in details ? details.retryAfterMs : 0
  return typeof delay === 'number' && delay > 0 ? Math.min(delay, MAINTENANCE_POLL_MS) : 0
}
