import type * as z from 'zod/mini'
import type { RoomSnapshot } from '../endpoints/chatroom.ts'
import type { SignedIn } from '../endpoints/auth/auth.ts'
import type { Member } from '../endpoints/shapes.ts'
import type { DataOf, EndpointName, RequestOf } from '../endpoints/table.ts'
import type { Result } from '../result.ts'
import type { SiteConfig } from '../site-config.ts'
import type { VerificationResult } from '../verification.ts'
import type { PackedOf } from '../views/view.ts'
import type { FeedRow } from './feed.ts'
import type { TransportNotice } from './notices.ts'
import type { StorageAdapter } from './storage.ts'

/**
 * API of the transport worker. The page calls it by Comlink. Batches of rooms use a separate MessagePort. All values survive
 * structured cloning. `Port` is the platform's MessagePort, because the protocol is compiled without DOM types.
 */
export interface WorkerApi<Port = unknown> {
  /** Must be called first: handshake, clock, restored session. May be repeated. */
  start(options: StartOptions, callbacks: PageCallbacks): Promise<Result<StartReport>>
  /** Makes one call. `callId` (chosen by the caller) makes it abortable. Never rejects. */
  call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    options?: CallOptions,
  ): Promise<Result<PackedOf<Name>>>
  abort(callId: string): Promise<void>
  /** Finds out the outcome of a money call and reports it by a `settled` notice (settled 7). */
  trackUnresolvedCall(call: UnresolvedCall): Promise<void>
  /** Makes a multipart call. Progress counts sent bytes of the body. Never rejects. */
  upload<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    files: readonly UploadFile[],
    options: CallOptions,
    onProgress: (progress: UploadProgress) => void,
  ): Promise<Result<DataOf<Name>>>
  /**
   * Submits the result of a `verification` notice. It is verified once, then all waiting calls are sent again (S4.21). After
   * a failure the calls keep waiting, so that the dialog can offer another try.
   */
  completeVerification(result: VerificationResult): Promise<Result<null>>
  /** S4.20: the dialog was closed. All waiting calls fail with 请求已关闭. */
  closeVerification(): Promise<void>
  /**
   * Encrypts the result of an AJ-Captcha: base64( AES-128-ECB(text) ) with the key of the picture. Runs in the worker,
   * because there is no cryptography on the page's thread (D.5).
   */
  encryptCaptchaText(text: string, secretKey: string): Promise<Result<string>>
  /** S7.52: proof for a challenge while geetest is offline. It proves nothing, and the server knows that. */
  offlineGeetest(challenge: string): Promise<Result<GeetestProof>>
  /** Another tab has changed the stored token. `endedBy` is the code with which the server has ended the session. */
  adoptStoredSession(endedBy: number | null): Promise<void>
  /** Signs in. The worker encodes the password and keeps the token. */
  signIn(credentials: Credentials): Promise<Result<SignInReport>>
  /** Makes another call that signs in: a registration, or a sign-in with a passkey. The worker keeps the token. */
  signInWith<Name extends SignInCall>(name: Name, params: RequestOf<Name>): Promise<Result<SignInReport>>
  signOut(): Promise<Result<null>>
  /** Enters a room. Batches are sent over `port` until {@link leaveRoom}. With a position the feed continues after it. */
  enterRoom(room: { chatRoomNo: string; position?: FeedPosition }, port: Port): Promise<Result<RoomEntered>>
  leaveRoom(chatRoomNo: string): Promise<void>
  say(message: SayMessage): Promise<Result<{ id: string; seq: number }>>
  /** The page of the history before `beforeSeq`. */
  olderRows(chatRoomNo: string, beforeSeq: number): Promise<Result<OlderRows>>
  /** Sets page visibility and network state, which a worker cannot observe. */
  setPageState(state: { visible: boolean; online: boolean }): Promise<void>
  /** Returns the worker's clock. No response within WORKER_PING_TIMEOUT_MS while visible means dead (settled 19). */
  ping(): Promise<number>
  stats(): Promise<TransportStats>
}

/** A page of a room's history. */
export interface OlderRows {
  /** Oldest first. Entries that change other rows are not among them. */
  readonly rows: readonly FeedRow[]
  readonly hasMore: boolean
  /** Sequence number of the page's oldest entry, which may not be a row. Absent if the page is empty. */
  readonly fromSeq?: number
}

export interface StartOptions {
  /** `https://host:port` without trailing slash. Calls and sockets use it. */
  readonly origin: string
  readonly siteId: number
  readonly clientType: 1 | 2 | 3
  /** Version of the page, sent as the `version` header. */
  readonly appVersion: string
  /** Ed25519 public key of the server (base64url), from the HTML. */
  readonly serverIdentity: string
  /** Other API origins from the HTML, so that a start does not depend on the first one. */
  readonly otherOrigins?: readonly string[]
  readonly platform: string
}

/** Functions of the page that the worker calls (Comlink proxies). */
export interface PageCallbacks {
  readonly storage: StorageAdapter
  readonly notify: (notice: TransportNotice) => void
}

export interface StartReport {
  readonly session: { member: Member; expireAt: number } | null
  readonly clockOffsetMs: number
  readonly cryptoBackend: 'webcrypto' | 'pure-js' | 'node'
}

export interface CallOptions {
  readonly callId?: string
  /** Money calls only: the key of the page, so that a repeated tap posts once. Created by the worker if absent. */
  readonly idempotencyKey?: string
  /** Money calls only: `userId` of the owner. The call is not sent if another member is signed in. */
  readonly memberId?: string
  /** Money calls only: the call was sent before with this key and may be booked. */
  readonly isRepeat?: boolean
  /** S4.23: the caller continues in spite of an access caveat. */
  readonly isGo?: boolean
}

/** A money call with unknown outcome whose worker has died. */
export interface UnresolvedCall {
  readonly endpoint: EndpointName
  readonly idempotencyKey: string
  readonly memberId: string
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

/** Calls whose response contains a token. */
export type SignInCall =
  | 'auth.login'
  | 'auth.loginV3'
  | 'auth.loginVe4'
  | 'auth.webLogin'
  | RegistrationCall
  | 'passkey.signIn'
type RegistrationCall = 'registration.register' | 'registration.webRegister'

/** The response of a sign-in without its token. */
export type SignInReport = Omit<z.infer<typeof SignedIn>, 'token'>

interface SignInOptions {
  /** Required by some sites (Annex C.2). */
  readonly geetest?: GeetestProof
  /** Site configuration `loginApi` (S7.42-S7.44); v5 if absent. */
  readonly api?: SiteConfig['loginApi']
}

export interface PasswordCredentials extends SignInOptions {
  readonly name: string
  readonly password: string
}

/** S3.1: sign-in by the code of a text message. */
export interface CodeCredentials extends SignInOptions {
  /** Digits of the country code. */
  readonly areaCode: string
  readonly phone: string
  readonly code: string
}

export type Credentials = PasswordCredentials | CodeCredentials

export interface GeetestProof {
  readonly geetest_challenge: string
  readonly geetest_validate: string
  readonly geetest_seccode: string
}

export interface FeedPosition {
  readonly epoch: number
  readonly seq: number
}

export interface RoomEntered {
  readonly chatRoomNo: string
  readonly snapshot: RoomSnapshot
  /** Role of the caller in this room. */
  readonly role: 'anon' | 'member' | 'admin'
}

export interface SayMessage {
  readonly chatRoomNo: string
  readonly cid: string
  readonly text: string
  readonly replyTo?: string
  readonly sticker?: string
  /** True if the message may have been posted before: its ack was lost. */
  readonly isAgain?: boolean
  /** `userId` of the author. The message is not sent if another member is signed in. */
  readonly memberId?: string
}

/** Counters since the worker started, for the stats panel and the benchmarks. */
export interface TransportStats {
  readonly entriesReceived: number
  readonly rowsShown: number
  readonly rowsDropped: number
  /** Dropped rows by members above VIP 4, which are dropped last. Included in `rowsDropped`. */
  readonly rowsDroppedHigh: number
  readonly duplicates: number
  readonly malformed: number
  /** Entries that were superseded before the page got them: deleted, or reverts that were merged into their order. */
  readonly superseded: number
  /** Entries that are not rows: they only changed the room's state. */
  readonly stateOnly: number
  /** Rows released because the page took no batches (settled 18). The server sends them again. */
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
