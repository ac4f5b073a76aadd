import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import type { Bytes } from '#protocol/bytes.ts'

/** X25519 and Ed25519 in pure JavaScript, for browsers without WebCrypto or without these curves. */
export interface Curves {
  createShare(secret?: Uint8Array): { publicKey: Bytes; agree(peerPublicKey: Uint8Array): Bytes }
  verify(publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array): boolean
}

export const curves: Curves = {
  createShare(fixed) {
    const secret = fixed ?? x25519.utils.randomSecretKey()
    return {
      publicKey: new Uint8Array(x25519.getPublicKey(secret)),
      // Throws on a share of small order, whose shared secret is zero.
      agree: (peer) => new Uint8Array(x25519.getSharedSecret(secret, peer)),
    }
  },
  verify(publicKey, signature, message) {
    try {
      return ed25519.verify(signature, message, publicKey, { zip215: false })
    } catch {
      return false
    }
  },
}
