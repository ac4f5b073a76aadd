import type { EndpointName } from '../endpoints/table.ts'
import type { Member } from '../endpoints/shapes.ts'
import type { Result } from '../result.ts'
import type { SafeType } from '../verification.ts'

export type ConnectionState = 'online' | 'connecting' | 'offline' | 'recovering'

/** What the transport tells the page without being asked. */
export type TransportNotice =
  /** The socket of the rooms; without a room nobody needs one, and the state is `online`. */
  | { readonly type: 'connection'; readonly state: ConnectionState }
  /** Who is signed in now, by this tab or another one of this browser; null = a visitor. */
  | { readonly type: 'session'; readonly session: { member: Member; expireAt: number } | null }
  /** A code that has an effect beyond its caller (session ended, maintenance, ...); see `src/app/outcomes.ts`. */
  | {
      readonly type: 'outcome'
      readonly code: number
      readonly message: string
      readonly path: string
      /** HTTP status, where the failure came from one. */
      readonly status?: number
      readonly details?: unknown
      /** What the caller said in `CallOptions.isGo`. */
      readonly isGo?: boolean
    }
  /** The server's clock minus this device's, in milliseconds (S9.2). */
  | { readonly type: 'clock'; readonly offsetMs: number }
  /** S4.18: requests wait for a safety check; open the dialog now (the 500 ms have passed). */
  | { readonly type: 'verification'; readonly safeTypes: readonly SafeType[] }
  /** Nothing waits any more, and not because of the dialog: close it. */
  | { readonly type: 'verification-over' }
  /** S9.20: five minutes or less are left of the session (`expireAt` on the server's clock); once per session. */
  | { readonly type: 'session-expiring'; readonly expireAt: number }
  /** Storage is full or forbidden: session and open money calls live in memory and end with this page. Once. */
  | { readonly type: 'storage-failed' }
  /** Another line is used from now on; `isFirst` = back on the first one. */
  | { readonly type: 'origin'; readonly origin: string; readonly isFirst: boolean }
  /** Settled 16: the server does not speak this page's version any more; drop the shell and reload once. */
  | { readonly type: 'version-mismatch' }
  /** The outcome of a money call whose caller was told "unknown", or that was left over from before a reload. */
  | {
      readonly type: 'settled'
      readonly endpoint: EndpointName
      readonly idempotencyKey: string
      readonly result: Result<unknown>
    }
