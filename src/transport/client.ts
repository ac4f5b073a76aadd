import { CODES, failureOf } from '#protocol/codes.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import type { InviteCodes } from '#protocol/rules/member/invite.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import type { Credentials, GeetestProof, SignInReport, StartReport } from '#protocol/worker/api.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { CallControls, UploadControls } from './page-calls.ts'
import type { RoomHandle, RoomHandlers } from './room.ts'
import { readStartOptions } from './site-options.ts'
import { browserStorage } from './storage.ts'
import type { SharedStorage } from './tabs.ts'
import { type PageStats, TransportClient } from './transport-client.ts'
import { page } from './worker.ts'

let client: TransportClient | null = null
let storage: SharedStorage | null = null

/** The storage of this page. The worker uses it as well. */
function pageStorage(): SharedStorage {
  storage ??= browserStorage(() => serverNow())
  return storage
}

/** The transport of this page. Its worker is spawned at the first use. */
function transport(): TransportClient {
  client ??= new TransportClient(page, pageStorage())
  return client
}

/** Starts the transport with the options in the HTML: handshake, clock, restored session. May be repeated after a failure. */
export async function startTransport(): Promise<Result<StartReport>> {
  const options = readStartOptions(document, navigator.userAgent, location.origin)
  if ('missing' in options) {
    return failureOf(CODES.BAD_RESPONSE, { details: { missing: options.missing } })
  }
  return transport().start(options)
}

/** Makes one call: `call('live.detail', { eid })`. Never rejects. An aborted signal gives code -3. */
export function call<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name>,
  controls?: CallControls,
): Promise<Result<ViewOf<Name>>> {
  return transport().calls.call(name, params, controls)
}

/** Makes a call with files: `upload('upload.images', { purpose: 'feedback' }, files, { onProgress })`. Never rejects. */
export function upload<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name>,
  files: readonly Blob[],
  controls?: UploadControls,
): Promise<Result<DataOf<Name>>> {
  return transport().calls.upload(name, params, files, controls)
}

/** Enters a room. `handlers` receive its messages until {@link RoomHandle.leave}. */
export function joinRoom(chatRoomNo: string, handlers: RoomHandlers): RoomHandle {
  return transport().joinRoom(chatRoomNo, handlers)
}

/** Signs in by password or by the code of a text message (S3.1). A `session` notice follows. */
export function signIn(credentials: Credentials): Promise<Result<SignInReport>> {
  return transport().signIn(credentials)
}

/**
 * Registers a member and signs in (S3.2). `timewd` is the password as typed. Without `i_code` the codes of the last
 * invitation are sent; an empty one sends none.
 */
export function register(params: RequestOf<'registration.register'>): Promise<Result<SignInReport>> {
  return transport().signInWith('registration.register', params)
}

/** Signs in with a passkey, or completes a sign-in that answered NEED_PASSKEY with its ticket. */
export function signInWithPasskey(
  ticket: string,
  response: RequestOf<'passkey.signIn'>['response'],
): Promise<Result<SignInReport>> {
  return transport().signInWith('passkey.signIn', { ticket, response })
}

export function signOut(): Promise<Result<null>> {
  return transport().signOut()
}

/** S4.21: submits the result of a safety check. After it is verified, all waiting calls are sent again. */
export function completeVerification(result: VerificationResult): Promise<Result<null>> {
  return transport().completeVerification(result)
}

/** S4.20: closes the safety check. All waiting calls fail with 请求已关闭. */
export function closeVerification(): void {
  transport().closeVerification()
}

/** Encrypts the result of an AJ-Captcha with the key of its picture, base64 (S4.19). */
export function encryptCaptchaText(text: string, secretKey: string): Promise<Result<string>> {
  return transport().encryptCaptchaText(text, secretKey)
}

/** Proof for a geetest challenge while geetest is offline (S7.52). */
export function offlineGeetest(challenge: string): Promise<Result<GeetestProof>> {
  return transport().offlineGeetest(challenge)
}

/** Annex F: stores invitation codes for 30 days. They are sent with a registration. A later invitation replaces them. */
export async function saveInviteCodes({ iCode, rCode }: InviteCodes): Promise<void> {
  const stored = pageStorage()
  for (const [key, code] of [
    ['i_code', iCode],
    ['r_code', rCode],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- two writes
    await (code === '' ? stored.remove(key) : stored.set(key, code))
  }
}

/**
 * Annex F: `i_code` is the invitation code of the last 30 days, `pendingTx` the money calls whose outcome is unknown, as
 * JSON, with those of other tabs and of the page before a reload. Null without one.
 */
export function readStored(key: 'i_code' | 'pendingTx'): Promise<string | null> {
  return pageStorage().get(key)
}

/** Whether this browser has a session to restore. The session may have ended on the server. */
export function hasStoredSession(): boolean {
  return pageStorage().hasToken()
}

/** Listens to notices: connection, session, outcomes, clock. Returns a function that removes the listener. */
export function onNotice(listener: (notice: TransportNotice) => void): () => void {
  return transport().onNotice(listener)
}

/** Counters of the worker, or null while it is being replaced. */
export function transportStats(): Promise<PageStats | null> {
  return transport().stats()
}

/** Epoch milliseconds on the server clock. Does not run backwards. */
export function serverNow(): number {
  return client ? client.clock.now() : Date.now()
}
