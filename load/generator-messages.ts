import type { Account, LagBins } from './accounting.ts'
import type { SocketTarget } from './raw-socket.ts'

/** Messages between the coordinator and the generator processes, which hold the light viewers. */
export interface GeneratorOptions {
  readonly url: string
  readonly loadToken: string
  readonly chatRoomNo: string
  /** Marks the messages of this run. */
  readonly run: string
  /** Where sockets connect: the server, or a proxy that disturbs the network. */
  readonly socket: SocketTarget
}

export type ToGenerator =
  | { readonly type: 'start'; readonly options: GeneratorOptions }
  | { readonly type: 'open'; readonly count: number; readonly perSecond: number }
  | { readonly type: 'drop'; readonly count: number }
  | { readonly type: 'slow'; readonly count: number }
  /** Asks for a `second`. */
  | { readonly type: 'sample' }
  /** Viewers wait until they have received entry `head`, at most `waitMs`; then they report. */
  | { readonly type: 'finish'; readonly head: number; readonly waitMs: number }

export type FromGenerator =
  | { readonly type: 'ready' }
  | { readonly type: 'opened' }
  | { readonly type: 'second'; readonly second: GeneratorSecond }
  | { readonly type: 'report'; readonly report: GeneratorReport }
  | { readonly type: 'failed'; readonly reason: string }

/** What a generator process did since its last sample, about a second. */
export interface GeneratorSecond {
  readonly connected: number
  /** Why the last join failed; null if none has failed. */
  readonly joinFailure: string | null
  readonly deliveries: number
  readonly bytes: number
  readonly lags: LagBins
  /** Cores used. */
  readonly cores: number
  /** Delay of its event loop, 99th percentile in milliseconds: how late it notices what has arrived. */
  readonly loopP99Ms: number
  readonly residentMb: number
}

interface Reconnects {
  readonly dropped: number
  readonly back: number
  /** Seconds from the drop to the end of the catch-up, of each viewer that is back. */
  readonly seconds: readonly number[]
  /** Entries that were written while these viewers were away, and those of them that were delivered afterwards. */
  readonly missed: number
  readonly recovered: number
  /** Connections that ended without a drop by the scenario. */
  readonly unexpected: number
}

export interface GeneratorReport {
  readonly viewers: readonly Account[]
  /** Viewers that read at once and measure lags. */
  readonly sampled: number
  /** Distinct messages of this run that were received by any viewer. */
  readonly ownSeen: number
  /** Distinct entries by kind number. */
  readonly kinds: Readonly<Record<string, number>>
  readonly reconnects: Reconnects
  /** Viewers that stopped reading, and seconds until the connection of each ended; noticed once a second. */
  readonly slow: { readonly started: number; readonly cutAfter: readonly number[] }
}

/** Id of a message: the run, the time at which it was due (tenths of a millisecond), a number. */
export function loadId(run: string, dueAt: number, number: number): string {
  return `lg-${run}-${Math.round(dueAt * 10).toString(36)}-${number.toString(36)}`
}

/** The time at which a message of this run was due, in milliseconds of the system clock; null for other messages. */
export function dueTimeOf(run: string, id: unknown): number | null {
  if (typeof id !== 'string' || !id.startsWith(`lg-${run}-`)) return null
  const [time = ''] = id.slice(run.length + 4).split('-')
  const dueAt = Number.parseInt(time, 36) / 10
  return Number.isFinite(dueAt) ? dueAt : null
}
