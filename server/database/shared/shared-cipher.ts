import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Seals texts in Redis with AES-256-GCM, with a key derived from the server secret. */
export class SharedCipher {
  readonly #key: Buffer

  /**
   * @param name of the kind of texts; each kind has a key of its own
   */
  constructor(secret: string, name: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, 'grandstand', `shared ${name}`, KEY_BYTES))
  }

  /**
   * @param context to which the text is bound, so that texts cannot be exchanged
   * @returns base64
   */
  seal(context: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(context))
    return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64')
  }

  /** Null for a text with another context, or that another secret has sealed. */
  open(context: string, sealed: string): string | null {
    const bytes = Buffer.from(sealed, 'base64')
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES))
      const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      return plain.toString()
    } catch {
      return null
    }
  }
}
