import { DAY_MS } from '#protocol/time.ts'
import { describe, expect, it } from 'vitest'
import type { StoredKey } from '#protocol/worker/storage.ts'
import { STORED_KEYS } from '#protocol/worker/storage.ts'
import { createStorage } from '#transport/storage.ts'

type Home = 'session storage and cookie' | 'session storage' | 'local storage' | 'local storage for 30 days'

const HOMES: readonly (readonly [StoredKey, Home])[] = [
  ['tb-token', 'session storage and cookie'],
  ['i_code', 'local storage for 30 days'],
  ['r_code', 'local storage for 30 days'],
  ['language', 'local storage'],
  ['newsDomains', 'local storage'],
  ['errCount', 'session storage'],
  ['dc', 'local storage'],
  ['uuid', 'local storage'],
  ['pendingTx', 'local storage'],
]

function place() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

function world() {
  const [session, local] = [place(), place()]
  let jar = ''
  let time = Date.UTC(2026, 10, 21, 4)
  const storage = createStorage({
    session,
    local,
    cookies: { read: () => jar, write: (cookie) => void (jar = cookie.split(';')[0] ?? '') },
    isSecure: false,
    now: () => time,
  })
  return { session, local, storage, cookie: () => jar, pass: (milliseconds: number) => (time += milliseconds) }
}

describe('stored keys', () => {
  it.each(HOMES)('Annex F %s is stored in %s', async (key, home) => {
    const { session, local, storage, cookie, pass } = world()
    expect(await storage.set(key, 'value')).toBe(true)
    expect(await storage.get(key)).toBe('value')
    expect(session.values.has(key)).toBe(home.startsWith('session'))
    expect(local.values.has(key)).toBe(home.startsWith('local'))
    expect(cookie()).toBe(home.endsWith('cookie') ? `${key}=value` : '')
    pass(30 * DAY_MS)
    expect(await storage.get(key)).toBe(home.endsWith('30 days') ? null : 'value')
    await storage.remove(key)
    expect(session.values.size + local.values.size).toBe(0)
  })

  it('Annex F contains all keys that the worker stores', () => {
    expect(HOMES.map(([key]) => key).toSorted()).toEqual([...STORED_KEYS].toSorted())
  })
})
