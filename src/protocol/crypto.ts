import type { Bytes, Codec } from './bytes.ts'

export type Awaitable<T> = T | Promise<T>

/** Like `then`, but synchronous for values, so that a synchronous backend needs no turn of the event loop. */
export function andThen<From, To>(value: Awaitable<From>, transform: (value: From) => Awaitable<To>): Awaitable<To> {
  return value instanceof Promise ? value.then(transform) : transform(value)
}

/**
 * Cryptographic primitives of the envelope. Implemented on WebCrypto (worker), pure JavaScript (pages without
 * `crypto.subtle`) and node:crypto (server). All give the same bytes, see `tests/fixtures/lt1-vectors.json`.
 *
 * `Key` is an AES-256-GCM key in the backend's own form. It is not extractable if the platform supports that.
 */
export interface CryptoBackend<Key = unknown> {
  readonly name: 'webcrypto' | 'pure-js' | 'node'
  readonly codec: Codec
  /** Cryptographically strong random bytes. */
  random(length: number): Bytes
  sha256(bytes: Uint8Array): Awaitable<Bytes>
  /** Creates an X25519 share. `secret` (32 bytes) is for test vectors only. */
  createShare(secret?: Uint8Array): Awaitable<KeyShare<Key>>
  /** Ed25519. */
  verify(publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array): Awaitable<boolean>
  importKey(raw: Uint8Array): Awaitable<Key>
  /** AES-256-GCM. Returns the ciphertext followed by its 16-byte tag. */
  encrypt(key: Key, nonce: Uint8Array, plain: Uint8Array, associated: Uint8Array): Awaitable<Bytes>
  /** Throws or rejects if authentication fails. */
  decrypt(key: Key, nonce: Uint8Array, sealed: Uint8Array, associated: Uint8Array): Awaitable<Bytes>
}

export interface KeyShare<Key> {
  readonly publicKey: Bytes
  /** X25519, then HKDF-SHA256 with this salt. Throws if the peer's share is unusable (all-zero secret). */
  agree(peerPublicKey: Uint8Array, salt: Uint8Array): Awaitable<KeySchedule<Key>>
}

/** Derives keys of 32 bytes by HKDF-SHA256 expand, with the label as `info`. */
export interface KeySchedule<Key> {
  key(label: string): Awaitable<Key>
  /** Raw bytes, for the legacy fields that crypto-js computes. */
  bytes(label: string): Awaitable<Bytes>
}
