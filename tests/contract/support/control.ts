import type { EntryData } from '#protocol/room/feed.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import type { SafeTypes } from '#protocol/verification.ts'

/** One entry of a room's log, as written by tests. */
export type Draft = {
  [Kind in MessageKind]: {
    kind: Kind
    data: EntryData[Kind]
    id?: string
    userId?: string
    vipLevel?: number
    cid?: string
  }
}[MessageKind]

export interface SeenCall {
  readonly path: string
  /** 1 = the origin of the page, 2 = the other origin. */
  readonly origin: 1 | 2
  readonly idempotencyKey: string | null
  readonly token: string
  readonly nonce: string
  readonly riskToken: string
  readonly params: unknown
}

/** Origins of the site, as returned by `site.domains`. */
export interface ServedOrigins {
  readonly api: readonly string[]
  readonly news: readonly string[]
}

/** The next calls whose path contains `path` are refused with this code. */
export interface Provocation {
  readonly path: string
  readonly code: number
  times: number
  readonly data?: unknown
}

/** Fault of one request. */
export type Fault =
  | 'lose-request'
  | 'lose-answer'
  | 'status-401'
  | 'not-json'
  | 'not-an-object'
  | 'seal-refused'
  | 'status-404'
  | 'status-502'
  | 'hang'

/**
 * Controls the test server. All methods are asynchronous and use plain values, so that suites run in the same process and
 * in a browser.
 */
export interface ServerControl {
  where(): Promise<{ origin: string; identity: string }>
  /** The other API origin. */
  secondOrigin(): Promise<string>
  /** Appends entries to a room and sends them as one frame. Returns the head of the log. */
  append(chatRoomNo: string, drafts: readonly Draft[]): Promise<number>
  /** The next live frames are not sent. */
  loseFrames(chatRoomNo: string, count: number): Promise<void>
  /** Entries before this sequence number are not available any more. */
  forgetBefore(chatRoomNo: string, seq: number): Promise<void>
  breakContinuity(chatRoomNo: string): Promise<void>
  /** Closes all sockets and refuses new ones until {@link acceptConnections}. */
  refuseConnections(): Promise<void>
  acceptConnections(): Promise<void>
  /** Drops session keys and closes sockets, like a restart. */
  restart(): Promise<void>
  /** Moves the server's clock. */
  shiftClock(byMs: number): Promise<void>
  /** The next requests whose path contains `path` fail, one for each fault. */
  fail(path: string, faults: readonly Fault[]): Promise<void>
  provoke(provocation: Provocation): Promise<void>
  /** Calls of this path need a risk token (S4.18). */
  protect(path: string, safeTypes: SafeTypes): Promise<void>
  /** Invalidates all risk tokens. */
  forgetRiskTokens(): Promise<void>
  /** Sets the response of `site.domains`. Null = not found. */
  serveOrigins(origins: ServedOrigins | null): Promise<void>
  /** All requests at the first origin fail with this fault, and its sockets are closed. Null = no fault. */
  breakFirstOrigin(fault: Fault | null): Promise<void>
  /** The video provider invalidates all credentials. */
  revokeGrants(): Promise<void>
  /** Ends all sessions with this code and notifies their sockets. */
  endSession(code: number): Promise<void>
  calls(path: string): Promise<SeenCall[]>
  /** Waits for a number of calls whose path contains `path`. */
  whenCalled(path: string, times: number): Promise<void>
  /** Waits until exactly this number of requests hang. Aborted ones do not count. */
  whenHanging(requests: number): Promise<void>
  /** Number of bookings. */
  bookings(): Promise<number>
  /** Waits for a number of sockets in the room. */
  whenInRoom(chatRoomNo: string, sockets: number): Promise<void>
  /** Waits until no socket is in the room. */
  whenEmpty(chatRoomNo: string): Promise<void>
  /** Acks of joins wait until {@link releaseJoins}. */
  holdJoins(): Promise<void>
  releaseJoins(): Promise<void>
  reset(): Promise<void>
}

/** Controls a server in another process, for example from a browser: each method is one POST. */
export function remoteControl(url: string): ServerControl {
  const post = async (method: string, parameters: unknown[]): Promise<unknown> => {
    const response = await fetch(`${url}/control/${method}`, { method: 'POST', body: JSON.stringify(parameters) })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return text === '' ? undefined : JSON.parse(text)
  }
  // Parameters and results are JSON. Their types are those of the interface.
  return new Proxy({} as ServerControl, {
    get:
      (_, method) =>
      (...parameters: unknown[]) =>
        post(String(method), parameters),
  })
}
