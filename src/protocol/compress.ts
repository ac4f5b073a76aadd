import type { Bytes } from './bytes.ts'
import { COMPRESS_FROM_BYTES, COMPRESS_MIN_SAVING } from './constants.ts'
import type { Awaitable } from './crypto.ts'
import { andThen } from './crypto.ts'

/** deflate-raw (RFC 1951), injected: streams in the browser, zlib on the server. */
export interface Compressor {
  deflate(bytes: Uint8Array): Awaitable<Bytes>
  /** Throws (or rejects) when the data is broken or would inflate beyond `limit` bytes; memory stays bounded by it. */
  inflate(bytes: Uint8Array, limit: number): Awaitable<Bytes>
}

/**
 * Compresses when it pays: from 512 bytes on and only when at least 10 % is saved (settled 4). Callers must not pass
 * content that mixes a secret with text an attacker chooses.
 * @returns the smaller bytes, or null when the plain ones are to be used.
 */
export function deflateIfSmaller(compressor: Compressor, bytes: Uint8Array): Awaitable<Bytes | null> {
  if (bytes.length < COMPRESS_FROM_BYTES) return null
  const most = bytes.length * (1 - COMPRESS_MIN_SAVING)
  return andThen(compressor.deflate(bytes), (smaller) => (smaller.length <= most ? smaller : null))
}
