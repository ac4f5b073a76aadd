import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { ClientType } from '#protocol/headers.ts'
import { SessionCache } from '#server/members/sessions/session-cache.ts'
import { LastSeen, Sessions } from '#server/members/sessions/sessions.ts'
import { startSweeps } from '#server/members/sessions/sweeps.ts'
import type { Database } from '#server/database/database.ts'
import { memberWith } from '../../support/ledger-members.ts'
import { testLog } from '../../support/logs.ts'
import { openTestStore, STORE_KINDS, testClock } from '../../support/store.ts'

/** 2026-11-21 20:59:59.000 in Shanghai. */
const BEFORE_NINE = Date.UTC(2026, 10, 21, 12, 59, 59)
const desktop = { deviceId: 'device-desk', clientType: 1 as ClientType, address: '192.0.2.1' }
const phone = {
  deviceId: 'device-phone',
  deviceName: 'Safari · iPhone',
  clientType: 2 as ClientType,
  address: '192.0.2.2',
}

/** A promise that the test resolves or rejects. */
function newGate() {
  let open = (): void => undefined
  let fail = (_error: Error): void => undefined
  const promise = new Promise<void>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  return { promise, open: () => open(), fail: (error: Error) => fail(error) }
}

/** A query whose rows are read at once and returned when `gate` resolves. */
function heldQuery(query: object, onRead: () => void, gate: Promise<void>): object {
  return new Proxy(query, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        if (name !== 'then') {
          const next: unknown = value.apply(target, args)
          return typeof next === 'object' && next !== null ? heldQuery(next, onRead, gate) : next
        }
        const rows = Promise.resolve(target).then(async (result: unknown) => {
          onRead()
          await gate
          return result
        })
        return rows.then(...(args as Parameters<typeof rows.then>))
      }
    },
  })
}

describe.each(STORE_KINDS)('sessions on %s', (kind) => {
  let store: Database
  let sessions: Sessions
  let clock: ReturnType<typeof testClock>
  let ended: [sessionId: string, code: number][]
  /** Endings of these sessions. The sweep may end sessions of other tests at any time. */
  const endingsOf = (...made: { session: { sessionId: string } }[]) =>
    ended.filter(([id]) => made.some(({ session }) => session.sessionId === id))
  const log = testLog()
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => {
    clock = testClock(BEFORE_NINE - 3_600_000)
    sessions = new Sessions(store, { now: clock.now, log })
    ended = []
    sessions.onEnd((sessionId, code) => ended.push([sessionId, code]))
  })
  afterEach(() => sessions.close())

  it('creates a token of 256 random bits and stores its hash only', async () => {
    const made = await sessions.create(await memberWith(store, 0), desktop)
    expect(Buffer.from(made.token, 'base64url').length).toBe(32)
    const { rows } = await store.db.execute<{ all: string }>(sql`select s::text as all from session s`)
    expect(rows.some(({ all }) => all.includes(made.token))).toBe(false)
    expect(await sessions.find(made.token, desktop.deviceId)).toEqual({ session: made.session, endedBy: null })
    expect(made.session.member).not.toHaveProperty('name')
  })

  it('refuses forged tokens, and tokens of another device', async () => {
    const { token } = await sessions.create(await memberWith(store, 0), desktop)
    const nobody = { session: null, endedBy: null }
    for (const wrong of [
      '',
      'x',
      `${token}A`,
      token.slice(1),
      `${token.startsWith('B') ? 'C' : 'B'}${token.slice(1)}`,
      '\0'.repeat(43),
    ]) {
      expect(await sessions.find(wrong, desktop.deviceId)).toEqual(nobody)
    }
    // Checked against the database row first, then against the cache.
    for (let time = 0; time < 2; time += 1) {
      expect(await sessions.find(token, phone.deviceId)).toEqual(nobody)
      expect((await sessions.find(token, desktop.deviceId)).session).not.toBeNull()
    }
  })

  it('S9.20 ends at 21:00 in Shanghai to the millisecond, and notifies listeners once', async () => {
    const made = await sessions.create(await memberWith(store, 0), desktop)
    expect(made.expireAt).toBe(BEFORE_NINE + 1_000)
    clock.move(3_600_000 + 999)
    await sessions.endExpired()
    expect((await sessions.find(made.token, desktop.deviceId)).session).not.toBeNull()
    clock.move(1)
    expect(await sessions.find(made.token, desktop.deviceId)).toEqual({ session: null, endedBy: CODES.AUTH_ERROR })
    await Promise.all([sessions.endExpired(), sessions.endExpired()])
    expect(endingsOf(made)).toEqual([[made.session.sessionId, CODES.AUTH_ERROR]])
    expect(await sessions.find(made.token, desktop.deviceId)).toEqual({ session: null, endedBy: CODES.AUTH_ERROR })
  })

  it('S9.20 ends expired sessions without a call', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const own = new Sessions(store, { now: clock.now, log })
    const codes: number[] = []
    own.onEnd((_, code) => codes.push(code))
    await own.create(await memberWith(store, 0), desktop)
    vi.advanceTimersByTime(1_000)
    clock.move(3_601_000)
    await expect
      .poll(() => {
        vi.advanceTimersByTime(1_000)
        return codes
      })
      .toContain(CODES.AUTH_ERROR)
    own.close()
    vi.useRealTimers()
  })

  it('S9.20 ends expired sessions after the database was unavailable', async () => {
    sessions.close()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const mine = testLog()
    const own = new Sessions(store, { now: clock.now, log: mine })
    const codes: number[] = []
    own.onEnd((_, code) => codes.push(code))
    await own.create(await memberWith(store, 0), desktop)
    vi.advanceTimersByTime(1_000)
    clock.move(3_601_000)
    const update = vi.spyOn(store.db, 'update').mockImplementation(() => {
      throw new Error('the store is away')
    })
    const looked = <Seen>(seen: Seen) => {
      vi.advanceTimersByTime(1_000)
      return seen
    }
    await expect.poll(() => looked(mine.lines.length)).toBeGreaterThan(0)
    update.mockRestore()
    await expect.poll(() => looked(codes)).toContain(CODES.AUTH_ERROR)
    own.close()
    vi.useRealTimers()
  })

  it('S4.16 ends the sessions of a blocked member without a call', async () => {
    sessions.close()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const own = new Sessions(store, { now: clock.now, log })
    const endings: [sessionId: string, code: number][] = []
    own.onEnd((id, code) => endings.push([id, code]))
    const [memberId, another] = [await memberWith(store, 0), await memberWith(store, 0)]
    const made = [await own.create(memberId, desktop), await own.create(memberId, phone)]
    const other = await own.create(another, { ...desktop, deviceId: 'device-other' })
    for (const { token } of made) expect((await own.find(token, desktop.deviceId)).endedBy).toBeNull()
    await store.db.execute(sql`update member set status = '2' where id = ${memberId}`)
    await expect
      .poll(() => {
        vi.advanceTimersByTime(1_000)
        return endings
      })
      .toHaveLength(2)
    vi.useRealTimers()
    const blocked = made.map(({ session }) => [session.sessionId, CODES.ACCOUNT_BLOCKADE])
    expect(endings).toEqual(expect.arrayContaining(blocked))
    for (const [at, client] of [desktop, phone].entries()) {
      const ended = { session: null, endedBy: CODES.ACCOUNT_BLOCKADE }
      expect(await own.find(made[at]?.token ?? '', client.deviceId)).toEqual(ended)
    }
    expect((await own.find(other.token, 'device-other')).session).not.toBeNull()
    own.close()
  })

  it('S4.16 refuses sessions of a blocked member before they are ended', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const own = new Sessions(store, { now: clock.now, log })
    vi.useRealTimers()
    const memberId = await memberWith(store, 0)
    const { token } = await own.create(memberId, desktop)
    await store.db.execute(sql`update member set status = '0' where id = ${memberId}`)
    expect(await own.find(token, desktop.deviceId)).toEqual({ session: null, endedBy: CODES.ACCOUNT_BLOCKADE })
    own.close()
  })

  it('logs once that the database is unavailable', async () => {
    sessions.close()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const mine = testLog()
    const own = new Sessions(store, { now: clock.now, log: mine })
    const execute = vi.spyOn(store.db, 'execute').mockRejectedValue(new Error('the store is away'))
    await expect
      .poll(() => {
        vi.advanceTimersByTime(1_000)
        return execute.mock.calls.length
      })
      .toBeGreaterThan(3)
    expect(mine.lines.filter((line) => JSON.stringify(line).includes('blocked members'))).toHaveLength(1)
    execute.mockRestore()
    own.close()
    vi.useRealTimers()
  })

  it('ends cached sessions at once', async () => {
    const made = await sessions.create(await memberWith(store, 0), desktop)
    await sessions.find(made.token, desktop.deviceId)
    await sessions.end(made.session.sessionId, CODES.PASSWORD_CHANGED)
    expect(await sessions.find(made.token, desktop.deviceId)).toEqual({
      session: null,
      endedBy: CODES.PASSWORD_CHANGED,
    })
    await sessions.end(made.session.sessionId, CODES.AUTH_ERROR)
    expect(endingsOf(made)).toEqual([[made.session.sessionId, CODES.PASSWORD_CHANGED]])
  })

  it('queries the database once per token, not per call', async () => {
    // Nothing is cached while sessions end, which a timer may do.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const own = new Sessions(store, { now: clock.now, log })
    vi.useRealTimers()
    const { token } = await own.create(await memberWith(store, 0), desktop)
    await own.find(token, desktop.deviceId)
    const select = vi.spyOn(store.db, 'select')
    for (let call = 0; call < 100; call += 1) await own.find(token, desktop.deviceId)
    expect(select).not.toHaveBeenCalled()
    select.mockRestore()
    own.close()
  })

  it('does not cache a session that ends during its lookup', async () => {
    const memberId = await memberWith(store, 0)
    for (let round = 0; round < 20; round += 1) {
      const made = await sessions.create(memberId, desktop)
      const looking = Array.from({ length: 4 }, () => sessions.find(made.token, desktop.deviceId))
      await Promise.all([sessions.end(made.session.sessionId, CODES.AUTH_ERROR), ...looking])
      expect((await sessions.find(made.token, desktop.deviceId)).session).toBeNull()
    }
  })

  it('does not cache a session that was read before it ended and arrives later', async () => {
    const made = await sessions.create(await memberWith(store, 0), desktop)
    const gate = newGate()
    const read = newGate()
    const select = store.db.select.bind(store.db) as (...fields: unknown[]) => object
    const spy = vi
      .spyOn(store.db, 'select')
      .mockImplementationOnce((...fields: unknown[]) => heldQuery(select(...fields), read.open, gate.promise) as never)
    const lookup = sessions.find(made.token, desktop.deviceId)
    await read.promise
    spy.mockRestore()
    sessions.onEnd(() => gate.open())
    await sessions.end(made.session.sessionId, CODES.AUTH_ERROR)
    await lookup
    expect((await sessions.find(made.token, desktop.deviceId)).session).toBeNull()
  })

  it('a sign-in elsewhere ends the older session of the same client class only (10404)', async () => {
    const memberId = await memberWith(store, 0)
    const first = await sessions.create(memberId, desktop)
    clock.move(1)
    const pocket = await sessions.create(memberId, phone)
    await sessions.find(first.token, desktop.deviceId)
    const second = await sessions.create(memberId, { ...desktop, deviceId: 'device-other' })
    expect(endingsOf(first, pocket)).toEqual([[first.session.sessionId, CODES.LOGIN_ELSEWHERE_ERROR]])
    expect(await sessions.find(first.token, desktop.deviceId)).toEqual({
      session: null,
      endedBy: CODES.LOGIN_ELSEWHERE_ERROR,
    })
    expect((await sessions.find(pocket.token, phone.deviceId)).session).not.toBeNull()
    expect((await sessions.find(second.token, 'device-other')).session).not.toBeNull()
    expect(second.previous).toEqual({ time: clock.now(), ip: phone.address, device: phone.deviceName })
  })

  it('keeps one session of twenty concurrent sign-ins', async () => {
    const memberId = await memberWith(store, 0)
    const made = await Promise.all(Array.from({ length: 20 }, () => sessions.create(memberId, desktop)))
    const found = await Promise.all(made.map(({ token }) => sessions.find(token, desktop.deviceId)))
    expect(found.filter(({ session }) => session).length).toBe(1)
    const ids = endingsOf(...made).map(([id]) => id)
    expect(new Set(ids).size).toBe(19)
    expect(ids.length).toBe(19)
  })

  it('ends all sessions of one member only', async () => {
    const [memberId, other] = [await memberWith(store, 0), await memberWith(store, 0)]
    const mine = [await sessions.create(memberId, desktop), await sessions.create(memberId, phone)]
    const theirs = await sessions.create(other, desktop)
    await sessions.endAllOf(memberId, CODES.ACCOUNT_BLOCKADE)
    const ids = endingsOf(...mine, theirs).map(([id]) => id)
    expect(ids.toSorted()).toEqual(mine.map(({ session }) => session.sessionId).toSorted())
    expect((await sessions.find(theirs.token, desktop.deviceId)).session).not.toBeNull()
  })

  it('notifies all listeners although one throws', async () => {
    const log = testLog()
    const own = new Sessions(store, { now: clock.now, log })
    const endings: number[] = []
    own.onEnd(() => {
      throw new Error('a bad listener')
    })
    const stop = own.onEnd((_, code) => endings.push(code))
    const memberId = await memberWith(store, 0)
    await own.end((await own.create(memberId, desktop)).session.sessionId, 1)
    stop()
    await own.end((await own.create(memberId, desktop)).session.sessionId, 2)
    expect(endings).toEqual([1])
    expect(log.lines.map(({ message }) => message)).toContain('a listener to the end of sessions failed')
    own.close()
  })

  it('has an append-only audit trail', async () => {
    const memberId = await memberWith(store, 0)
    const made = await sessions.create(memberId, desktop)
    await sessions.end(made.session.sessionId, CODES.AUTH_ERROR)
    const { rows } = await store.db.execute<{ kind: string; code: number | null }>(
      sql`select kind, code from auth_event where member_id = ${memberId} order by kind`,
    )
    expect(rows).toEqual([
      { kind: 'login', code: null },
      { kind: 'session-ended', code: CODES.AUTH_ERROR },
    ])
    await expect(store.db.execute(sql`update auth_event set kind = 'login'`)).rejects.toThrow()
  })

  it('survives a restart', async () => {
    const made = await sessions.create(await memberWith(store, 0), desktop)
    const next = new Sessions(store, { now: clock.now, log })
    expect((await next.find(made.token, desktop.deviceId)).session).toEqual(made.session)
    next.close()
  })

  it.runIf(kind === 'postgres')('detects within two seconds sessions that another process has ended', async () => {
    const other = new Sessions(store, { now: clock.now, log })
    const made = await sessions.create(await memberWith(store, 0), desktop)
    await sessions.find(made.token, desktop.deviceId)
    await other.end(made.session.sessionId, CODES.AUTH_ERROR)
    clock.move(2_000)
    expect((await sessions.find(made.token, desktop.deviceId)).session).toBeNull()
    other.close()
  })
})

describe('session cache', () => {
  const known = {
    session: { sessionId: 'id' } as never,
    deviceId: desktop.deviceId,
    lastSeen: 0,
    idleMinutes: 0,
  }

  it('caches no session that was read before or while sessions end', () => {
    const cache = new SessionCache(1_000)
    const before = cache.generation
    cache.suspend()
    cache.suspend()
    cache.set('hash', known, before, 0)
    cache.set('hash', known, cache.generation, 0)
    cache.resume()
    const during = cache.generation
    cache.set('hash', known, during, 0)
    cache.resume()
    cache.set('hash', known, during, 0)
    expect(cache.get('hash', 0)).toBeUndefined()
    cache.set('hash', known, cache.generation, 0)
    expect(cache.get('hash', 999)).toEqual({ ...known, cachedAt: 0 })
    expect(cache.get('hash', 1_000)).toBeUndefined()
  })
})

describe('last use of sessions', () => {
  it('is written a minute after the previous write', async () => {
    const execute = vi.fn()
    const lastSeen = new LastSeen({ db: { execute } as never })
    lastSeen.note('id', 5)
    await lastSeen.writeWhenDue(59_999)
    expect(lastSeen.of('id')).toBe(5)
    await lastSeen.writeWhenDue(60_000)
    expect(lastSeen.of('id')).toBe(5)
    expect(execute).toHaveBeenCalledTimes(1)
  })
})

describe('periodic work', () => {
  it('logs no failure after it was stopped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const log = testLog()
    const work = newGate()
    const stop = startSweeps({
      now: () => 0,
      log,
      endExpired: () => Promise.resolve(),
      endBlocked: () => work.promise,
      writeLastSeen: () => Promise.resolve(),
    })
    vi.advanceTimersByTime(1_000)
    stop()
    vi.useRealTimers()
    work.fail(new Error('closed'))
    await expect(work.promise).rejects.toThrow('closed')
    expect(log.lines).toEqual([])
  })
})
