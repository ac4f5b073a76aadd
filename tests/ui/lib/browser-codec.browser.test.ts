import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Codec } from '#protocol/bytes.ts'
import { portableCodec, toHex } from '#protocol/bytes.ts'
import { browserCodec } from '#workers/crypto/browser-codec.ts'

function outcome(codec: Codec, text: string): string {
  try {
    return toHex(codec.fromBase64Url(text))
  } catch (error) {
    return `throws ${error instanceof Error ? error.name : 'something else'}`
  }
}

describe('S7.6 base64url codec of the browser', () => {
  it('accepts and rejects the same input as the portable codec', () => {
    expect('fromBase64' in Uint8Array).toBe(true)
    const nearly = fc.string({ unit: fc.constantFrom('A', 'z', '9', '-', '_', '+', '=', '\n', ' ', 'é', '看') })
    const digits = fc.string({ unit: fc.constantFrom('A', 'Z', 'a', 'z', '0', '9', '-', '_') })
    fc.assert(
      fc.property(fc.oneof(nearly, digits, fc.string({ unit: 'binary' })), (text) => {
        expect(outcome(browserCodec, text)).toBe(outcome(portableCodec, text))
      }),
      { numRuns: 2_000 },
    )
    for (const text of ['AA==', 'AAA=', 'A A', 'AAA\n', 'AA \n', '=', ' ', '']) {
      expect(outcome(browserCodec, text)).toBe(outcome(portableCodec, text))
    }
  })
})
