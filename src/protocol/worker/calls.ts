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

export interface CallOptions {
  readonly callId?: string
  /** Only for idempotent rows: the page's own key, so that a repeated tap is one posting. Made by the worker if absent. */
  readonly idempotencyKey?: string
  /** Only for idempotent rows: the `userId` of whose money it is. Under another member's session nothing is sent. */
  readonly memberId?: string
  /** S4.23: the caller goes on whatever an access caveat says. */
  readonly isGo?: boolean
}
