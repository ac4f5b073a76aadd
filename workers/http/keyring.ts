import { fromBase64Url, toBase64Url } from '#protocol/bytes.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { type DataOf, ENDPOINTS } from '#protocol/endpoints/table.ts'
import { deriveSessionKeys, type SessionKeys, transcriptBytes } from '#protocol/handshake.ts'
import { type Result, success } from '#protocol/result.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import type { StartOptions } from '#protocol/worker/api.ts'
import type { Clock } from '../clock/clock.ts'
import type { PageState, TransportDependencies } from '../dependencies.ts'
import { Deadline } from './deadline.ts'
import { badResponse, fetchResponse, jsonObject, readResponseBody, resultOf } from './response.ts'

/** Keys are renewed this long before the server drops them. */
const RENEWAL_MARGIN_MS = MINUTE_MS

interface HandshakeContext {
  readonly dependencies: TransportDependencies
  readonly backend: CryptoBackend
  readonly options: Pick<StartOptions, 'siteId' | 'serverIdentity'>
  readonly clock: Clock
}

interface FreshKeys {
  readonly keys: SessionKeys<unknown>
  readonly lifetimeMs: number
}

/**
 * Agrees on session keys with one origin by the plain vvm call (settled 6). The server's share must be signed by the
 * identity that the page was served with. Otherwise the call fails and no keys are derived.
 */
export async function shakeHands(
  context: HandshakeContext,
  origin: string,
  signal: AbortSignal | null,
): Promise<Result<FreshKeys>> {
  const { backend, options } = context
  const endpoint = ENDPOINTS['gateway.vvm']
  const share = await backend.createShare()
  const body = JSON.stringify({
    version: PROTOCOL_VERSION,
    siteId: options.siteId,
    share: toBase64Url(share.publicKey),
  })
  const init = { method: endpoint.method, headers: { 'content-type': 'application/json' }, body, signal }
  const response = await fetchResponse(context.dependencies, origin + endpoint.path, init)
  if (!response) return failureOf(CODES.NETWORK_FAILURE)
  const parsed = readResponseBody(jsonObject(response.text))
  if (!parsed) return badResponse(response.status)
  const result = resultOf(endpoint, parsed, response.status)
  if (!result.ok) return result
  // The endpoint's schema has checked it.
  const data = result.data as DataOf<'gateway.vvm'>
  if (data.minVersion > PROTOCOL_VERSION) return failureOf(CODES.VERSION_MISMATCH)

  const serverShare = fromBase64Url(data.share)
  const transcript = { clientShare: share.publicKey, serverShare, siteId: options.siteId, kid: data.keyVersion }
  const signed = transcriptBytes({ ...transcript, serverTime: data.serverTime })
  const isGenuine = await backend.verify(fromBase64Url(options.serverIdentity), fromBase64Url(data.signature), signed)
  if (!isGenuine) return failureOf(CODES.BAD_RESPONSE, { details: { reason: 'server identity' } })
  context.clock.add(response.sentAt, data.serverTime, response.receivedAt)
  const keys = await deriveSessionKeys(backend, share, serverShare, transcript)
  return success({ keys, lifetimeMs: data.lifetimeMs })
}

interface KeyringContext extends HandshakeContext {
  readonly page: Pick<PageState, 'isOnline'>
}

/** Keys of the current envelope session with one origin. Concurrent requests share one handshake. */
class Keyring {
  readonly #context: KeyringContext
  readonly #origin: string
  #keys: SessionKeys<unknown> | null = null
  #expireAt = 0
  #handshake: Promise<Result<SessionKeys<unknown>>> | null = null
  #generation = 0

  constructor(context: KeyringContext, origin: string) {
    this.#context = context
    this.#origin = origin
  }

  current(): Promise<Result<SessionKeys<unknown>>> {
    if (this.#keys && this.#context.dependencies.now() < this.#expireAt) return Promise.resolve(success(this.#keys))
    if (this.#handshake) return this.#handshake
    const handshake = this.#renew().finally(() => {
      if (this.#handshake === handshake) this.#handshake = null
    })
    this.#handshake = handshake
    return handshake
  }

  /** Drops keys that the server does not know any more (REKEY), unless newer ones exist. */
  invalidate(used: SessionKeys<unknown>): void {
    if (this.#keys === used) this.#keys = null
  }

  /** Drops all keys after the token has changed (settled 6). The result of a running handshake is not stored. */
  reset(): void {
    this.#generation += 1
    this.#keys = null
    this.#handshake = null
  }

  async #renew(): Promise<Result<SessionKeys<unknown>>> {
    const generation = this.#generation
    // The crypto backend throws on a malformed share or signature.
    const fresh = await this.#shakeInTime().catch(() => failureOf(CODES.BAD_RESPONSE))
    if (!fresh.ok) return fresh
    if (generation === this.#generation) {
      this.#keys = fresh.data.keys
      const lifetimeMs = Math.max(RENEWAL_MARGIN_MS, fresh.data.lifetimeMs - RENEWAL_MARGIN_MS)
      this.#expireAt = this.#context.dependencies.now() + lifetimeMs
    }
    return success(fresh.data.keys)
  }

  /** A handshake limited to 5 s. The failure tells a timeout, an offline page and a network failure apart. */
  async #shakeInTime(): Promise<Result<FreshKeys>> {
    const deadline = new Deadline(this.#context.dependencies, ENDPOINTS['gateway.vvm'].timeoutMs)
    const result = await shakeHands(this.#context, this.#origin, deadline.signal)
    deadline.finish()
    const hasNoResponse = !result.ok && result.code === CODES.NETWORK_FAILURE
    return hasNoResponse ? deadline.failure(this.#context.page.isOnline) : result
  }
}

/** One keyring per origin: different origins may be different processes that share no session (settled 6). */
export class Keyrings {
  readonly #context: KeyringContext
  readonly #keyrings = new Map<string, Keyring>()

  constructor(context: KeyringContext) {
    this.#context = context
  }

  of(origin: string): Keyring {
    const known = this.#keyrings.get(origin)
    if (known) return known
    const keyring = new Keyring(this.#context, origin)
    this.#keyrings.set(origin, keyring)
    return keyring
  }

  /** Drops all keys after the token has changed. */
  reset(): void {
    for (const keyring of this.#keyrings.values()) keyring.reset()
  }
}
