import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import type { StorageArea } from '#transport/storage.ts'
import { createStorage } from '#transport/storage.ts'
import { platform } from '#workers/platform.ts'
import { Lt1Server } from '../contract/support/lt1-server.ts'
import { Profile } from '../contract/support/page.ts'
import { OpenTransport } from './open-transport.ts'

const FAN = { name: 'fan001', password: 'Play2026x' }
const GIFT = { giftId: 1, count: 1, anchorRoomId: 'anchor-1', comboId: 'combo-0001' }

/** Storage that throws on every access. */
const FORBIDDEN: StorageArea = {
  getItem: () => {
    throw new Error('forbidden')
  },
  setItem: () => {
    throw new Error('full')
  },
  removeItem: () => {
    throw new Error('forbidden')
  },
}

function forbiddenStorage(): StorageAdapter {
  return createStorage({ session: FORBIDDEN, local: FORBIDDEN, cookies: null, isSecure: false, now: Date.now })
}

describe('failing storage', () => {
  let server: Lt1Server

  beforeAll(async () => {
    server = await Lt1Server.start()
  })
  beforeEach(() => server.reset())
  afterAll(() => server.stop())

  it('settled 26 is reported once, and session and money calls stay in memory', async () => {
    const page = await OpenTransport.start(server, forbiddenStorage())
    expect(page.seen('storage-failed')).toEqual([])
    expect(await page.transport.signIn(FAN)).toMatchObject({ ok: true })
    expect(page.seen('storage-failed')).toHaveLength(1)
    expect(await page.transport.call('gift.reward', GIFT)).toMatchObject({ ok: true, data: { balance: 990 } })
    expect(await page.transport.call('gift.reward', GIFT)).toMatchObject({ ok: true, data: { balance: 980 } })
    expect(page.seen('storage-failed')).toHaveLength(1)
    expect(page.seen('outcome')).toEqual([])
    expect(await page.transport.signOut()).toMatchObject({ ok: true })
    expect(await page.transport.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
  })

  it('settled 7 settled 26 does not prevent repeating a lost money call with the same key', async () => {
    const storage = forbiddenStorage()
    const page = await OpenTransport.start(server, storage, {
      setTimer: (task, delayMs) => platform().setTimer(task, delayMs),
    })
    await page.transport.signIn(FAN)
    await server.fail('gift/v1/reward', ['lose-answer'])
    expect(await page.transport.call('gift.reward', GIFT)).toMatchObject({ ok: true, data: { balance: 990 } })
    expect(await server.bookings()).toBe(1)
    expect(await storage.get('pendingTx')).toBeNull()
  })

  it('settled 26 is reported when a money call cannot be stored, and the call is made', async () => {
    const profile = new Profile()
    const storage = profile.storage()
    const page = await OpenTransport.start(server, {
      ...storage,
      set: (key, value) => (key === 'pendingTx' ? Promise.resolve(false) : storage.set(key, value)),
    })
    await page.transport.signIn(FAN)
    expect(page.seen('storage-failed')).toEqual([])
    expect(await page.transport.call('gift.reward', GIFT)).toMatchObject({ ok: true, data: { balance: 990 } })
    expect(page.seen('storage-failed')).toHaveLength(1)
  })

  it('settled 26 includes an adapter that rejects', async () => {
    const reject = () => Promise.reject(new Error('the page is gone'))
    const page = await OpenTransport.start(server, {
      get: reject,
      set: reject,
      remove: reject,
    })
    expect(await page.transport.signIn(FAN)).toMatchObject({ ok: true })
    expect(await page.transport.call('gift.reward', GIFT)).toMatchObject({ ok: true })
    expect(page.seen('storage-failed')).toHaveLength(1)
  })
})
