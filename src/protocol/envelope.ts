import type { Bytes } from './bytes.ts'
import { concatBytes, fromBase64Url, fromUtf8, lengthPrefixed, toBase64Url, utf8 } from './bytes.ts'
import type { Compressor } from './compress.ts'
import { deflateIfSmaller } from './compress.ts'
import { FILLER_LENGTH } from './constants.ts'
import type { CryptoBackend } from './crypto.ts'

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

/** `head` knows no nonce yet: the nonce is inside it. `answer` is bound to the request's nonce and to `t1`. */
export type Direction = 'head' | 'body' | 'answer'

function associatedData(
  direction: Direction,
  binding: CallBinding,
  flags: number,
  nonce: string,
  serverMs: number,
): Bytes {
  return lengthPrefixed(
    'LT1',
    new Uint8Array([flags]),
    direction,
    binding.kid,
    binding.method.toUpperCase(),
    binding.target,
    String(binding.timestamp),
    nonce,
    String(serverMs),
  )
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

/** Seals text. Give a compressor only where the text holds no secret beside attacker-chosen content. */
export async function sealText<Key>(text: string, options: SealOptions<Key>, compressor?: Compressor): Promise<string> {
  const plain = utf8(text)
  const smaller = compressor ? await deflateIfSmaller(compressor, plain) : null
  const flags = ENVELOPE_VERSION | (smaller ? FLAG_DEFLATED : 0)
  const iv = options.backend.random(IV_LENGTH)
  const associated = associatedData(options.direction, options.binding, flags, options.nonce, options.serverMs ?? 0)
  const cipher = await options.backend.encrypt(options.key, iv, smaller ?? plain, associated)
  return toBase64Url(concatBytes(new Uint8Array([flags]), iv, cipher))
}

interface OpenOptions<Key> extends SealOptions<Key> {
  readonly compressor: Compressor
  /** Upper bound in bytes of the inflated text. */
  readonly limit: number
}

/** Opens sealed text. Throws on anything that does not fit; callers answer with one error for all causes. */
export async function openText<Key>(sealed: string, options: OpenOptions<Key>): Promise<string> {
  const raw = fromBase64Url(sealed)
  const flags = raw[0] ?? 0
  if ((flags & ~FLAG_DEFLATED) !== ENVELOPE_VERSION) throw new Error('unknown envelope version')
  if (raw.length < 1 + IV_LENGTH + TAG_LENGTH) throw new Error('envelope too short')
  const associated = associatedData(options.direction, options.binding, flags, options.nonce, options.serverMs ?? 0)
  const plain = await options.backend.decrypt(
    options.key,
    raw.subarray(1, 1 + IV_LENGTH),
    raw.subarray(1 + IV_LENGTH),
    associated,
  )
  if ((flags & FLAG_DEFLATED) === 0) {
    if (plain.length > options.limit) throw new Error('envelope too large')
    return fromUtf8(plain)
  }
  return fromUtf8(await options.compressor.inflate(plain, options.limit))
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
