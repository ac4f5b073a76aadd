import type { Bytes } from './bytes.ts'
import { lengthPrefixed, toBase64Url } from './bytes.ts'
import type { Compressor } from './compress.ts'
import { deflateIfSmaller } from './compress.ts'
import { FILLER_LENGTH } from './constants.ts'
import type { Awaitable, CryptoBackend } from './crypto.ts'
import { andThen } from './crypto.ts'

/**
 * The envelope LT1: how one call is sealed. The same file serves the worker and the server; primitives are injected.
 *
 * sealed = base64url( flags | iv 12 | AES-256-GCM ciphertext | tag 16 ), flags = version 1, bit 7 = deflate-raw.
 * The associated data binds version, flags, direction, key id, METHOD, path with query, timestamp and nonce, so that an
 * envelope cannot be moved to another call, direction, session or time.
 */
export const ENVELOPE_VERSION = 1
const FLAG_DEFLATED = 0x80
const IV_LENGTH = 12
const TAG_LENGTH = 16

/** What a call is bound to. `target` is the path with its query, exactly as sent. */
export interface CallBinding {
  readonly kid: string
  readonly method: string
  readonly target: string
  /** Client timestamp in milliseconds, on the synchronised clock; in clear in the header. */
  readonly timestamp: number
}

/**
 * `head` knows no nonce yet: the nonce is inside it. `answer` is bound to the request's nonce and to `t1`; `risk` is the
 * response header that carries a risk token (S7.14), bound to the request's nonce, under the answer key.
 */
export type Direction = 'head' | 'body' | 'answer' | 'risk'

function associatedData(options: SealOptions<unknown>, flags: number): Bytes {
  const { direction, binding, nonce, serverMs = 0 } = options
  const { kid, method, target, timestamp } = binding
  const parts = [direction, kid, method.toUpperCase(), target, String(timestamp), nonce, String(serverMs)]
  return lengthPrefixed('LT1', Uint8Array.of(flags), ...parts)
}

interface SealOptions<Key> {
  readonly backend: CryptoBackend<Key>
  readonly key: Key
  readonly direction: Direction
  readonly binding: CallBinding
  readonly nonce: string
  /** Only for answers: the `t1` that goes in clear beside `x1`. */
  readonly serverMs?: number
}

/**
 * Seals text; at once with a synchronous back end. Give a compressor only where the text holds no secret beside
 * attacker-chosen content.
 */
export function sealText<Key>(text: string, options: SealOptions<Key>, compressor?: Compressor): Awaitable<string> {
  const plain = options.backend.codec.utf8(text)
  if (!compressor) return sealBytes(plain, ENVELOPE_VERSION, options)
  return andThen(deflateIfSmaller(compressor, plain), (smaller) =>
    smaller
      ? sealBytes(smaller, ENVELOPE_VERSION | FLAG_DEFLATED, options)
      : sealBytes(plain, ENVELOPE_VERSION, options),
  )
}

function sealBytes<Key>(plain: Bytes, flags: number, options: SealOptions<Key>): Awaitable<string> {
  const { backend, key } = options
  const iv = backend.random(IV_LENGTH)
  return andThen(backend.encrypt(key, iv, plain, associatedData(options, flags)), (cipher) => {
    const sealed = new Uint8Array(1 + IV_LENGTH + cipher.length)
    sealed[0] = flags
    sealed.set(iv, 1)
    sealed.set(cipher, 1 + IV_LENGTH)
    return backend.codec.toBase64Url(sealed)
  })
}

interface OpenOptions<Key> extends SealOptions<Key> {
  readonly compressor: Compressor
  /** Upper bound in bytes of the inflated text. */
  readonly limit: number
}

/**
 * Opens sealed text; at once with a synchronous back end. Throws or rejects on anything that does not fit; callers answer
 * with one error for all causes.
 */
export function openText<Key>(sealed: string, options: OpenOptions<Key>): Awaitable<string> {
  const { backend, key, limit } = options
  const raw = backend.codec.fromBase64Url(sealed)
  const flags = raw[0] ?? 0
  if ((flags & ~FLAG_DEFLATED) !== ENVELOPE_VERSION) throw new Error('unknown envelope version')
  if (raw.length < 1 + IV_LENGTH + TAG_LENGTH) throw new Error('envelope too short')
  const iv = raw.subarray(1, 1 + IV_LENGTH)
  const cipher = raw.subarray(1 + IV_LENGTH)
  return andThen(backend.decrypt(key, iv, cipher, associatedData(options, flags)), (plain) => {
    if ((flags & FLAG_DEFLATED) !== 0) {
      return andThen(options.compressor.inflate(plain, limit), (inflated) => backend.codec.fromUtf8(inflated))
    }
    if (plain.length > limit) throw new Error('envelope too large')
    return backend.codec.fromUtf8(plain)
  })
}

function fillerPosition(sealedLength: number, timestamp: number): number {
  return timestamp % (sealedLength + 1)
}

/** S7.8: random filler at a position that follows from the timestamp. Cosmetic: it is outside the sealed bytes. */
export function insertFiller(sealed: string, timestamp: number, filler: string): string {
  if (filler.length !== FILLER_LENGTH) throw new RangeError(`filler must have ${FILLER_LENGTH} characters`)
  const position = fillerPosition(sealed.length, timestamp)
  return sealed.slice(0, position) + filler + sealed.slice(position)
}

/** The inverse of {@link insertFiller}; throws when the text is shorter than the filler. */
export function removeFiller(text: string, timestamp: number): string {
  const length = text.length - FILLER_LENGTH
  if (length < 0) throw new RangeError('text is shorter than its filler')
  const position = fillerPosition(length, timestamp)
  return text.slice(0, position) + text.slice(position + FILLER_LENGTH)
}

/** Eight random base64url characters. */
export function randomFiller(backend: Pick<CryptoBackend, 'random'>): string {
  return toBase64Url(backend.random(6))
}

/** `x-lt1: 1.<kid>.<timestamp>.<sealed head>` */
export function formatEnvelopeHeader(binding: Pick<CallBinding, 'kid' | 'timestamp'>, sealedHead: string): string {
  return `${ENVELOPE_VERSION}.${binding.kid}.${binding.timestamp}.${sealedHead}`
}

/** The clear parts of the header, or null when it has not the form. No regular expression sees more than 8 KiB. */
export function parseEnvelopeHeader(header: string): { kid: string; timestamp: number; sealedHead: string } | null {
  if (header.length > 8192) return null
  const match = /^1\.([A-Za-z0-9_-]{8,64})\.(\d{1,16})\.([A-Za-z0-9_-]+)$/.exec(header)
  const [, kid, timestamp, sealedHead] = match ?? []
  if (kid === undefined || timestamp === undefined || sealedHead === undefined) return null
  return { kid, timestamp: Number(timestamp), sealedHead }
}
