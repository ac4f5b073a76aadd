import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/

/** An opaque token of 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is stored of a token: SHA-256, hexadecimal. Null for a text that cannot be a token. */
export function tokenHash(token: string): string | null {
  return TOKEN_FORM.test(token) ? createHash('sha256').update(token).digest('hex') : null
}
