import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/

/** Creates an opaque token of 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** The stored form of a token: hexadecimal SHA-256. Null for a text that cannot be a token. */
export function tokenHash(token: string): string | null {
  return TOKEN_FORM.test(token) ? createHash('sha256').update(token).digest('hex') : null
}
