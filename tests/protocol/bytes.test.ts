import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes, lengthPrefixed, portableCodec, toHex, utf8 } from '#protocol/bytes.ts'
import { nodeCodec } from '#server/http/envelope/crypto-node.ts'

const bytes = (maxLength = 300) => fc.uint8Array({ maxLength })
const CODECS = [
  ['portable', portableCodec, nodeCodec],
  ['node', nodeCodec, portableCodec],
] as const

/** The result of a function, or its error. */
function outcome(run: () => string | Uint8Array): string {
  try {
    const value = run()
    return typeof value === 'string' ? `text ${value}` : `bytes ${toHex(value)}`
  } catch (error) {
    return `throws ${error instanceof Error ? error.name : 'something else'}`
  }
}

describe.each(CODECS)('S7.6 the %s codec', (_name, codec, other) => {
  it('writes and reads base64url like the platform', () => {
    fc.assert(
      fc.property(bytes(), (given) => {
        const text = codec.toBase64Url(given)
        expect(text).toBe(Buffer.from(given).toString('base64url'))
        expect(codec.fromBase64Url(text)).toEqual(Uint8Array.from(given))
      }),
    )
  })

  it.each(['A', 'AAAAA', 'A+AA', 'A/AA', 'AA==', 'A A', 'AAA\n', '中文', 'A\u0100'])('refuses %j', (text) => {
    expect(() => codec.fromBase64Url(text)).toThrow(SyntaxError)
  })

  it('returns and refuses the same as the other codec for any input', () => {
    const nearlyBase64 = fc.string({ unit: fc.constantFrom('A', 'z', '9', '-', '_', '+', '=', '\n', 'é', '看') })
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), nearlyBase64), bytes(), (text, some) => {
        expect(outcome(() => codec.fromBase64Url(text))).toBe(outcome(() => other.fromBase64Url(text)))
        expect(outcome(() => codec.utf8(text))).toBe(outcome(() => other.utf8(text)))
        expect(outcome(() => codec.fromUtf8(some))).toBe(outcome(() => other.fromUtf8(some)))
      }),
      { numRuns: 500 },
    )
  })

  it('reads UTF-8 without byte order mark and refuses invalid bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => codec.fromUtf8(codec.utf8(`a${text}`)) === `a${text}`),
    )
    expect(codec.fromUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('a')
    for (const broken of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe7, 0x9c]])
      expect(() => codec.fromUtf8(Uint8Array.from(broken))).toThrow(TypeError)
  })
})

describe('S7.6 length-prefixed parts', () => {
  it('differ for different lists', () => {
    const part = fc.oneof(fc.string(), bytes(20))
    const raw = (parts: readonly (string | Uint8Array)[]) =>
      parts.map((one) => toHex(typeof one === 'string' ? utf8(one) : one))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), fc.array(part, { maxLength: 5 }), (left, right) => {
        const isSame = JSON.stringify(raw(left)) === JSON.stringify(raw(right))
        expect(toHex(lengthPrefixed(...left)) === toHex(lengthPrefixed(...right))).toBe(isSame)
      }),
    )
  })

  it('are the same for short, long and non-ASCII parts', () => {
    const wide = lengthPrefixed('ab', '看台', Uint8Array.of(1))
    expect(toHex(wide)).toBe(`0002${toHex(utf8('ab'))}0006${toHex(utf8('看台'))}000101`)
    const long = 'a'.repeat(5_000)
    expect(lengthPrefixed('é', long)).toEqual(concatBytes(lengthPrefixed('é'), Uint8Array.of(0x13, 0x88), utf8(long)))
    expect(() => lengthPrefixed('a'.repeat(65_536))).toThrow(RangeError)
    expect(concatBytes(utf8('a'), utf8('b'))).toEqual(utf8('ab'))
  })
})
