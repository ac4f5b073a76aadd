import type { Bytes } from '#protocol/bytes.ts'
import { concatBytes } from '#protocol/bytes.ts'
import type { CryptoBackend, KeySchedule, KeyShare } from '#protocol/crypto.ts'
import { labelBytes } from '#protocol/handshake.ts'
import { browserCodec } from './browser-codec.ts'
import type { Curves } from './curves.ts'

/** ASN.1 head of a PKCS #8 X25519 private key: what stands before its 32 bytes (RFC 8410). */
const PKCS8_X25519 = new Uint8Array([0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 4, 0x22, 4, 0x20])
const AES = { name: 'AES-GCM', length: 256 } as const

/** WebCrypto takes views on any ArrayBuffer; the copy is made only for views on shared memory. */
function owned(bytes: Uint8Array): Bytes {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Bytes) : new Uint8Array(bytes)
}

function schedule(subtle: SubtleCrypto, secret: CryptoKey, salt: Uint8Array): KeySchedule<CryptoKey> {
  const hkdf = (label: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: owned(salt), info: labelBytes(label) })
  return {
    key: (label) => subtle.deriveKey(hkdf(label), secret, AES, false, ['encrypt', 'decrypt']),
    bytes: async (label) => new Uint8Array(await subtle.deriveBits(hkdf(label), secret, 256)),
  }
}

async function ownShare(subtle: SubtleCrypto, fixed: Uint8Array | undefined): Promise<KeyShare<CryptoKey>> {
  const pair = fixed
    ? await fixedPair(subtle, fixed)
    : await subtle.generateKey({ name: 'X25519' }, false, ['deriveKey'])
  return {
    publicKey: new Uint8Array(await subtle.exportKey('raw', pair.publicKey)),
    async agree(peer, salt) {
      const theirs = await subtle.importKey('raw', owned(peer), { name: 'X25519' }, true, [])
      // The shared secret goes from one key to the next inside the platform; script never sees it.
      const usages = ['deriveKey', 'deriveBits'] as const
      const secret = await subtle.deriveKey({ name: 'X25519', public: theirs }, pair.privateKey, 'HKDF', false, usages)
      return schedule(subtle, secret, salt)
    },
  }
}

/** A key pair with a given secret, for test vectors: the public half is the secret's agreement with the base point. */
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
 * The back end on `crypto.subtle`: keys are not extractable. Where the browser has AES but not the curves, `curves`
 * (pure JavaScript) agrees and verifies, and the keys still live in the platform.
 */
export function createWebCrypto(crypto: Crypto, curves?: Curves): CryptoBackend<CryptoKey> {
  const { subtle } = crypto
  return {
    name: 'webcrypto',
    codec: browserCodec,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', owned(bytes))),
    async createShare(secret) {
      if (!curves) return ownShare(subtle, secret)
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
      const key = await subtle.importKey('raw', owned(publicKey), { name: 'Ed25519' }, false, ['verify'])
      return subtle.verify({ name: 'Ed25519' }, key, owned(signature), owned(message))
    },
    importKey: (raw) => subtle.importKey('raw', owned(raw), AES, false, ['encrypt', 'decrypt']),
    encrypt: async (key, nonce, plain, associated) =>
      new Uint8Array(
        await subtle.encrypt(
          { name: 'AES-GCM', iv: owned(nonce), additionalData: owned(associated) },
          key,
          owned(plain),
        ),
      ),
    decrypt: async (key, nonce, sealed, associated) =>
      new Uint8Array(
        await subtle.decrypt(
          { name: 'AES-GCM', iv: owned(nonce), additionalData: owned(associated) },
          key,
          owned(sealed),
        ),
      ),
  }
}

/**
 * WebCrypto first. Without `crypto.subtle` (plain http on a name or an address) the pure-JavaScript chunk is loaded;
 * where only the curves are missing, just they come from it.
 */
export async function chooseCrypto(crypto: Crypto): Promise<CryptoBackend> {
  // Typed as always present, but absent outside secure contexts.
  const subtle: SubtleCrypto | undefined = crypto.subtle
  if (subtle === undefined) {
    const { createPureJs } = await import('./pure-js.ts')
    return createPureJs(crypto)
  }
  if (await hasCurves(subtle)) return createWebCrypto(crypto)
  const { curves } = await import('./curves.ts')
  return createWebCrypto(crypto, curves)
}

async function hasCurves(subtle: SubtleCrypto): Promise<boolean> {
  try {
    await subtle.importKey('raw', new Uint8Array(32).fill(9), { name: 'X25519' }, true, [])
    await subtle.importKey('raw', new Uint8Array(32).fill(9), { name: 'Ed25519' }, true, ['verify'])
    return true
  } catch {
    return false
  }
}
