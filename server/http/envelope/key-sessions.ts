import { createSecretKey, type KeyObject } from 'node:crypto'
import { fromBase64Url, toBase64Url } from '#protocol/bytes.ts'
import { andThen, type Awaitable, type CryptoBackend } from '#protocol/crypto.ts'
import { deriveSessionKeys, type SessionKeys, transcriptBytes } from '#protocol/handshake.ts'
import type { ExpiringStore } from '../../database/shared/expiring-store.ts'
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

interface KeySessionsOptions {
  readonly backend: CryptoBackend<KeyObject>
  readonly identity: ServerIdentity
  readonly now: () => number
  readonly max?: number
  /** Keys of all processes; absent for a single process. */
  readonly shared?: ExpiringStore<StoredKeys>
}

/** A {@link KeySession} as JSON; keys are base64url. */
export interface StoredKeys {
  readonly head: string
  readonly body: string
  readonly response: string
  readonly sign: string
  readonly wd: string
  readonly siteId: number
  readonly createdAt: number
}

/**
 * Session keys by key id. A single process has them in memory only: a restart drops them and closes the replay window
 * (settled 6). Several processes read each other's keys from the shared store.
 */
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
   * @throws if the share is not a usable point; SharedStateError if the keys cannot be shared
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
    const session = { keys, signKey: createSecretKey(keys.sign), siteId, createdAt: serverTime }
    await this.#options.shared?.put(kid, storedOf(session), KEY_LIFETIME_MS)
    this.#makeRoom()
    this.#sessions.set(kid, session)
    const signature = identity.sign(transcriptBytes({ ...transcript, serverTime }))
    return { kid, share: toBase64Url(own.publicKey), signature: toBase64Url(signature), serverTime }
  }

  /**
   * The keys of this id; null if they are unknown or older than {@link KEY_LIFETIME_MS}. Keys that this process has are
   * returned synchronously.
   */
  find(kid: string): Awaitable<KeySession | null> {
    const { shared } = this.#options
    const session = this.#sessions.get(kid)
    if (session || !shared) return this.#used(kid, session)
    return andThen(shared.get(kid), (stored) => this.#used(kid, stored && sessionOf(kid, stored)))
  }

  /** Forgets all keys of this process, so that clients make new handshakes. */
  clear(): void {
    this.#sessions.clear()
  }

  /** Makes a session the last one to be evicted. */
  #used(kid: string, session: KeySession | undefined): KeySession | null {
    if (!session) return null
    this.#sessions.delete(kid)
    if (this.#options.now() - session.createdAt >= KEY_LIFETIME_MS) return null
    this.#makeRoom()
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

function storedOf({ keys, siteId, createdAt }: KeySession): StoredKeys {
  const text = (key: KeyObject): string => key.export().toString('base64url')
  return {
    head: text(keys.head),
    body: text(keys.body),
    response: text(keys.response),
    sign: toBase64Url(keys.sign),
    wd: toBase64Url(keys.wd),
    siteId,
    createdAt,
  }
}

function sessionOf(kid: string, { head, body, response, sign, wd, siteId, createdAt }: StoredKeys): KeySession {
  const keyOf = (text: string): KeyObject => createSecretKey(text, 'base64url')
  const keys = { kid, head: keyOf(head), body: keyOf(body), response: keyOf(response) }
  return {
    keys: { ...keys, sign: fromBase64Url(sign), wd: fromBase64Url(wd) },
    signKey: keyOf(sign),
    siteId,
    createdAt,
  }
}
