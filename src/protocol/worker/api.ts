import type { DataOf, EndpointName, RequestOf } from '../endpoints/table.ts'
import type { PackedOf } from '../views/view.ts'
import type { Member } from '../endpoints/shapes.ts'
import type { Result } from '../result.ts'
import type { VerificationResult } from '../verification.ts'
import type { FeedRow } from './feed.ts'
import type { StorageAdapter } from './storage.ts'
import type { TransportNotice } from './notices.ts'
import type { RoomSnapshot } from '../endpoints/chatroom.ts'

/**
 * The border between the page and its transport worker: Comlink for control, a raw MessagePort for each room's batches.
 * Everything here survives structured cloning. `Port` is the platform's MessagePort, left open because the protocol
 * compiles without DOM.
 */
export interface WorkerApi<Port = unknown> {
  /** First call: handshake, clock, restored session. Safe to repeat after a worker was replaced. */
  start(options: StartOptions, links: PageCallbacks): Promise<Result<StartReport>>
  /** One sealed call. `callId` (chosen by the caller) makes it abortable. Never rejects. */
  call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    options?: CallOptions,
  ): Promise<Result<PackedOf<Name>>>
  abort(callId: string): Promise<void>
  /** The page was told that this money call is open: a `settled` notice says how it ended (settled 7). */
  trackUnresolvedCall(call: UnresolvedCall): Promise<void>
  /** A multipart row with its files; progress counts bytes of the body on the wire. Never rejects. */
  upload<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    files: readonly UploadFile[],
    options: CallOptions,
    onProgress: (progress: UploadProgress) => void,
  ): Promise<Result<DataOf<Name>>>
  /**
   * The dialog's answer to a `verification` notice: verified once, then every waiting request is sent again (S4.21). A
   * failure leaves the requests waiting, so that the dialog can offer another try.
   */
  completeVerification(result: VerificationResult): Promise<Result<null>>
  /** S4.20: the dialog was closed; every waiting request fails with 请求已关闭. */
  closeVerification(): Promise<void>
  /**
   * What AJ-Captcha asks of an answer: base64( AES-128-ECB(text) ) under the picture's key. Here because no
   * cryptography runs on the page's thread (D.5).
   */
  encryptCaptchaText(text: string, secretKey: string): Promise<Result<string>>
  /** S7.52: what a browser answers to a challenge while geetest is offline; it proves nothing, and the server knows. */
  offlineGeetest(challenge: string): Promise<Result<GeetestProof>>
  /** Another tab has changed the stored token, which the server has ended with this code: take up what is stored now. */
  adoptStoredSession(endedBy: number | null): Promise<void>
  /** The password is encoded in the worker and goes no further in clear; the token stays in the worker. */
  signIn(credentials: Credentials): Promise<Result<{ member: Member; expireAt: number }>>
  signOut(): Promise<Result<null>>
  /** Opens a room; batches flow over `port` until {@link leaveRoom}. With a position the feed continues after it. */
  enterRoom(room: { chatRoomNo: string; position?: FeedPosition }, port: Port): Promise<Result<RoomEntered>>
  leaveRoom(chatRoomNo: string): Promise<void>
  say(message: SayMessage): Promise<Result<{ id: string; seq: number }>>
  /** Entries before `beforeSeq`, oldest first, checked and superseded like live ones. */
  olderRows(chatRoomNo: string, beforeSeq: number): Promise<Result<{ rows: FeedRow[]; hasMore: boolean }>>
  /** Page visibility and network state, which a worker cannot see for itself. */
  setPageState(state: { visible: boolean; online: boolean }): Promise<void>
  /** Answers with the worker's clock; no answer within WORKER_PING_TIMEOUT_MS while visible = dead (settled 19). */
  ping(): Promise<number>
  stats(): Promise<TransportStats>
}

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
export interface UnresolvedCall {
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

export interface StartOptions {
  /** `https://host:port`, no trailing slash; calls and sockets go there. */
  readonly origin: string
  readonly siteId: number
  readonly clientType: 1 | 2 | 3
  /** Version string of the page, sent as the `version` header. */
  readonly appVersion: string
  /** Ed25519 public key of the server (base64url), from the served HTML. */
  readonly serverIdentity: string
  /** Other lines to the same server that the page was served with, so that a start does not depend on the first one. */
  readonly otherOrigins?: readonly string[]
  readonly platform: string
}

/** Functions of the page that the worker calls (Comlink proxies). */
export interface PageCallbacks {
  readonly storage: StorageAdapter
  notify(notice: TransportNotice): void
}

export interface StartReport {
  readonly session: { member: Member; expireAt: number } | null
  readonly clockOffsetMs: number
  readonly cryptoBackend: 'webcrypto' | 'pure-js' | 'node'
}

export interface FeedPosition {
  readonly epoch: number
  readonly seq: number
}

export interface RoomEntered {
  readonly chatRoomNo: string
  readonly snapshot: RoomSnapshot
  /** The caller's role in this room. */
  readonly role: 'anon' | 'member' | 'admin'
}

export interface SayMessage {
  readonly chatRoomNo: string
  readonly cid: string
  readonly text: string
  readonly replyTo?: string
  readonly sticker?: string
  /** It may have been said already: its answer did not come. */
  readonly isAgain?: boolean
  /** The `userId` of whose words they are: nothing is said under another member's session. */
  readonly memberId?: string
}

/** Counters since the worker started; everything the stats panel and the benches read. */
export interface TransportStats {
  readonly entriesReceived: number
  readonly rowsShown: number
  readonly rowsDropped: number
  /** Of those the ones in the lane of VIP above 4, the last to go; the rest was in that of everybody else. */
  readonly rowsDroppedHigh: number
  readonly duplicates: number
  readonly malformed: number
  /** Entries that were superseded before the page saw them: deleted, or an order's revert that became part of its row. */
  readonly superseded: number
  /** Entries that are no rows: they changed the room's state only. */
  readonly stateOnly: number
  /** Rows that were let go because the page did not take them (settled 18); the server gives them again. */
  readonly released: number
  readonly gaps: number
  readonly frames: number
  readonly batches: number
  readonly reconnects: number
  readonly openMsTotal: number
  readonly clockOffsetMs: number
  readonly roundTripMs: number
  readonly queueLength: number
}
