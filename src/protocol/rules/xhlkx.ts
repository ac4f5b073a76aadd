import { fnv1a } from '../random.ts'
import { concatBytes, fromBase64Url, fromUtf8, toBase64Url, utf8 } from '../bytes.ts'

/**
 * S2.16: the scrambled form of a video URL in a play link. Obfuscation, not security: the page contains the algorithm, and
 * streams are protected by signed URLs. Deterministic. The first character is the version.
 *
 * `1` + base64url( salt 2 | UTF-8 bytes XOR keystream(salt) | check 2 ), salt and check from FNV-1a of the bytes.
 */
const VERSION = '1'
const SALT_LENGTH = 2
const CHECK_LENGTH = 2

/** XOR with a keystream of the salt. It is its own inverse. */
function mask(bytes: Uint8Array, salt: Uint8Array): Uint8Array<ArrayBuffer> {
  let state = fnv1a(salt, 0x9e3779b9) || 1
  return Uint8Array.from(bytes, (byte) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5
    return byte ^ ((state >>> 11) & 0xff)
  })
}

function twoBytes(value: number): Uint8Array {
  return new Uint8Array([(value >>> 8) & 0xff, value & 0xff])
}

export function scrambleUrl(url: string): string {
  const bytes = utf8(url)
  const salt = twoBytes(fnv1a(bytes))
  const check = twoBytes(fnv1a(bytes, 0x1b873593))
  return VERSION + toBase64Url(concatBytes(salt, mask(bytes, salt), check))
}

/** The URL inside, or null if {@link scrambleUrl} did not create the text. */
export function unscrambleUrl(text: string): string | null {
  if (!text.startsWith(VERSION) || text.length > 4096) return null
  try {
    const raw = fromBase64Url(text.slice(1))
    if (raw.length < SALT_LENGTH + CHECK_LENGTH) return null
    const bytes = mask(raw.subarray(SALT_LENGTH, raw.length - CHECK_LENGTH), raw.subarray(0, SALT_LENGTH))
    const url = fromUtf8(bytes)
    return scrambleUrl(url) === text ? url : null
  } catch {
    return null
  }
}

/** The parameters of a play link. `xhlkx` replaces `url` at its position, the others keep their order. */
export function playQuery(parameters: Iterable<readonly [string, string]>): [string, string][] {
  return [...parameters].flatMap(([name, value]): [string, string][] => {
    if (name === 'xhlkx') return []
    return [name === 'url' ? ['xhlkx', scrambleUrl(value)] : [name, value]]
  })
}
