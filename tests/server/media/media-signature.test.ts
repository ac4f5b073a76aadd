import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import { readQuery } from '#server/media/media-query.ts'
import { BlockedViewers } from '#server/media/blocked-viewers.ts'
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

it.each(['s=x', 'e=1', 'v=a.b', 's=', 'v=&v='])('refuses a URL with %s before or behind its own parameters', (more) => {
  const viewer = { deviceId: 'device-1', sessionId: 'session-1' }
  for (const signed of [at(START).queryOf('live-1').slice(1), at(START).queryOf('live-1', viewer).slice(1)]) {
    for (const search of [`${signed}&${more}`, `${more}&${signed}`]) {
      expect(at(START).accepts('live-1', readQuery(search))).toBe(false)
    }
    expect(at(START).accepts('live-1', readQuery(`${signed}&${signed}`))).toBe(false)
    expect(at(START).accepts('live-1', readQuery(`${signed}&_HLS_msn=3`))).toBe(true)
  }
})

describe('URLs of one viewer', () => {
  const viewer = { deviceId: 'device-1', sessionId: 'session-1' }
  const queryOf = (time: number, of = viewer as { deviceId: string; sessionId: string | null }) =>
    readQuery(at(time).queryOf('live-1', of).slice(1))

  it('are accepted, contain no id, and differ by expiry', () => {
    const query = queryOf(START)
    expect(at(START).accepts('live-1', query)).toBe(true)
    expect(JSON.stringify(query)).not.toMatch(/device|session/)
    const later = queryOf(START + 30 * MINUTE_MS)
    expect(later['v']?.split('.').some((tag) => query['v']?.includes(tag))).toBe(false)
  })

  it('are refused without their tags, with tags of others, and with tags in a URL of all viewers', () => {
    const { e = '', s = '', v = '' } = queryOf(START)
    const other = queryOf(START, { deviceId: 'device-2', sessionId: null })
    expect(at(START).accepts('live-1', { e, s })).toBe(false)
    expect(at(START).accepts('live-1', { e, s, v: other['v'] ?? '' })).toBe(false)
    expect(at(START).accepts('live-1', { ...queryAt(START), v })).toBe(false)
  })

  it('have the signature of all viewers in the entries of a playlist', () => {
    const shared = at(START).sharedQuery('live-1', { ...queryOf(START), _HLS_msn: '1' })
    expect(shared).toEqual({ ...queryAt(START), _HLS_msn: '1' })
    expect(at(START).sharedQuery('live-1', queryAt(START))).toEqual(queryAt(START))
  })

  it('are found by a blocked device, until the block expires or is removed', () => {
    const devices = new Map([['device-1', true]])
    const blocked = new BlockedViewers(at(START), {
      blockedDevices: () => [...devices.keys()],
      isDeviceBlocked: (id) => devices.get(id) ?? false,
    })
    const isBlocked = () =>
      [queryOf(START), queryOf(START, { ...viewer, sessionId: null })].map((one) => blocked.has(one))
    expect(isBlocked()).toEqual([true, true])
    expect(blocked.has(queryOf(START, { deviceId: 'device-2', sessionId: 'session-1' }))).toBe(false)
    expect(blocked.has(queryAt(START))).toBe(false)
    devices.set('device-1', false)
    expect(isBlocked()).toEqual([false, false])
    devices.delete('device-1')
    blocked.devicesChanged()
    expect(isBlocked()).toEqual([false, false])
  })

  it('are found by the session of a banned member in every URL that is valid at the ban', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 24 * HOUR_MS }),
        fc.integer({ min: 0, max: 3 * HOUR_MS }),
        (from, later) => {
          const signedAt = START + from
          const query = queryOf(signedAt)
          const signatures = at(signedAt + later)
          const blocked = new BlockedViewers(signatures, { blockedDevices: () => [], isDeviceBlocked: () => false })
          blocked.blockSession('session-1')
          expect(blocked.has(query)).toBe(signatures.accepts('live-1', query))
          expect(blocked.has(queryOf(signedAt, { ...viewer, sessionId: 'session-2' }))).toBe(false)
          expect(blocked.has(queryOf(signedAt, { ...viewer, sessionId: null }))).toBe(false)
        },
      ),
    )
  })
})
