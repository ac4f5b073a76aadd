import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64Url, toBase64Url, utf8 } from '#protocol/bytes.ts'
import { CODES, codeName, codeText } from '#protocol/codes.ts'
import { deflateIfSmaller } from '#protocol/compress.ts'
import {
  formatEnvelopeHeader,
  insertFiller,
  openText,
  parseEnvelopeHeader,
  randomFiller,
  removeFiller,
  sealText,
} from '#protocol/envelope.ts'
import { LogicalHeaders, signText } from '#protocol/headers.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'

const bytes = (max = 300) => fc.uint8Array({ maxLength: max })
const texts = fc.string({ unit: 'grapheme' })

describe('S7.8 filler', () => {
  it('is inserted and removed for any timestamp and length', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.nat(2 ** 31).map((n) => n * 1000),
        (sealed, timestamp) => {
          const filled = insertFiller(sealed, timestamp, randomFiller(nodeCrypto))
          expect(filled).toHaveLength(sealed.length + 8)
          expect(removeFiller(filled, timestamp)).toBe(sealed)
        },
      ),
    )
  })
})

describe('S7.7 sealing', () => {
  const key = nodeCrypto.importKey(new Uint8Array(32).fill(7))
  const binding = { kid: 'kid-00000001', method: 'POST', target: '/api/x?a=1', timestamp: 1_795_000_000_000 }

  it('opens only with the same binding', async () => {
    const other = fc.constantFrom(
      { kid: 'kid-00000002' },
      { method: 'GET' },
      { target: '/api/x?a=2' },
      { target: '/api/x' },
      { timestamp: binding.timestamp + 1 },
    )
    await fc.assert(
      fc.asyncProperty(texts, fc.boolean(), other, async (text, isCompressed, change) => {
        const options = {
          backend: nodeCrypto,
          key: await key,
          direction: 'body' as const,
          binding,
          nonce: 'n',
          serverMs: 0,
        }
        const sealed = await sealText(text, options, isCompressed ? nodeCompressor : undefined)
        const open = { ...options, compressor: nodeCompressor, limit: 1e6 }
        expect(await openText(sealed, open)).toBe(text)
        await expect(async () => openText(sealed, { ...open, binding: { ...binding, ...change } })).rejects.toThrow()
        await expect(async () => openText(sealed, { ...open, nonce: 'm' })).rejects.toThrow()
        await expect(async () => openText(sealed, { ...open, serverMs: 1 })).rejects.toThrow()
        await expect(async () => openText(sealed, { ...open, direction: 'answer' })).rejects.toThrow()
      }),
      { numRuns: 60 },
    )
  })

  it('does not open after a bit was changed', async () => {
    const options = { backend: nodeCrypto, key: await key, direction: 'body' as const, binding, nonce: 'n' }
    const sealed = fromBase64Url(await sealText('{"count":1}', options))
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const bent = Uint8Array.from(sealed)
      bent[bit >> 3] = (bent[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      // oxlint-disable-next-line no-await-in-loop
      await expect(async () =>
        openText(toBase64Url(bent), { ...options, compressor: nodeCompressor, limit: 1e6 }),
      ).rejects.toThrow()
    }
  })

  it('refuses arbitrary input quickly', async () => {
    const options = { backend: nodeCrypto, key: await key, direction: 'body' as const, binding, nonce: 'n' }
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), bytes().map(toBase64Url)), async (text) => {
        await expect(async () =>
          openText(text, { ...options, compressor: nodeCompressor, limit: 1e6 }),
        ).rejects.toThrow()
      }),
    )
  })

  it('applies the limit to plain and compressed text', async () => {
    const options = { backend: nodeCrypto, key: await key, direction: 'body' as const, binding, nonce: 'n' }
    const text = 'a'.repeat(2000)
    for (const compressor of [undefined, nodeCompressor]) {
      // oxlint-disable-next-line no-await-in-loop
      const sealed = await sealText(text, options, compressor)
      const open = { ...options, compressor: nodeCompressor }
      // oxlint-disable-next-line no-await-in-loop
      expect(await openText(sealed, { ...open, limit: 2000 })).toBe(text)
      // oxlint-disable-next-line no-await-in-loop
      await expect(async () => openText(sealed, { ...open, limit: 1999 })).rejects.toThrow()
    }
  })

  it('S7.116 compresses from 512 bytes if a tenth is saved', async () => {
    const random = nodeCrypto.random(2000)
    expect(await deflateIfSmaller(nodeCompressor, utf8('a'.repeat(511)))).toBeNull()
    expect((await deflateIfSmaller(nodeCompressor, utf8('a'.repeat(512))))?.length).toBeLessThan(100)
    expect(await deflateIfSmaller(nodeCompressor, random)).toBeNull()
  })
})

describe('settled 4: the header', () => {
  it('is parsed as it was formatted', () => {
    const kid = fc.string({
      unit: fc.constantFrom('A', 'Z', 'a', 'z', '0', '9', '-', '_'),
      minLength: 8,
      maxLength: 64,
    })
    fc.assert(
      fc.property(
        kid,
        fc.nat(),
        bytes(100).filter((some) => some.length > 0),
        (name, timestamp, head) => {
          const sealedHead = toBase64Url(head)
          const header = formatEnvelopeHeader({ kid: name, timestamp }, sealedHead)
          expect(parseEnvelopeHeader(header)).toEqual({ kid: name, timestamp, sealedHead })
        },
      ),
    )
  })

  it.each([
    '',
    '1.kid-00000001.5',
    '2.kid-00000001.5.AA',
    '1.short.5.AA',
    '1.kid-00000001.-5.AA',
    '1.kid-00000001.5.A+',
    `1.kid-00000001.5.${'A'.repeat(9000)}`,
    '1.kid-00000001.5.AA.AA',
    '1.kid-00000001.12345678901234567.AA',
  ])('%s is invalid', (header) => {
    expect(parseEnvelopeHeader(header)).toBeNull()
  })

  it('S7.6 the logical headers have exactly these names', () => {
    const good = {
      'client-type': 1,
      'site-id': 5009,
      token: '',
      'agent-token': '',
      uuid: '0123456789abcdef',
      version: '0.1.0',
      'app-key': 'grandstand-web',
      nonce: '0123456789abcdef',
      sign: 'f'.repeat(64),
      timestamp: 1,
      platform: 'Chrome on Linux',
      'accept-language': 'zh-CN',
    }
    expect(LogicalHeaders.safeParse(good).success).toBe(true)
    expect(LogicalHeaders.safeParse({ ...good, extra: 1 }).success).toBe(false)
    for (const name of Object.keys(good)) {
      const { [name as 'token']: _, ...without } = good
      expect(LogicalHeaders.safeParse(without).success).toBe(false)
    }
  })

  it('S7.6 the sign covers method, target, time, nonce, site and device', () => {
    const headers = { nonce: 'n', timestamp: 1, 'site-id': 5009, uuid: 'u' }
    expect(signText(headers, 'post', '/api/x?a=1')).toBe('POST\n/api/x?a=1\n1\nn\n5009\nu')
  })
})

describe('Annex A codes', () => {
  it('have a unique number, a name and a text', () => {
    const codes = Object.values(CODES)
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of codes) {
      expect(codeName(code)).toBeDefined()
      expect(codeText(code)).toMatch(/[\u4e00-\u9fff]/)
    }
    expect([codeName(424242), codeText(424242)]).toEqual([undefined, '网络异常'])
  })

  it.each([
    ['S8.1', 'SUCCESS', 0],
    ['S8.2', 'VERIFY_CODE_ERROR', 10409],
    ['S8.3', 'IGNORED_A', 10402],
    ['S8.3', 'IGNORED_B', 10403],
    ['S8.15', 'LINE_SWITCHING', 1000022],
    ['S8.15', 'NETWORK_ABNORMAL', 1000023],
  ] as const)('%s %s is %i', (_number, name, code) => {
    expect(CODES[name]).toBe(code)
  })
})
