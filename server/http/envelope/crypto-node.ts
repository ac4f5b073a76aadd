import { isUtf8 } from 'node:buffer'
import type { KeyObject } from 'node:crypto'
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomFillSync,
  verify,
} from 'node:crypto'
import type { Bytes, Codec } from '#protocol/bytes.ts'
import type { CryptoBackend, KeySchedule, KeyShare } from '#protocol/crypto.ts'
import { labelBytes } from '#protocol/handshake.ts'

/** The alphabet of RFC 4648 section 5. Buffer also accepts the other alphabet and skips invalid characters. */
const BASE64URL = /^[A-Za-z0-9_-]*$/
const BYTE_ORDER_MARK = '\uFEFF'

/** A view of a Buffer as plain bytes, without a copy. */
export function plainBytes(buffer: Buffer): Bytes {
  return new Uint8Array(buffer.buffer as ArrayBuffer, buffer.byteOffset, buffer.byteLength)
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Text and byte conversion with Node's functions: same results as the portable codec, much faster. */
export const nodeCodec: Codec = {
  utf8: (text) => plainBytes(Buffer.from(text)),
  fromUtf8: (bytes) => {
    if (!isUtf8(bytes)) throw new TypeError('not UTF-8')
    const text = bufferOf(bytes).toString()
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  },
  toBase64Url: (bytes) => bufferOf(bytes).toString('base64url'),
  fromBase64Url: (text) => {
    if (text.length % 4 === 1) throw new SyntaxError('not base64url: impossible length')
    if (!BASE64URL.test(text)) throw new SyntaxError('not base64url: foreign character')
    return plainBytes(Buffer.from(text, 'base64url'))
  },
}

const TAG_LENGTH = 16
const KEY_LENGTH = 32

/** DER prefix of a raw 32-byte key: Node imports raw X25519 and Ed25519 keys only in a container (RFC 8410). */
const X25519_PRIVATE = Buffer.from('302e020100300506032b656e04220420', 'hex')
const X25519_PUBLIC = Buffer.from('302a300506032b656e032100', 'hex')
const ED25519_PUBLIC = Buffer.from('302a300506032b6570032100', 'hex')

/** Random bytes are drawn in large blocks: a system call for 12 bytes costs as much as sealing a message. */
const lot = new Uint8Array(4096)
let used = lot.length

function random(length: number): Bytes {
  if (length > lot.length) return randomFillSync(new Uint8Array(length))
  if (used + length > lot.length) {
    randomFillSync(lot)
    used = 0
  }
  const bytes = lot.slice(used, used + length)
  lot.fill(0, used, used + length)
  used += length
  return bytes
}

function publicKeyFrom(prefix: Buffer, raw: Uint8Array): KeyObject {
  if (raw.length !== KEY_LENGTH) throw new RangeError('a public key has 32 bytes')
  return createPublicKey({ key: Buffer.concat([prefix, raw]), format: 'der', type: 'spki' })
}

function scheduleOf(secret: Uint8Array, salt: Uint8Array): KeySchedule<KeyObject> {
  const expand = (label: string): Bytes =>
    new Uint8Array(hkdfSync('sha256', secret, salt, labelBytes(label), KEY_LENGTH))
  return { key: (label) => createSecretKey(expand(label)), bytes: expand }
}

function createShare(secret?: Uint8Array): KeyShare<KeyObject> {
  const privateKey = secret
    ? createPrivateKey({ key: Buffer.concat([X25519_PRIVATE, secret]), format: 'der', type: 'pkcs8' })
    : generateKeyPairSync('x25519').privateKey
  const exported = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return {
    publicKey: Uint8Array.from(exported.subarray(X25519_PUBLIC.length)),
    // OpenSSL rejects a peer share that results in the all-zero secret.
    agree: (peer, salt) =>
      scheduleOf(diffieHellman({ privateKey, publicKey: publicKeyFrom(X25519_PUBLIC, peer) }), salt),
  }
}

/** The primitives of the envelope with node:crypto. All functions are synchronous. */
export const nodeCrypto: CryptoBackend<KeyObject> = {
  name: 'node',
  codec: nodeCodec,
  random,
  sha256: (bytes) => plainBytes(createHash('sha256').update(bytes).digest()),
  createShare,
  verify: (publicKey, signature, message) => verify(null, message, publicKeyFrom(ED25519_PUBLIC, publicKey), signature),
  importKey: (raw) => {
    if (raw.length !== KEY_LENGTH) throw new RangeError('an AES-256 key has 32 bytes')
    return createSecretKey(raw)
  },
  encrypt: (key, nonce, plain, associated) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    cipher.setAAD(associated)
    const sealed = new Uint8Array(plain.length + TAG_LENGTH)
    sealed.set(cipher.update(plain))
    // A stream cipher has no remaining output; this computes the tag.
    cipher.final()
    sealed.set(cipher.getAuthTag(), plain.length)
    return sealed
  },
  decrypt: (key, nonce, sealed, associated) => {
    if (sealed.length < TAG_LENGTH) throw new RangeError('sealed text is shorter than its tag')
    const end = sealed.length - TAG_LENGTH
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_LENGTH })
    decipher.setAAD(associated)
    decipher.setAuthTag(sealed.subarray(end))
    const plain = decipher.update(sealed.subarray(0, end))
    decipher.final()
    return plainBytes(plain)
  },
}
