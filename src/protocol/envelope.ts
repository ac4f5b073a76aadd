import { type Bytes, lengthPrefixed, toBase64Url } from './bytes.ts'
import { type Compressor, deflateIfSmaller } from './compress.ts'
import { FILLER_LENGTH } from './constants.ts'
import { andThen, type Awaitable, type CryptoBackend } from './crypto.ts'

/**
 * The envelope LT1 of one call. Used by worker and server, with injected primitives.
 *
 * sealed = base64url( flags | iv 12 | AES-256-GCM ciphertext | tag 16 ), flags = version 1, bit 7 = deflate-raw.
 * The associated data contains version, flags, direction, key id, METHOD, path with query, timestamp and nonce, so that an
 * envelope is valid for one call, direction, session and time only.
 */
export const ENVELOPE_VERSION = 1
const FLAG_DEFLATED = 0x80
const IV_LENGTH = 12
const TAG_LENGTH = 16

/** Values that a call is bound to. `target` is the path with its query, exactly as sent. */
export interface CallBinding {
  readonly kid: string
  readonly method: string
  readonly target: string
  /** Client timestamp in milliseconds of the server clock. Sent in clear in the header. */
  readonly timestamp: number
}

/**
 * `head` contains the nonce, so it is not bound to it. `answer` (the response) is bound to the request's nonce and to `t1`.
 * `risk` is the response header with a risk token (S7.14). It is bound to the request's nonce and uses the response key.
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
  /** Only for responses: `t1`, which is sent in clear with `x1`. */
  readonly serverMs?: number
}

/**
 * Seals text. Synchronous with a synchronous backend. Pass a compressor only if the text contains no secret together with
 * content that an attacker may choose.
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
 * Opens sealed text. Synchronous with a synchronous backend. Throws or rejects if anything is invalid. Callers must respond
 * with the same error for all causes.
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

/** S7.8: inserts random filler at a position derived from the timestamp. It is outside the sealed bytes and not checked. */
export function insertFiller(sealed: string, timestamp: number, filler: string): string {
  if (filler.length !== FILLER_LENGTH) throw new RangeError(`filler must have ${FILLER_LENGTH} characters`)
  const position = fillerPosition(sealed.length, timestamp)
  return sealed.slice(0, position) + filler + sealed.slice(position)
}

/** The inverse of {@link insertFiller}. Throws if the text is shorter than the filler. */
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

/** Parses the envelope header. Returns null if it is malformed or longer than 8 KiB. */
export function parseEnvelopeHeader(header: string): { kid: string; timestamp: number; sealedHead: string } | null {
  if (header.length > 8192) return null
  const match = /^1\.([A-Za-z0-9_-]{8,64})\.(\d{1,16})\.([A-Za-z0-9_-]+)$/.exec(header)
  const [, kid, timestamp, sealedHead] = match ?? []
  if (kid === undefined || timestamp === undefined || sealedHead === undefined) return null
  return { kid, timestamp: Number(timestamp), sealedHead }
}
