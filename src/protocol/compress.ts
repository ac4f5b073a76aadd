import type { Bytes } from './bytes.ts'
import { COMPRESS_FROM_BYTES, COMPRESS_MIN_SAVING } from './constants.ts'
import { andThen, type Awaitable } from './crypto.ts'

/** deflate-raw (RFC 1951), injected: streams in the browser, zlib on the server. */
export interface Compressor {
  deflate(bytes: Uint8Array): Awaitable<Bytes>
  /** Throws or rejects if the data is invalid or exceeds `limit` bytes. Memory use is bounded by the limit. */
  inflate(bytes: Uint8Array, limit: number): Awaitable<Bytes>
}

/**
 * Compresses content of at least 512 bytes if that saves at least 10 % (settled 4). Do not pass content that mixes a secret
 * with text that an attacker may choose.
 * @returns the compressed bytes, or null if the plain ones are to be used
 */
export function deflateIfSmaller(compressor: Compressor, bytes: Uint8Array): Awaitable<Bytes | null> {
  if (bytes.length < COMPRESS_FROM_BYTES) return null
  const maxLength = bytes.length * (1 - COMPRESS_MIN_SAVING)
  return andThen(compressor.deflate(bytes), (smaller) => (smaller.length <= maxLength ? smaller : null))
}
