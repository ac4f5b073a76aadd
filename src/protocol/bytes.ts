/** Bytes of an ArrayBuffer, which is not shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

export function utf8(text: string): Bytes {
  return encoder.encode(text)
}

/** Throws a TypeError if the bytes are not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

export function concatBytes(...parts: readonly Uint8Array[]): Bytes {
  let length = 0
  for (const part of parts) length += part.length
  const joined = new Uint8Array(length)
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** Buffer for short lists of parts. Callers always get a copy. */
const scratch = new Uint8Array(2048)

/**
 * Concatenates parts, each after its length (16 bits, big endian), so that different lists give different bytes. Short ASCII
 * text is written directly: every seal calls this function, and TextEncoder would be its most expensive step.
 */
export function lengthPrefixed(...parts: readonly (string | Uint8Array)[]): Bytes {
  let offset = 0
  for (const part of parts) {
    const { length } = part
    if (offset + 2 + length > scratch.length) return lengthPrefixedOfAny(parts)
    scratch[offset] = length >> 8
    scratch[offset + 1] = length & 0xff
    offset += 2
    if (typeof part === 'string') {
      for (let index = 0; index < length; index += 1) {
        const code = part.charCodeAt(index)
        if (code > 0x7f) return lengthPrefixedOfAny(parts)
        scratch[offset + index] = code
      }
    } else {
      scratch.set(part, offset)
    }
    offset += length
  }
  return scratch.slice(0, offset)
}

/** The same for parts of any length and any characters. */
function lengthPrefixedOfAny(parts: readonly (string | Uint8Array)[]): Bytes {
  const encoded = parts.map((part) => (typeof part === 'string' ? utf8(part) : part))
  return concatBytes(
    ...encoded.flatMap((part) => {
      if (part.length > 0xffff) throw new RangeError('a part is longer than 65535 bytes')
      return [Uint8Array.of(part.length >> 8, part.length & 0xff), part]
    }),
  )
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const CODES_OF_ALPHABET = utf8(ALPHABET)
const VALUES = new Int16Array(128).fill(-1)
for (let value = 0; value < ALPHABET.length; value += 1) VALUES[ALPHABET.charCodeAt(value)] = value
const ascii = new TextDecoder()

/** base64url without padding (RFC 4648 section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  const length = bytes.length
  const out = new Uint8Array(Math.ceil((length * 4) / 3))
  let to = 0
  const digit = (value: number): void => {
    out[to] = CODES_OF_ALPHABET[value & 63] ?? 0
    to += 1
  }
  let from = 0
  for (; from + 2 < length; from += 3) {
    const word = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
    digit(word >> 18)
    digit(word >> 12)
    digit(word >> 6)
    digit(word)
  }
  const left = length - from
  if (left > 0) {
    const word = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8)
    digit(word >> 18)
    digit(word >> 12)
    if (left === 2) digit(word >> 6)
  }
  return ascii.decode(out)
}

/** Throws a SyntaxError on any character outside the alphabet and on an impossible length. */
export function fromBase64Url(text: string): Bytes {
  const length = text.length
  if (length % 4 === 1) throw new SyntaxError('not base64url: impossible length')
  const out = new Uint8Array(Math.floor((length * 3) / 4))
  let to = 0
  let word = 0
  let bits = 0
  for (let from = 0; from < length; from += 1) {
    const code = text.charCodeAt(from)
    const value = code < 128 ? (VALUES[code] ?? -1) : -1
    if (value < 0) throw new SyntaxError('not base64url: foreign character')
    word = ((word << 6) | value) & 0xffffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      out[to] = (word >> bits) & 0xff
      to += 1
    }
  }
  return out
}

/**
 * Converts text to bytes and back. A platform may have a faster codec than {@link portableCodec}. It must give the same
 * results and throw in the same cases.
 */
export interface Codec {
  utf8(text: string): Bytes
  fromUtf8(bytes: Uint8Array): string
  toBase64Url(bytes: Uint8Array): string
  fromBase64Url(text: string): Bytes
}

export const portableCodec: Codec = { utf8, fromUtf8, toBase64Url, fromBase64Url }

export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}
