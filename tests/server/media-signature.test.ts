import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import { readQuery } from '#server/media/media-query.ts'
import { MEDIA_URL_MS, MediaSignatures } from '#server/media/media-signature.ts'

const START = Date.UTC(2026, 10, 21, 4)
const at = (time: number, secret = 'a secret of the tests') => new MediaSignatures(secret, () => time)
const queryAt = (time: number, stream = 'live-1') => readQuery(at(time).queryOf(stream).slice(1))

it('accepts a URL for at least two hours and no longer than its expiry', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 24 * HOUR_MS }), fc.integer({ min: 0, max: 6 * HOUR_MS }), (from, later) => {
      const signedAt = START + from
      const expiresAt = at(signedAt).expiresAt()
      expect(expiresAt - signedAt).toBeGreaterThan(MEDIA_URL_MS)
      expect(at(signedAt + later).accepts('live-1', queryAt(signedAt))).toBe(signedAt + later < expiresAt)
    }),
  )
})

it('signs equal URLs within half an hour, so that caches share files', () => {
  expect(at(START + 29 * MINUTE_MS).queryOf('live-1')).toBe(at(START).queryOf('live-1'))
  expect(at(START + 30 * MINUTE_MS).queryOf('live-1')).not.toBe(at(START).queryOf('live-1'))
})

it('refuses signatures of other streams and secrets, other expiries, and arbitrary texts', () => {
  const { e = '', s = '' } = queryAt(START)
  expect(at(START).accepts('live-2', { e, s })).toBe(false)
  expect(at(START, 'another secret').accepts('live-1', { e, s })).toBe(false)
  expect(at(START).accepts('live-1', { e: String(Number(e) + 1), s })).toBe(false)
  expect(at(START).accepts('live-1', {})).toBe(false)
  fc.assert(
    fc.property(fc.string(), fc.string(), (expiry, signature) => {
      expect(at(START).accepts('live-1', { e: expiry, s: signature })).toBe(false)
    }),
  )
})
