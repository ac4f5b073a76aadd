import { type Bytes, concatBytes } from '#protocol/bytes.ts'
import type { CryptoBackend, KeySchedule, KeyShare } from '#protocol/crypto.ts'
import { labelBytes } from '#protocol/handshake.ts'
import { browserCodec } from './browser-codec.ts'
import type { Curves } from './curves.ts'

/** ASN.1 header of a PKCS #8 X25519 private key (RFC 8410). The 32 bytes of the key follow. */
const PKCS8_X25519 = new Uint8Array([0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 4, 0x22, 4, 0x20])
const AES = { name: 'AES-GCM', length: 256 } as const

/** Copies views on shared memory, which WebCrypto does not accept. */
function unshared(bytes: Uint8Array): Bytes {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Bytes) : new Uint8Array(bytes)
}

function schedule(subtle: SubtleCrypto, secret: CryptoKey, salt: Uint8Array): KeySchedule<CryptoKey> {
  const hkdf = (label: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: unshared(salt), info: labelBytes(label) })
  return {
    key: (label) => subtle.deriveKey(hkdf(label), secret, AES, false, ['encrypt', 'decrypt']),
    bytes: async (label) => new Uint8Array(await subtle.deriveBits(hkdf(label), secret, 256)),
  }
}

async function createNativeShare(subtle: SubtleCrypto, fixed: Uint8Array | undefined): Promise<KeyShare<CryptoKey>> {
  const pair = fixed
    ? await fixedPair(subtle, fixed)
    : await subtle.generateKey({ name: 'X25519' }, false, ['deriveKey'])
  return {
    publicKey: new Uint8Array(await subtle.exportKey('raw', pair.publicKey)),
    async agree(peer, salt) {
      const theirs = await subtle.importKey('raw', unshared(peer), { name: 'X25519' }, true, [])
      // The shared secret stays inside the platform.
      const usages = ['deriveKey', 'deriveBits'] as const
      const secret = await subtle.deriveKey({ name: 'X25519', public: theirs }, pair.privateKey, 'HKDF', false, usages)
      return schedule(subtle, secret, salt)
    },
  }
}

/** Key pair of a given secret, for test vectors. The public key is the agreement of the secret with the base point. */
async function fixedPair(subtle: SubtleCrypto, secret: Uint8Array): Promise<CryptoKeyPair> {
  const pkcs8 = concatBytes(PKCS8_X25519, secret)
  const usages = ['deriveKey', 'deriveBits'] as const
  const privateKey = await subtle.importKey('pkcs8', pkcs8, { name: 'X25519' }, false, usages)
  const nine = new Uint8Array(32)
  nine[0] = 9
  const base = await subtle.importKey('raw', nine, { name: 'X25519' }, true, [])
  const raw = await subtle.deriveBits({ name: 'X25519', public: base }, privateKey, 256)
  return { privateKey, publicKey: await subtle.importKey('raw', raw, { name: 'X25519' }, true, []) }
}

/**
 * Crypto backend on `crypto.subtle`. Keys are not extractable. If the browser lacks the curves, pass `curves` (pure
 * JavaScript) for key agreement and verification. AES keys then still stay in the platform.
 */
export function createWebCrypto(crypto: Crypto, curves?: Curves): CryptoBackend<CryptoKey> {
  const { subtle } = crypto
  return {
    name: 'webcrypto',
    codec: browserCodec,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', unshared(bytes))),
    async createShare(secret) {
      if (!curves) return createNativeShare(subtle, secret)
      const share = curves.createShare(secret)
      return {
        publicKey: share.publicKey,
        async agree(peer, salt) {
          const usages = ['deriveKey', 'deriveBits'] as const
          const shared = await subtle.importKey('raw', share.agree(peer), 'HKDF', false, usages)
          return schedule(subtle, shared, salt)
        },
      }
    },
    async verify(publicKey, signature, message) {
      if (curves) return curves.verify(publicKey, signature, message)
      const key = await subtle.importKey('raw', unshared(publicKey), { name: 'Ed25519' }, false, ['verify'])
      return subtle.verify({ name: 'Ed25519' }, key, unshared(signature), unshared(message))
    },
    importKey: (raw) => subtle.importKey('raw', unshared(raw), AES, false, ['encrypt', 'decrypt']),
    encrypt: async (key, nonce, plain, associated) =>
      new Uint8Array(
        await subtle.encrypt(
          { name: 'AES-GCM', iv: unshared(nonce), additionalData: unshared(associated) },
          key,
          unshared(plain),
        ),
      ),
    decrypt: async (key, nonce, sealed, associated) =>
      new Uint8Array(
        await subtle.decrypt(
          { name: 'AES-GCM', iv: unshared(nonce), additionalData: unshared(associated) },
          key,
          unshared(sealed),
        ),
      ),
  }
}
