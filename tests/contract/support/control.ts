import type { EntryData } from '#protocol/room/feed.ts'
import type { MessageKind } from '#protocol/room/kinds.ts'
import type { SafeTypes } from '#protocol/verification.ts'

/** One entry for a room's log, as tests write it. */
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
  /** 1 = the origin of the page, 2 = the other line. */
  readonly line: 1 | 2
  readonly idempotencyKey: string | null
  readonly token: string
  readonly nonce: string
  readonly riskToken: string
  readonly params: unknown
}

/** Lines of the site, as the list of domains names them. */
export interface ServedLines {
  readonly api: readonly string[]
  readonly news: readonly string[]
}

/** The next calls whose path contains the text are refused with this code, sealed like every answer. */
export interface Provocation {
  readonly path: string
  readonly code: number
  times: number
  readonly data?: unknown
}

/** How one request is to go wrong. */
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
 * The test's hand on the server. Everything is asynchronous and made of plain values, so that the same suite holds it
 * in the same process and from inside a browser.
 */
export interface ServerControl {
  where(): Promise<{ origin: string; identity: string }>
  /** Origin of the other line. */
  secondLine(): Promise<string>
  /** Appends entries to a room and sends them as one frame; returns the head of the log. */
  append(chatRoomNo: string, drafts: readonly Draft[]): Promise<number>
  /** The next live frames are lost on the way. */
  loseFrames(chatRoomNo: string, count: number): Promise<void>
  /** Entries before this sequence number are too old to be given again. */
  forgetBefore(chatRoomNo: string, seq: number): Promise<void>
  breakContinuity(chatRoomNo: string): Promise<void>
  /** Closes every socket; nobody can connect until {@link openDoors}. */
  closeDoors(): Promise<void>
  openDoors(): Promise<void>
  /** Forgets session keys and closes sockets, as a restart does. */
  restart(): Promise<void>
  /** Moves the server's clock. */
  shiftClock(byMs: number): Promise<void>
  /** The next requests whose path contains the text go wrong, one for each fault. */
  fail(path: string, faults: readonly Fault[]): Promise<void>
  provoke(provocation: Provocation): Promise<void>
  /** Calls of this path need a risk token from now on (S4.18). */
  protect(path: string, safeTypes: SafeTypes): Promise<void>
  /** Risk tokens that were given out are good for nothing any more. */
  forgetRiskTokens(): Promise<void>
  /** What the list of domains says; null = there is none. */
  serveLines(lines: ServedLines | null): Promise<void>
  /** Everything on the first line goes wrong in this way, its sockets are hung up; null = it is whole again. */
  breakFirstLine(fault: Fault | null): Promise<void>
  /** The video provider forgets every credential that it has given out. */
  revokeGrants(): Promise<void>
  /** Ends a session on the server, with this code, and tells its sockets. */
  endSession(code: number): Promise<void>
  calls(path: string): Promise<SeenCall[]>
  /** Waits until so many calls have come whose path contains the text. */
  whenCalled(path: string, times: number): Promise<void>
  /** Waits until exactly so many requests hang; one that its client gives up hangs no more. */
  whenHanging(requests: number): Promise<void>
  /** How often money was really booked. */
  bookings(): Promise<number>
  /** Waits until so many sockets are in the room. */
  whenInRoom(chatRoomNo: string, sockets: number): Promise<void>
  reset(): Promise<void>
}

export const CONTROL_METHODS = [
  'where',
  'secondLine',
  'append',
  'loseFrames',
  'forgetBefore',
  'breakContinuity',
  'closeDoors',
  'openDoors',
  'restart',
  'shiftClock',
  'fail',
  'provoke',
  'protect',
  'forgetRiskTokens',
  'serveLines',
  'breakFirstLine',
  'revokeGrants',
  'endSession',
  'calls',
  'whenCalled',
  'whenHanging',
  'bookings',
  'whenInRoom',
  'reset',
] as const satisfies readonly (keyof ServerControl)[]

/** The same hand from another process or a browser: each method is one POST. */
export function remoteControl(url: string): ServerControl {
  const ask = async (method: string, ...parameters: unknown[]): Promise<unknown> => {
    const response = await fetch(`${url}/control/${method}`, { method: 'POST', body: JSON.stringify(parameters) })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return text === '' ? undefined : JSON.parse(text)
  }
  // Each method's own types are those of the interface; the wire carries them as JSON.
  return Object.fromEntries(
    CONTROL_METHODS.map((method) => [method, (...parameters: unknown[]) => ask(method, ...parameters)]),
  ) as unknown as ServerControl
}
