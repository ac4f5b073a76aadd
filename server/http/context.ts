import type { SessionMember } from '../members/sessions/session-member.ts'
import type { UploadedFile } from '../members/uploads/received-files.ts'
import type { DataOf, EndpointName, ENDPOINTS, RequestOf } from '#protocol/endpoints/table.ts'
import type { ClientType } from '#protocol/headers.ts'
import type { Result } from '#protocol/result.ts'
import type { SiteConfig } from '#protocol/site-config.ts'
import type { CallSafety } from '../members/verification/call-safety.ts'

/** Interfaces between the parts of the server. All times are epoch milliseconds, all amounts integer minor units. */

/** What a handler knows about the call besides its validated parameters. */
export interface CallContext<
  Session extends SessionMember | null = SessionMember | null,
  Key extends string | null = string | null,
> {
  readonly traceId: string
  readonly now: number
  readonly siteId: number
  /** The configuration of that site (Annex C.4). */
  readonly site: SiteConfig
  readonly clientType: ClientType
  readonly deviceId: string
  readonly address: string
  /** Origin of the calling page. Absent for calls inside of the process. */
  readonly origin?: string
  /** Header `user-agent`. Absent for calls inside of the process. */
  readonly userAgent?: string
  readonly session: Session
  readonly idempotencyKey: Key
  /** Legacy keys of this envelope session, for fields encoded with them (`timewd`). */
  readonly wdKey: Uint8Array | null
  /** Null for calls without an envelope, such as those of the demo. */
  readonly safety: CallSafety | null
  /** Multipart endpoints only. No file is read before this is called. */
  readonly readFiles?: ReadFiles
  /** Multipart endpoints only: aborted when the caller disconnects before the response. */
  readonly signal?: AbortSignal
}

export type ReadFiles = () => Promise<Result<readonly UploadedFile[]>>

/** A call of an endpoint for members or for administrators of a room. */
export type MemberCall = CallContext<SessionMember>

/** A call of an idempotent endpoint, which changes money of a member. */
export type MoneyCall = CallContext<SessionMember, string>

/** The context of calls of an endpoint. The call pipeline refuses calls without the session or the key in this type. */
export type CallOf<Name extends EndpointName> = CallContext<
  'public' extends (typeof ENDPOINTS)[Name]['access'] ? SessionMember | null : SessionMember,
  (typeof ENDPOINTS)[Name]['idempotent'] extends true ? string : string | null
>

export type Handler<Name extends EndpointName> = (
  params: RequestOf<Name>,
  call: CallOf<Name>,
) => Promise<Result<DataOf<Name>>>
export type Handlers = { readonly [Name in EndpointName]: Handler<Name> }
