import { CODES, codeText } from '#protocol/codes.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import type { Result } from '#protocol/result.ts'
import { failure } from '#protocol/result.ts'
import type { StartReport, TransportNotice, TransportStats } from '#protocol/worker-api.ts'
import { readStartOptions } from './site-options.ts'
import { browserStorage } from './storage.ts'
import type { CallControls } from './transport-client.ts'
import { TransportClient } from './transport-client.ts'
import { page } from './worker.ts'

let client: TransportClient | null = null

/** The transport of this page; the worker is spawned at the first use. */
export function transport(): TransportClient {
  client ??= new TransportClient(
    page,
    browserStorage(() => serverNow()),
  )
  return client
}

/**
 * Starts the transport with what the server wrote into the page: handshake, clock, restored session. Call it once
 * before anything else; when it fails, it may be called again.
 */
export async function startTransport(): Promise<Result<StartReport>> {
  const options = readStartOptions(document, navigator.userAgent, location.origin)
  if ('missing' in options) {
    return failure(CODES.BAD_ANSWER, codeText(CODES.BAD_ANSWER), { details: { missing: options.missing } })
  }
  return transport().start(options)
}

/** One call by its key: `call('live.detail', { eid })`. Never rejects; an aborted signal gives code -3. */
export function call<Name extends EndpointName>(
  name: Name,
  params: RequestOf<Name>,
  controls?: CallControls,
): Promise<Result<DataOf<Name>>> {
  return transport().call(name, params, controls)
}

/** Sign-in by password (S3.1); the session itself is announced as a notice. */
export function signIn(credentials: {
  name: string
  password: string
}): Promise<Result<{ member: Member; expireAt: number }>> {
  return transport().signIn(credentials)
}

export function signOut(): Promise<Result<null>> {
  return transport().signOut()
}

/** Connection, session, outcomes, clock: returns the function that stops listening. */
export function onNotice(listener: (notice: TransportNotice) => void): () => void {
  return transport().onNotice(listener)
}

/** Counters of the worker, or null while it is being replaced. */
export function transportStats(): Promise<TransportStats | null> {
  return transport().stats()
}

/** Epoch milliseconds on the server's clock; never runs backwards. */
export function serverNow(): number {
  return client ? client.clock.now() : Date.now()
}
