// Stream keys of publishers. Plain JavaScript, because the RTMP process loads it directly.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

const FORM = /^([1-9]\d{0,11})-([A-Za-z0-9_-]{43})$/

/** The key that signs stream keys, derived from the server secret or from its own secret. */
export function signingKeyOf(secret) {
  return createHmac('sha256', secret).update('grandstand stream keys').digest('hex')
}

function macOf(signingKey, stream, expiresAt) {
  return createHmac('sha256', Buffer.from(signingKey, 'hex')).update(`${stream}\n${expiresAt}`).digest('base64url')
}

export function signStreamKey(signingKey, stream, expiresAtMs) {
  const expiresAt = Math.floor(expiresAtMs / 1000)
  return `${stream}?key=${expiresAt}-${macOf(signingKey, stream, expiresAt)}`
}

export function checkStreamToken(hash, key) {
  if (typeof hash !== 'string' || typeof key !== 'string') return 'wrong'
  const given = createHash('sha256').update(key).digest()
  const expected = Buffer.from(hash, 'hex')
  return expected.length === given.length && timingSafeEqual(given, expected) ? 'good' : 'wrong'
}

export function checkStreamKey(signingKey, stream, key, now) {
  const [, expiresAt, mac] = (typeof key === 'string' ? FORM.exec(key) : null) ?? []
  if (expiresAt === undefined || mac === undefined) return 'wrong'
  const expected = macOf(signingKey, stream, Number(expiresAt))
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return 'wrong'
  return Number(expiresAt) * 1000 > now ? 'good' : 'expired'
}
