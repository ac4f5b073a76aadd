import { CODES, failureOf } from '#protocol/codes.ts'
import type { SessionKeys } from '#protocol/handshake.ts'
import type { Result, Failure } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import { fromBase64Url, toBase64Url } from '#protocol/bytes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { deriveSessionKeys, transcriptBytes } from '#protocol/handshake.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import type { StartOptions } from '#protocol/worker/api.ts'
import type { Clock } from '../clock/clock.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { badAnswer, readAnswer, resultOf, fetchReply, jsonObject } from './response.ts'
import { Deadline } from './deadline.ts'

/** Keys are renewed this long before the server forgets them. */
const MARGIN_MS = 60_000

/** The keys of the current envelope session with one origin: one handshake at a time, whoever needs it. */
export class Keyring {
  private keys: SessionKeys<unknown> | null = null
  private expireAt = 0
  private handshake: Promise<Result<SessionKeys<unknown>>> | null = null
  private generation = 0

  constructor(
    private readonly now: () => number,
    private readonly shake: () => Promise<Result<FreshKeys>>,
  ) {}

  current(): Promise<Result<SessionKeys<unknown>>> {
    if (this.keys && this.now() < this.expireAt) return Promise.resolve(success(this.keys))
    if (this.handshake) return this.handshake
    const handshake = this.renew().finally(() => {
      if (this.handshake === handshake) this.handshake = null
    })
    this.handshake = handshake
    return handshake
  }

  /** These keys are known no more (REKEY); nothing happens when newer ones are there already. */
  refuse(used: SessionKeys<unknown>): void {
    if (this.keys === used) this.keys = null
  }

  /** Starts anew: the token has changed (settled 6). A handshake in flight counts as old. */
  reset(): void {
    this.generation += 1
    this.keys = null
    this.handshake = null
  }

  private async renew(): Promise<Result<SessionKeys<unknown>>> {
    const { generation } = this
    // A share or signature that cannot even be read throws inside the cryptography.
    const fresh = await this.shake().catch(() => failureOf(CODES.BAD_RESPONSE))
    if (!fresh.ok) return fresh
    if (generation === this.generation) {
      this.keys = fresh.data.keys
      this.expireAt = this.now() + Math.max(MARGIN_MS, fresh.data.lifetimeMs - MARGIN_MS)
    }
    return success(fresh.data.keys)
  }
}

/** A keyring for each origin, because different lines may be different processes that share no session (settled 6). */
export class Keyrings {
  private readonly rings = new Map<string, Keyring>()

  constructor(
    private readonly now: () => number,
    private readonly shake: (origin: string) => Promise<Result<FreshKeys>>,
  ) {}

  of(origin: string): Keyring {
    const known = this.rings.get(origin)
    if (known) return known
    const ring = new Keyring(this.now, () => this.shake(origin))
    this.rings.set(origin, ring)
    return ring
  }

  /** The token has changed: every session begins anew. */
  reset(): void {
    for (const ring of this.rings.values()) ring.reset()
  }
}

const ROW = ENDPOINTS['gateway.vvm']

export interface HandshakeContext {
  readonly dependencies: TransportDependencies
  readonly backend: CryptoBackend
  readonly options: Pick<StartOptions, 'siteId' | 'serverIdentity'>
  /** The line. */
  readonly origin: string
  readonly clock: Clock
}

export interface FreshKeys {
  readonly keys: SessionKeys<unknown>
  readonly lifetimeMs: number
}

/**
 * Agrees on session keys in the plain vvm call (settled 6). The server's share must be signed by the identity that the
 * page was served with; anything else is a failure and no key is made.
 */
export async function shakeHands(context: HandshakeContext, signal: AbortSignal | null): Promise<Result<FreshKeys>> {
  const { backend, options } = context
  const own = await backend.createShare()
  const body = JSON.stringify({ version: PROTOCOL_VERSION, siteId: options.siteId, share: toBase64Url(own.publicKey) })
  const init = { method: ROW.method, headers: { 'content-type': 'application/json' }, body, signal }
  const reply = await fetchReply(context.dependencies, context.origin + ROW.path, init)
  if (!reply) return failureOf(CODES.NETWORK_FAILURE)
  const answer = readAnswer(jsonObject(reply.text))
  if (!answer) return badAnswer(reply.status)
  const result = resultOf(ROW, answer, reply.status)
  if (!result.ok) return result
  // The row's schema has checked it.
  const data = result.data as DataOf<'gateway.vvm'>
  if (data.minVersion > PROTOCOL_VERSION) return versionMismatch()

  const serverShare = fromBase64Url(data.share)
  const transcript = { clientShare: own.publicKey, serverShare, siteId: options.siteId, kid: data.keyVersion }
  const signed = transcriptBytes({ ...transcript, serverTime: data.serverTime })
  const isGenuine = await backend.verify(fromBase64Url(options.serverIdentity), fromBase64Url(data.signature), signed)
  if (!isGenuine) return failureOf(CODES.BAD_RESPONSE, { details: { reason: 'server identity' } })
  context.clock.add(reply.sentAt, data.serverTime, reply.receivedAt)
  return success({ keys: await deriveSessionKeys(backend, own, serverShare, transcript), lifetimeMs: data.lifetimeMs })
}

/** The handshake within its 5 s; a failure says whether it was the time, the page's network, or the line. */
export async function shakeInTime(context: HandshakeContext & { isOnline(): boolean }): Promise<Result<FreshKeys>> {
  const deadline = new Deadline(context.dependencies, ROW.timeoutMs)
  const result = await shakeHands(context, deadline.signal)
  deadline.finish()
  const isTrouble = !result.ok && result.code === CODES.NETWORK_FAILURE
  return isTrouble ? deadline.failure(context.isOnline()) : result
}

function versionMismatch(): Failure {
  return failureOf(CODES.VERSION_MISMATCH)
}
