import type { Bytes, Codec } from './bytes.ts'

export type Awaitable<T> = T | Promise<T>

/** Goes on with a value at once where it is there: a back end that is synchronous costs no turn of the event loop. */
export function andThen<From, To>(value: Awaitable<From>, goOn: (value: From) => Awaitable<To>): Awaitable<To> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}

/**
 * The primitives that the envelope needs, injected so that one implementation of the protocol runs on WebCrypto (the
 * worker), on pure JavaScript (a page without `crypto.subtle`) and on node:crypto (the server). All three give the same
 * bytes; `tests/fixtures/lt1-vectors.json` proves it.
 *
 * `Key` is an AES-256-GCM key in the back end's own form, never extractable where the platform can say so.
 */
export interface CryptoBackend<Key = unknown> {
  readonly name: 'webcrypto' | 'pure-js' | 'node'
  readonly codec: Codec
  /** Cryptographically strong random bytes. */
  random(length: number): Bytes
  sha256(bytes: Uint8Array): Awaitable<Bytes>
  /** A fresh X25519 share; `secret` (32 bytes) fixes it, for test vectors only. */
  createShare(secret?: Uint8Array): Awaitable<KeyShare<Key>>
  /** Ed25519. */
  verify(publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array): Awaitable<boolean>
  importKey(raw: Uint8Array): Awaitable<Key>
  /** AES-256-GCM: ciphertext with its 16-byte tag behind it. */
  encrypt(key: Key, nonce: Uint8Array, plain: Uint8Array, associated: Uint8Array): Awaitable<Bytes>
  /** Throws (or rejects) when anything does not fit. */
  decrypt(key: Key, nonce: Uint8Array, sealed: Uint8Array, associated: Uint8Array): Awaitable<Bytes>
}

export interface KeyShare<Key> {
  readonly publicKey: Bytes
  /** X25519, then HKDF-SHA256 with this salt; throws when the peer's share is unusable (all-zero secret). */
  agree(peerPublicKey: Uint8Array, salt: Uint8Array): Awaitable<KeySchedule<Key>>
}

/** One secret, many keys: HKDF-SHA256 expand with the label as `info`, 32 bytes each. */
export interface KeySchedule<Key> {
  key(label: string): Awaitable<Key>
  /** Raw bytes, only for the legacy fields that crypto-js computes. */
  bytes(label: string): Awaitable<Bytes>
}
