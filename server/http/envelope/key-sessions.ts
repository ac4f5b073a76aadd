import { createSecretKey, type KeyObject } from 'node:crypto'
import { fromBase64Url, toBase64Url } from '#protocol/bytes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { SessionKeys } from '#protocol/handshake.ts'
import { deriveSessionKeys, transcriptBytes } from '#protocol/handshake.ts'
import type { ServerIdentity } from './identity.ts'

/** The keys of one handshake, and their site. */
export interface KeySession {
  readonly keys: SessionKeys<KeyObject>
  /** `keys.sign` in the form that is cheapest to use. */
  readonly signKey: KeyObject
  readonly siteId: number
  readonly createdAt: number
}

export const KEY_LIFETIME_MS = 24 * 60 * 60_000
/** About 3 KB each. An evicted client makes a new handshake at its next call. */
const MAX_SESSIONS = 50_000
const KID_LENGTH_BYTES = 12

export interface KeySessionsOptions {
  readonly backend: CryptoBackend<KeyObject>
  readonly identity: ServerIdentity
  readonly now: () => number
  readonly max?: number
}

/** Session keys by key id, in memory only. A restart drops them and closes the replay window (settled 6). */
export class KeySessions {
  readonly #options: KeySessionsOptions
  /** In order of last use, oldest first. */
  readonly #sessions = new Map<string, KeySession>()

  constructor(options: KeySessionsOptions) {
    this.#options = options
  }

  /**
   * Agrees on keys with a client's share (base64url, 32 bytes) and signs the transcript.
   *
   * @throws if the share is not a usable point
   */
  async agree(
    siteId: number,
    share: string,
  ): Promise<{ kid: string; share: string; signature: string; serverTime: number }> {
    const { backend, identity, now } = this.#options
    const serverTime = now()
    const kid = toBase64Url(backend.random(KID_LENGTH_BYTES))
    const own = await backend.createShare()
    const clientShare = fromBase64Url(share)
    const transcript = { clientShare, serverShare: own.publicKey, siteId, kid }
    const keys = await deriveSessionKeys(backend, own, clientShare, transcript)
    this.#makeRoom()
    this.#sessions.set(kid, { keys, signKey: createSecretKey(keys.sign), siteId, createdAt: serverTime })
    const signature = identity.sign(transcriptBytes({ ...transcript, serverTime }))
    return { kid, share: toBase64Url(own.publicKey), signature: toBase64Url(signature), serverTime }
  }

  /** The keys of this id; null if they are unknown or older than {@link KEY_LIFETIME_MS}. */
  find(kid: string): KeySession | null {
    const session = this.#sessions.get(kid)
    if (!session) return null
    this.#sessions.delete(kid)
    if (this.#options.now() - session.createdAt >= KEY_LIFETIME_MS) return null
    this.#sessions.set(kid, session)
    return session
  }

  get size(): number {
    return this.#sessions.size
  }

  #makeRoom(): void {
    const max = this.#options.max ?? MAX_SESSIONS
    for (const kid of this.#sessions.keys()) {
      if (this.#sessions.size < max) return
      this.#sessions.delete(kid)
    }
  }
}
