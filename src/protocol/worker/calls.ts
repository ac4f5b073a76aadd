import type { EndpointName } from '../endpoints/table.ts'

export interface Credentials {
  readonly name: string
  readonly password: string
  /** Where the site demands it (Annex C.2). */
  readonly geetest?: GeetestProof
}

export interface GeetestProof {
  readonly geetest_challenge: string
  readonly geetest_validate: string
  readonly geetest_seccode: string
}

export interface UploadFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

export interface UploadProgress {
  readonly sent: number
  readonly total: number
}

/** A money call whose outcome nobody knows, and whose worker has died. */
export interface OpenCall {
  readonly endpoint: EndpointName
  readonly idempotencyKey: string
  readonly memberId: string
}

export interface CallOptions {
  readonly callId?: string
  /** Only for idempotent rows: the page's own key, so that a repeated tap is one posting. Made by the worker if absent. */
  readonly idempotencyKey?: string
  /** Only for idempotent rows: the `userId` of whose money it is. Under another member's session nothing is sent. */
  readonly memberId?: string
  /** Only for idempotent rows: this call was sent before under the same key, so that it is perhaps booked already. */
  readonly isRepeat?: boolean
  /** S4.23: the caller goes on whatever an access caveat says. */
  readonly isGo?: boolean
}
