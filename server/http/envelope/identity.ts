import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto'
import { toBase64Url, type Bytes } from '#protocol/bytes.ts'

/**
 * The Ed25519 key of the server. Pages know the public key from the HTML and accept only shares signed with it (settled
 * 6).
 */
export interface ServerIdentity {
  /** base64url, 32 bytes. */
  readonly publicKey: string
  sign(message: Uint8Array): Bytes
}

/** DER around a raw Ed25519 seed (RFC 8410). */
const ED25519_PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_HEAD_LENGTH = 12
const SEED_LENGTH = 32

/** Derives the identity from the server secret, so that all processes and restarts share it without a second secret. */
export function identityOf(secret: string): ServerIdentity {
  const seed = new Uint8Array(hkdfSync('sha256', secret, 'grandstand', 'LT1 identity', SEED_LENGTH))
  const key = createPrivateKey({ key: Buffer.concat([ED25519_PRIVATE, seed]), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    publicKey: toBase64Url(spki.subarray(SPKI_HEAD_LENGTH)),
    sign: (message) => Uint8Array.from(sign(null, message, key)),
  }
}
