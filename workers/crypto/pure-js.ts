import { gcm } from '@noble/ciphers/aes.js'
import { expand, extract } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { Bytes } from '#protocol/bytes.ts'
import type { CryptoBackend, KeySchedule } from '#protocol/crypto.ts'
import { labelBytes } from '#protocol/handshake.ts'
import { browserCodec } from './browser-codec.ts'
import { curves } from './curves.ts'

const KEY_LENGTH = 32

function schedule(secret: Uint8Array, salt: Uint8Array): KeySchedule<Bytes> {
  const pseudorandom = extract(sha256, secret, salt)
  const derive = (label: string) => new Uint8Array(expand(sha256, pseudorandom, labelBytes(label), KEY_LENGTH))
  return { key: derive, bytes: derive }
}

/**
 * Crypto backend in pure JavaScript, for pages without `crypto.subtle` (plain http). `chooseCrypto` loads it only there.
 * `getRandomValues` exists on plain http as well.
 */
export function createPureJs(crypto: Pick<Crypto, 'getRandomValues'>): CryptoBackend<Bytes> {
  return {
    name: 'pure-js',
    codec: browserCodec,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    sha256: (bytes) => new Uint8Array(sha256(bytes)),
    createShare(fixed) {
      const share = curves.createShare(fixed)
      return { publicKey: share.publicKey, agree: (peer, salt) => schedule(share.agree(peer), salt) }
    },
    verify: (publicKey, signature, message) => curves.verify(publicKey, signature, message),
    importKey(raw) {
      if (raw.length !== KEY_LENGTH) throw new RangeError('an AES-256 key has 32 bytes')
      return new Uint8Array(raw)
    },
    encrypt: (key, nonce, plain, associated) => new Uint8Array(gcm(key, nonce, associated).encrypt(plain)),
    decrypt: (key, nonce, sealed, associated) => new Uint8Array(gcm(key, nonce, associated).decrypt(sealed)),
  }
}
