import type { DataOf, EndpointName, RequestOf } from '../endpoints/table.ts'
import type { PackedOf } from '../views/view.ts'
import type { Member } from '../endpoints/shapes.ts'
import type { Result } from '../result.ts'
import type { VerificationResult } from '../verification.ts'
import type { Credentials, GeetestProof, UploadFile, UploadProgress, CallOptions, OpenCall } from './calls.ts'
import type { StartOptions, WorkerLinks, StartReport } from './start.ts'
import type { FeedPosition, RoomEntered, Say } from './room.ts'
import type { FeedRow } from './rows.ts'
import type { TransportStats } from './stats.ts'

/**
 * The border between the page and its transport worker: Comlink for control, a raw MessagePort for each room's batches.
 * Everything here survives structured cloning. `Port` is the platform's MessagePort, left open because the protocol
 * compiles without DOM.
 */
export interface WorkerApi<Port = unknown> {
  /** First call: handshake, clock, restored session. Safe to repeat after a worker was replaced. */
  start(options: StartOptions, links: WorkerLinks): Promise<Result<StartReport>>
  /** One sealed call. `callId` (chosen by the caller) makes it abortable. Never rejects. */
  call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name>,
    options?: CallOptions,
  ): Promise<Result<PackedOf<Name>>>
  abort(callId: string): Promise<void>
  /** The page was told that this money call is open: a `settled` notice says how it ended (settled 7). */
  owe(call: OpenCall): Promise<void>
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
  say(message: Say): Promise<Result<{ id: string; seq: number }>>
  /** Entries before `beforeSeq`, oldest first, checked and superseded like live ones. */
  olderRows(chatRoomNo: string, beforeSeq: number): Promise<Result<{ rows: FeedRow[]; hasMore: boolean }>>
  /** Page visibility and network state, which a worker cannot see for itself. */
  setPageState(state: { visible: boolean; online: boolean }): Promise<void>
  /** Answers with the worker's clock; no answer within WORKER_PING_TIMEOUT_MS while visible = dead (settled 19). */
  ping(): Promise<number>
  stats(): Promise<TransportStats>
}
