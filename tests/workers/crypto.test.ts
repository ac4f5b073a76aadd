import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, it } from 'vitest'
import { fromBase64Url, toBase64Url, toHex, utf8 } from '#protocol/bytes.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { deriveSessionKeys } from '#protocol/handshake.ts'
import { chooseCrypto } from '#workers/crypto/choose.ts'
import { createWebCrypto } from '#workers/crypto/webcrypto.ts'
import { curves } from '#workers/crypto/curves.ts'
import { createPureJs } from '#workers/crypto/pure-js.ts'

const BACKENDS: [string, CryptoBackend][] = [
  ['webcrypto', createWebCrypto(crypto)],
  ['webcrypto with pure-js curves', createWebCrypto(crypto, curves)],
  ['pure-js', createPureJs(crypto)],
]
const PAIRS = BACKENDS.flatMap((left) =>
  BACKENDS.map((right): [string, CryptoBackend, CryptoBackend] => [`${left[0]} with ${right[0]}`, left[1], right[1]]),
)
const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

describe.each(BACKENDS)('%s', (_name, backend) => {
  it('S7.6 agrees on the key of RFC 7748 section 6.1', async () => {
    const bob = await backend.createShare(fromHex('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb'))
    expect(toHex(bob.publicKey)).toBe('de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f')
    const alice = fromHex('8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a')
    const secret = fromHex('4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742')
    const salt = new Uint8Array(32).fill(7)
    const derived = await (await bob.agree(alice, salt)).bytes('LT1 sign')
    expect(toHex(derived)).toBe(toHex(hkdf(sha256, secret, salt, utf8('LT1 sign'), 32)))
  })

  it('S7.6 refuses a share with an all-zero secret', async () => {
    const share = await backend.createShare()
    await expect(async () => share.agree(new Uint8Array(32), new Uint8Array(32))).rejects.toThrow()
  })

  it('S7.6 verifies the Ed25519 signature of RFC 8032 test 2 only', async () => {
    const publicKey = fromHex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c')
    const signature = fromHex(
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    )
    expect(await backend.verify(publicKey, signature, fromHex('72'))).toBe(true)
    expect(await backend.verify(publicKey, signature, fromHex('73'))).toBe(false)
  })

  it('S7.6 encrypts NIST GCM test case 16 and refuses a changed tag', async () => {
    const key = await backend.importKey(fromHex('feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308'))
    const nonce = fromHex('cafebabefacedbaddecaf888')
    const plain = fromHex(
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
    )
    const associated = fromHex('feedfacedeadbeeffeedfacedeadbeefabaddad2')
    const sealed = await backend.encrypt(key, nonce, plain, associated)
    expect(toHex(sealed)).toBe(
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
    )
    expect(toHex(await backend.decrypt(key, nonce, sealed, associated))).toBe(toHex(plain))
    sealed[sealed.length - 1]! ^= 1
    await expect(async () => backend.decrypt(key, nonce, sealed, associated)).rejects.toThrow()
  })
})

describe.each(PAIRS)('%s', (_name, left, right) => {
  it('S7.6 derives the same session keys on both sides', async () => {
    const client = await left.createShare()
    const server = await right.createShare()
    const transcript = { clientShare: client.publicKey, serverShare: server.publicKey, siteId: 5009, kid: 'kid-0001' }
    const ours = await deriveSessionKeys(left, client, server.publicKey, transcript)
    const theirs = await deriveSessionKeys(right, server, client.publicKey, transcript)
    expect(toBase64Url(ours.sign)).toBe(toBase64Url(theirs.sign))
    const iv = new Uint8Array(12)
    const sealed = await left.encrypt(ours.body, iv, utf8('看台'), utf8('a'))
    expect(await right.decrypt(theirs.body, iv, sealed, utf8('a'))).toEqual(utf8('看台'))
    await expect(async () => right.decrypt(theirs.response, iv, sealed, utf8('a'))).rejects.toThrow()
  })
})

describe('chooseCrypto', () => {
  it('S7.6 returns WebCrypto if it exists, otherwise pure JavaScript', async () => {
    expect((await chooseCrypto(crypto)).name).toBe('webcrypto')
    const plainHttp = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) } as Crypto
    expect((await chooseCrypto(plainHttp)).name).toBe('pure-js')
  })

  it('S7.6 uses keys that are not extractable', async () => {
    const backend = createWebCrypto(crypto)
    const key = await backend.importKey(fromBase64Url('A'.repeat(43)))
    expect(key.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  })
})
