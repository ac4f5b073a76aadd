import type { EndpointName } from '../endpoints/table.ts'
import type { Member } from '../endpoints/shapes.ts'
import type { MessageNew } from '../room/server-events.ts'
import type { Result } from '../result.ts'
import type { SafeType } from '../verification.ts'

export type ConnectionState = 'online' | 'connecting' | 'offline' | 'recovering'

/** A code with an effect beyond its caller. */
export interface Outcome {
  readonly code: number
  readonly message: string
  /** Path of the call, or `socket`. */
  readonly path: string
  /** HTTP status, if there was a response. */
  readonly status?: number
  readonly details?: unknown
  /** S4.23: the caller continues in spite of an access caveat. */
  readonly isGo?: boolean
}

/** Notice of the transport to the page. */
export type TransportNotice =
  /** State of the socket connection. Without a room there is no connection, and the state is `online`. */
  | { readonly type: 'connection'; readonly state: ConnectionState }
  /** The signed-in member has changed, in this tab or another one. Null = visitor. */
  | { readonly type: 'session'; readonly session: { member: Member; expireAt: number } | null }
  /** A code with an effect beyond its caller (session ended, maintenance, ...), see `src/app/outcomes/outcomes.ts`. */
  | ({ readonly type: 'outcome' } & Outcome)
  /** Server clock minus local clock in milliseconds (S9.2). */
  | { readonly type: 'clock'; readonly offsetMs: number }
  /** S4.18: calls wait for a safety check. The page opens the dialog. Sent after a delay of 500 ms. */
  | { readonly type: 'verification'; readonly safeTypes: readonly SafeType[] }
  /** No call waits for the safety check any more. The page closes the dialog. */
  | { readonly type: 'verification-over' }
  /** S9.20: the session expires within five minutes (`expireAt` on the server clock). Sent once per session. */
  | { readonly type: 'session-expiring'; readonly expireAt: number }
  /** Storage is full or forbidden: session and pending money calls are held in memory only. Sent once. */
  | { readonly type: 'storage-failed' }
  /** The API origin has changed. `isFirst` = it is the page's own one again. */
  | { readonly type: 'origin'; readonly origin: string; readonly isFirst: boolean }
  /** Settled 16: the server does not support this page's version any more. The page drops its shell and reloads once. */
  | { readonly type: 'version-mismatch' }
  /** Messages of the member were published or have changed. */
  | { readonly type: 'message'; readonly change: MessageNew }
  /** Outcome of a money call that was pending, also from before a reload. */
  | {
      readonly type: 'settled'
      readonly endpoint: EndpointName
      readonly idempotencyKey: string
      readonly result: Result<unknown>
    }
