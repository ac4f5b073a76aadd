import { hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Bytes } from '#protocol/bytes.ts'
import { fromBase64Url, fromUtf8, toBase64Url, toHex, utf8 } from '#protocol/bytes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { insertFiller, openText, removeFiller, sealText } from '#protocol/envelope.ts'
import type { Direction } from '#protocol/envelope.ts'
import { deriveSessionKeys, transcriptBytes } from '#protocol/handshake.ts'
import { openFrame, parseFrame, sealFrame } from '#protocol/room/frame.ts'
import { signedQueryText } from '#protocol/third-party.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { curves } from '#workers/crypto/curves.ts'
import { captchaText, oldPassword, sign, timewd } from '#workers/crypto/legacy.ts'
import { createPureJs } from '#workers/crypto/pure-js.ts'
import { createWebCrypto } from '#workers/crypto/webcrypto.ts'
import { buildVectors, withRandom } from '../fixtures/build-vectors.ts'
import { PROJECT_ROOT } from '../support/project.ts'

type Vectors = Awaited<ReturnType<typeof buildVectors>>
const VECTORS = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'tests/fixtures/lt1-vectors.json'), 'utf8')) as Vectors

const BACKENDS: [string, CryptoBackend][] = [
  ['node:crypto', nodeCrypto],
  ['WebCrypto', createWebCrypto(crypto)],
  ['WebCrypto with pure JavaScript curves', createWebCrypto(crypto, curves)],
  ['pure JavaScript', createPureJs(crypto)],
]

const hex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Without the parts that depend on the zlib version. */
function withoutDeflated(vectors: Vectors): object {
  const isPlain = (row: { isDeflated: boolean }): boolean => !row.isDeflated
  return { ...vectors, calls: vectors.calls.filter(isPlain), frames: vectors.frames.filter(isPlain) }
}

it('the fixture equals the output of its generator', async () => {
  expect(withoutDeflated(VECTORS)).toEqual(withoutDeflated(await buildVectors()))
  expect(VECTORS.calls.length + VECTORS.frames.length).toBe(6)
})

describe.each(BACKENDS)('S7.6 LT1 vectors on %s', (_name, backend) => {
  const { handshake } = VECTORS
  const transcript = {
    clientShare: fromBase64Url(handshake.clientShare),
    serverShare: fromBase64Url(handshake.serverShare),
    siteId: handshake.siteId,
    kid: handshake.kid,
  }

  it('derive the same keys on both sides', async () => {
    const client = await backend.createShare(hex(handshake.clientSecret))
    const server = await backend.createShare(hex(handshake.serverSecret))
    expect(toBase64Url(client.publicKey)).toBe(handshake.clientShare)
    expect(toBase64Url(server.publicKey)).toBe(handshake.serverShare)
    for (const [own, peer] of [
      [client, server.publicKey],
      [server, client.publicKey],
    ] as const) {
      const keys = await deriveSessionKeys(backend, own, peer, transcript)
      expect([toHex(keys.sign), toHex(keys.wd)]).toEqual([handshake.keys.sign, handshake.keys.wd])
      const { x1, answer, t1, ...call } = VECTORS.calls[0]!
      const binding = { kid: handshake.kid, method: call.method, target: call.target, timestamp: call.timestamp }
      const options = {
        backend,
        key: keys.response,
        direction: 'answer' as const,
        binding,
        nonce: call.nonce,
        serverMs: t1,
      }
      expect(await openText(x1, { ...options, compressor: nodeCompressor, limit: 1000 })).toBe(answer)
    }
  })

  it('accept the signed transcript only', async () => {
    const message = transcriptBytes({ ...transcript, serverTime: handshake.serverTime })
    expect(toHex(message)).toBe(handshake.transcript)
    const key = fromBase64Url(handshake.identityPublicKey)
    const signature = fromBase64Url(handshake.signature)
    expect(await backend.verify(key, signature, message)).toBe(true)
    const moved = [
      { ...transcript, serverTime: handshake.serverTime + 1 },
      { ...transcript, siteId: 5010, serverTime: handshake.serverTime },
      { ...transcript, kid: `${handshake.kid}x`, serverTime: handshake.serverTime },
      { ...transcript, clientShare: transcript.serverShare, serverTime: handshake.serverTime },
    ]
    for (const other of moved) expect(await backend.verify(key, signature, transcriptBytes(other))).toBe(false)
  })

  it.each(VECTORS.calls)('seal and open $name', async (call) => {
    const binding = { kid: handshake.kid, method: call.method, target: call.target, timestamp: call.timestamp }
    const parts: [Direction, string, string, string, number][] = [
      ['head', handshake.keys.head, call.head, call.sealedHead, 0],
      ['body', handshake.keys.body, call.body, call.sealedBody, 0],
      ['answer', handshake.keys.answer, call.answer, call.x1, call.t1],
      ['risk', handshake.keys.answer, call.riskToken, call.riskHeader, 0],
    ]
    for (const [index, [direction, keyHex, text, sealed, serverMs]] of parts.entries()) {
      const key = await backend.importKey(hex(keyHex))
      const nonce = direction === 'head' ? '' : call.nonce
      const options = { backend, key, direction, binding, nonce, serverMs }
      expect(await openText(sealed, { ...options, compressor: nodeCompressor, limit: 10_000 })).toBe(text)
      if (call.isDeflated) continue
      const fixed = withRandom(backend, hex(call.ivs[index]!))
      expect(await sealText(text, { ...options, backend: fixed })).toBe(sealed)
    }
    expect(insertFiller(call.sealedBody, call.timestamp, call.filler)).toBe(call.xx)
    expect(removeFiller(call.xx, call.timestamp)).toBe(call.sealedBody)
  })

  it.each(VECTORS.frames)('settled 11: open the frame with isDeflated=$isDeflated', async (frame) => {
    const key = await backend.importKey(hex(frame.key))
    const parsed = parseFrame(frame.sealed)
    expect([parsed.chatRoomNo, parsed.epoch, parsed.firstSeq]).toEqual([frame.chatRoomNo, frame.epoch, frame.firstSeq])
    const opened = await openFrame(backend, key, nodeCompressor, parsed)
    expect(opened.serverMs).toBe(frame.serverMs)
    expect(opened.entries.map((entry) => JSON.stringify(entry))).toEqual(frame.entries)
    if (frame.isDeflated) return
    const again = await sealFrame(withRandom(backend, hex(frame.iv)), key, nodeCompressor, frame)
    expect(again).toBe(frame.sealed)
  })
})

describe('vectors of other formats', () => {
  it('S7.6 sign headers like the worker', () => {
    for (const call of VECTORS.calls) expect(sign(call.signText, hex(VECTORS.handshake.keys.sign))).toBe(call.sign)
  })

  it('S7.114 sign queries and open the encrypted field', async () => {
    const { signKey, dataKey, query, signText, sign: signature, plain, data } = VECTORS.video
    expect(signedQueryText({ ...query, sign: signature })).toBe(signText)
    expect(sign(signText, hex(signKey))).toBe(signature)
    for (const [, backend] of BACKENDS) {
      const raw = fromBase64Url(data)
      const key = await backend.importKey(hex(dataKey))
      const opened = await backend.decrypt(key, raw.subarray(0, 12), raw.subarray(12), utf8(signature))
      expect(fromUtf8(opened)).toBe(plain)
    }
  })

  it('S3.1 encode passwords, S4.19 encrypt AJ-Captcha results', () => {
    const { signIn, captcha } = VECTORS.legacy
    const wd = hex(VECTORS.handshake.keys.wd)
    expect(timewd(signIn.password, signIn.serverTime, wd, hex(signIn.iv))).toBe(signIn.timewd)
    expect(oldPassword(signIn.password, signIn.name)).toBe(signIn.oldPassword)
    expect(captchaText(captcha.answer, captcha.secretKey)).toBe(captcha.pointJson)
    const joined = `${captcha.token}---${captcha.answer}`
    expect(captchaText(joined, captcha.secretKey)).toBe(captcha.captchaVerification)
  })
})

describe('S7.8 the filler', () => {
  it.each(VECTORS.fillers)('is at the position of the timestamp: $text', ({ sealed, timestamp, filler, text }) => {
    expect(insertFiller(sealed, timestamp, filler)).toBe(text)
    expect(removeFiller(text, timestamp)).toBe(sealed)
  })

  it('is refused with another length or if missing', () => {
    expect(() => insertFiller('abcd', 1, 'short')).toThrow(RangeError)
    expect(() => removeFiller('1234567', 1)).toThrow(RangeError)
  })
})

/** Published test vectors of the primitives. */
describe.each(BACKENDS)('standards on %s', (_name, backend) => {
  const gcm = [
    // NIST GCM test cases 13, 14 and 15 for 256-bit keys.
    { key: '00'.repeat(32), iv: '00'.repeat(12), plain: '', aad: '', sealed: '530f8afbc74536b9a963b4f1c4cb738b' },
    {
      key: '00'.repeat(32),
      iv: '00'.repeat(12),
      plain: '00'.repeat(16),
      aad: '',
      sealed: 'cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919',
    },
    {
      key: 'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
      iv: 'cafebabefacedbaddecaf888',
      plain:
        'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255',
      aad: '',
      sealed:
        '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015adb094dac5d93471bdec1a502270e3cc6c',
    },
  ]
  it.each(gcm)('NIST AES-256-GCM: tag of $sealed', async ({ key, iv, plain, aad, sealed }) => {
    const imported = await backend.importKey(hex(key))
    expect(toHex(await backend.encrypt(imported, hex(iv), hex(plain), hex(aad)))).toBe(sealed)
    expect(toHex(await backend.decrypt(imported, hex(iv), hex(sealed), hex(aad)))).toBe(plain)
  })

  it('FIPS 180-4 SHA-256 of "abc"', async () => {
    expect(toHex(await backend.sha256(utf8('abc')))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })

  it('RFC 7748 section 6.1: both sides derive the published secret', async () => {
    const bob = await backend.createShare(hex('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb'))
    expect(toHex(bob.publicKey)).toBe('de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f')
    const shared = hex('4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742')
    const salt = utf8('a salt')
    const expected = hkdfSync('sha256', shared, salt, utf8('LT1 wd'), 32)
    const alicePublic = hex('8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a')
    const schedule = await bob.agree(alicePublic, salt)
    expect(toHex(await schedule.bytes('LT1 wd'))).toBe(toHex(new Uint8Array(expected)))
  })

  it('refuse a share of small order', async () => {
    const share = await backend.createShare()
    await expect(async () => share.agree(new Uint8Array(32), new Uint8Array(32))).rejects.toThrow()
  })

  it('RFC 8032 section 7.1 test 1: Ed25519 of an empty message', async () => {
    const key = hex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
    const signature = hex(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    )
    expect(await backend.verify(key, signature, new Uint8Array(0))).toBe(true)
    expect(await backend.verify(key, signature, new Uint8Array(1))).toBe(false)
  })
})

it('RFC 5869 test 1: HKDF-SHA256 of the backends', () => {
  const okm = hkdfSync(
    'sha256',
    hex('0b'.repeat(22)),
    hex('000102030405060708090a0b0c'),
    hex('f0f1f2f3f4f5f6f7f8f9'),
    42,
  )
  expect(toHex(new Uint8Array(okm))).toBe(
    '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
  )
})
