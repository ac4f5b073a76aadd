import { CODES, failureOf } from '#protocol/codes.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import type { Result } from '#protocol/result.ts'
import type { InviteCodes } from '#protocol/rules/invite.ts'
import type { VerificationResult } from '#protocol/verification.ts'
import type { ViewOf } from '#protocol/views/view.ts'
import type { Credentials, GeetestProof, StartReport } from '#protocol/worker/api.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import { readStartOptions } from './site-options.ts'
import { browserStorage } from './storage.ts'
import type { SharedStorage } from './tabs.ts'
import type { CallControls, UploadControls } from './page-calls.ts'
import { type PageStats, TransportClient } from './transport-client.ts'
import { page } from './worker.ts'

let client: TransportClient | null = null
let storage: SharedStorage | null = null

/** One storage for the worker and for what the page itself stores. */
function pageStorage(): SharedStorage {
  storage ??= browserStorage(() => serverNow())
  return storage
}

/** The transport of this page; the worker is spawned at the first use. */
export function transport(): TransportClient {
  client ??= new TransportClient(page, pageStorage())
  return client
}

/**
 * Starts the transport with what the server wrote into the page: handshake, clock, restored session. Call it once
 * before anything else; when it fails, it may be called again.
 */
export async function startTransport(): Promise<Result<StartReport>> {
  const options = readStartOptions(document, navigator.userAgent, location.origin)
  if ('missing' in options) {
    return failureOf(CODES.BAD_RESPONSE, { details: { missing: options.missing } })
  }
  return transport().start(options)
}

/** One call by its key: `call('live.detail', { eid })`. Never rejects; an aborted signal gives code -3. */
export function call<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name>,
  controls?: CallControls,
): Promise<Result<ViewOf<Name>>> {
  return transport().call(name, params, controls)
}

/** A call with files: `upload('upload.images', { purpose: 'feedback' }, files, { onProgress })`. Never rejects. */
export function upload<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name>,
  files: readonly Blob[],
  controls?: UploadControls,
): Promise<Result<DataOf<Name>>> {
  return transport().upload(name, params, files, controls)
}

/** Sign-in by password (S3.1); the session itself is announced as a notice. */
export function signIn(credentials: Credentials): Promise<Result<{ member: Member; expireAt: number }>> {
  return transport().signIn(credentials)
}

export function signOut(): Promise<Result<null>> {
  return transport().signOut()
}

/** S4.21: the check was solved; it is verified once, then every waiting request is sent again. */
export function completeVerification(result: VerificationResult): Promise<Result<null>> {
  return transport().completeVerification(result)
}

/** S4.20: the safety dialog was closed; every waiting request fails with 请求已关闭. */
export function closeVerification(): void {
  transport().closeVerification()
}

/** The text of an AJ-Captcha answer under the picture's key, base64 (S4.19). */
export function encryptCaptchaText(text: string, secretKey: string): Promise<Result<string>> {
  return transport().encryptCaptchaText(text, secretKey)
}

/** The answer to a geetest challenge while geetest is offline (S7.52). */
export function offlineGeetest(challenge: string): Promise<Result<GeetestProof>> {
  return transport().offlineGeetest(challenge)
}

/** Annex F: keeps the codes of an invitation for 30 days; registering sends them. A later invitation takes their place. */
export async function saveInviteCodes({ iCode, rCode }: InviteCodes): Promise<void> {
  const stored = pageStorage()
  await stored.set('i_code', iCode)
  if (rCode === '') await stored.remove('r_code')
  else await stored.set('r_code', rCode)
}

/** Connection, session, outcomes, clock: returns the function that stops listening. */
export function onNotice(listener: (notice: TransportNotice) => void): () => void {
  return transport().onNotice(listener)
}

/** Counters of the worker, or null while it is being replaced. */
export function transportStats(): Promise<PageStats | null> {
  return transport().stats()
}

/** Epoch milliseconds on the server's clock; never runs backwards. */
export function serverNow(): number {
  return client ? client.clock.now() : Date.now()
}
